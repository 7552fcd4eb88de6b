// The code that the four panels share: one request at a time, and the states for loading, an empty result and an error.

// With these two imports, every panel needs the same modules, so that the bundle has one file for all panels.
import "./parse-input.js";
import "./router.js";
import { connection } from "./connection.js";
import { h } from "./dom.js";
import { errorCard, markInvalidField } from "./errors.js";
import { openSettings } from "./open-settings.js";

/** Delay of the placeholder, which would flash before a fast response. */
const PLACEHOLDER_DELAY_MS = 150;

/** Creates a card for a view without a result. */
export function emptyCard(title, ...lines) {
  return h(
    "div",
    { class: "card empty" },
    h("h3", {}, title),
    lines.map((line) => h("p", { class: "muted" }, line)),
  );
}

const skeleton = () => h("div", { class: "card skeleton", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i"));

/** Returns the panel with a name. */
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

  /** Scrolls to the result, which is below the form on a small screen. */
  function scrollToResult() {
    if (result.getBoundingClientRect().top > innerHeight - 60) result.scrollIntoView();
  }

  /** Aborts the request in flight and returns the signal of the next one. */
  function nextSignal() {
    controller?.abort();
    controller = new AbortController();
    return controller.signal;
  }

  /**
   * Runs one request and shows its result. Aborts the previous request, which then changes nothing on the page.
   *
   * `task(client, signal)` sends the request. `render(value, elapsedMs)` returns the text of the status line and the
   * nodes. `errorButton(error)` may return another button for the error card.
   */
  async function run(request) {
    const { loading, task, render, placeholder = skeleton, errorButton } = request;
    const signal = nextSignal();
    markInvalidField(form);
    if (!connection.client) return show("Not connected", noConnectionCard());
    status.textContent = loading;
    result.setAttribute("aria-busy", "true");
    const timer = setTimeout(() => result.replaceChildren(placeholder()), PLACEHOLDER_DELAY_MS);
    const startedAt = performance.now();
    try {
      const value = await task(connection.client, signal);
      if (signal.aborted) return;
      show(...render(value, Math.round(performance.now() - startedAt)));
      // After the next frame, because browsers count scrolling in the same frame as a layout shift.
      requestAnimationFrame(() => setTimeout(scrollToResult));
    } catch (error) {
      if (signal.aborted) return;
      markInvalidField(form, error);
      const extraButton = errorButton?.(error);
      show(
        "Loading failed",
        errorCard(error, { retry: () => run(request), openSettings, extraButton }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns whether the panel must load these values, and remembers them together with the connection. */
  function needsUpdate(values, force) {
    const wanted = `${connection.version} ${JSON.stringify(values)}`;
    if (!force && wanted === shown) return false;
    shown = wanted;
    return true;
  }

  /** Shows an empty card with these texts in place of a result. */
  function clear(title, ...lines) {
    nextSignal();
    markInvalidField(form);
    const card = emptyCard(title, ...lines);
    show("", card);
    return card;
  }

  return { section, form, result, status, show, run, clear, needsUpdate };
}

const noConnectionCard = () =>
  h(
    "div",
    { class: "card empty" },
    h("h3", {}, "Not connected"),
    h("p", { class: "muted" }, "Enter the base URL of a service, and an API key if you have one."),
    h("p", {}, h("button", { type: "button", class: "primary", click: openSettings }, "Set up the connection")),
  );

/** Shows the examples of a panel while the demo service is connected. Other services do not have their records. */
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
