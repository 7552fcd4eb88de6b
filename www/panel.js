// What the four panels share: one request at a time, and a visible state for waiting, nothing found, and failure.
import "./paste.js";
import "./router.js";
import { connection } from "./connection.js";
import { h } from "./dom.js";
import { describe, errorCard, markField } from "./errors.js";
import { openSettings } from "./open-settings.js";

/** A fast answer should not flash: the placeholder appears only after this many milliseconds. */
const patience = 150;

export function emptyCard(title, ...lines) {
  return h(
    "div",
    { class: "card empty" },
    h("h3", {}, title),
    lines.map((line) => h("p", { class: "muted" }, line)),
  );
}

const skeleton = () => h("div", { class: "card skeleton", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i"));

export function createPanel(name) {
  const section = document.querySelector(`[data-panel="${name}"]`);
  const form = section.querySelector("form");
  const result = section.querySelector(".result");
  const status = section.querySelector("[role=status]");
  let controller;
  let shown;

  function show(text, ...nodes) {
    status.textContent = text;
    result.removeAttribute("aria-busy");
    result.replaceChildren(...nodes);
  }

  /** On a small screen the answer is below the form: bring it into view. */
  function reveal() {
    if (result.getBoundingClientRect().top > innerHeight - 60) result.scrollIntoView();
  }

  /** Ends the request under way, if any, and gives the signal of the next one. */
  function restart() {
    controller?.abort();
    controller = new AbortController();
    return controller.signal;
  }

  /**
   * Runs one request: `task(client, signal)` fetches, `view(value, milliseconds)` gives the sentence for the status
   * line
   * and the nodes. `failed(error)` may give another button for the card of a failure. Whatever was running before is
   * aborted and can no longer touch the page.
   */
  async function run(request) {
    const { loading, task, view, placeholder = skeleton, failed } = request;
    const signal = restart();
    markField(form);
    if (!connection.client) return show("Not connected", unconnected());
    status.textContent = loading;
    result.setAttribute("aria-busy", "true");
    const timer = setTimeout(() => result.replaceChildren(placeholder()), patience);
    const begun = performance.now();
    try {
      const value = await task(connection.client, signal);
      if (signal.aborted) return;
      show(...view(value, Math.round(performance.now() - begun)));
      // A frame later: what is scrolled in the same one as it is drawn counts as a jump.
      requestAnimationFrame(() => setTimeout(reveal));
    } catch (error) {
      if (signal.aborted) return;
      markField(form, error);
      const more = failed?.(error);
      show(
        `Failed: ${describe(error).kind}`,
        errorCard(error, { retry: () => run(request), settings: openSettings, more }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** True when these values are already on the page, from this connection; remembers them otherwise. */
  function isShown(values, force) {
    const wanted = `${connection.version} ${JSON.stringify(values)}`;
    if (!force && wanted === shown) return true;
    shown = wanted;
    return false;
  }

  function clear(title, ...lines) {
    restart();
    markField(form);
    const card = emptyCard(title, ...lines);
    show("", card);
    return card;
  }

  return { section, form, result, status, show, run, clear, isShown };
}

const unconnected = () =>
  h(
    "div",
    { class: "card empty" },
    h("h3", {}, "No service yet"),
    h("p", { class: "muted" }, "Give the base URL of a service to ask, and a key if you have one."),
    h("p", {}, h("button", { type: "button", class: "primary", click: openSettings }, "Set up the connection")),
  );

/** The examples of a panel. They exist in the built-in service only, so another service hides them. */
export function showExamples(section, items) {
  const box = section.querySelector(".examples");
  const update = () => {
    const list = connection.isDemo ? items() : [];
    box.hidden = list.length === 0;
    box
      .querySelector("ul")
      .replaceChildren(
        ...list.map(({ label, live, ...props }) =>
          h("li", {}, h("a", { ...props, class: `chip ${live ? "live" : ""}` }, label)),
        ),
      );
  };
  connection.onChange(update);
  update();
}
