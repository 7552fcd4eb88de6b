// What a visitor can send to others: the link of a transfer, a picture of its route, and a line of HTML that shows it.
// The page loads this module with the first click.
import { connection } from "./connection.js";
import { hrefOf } from "./router.js";

const FEEDBACK_MS = 1500;
const CDN = "https://unpkg.com/ethereal-query";

/** Returns the link to a transfer, as { hash, chain, decimals }. */
function linkTo(values) {
  return new URL(hrefOf("transfer", values), document.baseURI).href;
}

/** Returns a line of HTML that shows the transfer in another page. The service there adds the API key. */
export function embedCode({ hash, chain }) {
  const baseUrl = connection.isEmbedded ? "https://your-service.example" : connection.baseUrl;
  // JSON text in a script must not end it.
  const text = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");
  return (
    `<eq-transfer-route></eq-transfer-route><script type="module">import "${CDN}/dist/elements/transfer-route.js"; ` +
    `import { Client } from "${CDN}"; const hash = ${text(hash)}; ` +
    `const client = new Client({ baseUrl: ${text(baseUrl)}, proxied: true }); ` +
    `const route = document.querySelector("eq-transfer-route"); Object.assign(route, { client, hash }); ` +
    `client.bridgeTransfer(hash, { chain: ${text(chain || "auto")} }).then((transfer) => Object.assign(route, { transfer }), (error) => Object.assign(route, { error }));</script>`
  );
}

/** Copies the picture. Where the browser copies no picture, it saves it as a file. */
async function copyPicture(route) {
  const { pictureOf } = await import("./picture.js");
  const blob = await pictureOf(route);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    return "Copied";
  } catch {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "transfer.png";
    link.click();
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
  embed: (route, values) => copyText(embedCode(values)),
};

/** Does the action of a button, which then says for a moment what has happened. */
export async function share(button, action, route, values) {
  const label = button.textContent;
  button.textContent = await ACTIONS[action](route, values).catch(() => "The browser refused to copy");
  setTimeout(() => (button.textContent = label), FEEDBACK_MS);
}
