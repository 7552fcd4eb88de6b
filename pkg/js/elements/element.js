// What both elements share: a shadow root with adopted style sheets (a `style-src 'self'` policy allows those),
// properties that draw anew when set, and one drawing for all that is set at once.
import { announcer, h } from "./dom.js";
import common from "./common.css";
import { use } from "./helpers.js";

// On a server there is nothing to extend; the module can be imported there all the same.
const Base = globalThis.HTMLElement ?? class {};
const sheets = new Map();

/** The style sheet of a text, made once for all who adopt it. */
export function sheet(css) {
  if (!sheets.has(css)) {
    const made = new CSSStyleSheet();
    made.replaceSync(css);
    sheets.set(css, made);
  }
  return sheets.get(css);
}

export const commonSheet = () => sheet(common);

export class QueryElement extends Base {
  #body = h("div", { class: "body" });
  #due = false;

  constructor(css) {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [commonSheet(), sheet(css)];
    root.append(this.#body, announcer());
  }

  /** Gives a class properties with their first values. */
  static has(defaults) {
    for (const [name, first] of Object.entries(defaults)) {
      const values = new WeakMap();
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
          return values.has(this) ? values.get(this) : first;
        },
        set(value) {
          values.set(this, value);
          this.redraw();
        },
      });
    }
    this.names = Object.keys(defaults);
  }

  connectedCallback() {
    // What was set before the element was defined hides the accessors: set it again.
    for (const name of this.constructor.names) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.redraw();
  }

  redraw() {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      if (this.isConnected) this.#replace(this.draw());
    });
  }

  announce(text) {
    this.shadowRoot.querySelector("[data-announcer]").textContent = text;
  }

  /** Focus stays on the control that had it, when the new drawing has it too. */
  #replace(nodes) {
    const label = (node) => node.dataset.key ?? node.getAttribute("aria-label") ?? node.textContent;
    const all = () => [...this.#body.querySelectorAll("button, a, input, summary")];
    const focused = this.shadowRoot.activeElement;
    const name = focused && label(focused);
    const rank =
      focused &&
      all()
        .filter((node) => label(node) === name)
        .indexOf(focused);
    this.#body.replaceChildren(...nodes.filter(Boolean));
    if (focused)
      all()
        .filter((node) => label(node) === name)
        [rank]?.focus({ preventScroll: true });
  }
}

/** Registers elements, `{ name: class }`; `helpers` are what they need of the package. */
export function register(helpers, elements) {
  use(helpers);
  // On a server there is no registry: nothing to register.
  for (const [name, element] of Object.entries(elements)) {
    if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
  }
}

/** A list of terms and values; rows without a value are left out. */
export const facts = (rows) =>
  h(
    "dl",
    { class: "facts", part: "facts" },
    rows.filter(([, value]) => value).map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))),
  );
