// The picture of a token. A document may name any URL, and a request shows the user's IP address to that server. So the
// card loads only `data:` URLs and pictures of the page's own server without a click. It shows an SVG in an `<img>`,
// where it cannot run scripts.
import { textStart } from "../display/text-start.js";
import { visible } from "../display/plain-text.js";
import { fetchSameOriginImage } from "./same-origin-image.js";
import { PICTURE, drawIcon } from "./draw-icon.js";
import { type Child, h, untrusted } from "./shared.js";
import { hasManyReferences } from "./svg-references.js";

/**
 * The time at which the card loads an image of another site: after a click, at once, or never.
 * @inline
 */
export type ImagePolicy = "click" | "load" | "never";

/** What the frame shows. */
export interface Picture {
  /** URLs of the picture, best first. */
  urls: readonly string[];
  policy: ImagePolicy;
  /** Gateways of the page: the only hosts that the card loads pictures from over `http:`. */
  gateways: readonly string[];
  /** Text of the frame when there is no URL. */
  reason: string;
}

/** URLs that the card tries together, after a click if they have a question. */
interface Step {
  urls: readonly string[];
  question?: string;
  label?: Child;
}

/**
 * Maximum number of URLs that the card tries. It loads images of the page's own server without a click, so a hostile
 * document must not send many requests.
 */
const MAX_IMAGES = 100;
/** Time without a picture after which the next URL is tried too, as in the native service. */
const PATIENCE_MS = 1000;
/** Time without a picture after which the card says so, once it has tried all URLs. */
const LAST_PATIENCE_MS = 10_000;

/** The frame of a picture. It stays the same while its URLs do, so that a picture is loaded once. */
export class TokenImage {
  readonly #frame = h("div", { class: "frame" });
  readonly element = h("figure", { class: "picture", part: "picture" }, this.#frame);
  #key = "";
  #alt = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The images that load. */
  readonly #running = new Set<HTMLImageElement>();

  /** Shows a picture, unless the frame shows the same one already. */
  show(picture: Picture, name: string): void {
    this.#alt = `Picture of ${visible(textStart(name, 120))}`;
    this.#frame.querySelector("img")?.setAttribute("alt", this.#alt);
    const key = JSON.stringify(picture);
    if (key === this.#key) return;
    this.#key = key;
    this.stop();
    this.#tryNext(stepsOf(picture), picture);
  }

  /** Ends all requests. Returns whether a picture was loading. */
  stop(): boolean {
    clearTimeout(this.#timer);
    const wasRunning = this.#running.size > 0;
    for (const image of this.#running) {
      image.onload = image.onerror = null;
      image.removeAttribute("src");
    }
    this.#running.clear();
    return wasRunning;
  }

  #tryNext([step, ...others]: readonly Step[], picture: Picture): void {
    if (!step) return this.#note(picture.reason);
    const start = (): void =>
      this.#race(step.urls, others.length > 0 ? () => this.#tryNext(others, picture) : undefined);
    if (step.question === undefined) start();
    else this.#note(step.question, step.label && button(start, step.label));
  }

  /**
   * Loads the first URL. The next one starts when one fails, and after a second without a picture. The first picture
   * wins, and the other requests end.
   */
  #race(
    urls: readonly string[],
    fail = (): void => this.#noteFailure("The picture could not be loaded", urls),
  ): void {
    this.stop();
    const waiting = urls.values();
    const startNext = (): void => {
      clearTimeout(this.#timer);
      const { value: url } = waiting.next();
      if (url !== undefined) {
        start(url);
        this.#timer = setTimeout(startNext, PATIENCE_MS);
      } else if (this.#running.size === 0) fail();
      else {
        const say = (): void => this.#noteFailure("No site has sent the picture so far", urls);
        this.#timer = setTimeout(say, LAST_PATIENCE_MS);
      }
    };
    const start = (url: string): void => {
      const image = h("img", {
        alt: this.#alt,
        part: "image",
        decoding: "async",
        referrerpolicy: "no-referrer",
      });
      if (this.#running.size === 0) this.#frame.replaceChildren(image);
      this.#running.add(image);
      load(image, url).then(
        () => {
          this.#running.delete(image);
          this.stop();
          this.#fill(image);
        },
        () => {
          if (this.#running.delete(image)) startNext();
        },
      );
    };
    this.#frame.ariaBusy = "true";
    startNext();
  }

  #noteFailure(text: string, urls: readonly string[]): void {
    const address = h("p", { class: "muted" }, untrusted(urls[0], 80));
    const others =
      urls.length > 1 && h("p", { class: "muted" }, `and ${urls.length - 1} more addresses`);
    this.#note(
      text,
      address,
      others,
      button(() => this.#race(urls), "Try again"),
    );
  }

  #note(text: string, ...children: Child[]): void {
    this.#fill(h("div", { class: "no-picture" }, drawIcon(PICTURE), h("p", {}, text), children));
  }

  #fill(content: HTMLElement): void {
    this.#frame.ariaBusy = null;
    this.#frame.replaceChildren(content);
  }
}

/** Loads an image. A file of the page's own server may have no content type. */
async function load(image: HTMLImageElement, url: string): Promise<void> {
  try {
    await setSource(image, url);
  } catch (failure) {
    if (isData(url) || !isOwn(url)) throw failure;
    const blob = await fetchSameOriginImage(url);
    await setSource(image, blob).finally(() => URL.revokeObjectURL(blob));
  }
}

function setSource(image: HTMLImageElement, url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = reject;
    image.src = url;
  });
}

function button(click: () => void, label: Child): HTMLElement {
  return h("button", { type: "button", class: "quiet", part: "button", click }, label);
}

/** Returns what the card tries. Pictures that load without a click come first, and one click is enough for others. */
function stepsOf({ urls, policy, gateways }: Picture): Step[] {
  const own = urls.filter(isOwn).slice(0, MAX_IMAGES);
  const heavy = own.filter(hasManyReferences);
  const others = urls
    .filter((url) => !isOwn(url) && isLoadable(url, gateways))
    .slice(0, MAX_IMAGES);
  const free = own.filter((url) => !heavy.includes(url));
  if (policy === "load") free.push(...others);
  const steps: Step[] = [];
  if (free.length > 0) steps.push({ urls: free });
  if (heavy.length > 0) {
    const question = "The picture is so intricate that this page may stand still";
    steps.push({ urls: heavy, question, label: "Load image" });
  }
  if (others.length === 0) {
    if (urls.length > 0 && steps.length === 0)
      steps.push({
        urls,
        question: "This page does not load the address of the picture",
        label: undefined,
      });
  } else if (policy === "never")
    steps.push({ urls: others, question: "Pictures from other sites are turned off" });
  else if (policy === "click")
    steps.push({
      urls: others,
      question: "The picture is on another site",
      label: hostsOf(others),
    });
  return steps;
}

function hostsOf(urls: readonly string[]): Child {
  const [host = "", ...others] = new Set(urls.map((url) => new URL(url).host));
  const otherSites =
    others.length > 0 && ` or ${others.length} other ${others.length === 1 ? "site" : "sites"}`;
  return ["Load image from ", untrusted(host, 60), otherSites];
}

function isData(url: string): boolean {
  return url.startsWith("data:");
}

function isOwn(url: string): boolean {
  return isData(url) || new URL(url).origin === location.origin;
}

/** Only a gateway of the page may be this computer: a document must not reach the servers of a developer. */
function isLoadable(url: string, gateways: readonly string[]): boolean {
  const { protocol, hostname, origin } = new URL(url);
  const isLoopback = /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
  return (
    protocol === "https:" ||
    (isLoopback && gateways.some((gateway) => new URL(gateway).origin === origin))
  );
}
