// The card for a hash that the service does not know, with a button that watches the hash. The page loads this module
// with the first unknown hash.
import { h } from "./dom.js";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const WATCH_OPTIONS = { intervalMs: 5000, maxIntervalMs: 15_000, notFoundGraceMs: HOUR_MS, timeoutMs: HOUR_MS };

/** Resolves to the transfer as soon as the service knows the hash. */
async function waitUntilFound(client, hash, chain, signal) {
  for await (const { transfer } of client.watchTransfer(hash, { ...WATCH_OPTIONS, chain, signal })) {
    if (transfer) return transfer;
  }
  throw new Error("The watch ended without a transfer.");
}

/**
 * Creates the card. Its button watches the hash on a chain type, or with `auto` on both, until the service has it, the
 * user stops it, or `signal` aborts. `allHref` is the link that searches both. `panel` has `show` of the panel;
 * `render(transfer)`, which returns the status and the nodes of a transfer; and `createErrorCard(error)`.
 */
export function unknownTransferCard(client, { hash, chain, allHref }, signal, panel) {
  const button = h("button", { type: "button", class: "primary" }, "Watch until it appears");
  button.onclick = () => watchUntilFound(button, client, { hash, chain }, signal, panel);
  const line = (text) => h("p", { class: "muted" }, text);
  return h(
    "div",
    { class: "card empty" },
    h("h3", {}, "No transfer found"),
    line(`No transfer on ${chain === "auto" ? "mainnet or sepolia" : chain} has this hash on its route.`),
    line("A transfer appears once its first transaction is confirmed."),
    h(
      "div",
      { class: "buttons" },
      button,
      chain !== "auto" && h("a", { class: "quiet", href: allHref }, "Search both chain types"),
    ),
  );
}

/** Watches a hash, and shows the progress before `button`, which becomes the button that stops it. */
async function watchUntilFound(button, client, { hash, chain }, signal, panel) {
  const watch = new AbortController();
  const stop = () => watch.abort();
  signal.addEventListener("abort", stop);
  const { textContent: startLabel, onclick: start } = button;
  const progress = h("p", { class: "watching", role: "status" });
  button.before(progress);
  button.textContent = "Stop watching";
  button.onclick = stop;
  const startedAt = Date.now();
  const showProgress = () => {
    const minutes = Math.floor((Date.now() - startedAt) / MINUTE_MS);
    const since = minutes === 0 ? "" : ` for ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
    const plan = "the page asks every few seconds, for at most an hour";
    progress.textContent = `Watching${since}. It is not there yet; ${plan}.`;
  };
  // Screen readers announce a change of the text, and not the text of a new element.
  setTimeout(showProgress);
  const timer = setInterval(showProgress, MINUTE_MS);
  try {
    const transfer = await waitUntilFound(client, hash, chain, watch.signal);
    if (!watch.signal.aborted) showFound(transfer, button, panel);
  } catch (error) {
    const card = !watch.signal.aborted && (await panel.createErrorCard(error));
    // The visitor may have opened another view meanwhile.
    if (card && !watch.signal.aborted) panel.show("Watching ended", card);
  } finally {
    stop();
    clearInterval(timer);
    signal.removeEventListener("abort", stop);
    button.onclick = start;
    button.textContent = startLabel;
    progress.remove();
  }
}

/** Shows the transfer that has appeared, and watches it. */
function showFound(transfer, button, panel) {
  const hadFocus = button === document.activeElement;
  const [status, route, ...cards] = panel.render(transfer);
  panel.show(status, route, ...cards);
  route.watch();
  if (hadFocus) route.parentElement.focus();
}
