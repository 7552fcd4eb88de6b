// The base class of both elements.
import { announce, announcer } from "./announcer.js";
import { dataText } from "./data-text.js";
import { h } from "./dom.js";
import { elementSheets } from "./style-sheet.js";
import { refreshTimes } from "./time.js";

// A server can import the elements, but has no `HTMLElement` to extend.
const BaseElement: typeof HTMLElement =
  typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement;

/** Time between two updates of the relative times, such as "3 minutes ago". */
const REFRESH_MS = 30_000;

/**
 * The base class of both elements: an element with a shadow root that draws again after a property changes.
 * @example
 * const card: RecordElement = document.createElement("eq-token-card");
 * console.log(card instanceof RecordElement); // true
 */
export abstract class RecordElement extends BaseElement {
  readonly #root = this.attachShadow({ mode: "open" });
  readonly #body = h("div", { class: "body" });
  /** The value of each property, and the text of `dataText` by which the setter compares values. */
  readonly #values = new Map<string, { value: unknown; text: string | undefined }>();
  readonly #css: string;
  #isRedrawScheduled = false;
  #isDrawn = false;
  #refreshTimer: ReturnType<typeof setInterval> | undefined;

  /** Attaches the shadow root with a style sheet. */
  constructor(css: string) {
    super();
    this.#css = css;
    this.#adoptStyles();
    this.#root.append(this.#body, announcer());
  }

  /**
   * Defines the properties of a class with their default values. `undefined` sets the default value, because React
   * sets a property to `undefined` when its component did not get a value for it. Setting a property draws the element again, unless the
   * new value equals the previous value: a page that loads a record again must not close what the user has opened.
   */
  protected static defineProperties<E extends RecordElement>(
    this: typeof RecordElement & { prototype: E },
    defaults: Partial<E>,
  ): void {
    for (const [name, defaultValue] of Object.entries(defaults)) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: RecordElement): unknown {
          const value = this.#values.get(name)?.value;
          return value === undefined ? defaultValue : value;
        },
        set(this: RecordElement, value: unknown) {
          const previous = this.#values.get(name);
          const text = dataText(value);
          this.#values.set(name, { value, text });
          // A value that is not only data has no text, and equals only itself.
          const isEqual = text === undefined ? previous?.value === value : previous?.text === text;
          if (!isEqual) this.redraw();
        },
      });
    }
  }

  /** Called by the browser when the element enters the page. */
  connectedCallback(): void {
    // A property that the page set before the registration is an own property, which hides the accessor. Remove the own
    // property, and set the value through the accessor.
    for (const [name, value] of Object.entries(this)) {
      if (!(name in Object.getPrototypeOf(this))) continue;
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    if (!this.#isDrawn) this.redraw();
    this.#startRefreshing();
  }

  /** Called by the browser when the element leaves the page, and before it enters another place of the page. */
  disconnectedCallback(): void {
    clearInterval(this.#refreshTimer);
    // A page that sorts a list moves its elements: each leaves and enters again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.leave();
    });
  }

  /** Called by `moveBefore` instead of the two methods above. The element stays as it is. */
  connectedMoveCallback(): void {}

  /** Called by the browser when the element moves into another document, whose shadow roots need other sheets. */
  adoptedCallback(): void {
    this.#adoptStyles();
  }

  /** Ends what the element does in the background, because it has left the page. */
  protected leave(): void {}

  #adoptStyles(): void {
    this.#root.adoptedStyleSheets = elementSheets(this.#css, this.ownerDocument);
  }

  #startRefreshing(): void {
    refreshTimes(this.#body);
    clearInterval(this.#refreshTimer);
    this.#refreshTimer = setInterval(() => refreshTimes(this.#body), REFRESH_MS);
    // In Node.js, a timer keeps the process running. A test that leaves an element in its document must end.
    (this.#refreshTimer as { unref?: () => void }).unref?.();
  }

  /** Returns the content of the element. */
  protected abstract draw(): Node;

  /** Draws the element in a microtask, so that setting several properties draws it once. */
  protected redraw(): void {
    this.#isDrawn = false;
    if (this.#isRedrawScheduled) return;
    this.#isRedrawScheduled = true;
    queueMicrotask(() => {
      this.#isRedrawScheduled = false;
      if (!this.isConnected) return;
      this.#isDrawn = true;
      this.#replaceBody(this.draw());
    });
  }

  protected announce(text: string): void {
    announce(this.#body, text);
  }

  /** Replaces the content. The focus stays on the same control. */
  #replaceBody(content: Node): void {
    const restoreFocus = this.#rememberFocus();
    // Chromium dispatches `change` when a field is removed while the user types. The field's listener must not run.
    const stop = (event: Event): void => event.stopPropagation();
    this.#body.addEventListener("change", stop, true);
    this.#body.replaceChildren(content);
    this.#body.removeEventListener("change", stop, true);
    restoreFocus?.();
  }

  /**
   * Remembers which control is focused now, and returns a function that focuses the same control after a redraw. Both
   * have the same label, and the same position among the controls with this label. Returns `undefined` if no control is
   * focused.
   */
  #rememberFocus(): (() => void) | undefined {
    const focused = this.#root.activeElement;
    if (!focused) return undefined;
    const label = labelOf(focused);
    const position = this.#controlsWithLabel(label).findIndex((control) => control === focused);
    if (position < 0) return undefined;
    const { selectionStart, selectionEnd } = focused as Partial<HTMLInputElement>;
    return () => {
      const control = this.#controlsWithLabel(label)[position];
      if (!control) return;
      control.focus({ preventScroll: true });
      // An input keeps its selection and its caret.
      if (typeof selectionStart === "number")
        (control as HTMLInputElement).setSelectionRange?.(selectionStart, selectionEnd ?? null);
    };
  }

  #controlsWithLabel(label: string | null): HTMLElement[] {
    const controls = this.#body.querySelectorAll<HTMLElement>("button, a, input, summary");
    return [...controls].filter((control) => labelOf(control) === label);
  }
}

/** Returns the label of a control. `data-key` is the label of a control whose text changes. */
function labelOf(control: Element): string | null {
  return (
    control.getAttribute("data-key") ?? control.getAttribute("aria-label") ?? control.textContent
  );
}
