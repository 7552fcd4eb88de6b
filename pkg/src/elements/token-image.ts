// The picture of a token. A document may name any URL, and a request shows the user's IP address to that server. So the
// card loads only `data:` URLs and pictures of the page's own server without a click. It shows an SVG in an `<img>`,
// where scripts do not run.
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
  /** Gateways of the page. The card loads a picture over `http:` only from a gateway on this computer. */
  gateways: readonly string[];
  /** Text of the frame when there is no URL. */
  reason: string;
}

/** URLs that the card tries one after the other. With a note, the card first waits for a click. */
interface Step {
  urls: readonly string[];
  /** Text of the frame before the click. */
  note?: string;
  /** Label of the button that loads the URLs. A step with a note but without a label only shows the note. */
  label?: Child;
}

/**
 * Maximum number of URLs that the card tries. It loads images of the page's own server without a click, so a hostile
 * document must not send many requests.
 */
const MAX_IMAGES = 100;
/** Time without a picture after which the next URL is tried too, as in the native service. */
const PATIENCE_MS = 1000;
/** Time after the last request at which the card says that no picture has arrived. */
const LAST_PATIENCE_MS = 10_000;

/** The frame of a picture. The content stays while the `Picture` is the same, so that a picture is loaded once. */
export class TokenImage {
  readonly #frame = h("div", { class: "frame" });
  readonly element = h("figure", { class: "picture", part: "picture" }, this.#frame);
  #key = "";
  #alt = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #loadingImages = new Set<HTMLImageElement>();

  /** Shows a picture, unless the frame already shows the same picture. */
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
    const wasLoading = this.#loadingImages.size > 0;
    for (const image of this.#loadingImages) {
      image.onload = image.onerror = null;
      image.removeAttribute("src");
    }
    this.#loadingImages.clear();
    return wasLoading;
  }

  #tryNext([step, ...laterSteps]: readonly Step[], picture: Picture): void {
    if (!step) return this.#note(picture.reason);
    const tryLaterSteps =
      laterSteps.length > 0 ? () => this.#tryNext(laterSteps, picture) : undefined;
    const start = (): void => this.#race(step.urls, tryLaterSteps);
    if (step.note === undefined) start();
    else this.#note(step.note, step.label && button(start, step.label));
  }

  /**
   * Loads the first URL. The next URL starts when a URL fails, or after a second without a picture. The first picture
   * that arrives is shown, and the other requests end. When all URLs have failed, `onFailure` is called; without
   * `onFailure`, the frame shows a note.
   */
  #race(urls: readonly string[], onFailure?: () => void): void {
    this.stop();
    const remainingUrls = urls.values();
    const startNext = (): void => {
      clearTimeout(this.#timer);
      const { value: url } = remainingUrls.next();
      if (url !== undefined) {
        start(url);
        this.#timer = setTimeout(startNext, PATIENCE_MS);
        return;
      }
      if (this.#loadingImages.size > 0) {
        const noteDelay = (): void =>
          this.#noteFailure("No site has sent the picture so far", urls);
        this.#timer = setTimeout(noteDelay, LAST_PATIENCE_MS);
        return;
      }
      if (onFailure) onFailure();
      else this.#noteFailure("The picture could not be loaded", urls);
    };
    const start = (url: string): void => {
      const image = h("img", {
        alt: this.#alt,
        part: "image",
        decoding: "async",
        referrerpolicy: "no-referrer",
      });
      // The frame shows the first image while it loads. The image that arrives first replaces it.
      if (this.#loadingImages.size === 0) this.#frame.replaceChildren(image);
      this.#loadingImages.add(image);
      load(image, url).then(
        () => {
          if (!this.#removeCurrent(image)) return;
          // The image is no longer in the set of loading images, so `stop` ends only the others.
          this.stop();
          this.#fill(image);
        },
        () => {
          if (this.#removeCurrent(image)) startNext();
        },
      );
    };
    this.#frame.ariaBusy = "true";
    startNext();
  }

  /** Removes a loading image. Returns `false` for an image of an earlier race, which `stop` has removed already. */
  #removeCurrent(image: HTMLImageElement): boolean {
    return this.#loadingImages.delete(image);
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

/** Loads an image. Tries an image of the page's own server again, because the server may send no content type. */
async function load(image: HTMLImageElement, url: string): Promise<void> {
  try {
    await setSource(image, url);
  } catch (failure) {
    if (isData(url) || !isOwn(url)) throw failure;
    const typedUrl = await fetchSameOriginImage(url);
    await setSource(image, typedUrl).finally(() => URL.revokeObjectURL(typedUrl));
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

/** Returns what the card tries: first the URLs that load without a click. One click is enough for all other sites. */
function stepsOf({ urls, policy, gateways }: Picture): Step[] {
  const ownUrls = urls.filter(isOwn).slice(0, MAX_IMAGES);
  // Only a `data:` URL can have many references.
  const intricateUrls = ownUrls.filter(hasManyReferences);
  const otherSiteUrls = urls
    .filter((url) => !isOwn(url) && isLoadable(url, gateways))
    .slice(0, MAX_IMAGES);
  const urlsWithoutClick = ownUrls.filter((url) => !intricateUrls.includes(url));
  if (policy === "load") urlsWithoutClick.push(...otherSiteUrls);
  const steps: Step[] = [];
  if (urlsWithoutClick.length > 0) steps.push({ urls: urlsWithoutClick });
  if (intricateUrls.length > 0) {
    const note = "The picture is so intricate that this page may stand still";
    steps.push({ urls: intricateUrls, note, label: "Load image" });
  }
  if (otherSiteUrls.length > 0 && policy === "never") {
    steps.push({ urls: otherSiteUrls, note: "Pictures from other sites are turned off" });
  } else if (otherSiteUrls.length > 0 && policy !== "load") {
    const note = "The picture is on another site";
    steps.push({ urls: otherSiteUrls, note, label: loadLabel(otherSiteUrls) });
  }
  if (urls.length > 0 && steps.length === 0) {
    steps.push({ urls, note: "This page does not load the address of the picture" });
  }
  return steps;
}

function loadLabel(urls: readonly string[]): Child {
  const [host = "", ...others] = new Set(urls.map((url) => new URL(url).host));
  const otherSites =
    others.length > 0 && ` or ${others.length} other ${others.length === 1 ? "site" : "sites"}`;
  return ["Load image from ", untrusted(host, 60), otherSites];
}

function isData(url: string): boolean {
  return url.startsWith("data:");
}

/** Returns whether a URL leads to no other site. */
function isOwn(url: string): boolean {
  return isData(url) || new URL(url).origin === location.origin;
}

/**
 * Returns whether the card may load a URL of another site. Over `http:`, it loads only from this computer, and only if
 * the page has a gateway there: a document must not reach the servers of a developer.
 */
function isLoadable(url: string, gateways: readonly string[]): boolean {
  const { protocol, hostname, origin } = new URL(url);
  // Matches `localhost`, `app.localhost`, `127.0.0.1` and `[::1]`.
  const isLoopback = /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
  return (
    protocol === "https:" ||
    (isLoopback && gateways.some((gateway) => new URL(gateway).origin === origin))
  );
}
