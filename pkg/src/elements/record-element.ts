// The base class of both elements.
import { announce, announcer } from "./announcer.js";
import { h } from "./dom.js";
import { commonSheet, styleSheet } from "./style-sheet.js";

// A server can import the elements, but has no `HTMLElement` to extend.
const BaseElement: typeof HTMLElement =
  typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement;

/**
 * The base class of both elements: an element with a shadow root that draws again after a property changes.
 * @example
 * const card: RecordElement = document.createElement("eq-token-card");
 * console.log(card instanceof RecordElement); // true
 */
export abstract class RecordElement extends BaseElement {
  readonly #root = this.attachShadow({ mode: "open" });
  readonly #body = h("div", { class: "body" });
  readonly #values = new Map<string, unknown>();
  #isRedrawScheduled = false;

  /** Attaches the shadow root with a style sheet. */
  constructor(css: string) {
    super();
    this.#root.adoptedStyleSheets = [commonSheet(), styleSheet(css)];
    this.#root.append(this.#body, announcer());
  }

  /** Defines the properties of a class with their default values. Setting one draws the element again. */
  protected static defineProperties<E extends RecordElement>(
    this: typeof RecordElement & { prototype: E },
    defaults: Partial<E>,
  ): void {
    for (const [name, defaultValue] of Object.entries(defaults)) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: RecordElement): unknown {
          return this.#values.has(name) ? this.#values.get(name) : defaultValue;
        },
        set(this: RecordElement, value: unknown) {
          this.#values.set(name, value);
          this.redraw();
        },
      });
    }
  }

  /** Called by the browser when the element enters the page. */
  connectedCallback(): void {
    // A property that the page set before the registration hides the accessor: remove it and set it again.
    for (const [name, value] of Object.entries(this)) {
      if (!(name in Object.getPrototypeOf(this))) continue;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.redraw();
  }

  /** Returns the content of the element. */
  protected abstract draw(): Node;

  /** Draws the element in a microtask, so that setting several properties draws it once. */
  protected redraw(): void {
    if (this.#isRedrawScheduled) return;
    this.#isRedrawScheduled = true;
    queueMicrotask(() => {
      this.#isRedrawScheduled = false;
      if (this.isConnected) this.#replaceBody(this.draw());
    });
  }

  protected announce(text: string): void {
    announce(this.#body, text);
  }

  /**
   * Replaces the content and moves the focus to the same control: the one with the same label, at the same position.
   */
  #replaceBody(content: Node): void {
    const focused = this.#root.activeElement;
    const label = focused && labelOf(focused);
    const controls = (): HTMLElement[] =>
      [...this.#body.querySelectorAll<HTMLElement>("button, a, input, summary")].filter(
        (control) => labelOf(control) === label,
      );
    const position = controls().findIndex((control) => control === focused);
    this.#body.replaceChildren(content);
    controls()[position]?.focus({ preventScroll: true });
  }
}

/** Returns the label of a control. `data-key` is the label of a control whose text changes. */
function labelOf(control: Element): string | null {
  return control.getAttribute("data-key") ?? control.getAttribute("aria-label") ?? control.textContent;
}
