// Copies what a visitor can send to others: the link of a transfer, or a picture of the route. The page loads this
// module with the first click.
import { announce } from "./dom.js";
import { hrefOf } from "./router.js";

const FEEDBACK_MS = 1500;
/** The label of each button, because a button that is clicked again may still show the result of an earlier click. */
const labels = new WeakMap();

/** Returns the link to a transfer with the values { hash, chain, decimals }. */
function linkTo(values) {
  return new URL(hrefOf("transfer", values), document.baseURI).href;
}

/** Copies the picture. If the browser cannot copy pictures, saves the picture as a file. */
async function copyPicture(route, values) {
  const { pictureOf } = await import("./picture.js");
  const blob = await pictureOf(route, linkTo(values));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    return "Copied";
  } catch {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "transfer.png";
    link.click();
    // The browser may still read the URL after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return "Saved as a file";
  }
}

async function copyText(text) {
  await navigator.clipboard.writeText(text);
  return "Copied";
}

const ACTIONS = {
  link: (route, values) => copyText(linkTo(values)),
  picture: copyPicture,
};

/** Does the action of a button. The label of the button then shows the result for a moment. */
export async function share(button, action, route, values) {
  if (!labels.has(button)) labels.set(button, button.textContent);
  button.textContent = await ACTIONS[action](route, values).catch(
    () => "The browser refused to copy",
  );
  announce(button, button.textContent);
  setTimeout(() => (button.textContent = labels.get(button)), FEEDBACK_MS);
}
