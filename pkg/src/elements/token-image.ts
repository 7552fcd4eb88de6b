// The image of a token. A document may name any URL, and a request shows the user's IP address to that server. So the
// card loads only `data:` URLs and images of the page's own server without a click. It shows an SVG in an `<img>`,
// where it cannot run scripts.
import { readOr } from "../errors/unknown-value.js";
import { IMAGE, IMAGE_NAMES, MAX_DATA_URL, textsIn, urlsOf } from "../metadata/document-urls.js";
import { membersOf } from "../metadata/members.js";
import { readResolveOptions } from "../metadata/resolve-options.js";
import { type Child, h, icon, plain, untrusted } from "./shared.js";
import { fetchSameOriginImage } from "./same-origin-image.js";

/**
 * The time at which the card loads an image of another site: after a click, at once, or never.
 * @inline
 */
export type ImagePolicy = "click" | "load" | "never";

interface Candidate {
  url: string;
  /** Host of another site; absent for a `data:` URL and the page's own server. */
  host?: string;
}

interface ImageSource {
  /** URLs of the image, in the order to try. */
  candidates: Candidate[];
  /** URI in the document; absent if the note does not show it. */
  uri?: string;
  /** Text of the note if there is no candidate. */
  reason: string;
}

interface ImageOptions {
  id: string | number | bigint | undefined;
  gateways: readonly string[] | undefined;
  policy: ImagePolicy;
}

const ANY_URL = /^/;

/**
 * Maximal number of URLs that the card tries. It loads images of the page's own server without a click, so a hostile
 * document must not send many requests.
 */
const MAX_IMAGES = 100;

/** Returns the image of a metadata document, or a note if there is none. */
export function tokenImage(document: Record<string, unknown>, { id, gateways, policy }: ImageOptions): HTMLElement {
  const { candidates, uri, reason } = findImage(document, { id, gateways, policy });
  const frame = h("div", { class: "frame" });
  const alt = `Picture of ${plain(document.name ?? "the token").slice(0, 120)}`;

  function tryNext([candidate, ...others]: readonly Candidate[], message: string): void {
    if (!candidate) note(message, uri !== undefined && h("p", { class: "muted" }, untrusted(uri, 80)));
    else if (candidate.host === undefined || policy === "load") load(candidate, others);
    else if (policy === "never") note("Pictures from other sites are turned off");
    else
      note(
        message,
        loadButton(candidate.host, () => load(candidate, others)),
      );
  }

  function load(candidate: Candidate, others: readonly Candidate[]): void {
    const { url, host } = candidate;
    const image = h("img", { alt, part: "image", decoding: "async", referrerpolicy: "no-referrer", src: url });
    image.addEventListener("load", () => URL.revokeObjectURL(url));
    image.addEventListener("error", () => {
      URL.revokeObjectURL(url);
      const next = (): void => tryNext(others, "The picture could not be loaded");
      if (host !== undefined || !url.startsWith("http")) return next();
      fetchSameOriginImage(url).then((blobUrl) => load({ url: blobUrl }, others), next);
    });
    frame.replaceChildren(image);
  }

  function note(text: string, more?: Child): void {
    frame.replaceChildren(h("div", { class: "no-picture" }, icon("picture"), h("p", {}, text), more));
  }

  tryNext(candidates, candidates.length > 0 ? "The picture is on another site" : reason);
  return h("figure", { class: "picture", part: "picture" }, frame);
}

function loadButton(host: string, click: () => void): HTMLElement {
  return h(
    "button",
    { type: "button", class: "quiet", part: "button", click },
    "Load image from ",
    untrusted(host, 60),
  );
}

function findImage(document: Record<string, unknown>, { id, gateways }: ImageOptions): ImageSource {
  const values = membersOf(document).take(...IMAGE_NAMES);
  const uri = values.flatMap(textsIn).find((text) => text.trim() !== "");
  if (uri === undefined) return { candidates: [], reason: "No picture in the document" };
  // Invalid gateways or an invalid id make no URL.
  const urls = readOr([], () => urlsOf(values, ANY_URL, readResolveOptions({ id, gateways })));
  const candidates = candidatesOf(urls).slice(0, MAX_IMAGES);
  if (candidates.length > 0) return { candidates, uri, reason: "" };
  if (urls.length > 0 && urls.every(isDataUrl)) return { candidates, reason: "The picture is not an image file" };
  if (uri.length > MAX_DATA_URL) return { candidates, reason: "The picture is larger than 1 MiB" };
  return { candidates, uri, reason: "This page does not load the address of the picture" };
}

/** Returns what the card may load. Images that load without a click come first. */
function candidatesOf(urls: readonly string[]): Candidate[] {
  const images = urls.filter((url) => IMAGE.test(url));
  const isOwn = (url: string): boolean => isDataUrl(url) || new URL(url).origin === location.origin;
  return [
    ...images.filter(isOwn).map((url) => ({ url })),
    ...images.filter((url) => !isOwn(url) && url.startsWith("https:")).map((url) => ({ url, host: new URL(url).host })),
  ];
}

function isDataUrl(url: string): boolean {
  return url.startsWith("data:");
}
