// The code that the four panels share: one request at a time, and the states for loading, an empty result and an error.

import { connection } from "./connection.js";
import { h } from "./dom.js";
import { markInvalidField } from "./form-errors.js";
import { openSettings } from "./open-settings.js";
import { setTitle } from "./title.js";

/** Delay before the placeholder appears. Without a delay, the placeholder would flash before a fast response. */
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

/** Creates the card of an error. `errorCard` in errors.js describes `error` and `actions`. */
export async function createErrorCard(error, actions) {
  try {
    const { errorCard } = await import("./errors.js");
    return await errorCard(error, connection.serviceName, { ...actions, openSettings });
  } catch {
    return h(
      "div",
      { class: "card notice bad", role: "alert" },
      h("h3", {}, "Something went wrong"),
      h("p", { class: "muted" }, "Check your internet connection, and reload the page."),
    );
  }
}

const skeleton = () =>
  h("div", { class: "card skeleton", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i"));

/** Returns the panel with a name. */
export function createPanel(name) {
  const section = document.querySelector(`[data-panel="${name}"]`);
  const form = section.querySelector("form");
  const result = section.querySelector(".result");
  const status = section.querySelector("[role=status]");
  let controller;
  let shownContent;

  function show(text, ...nodes) {
    status.textContent = text;
    result.removeAttribute("aria-busy");
    result.replaceChildren(...nodes);
  }

  /** Aborts the request in flight, resets the title of the panel, and returns the signal of the next request. */
  function nextSignal() {
    controller?.abort();
    controller = new AbortController();
    setTitle(name);
    return controller.signal;
  }

  /**
   * Runs one request and shows its result. Aborts the previous request, which then changes nothing on the page.
   *
   * `loading` is the text of the status line until the response arrives. `placeholder()` creates the element that a
   * slow request shows. `task(client, signal)` sends the request. `render(value, elapsedMs)` returns the text of the
   * status line and the nodes. `errorButton(error, signal)` may resolve to an additional button for the error card.
   * `usesKey` is whether the request has the API key. `signal` aborts when the panel shows something else.
   */
  async function run(request) {
    const { loading, task, render, placeholder = skeleton, errorButton, usesKey = true } = request;
    const { client } = connection;
    const signal = nextSignal();
    markInvalidField(form);
    if (!client) {
      const card = await createErrorCard(undefined, {});
      if (!signal.aborted) show("Not connected", card);
      return;
    }
    status.textContent = loading;
    result.setAttribute("aria-busy", "true");
    const timer = setTimeout(() => result.replaceChildren(placeholder()), PLACEHOLDER_DELAY_MS);
    const startedAt = performance.now();
    try {
      const value = await task(client, signal);
      if (signal.aborted) return;
      connection.report(client, undefined, usesKey);
      show(...render(value, Math.round(performance.now() - startedAt)));
    } catch (error) {
      if (signal.aborted) return;
      connection.report(client, error, usesKey);
      markInvalidField(form, error);
      const actions = {
        retry: () => run(request),
        errorButton: (shownError) => errorButton?.(shownError, signal),
      };
      const card = await createErrorCard(error, actions);
      // The card of a record that does not exist has the class `empty`.
      if (!signal.aborted) show(card.matches(".empty") ? "Nothing found" : "Loading failed", card);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns whether the panel must load these values, and remembers them together with the connection. */
  function needsUpdate(values, force) {
    const content = `${connection.version} ${JSON.stringify(values)}`;
    if (!force && content === shownContent) return false;
    shownContent = content;
    return true;
  }

  /** Shows an empty card with these texts instead of a result. */
  function clear(title, ...lines) {
    nextSignal();
    markInvalidField(form);
    const card = emptyCard(title, ...lines);
    show("", card);
    return card;
  }

  return { section, form, result, status, show, run, clear, needsUpdate };
}

/**
 * Shows the examples of a panel in their groups, while the demo service is connected. Other services do not have the
 * records of the examples.
 */
export function showExamples(section, items) {
  const box = section.querySelector(".examples");
  const update = () => {
    const list = connection.isDemo ? items() : [];
    const groupNames = new Set(list.map(({ group }) => group));
    const [firstGroup, ...otherGroups] = [...groupNames].map((name) => exampleGroup(name, list));
    box.hidden = list.length === 0;
    box.replaceChildren(h("h3", {}, "Examples"), h("ul", {}, firstGroup));
    if (otherGroups.length > 0)
      box.append(h("details", {}, h("summary", {}, "More"), h("ul", {}, otherGroups)));
  };
  connection.onChange(update);
  update();
}

function exampleGroup(name, list) {
  const links = list
    .filter(({ group }) => group === name)
    .map(({ group, label, ...props }) => h("a", { ...props, class: "chip" }, label));
  return h("li", {}, h("span", { class: "muted" }, name), links);
}
