// The image of a token. A document may name any URL, and a request shows the user's IP address to that server. So the
// card loads only `data:` URLs and images of the page's own server without a click. It shows an SVG in an `<img>`,
// where it cannot run scripts.
import { resolveUri } from "../metadata/resolve-uri.js";
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

const MAX_DATA_URL_LENGTH = 2 ** 20;

/** Returns the image of a metadata document, or a note if there is none. */
export function tokenImage(document: Record<string, unknown>, { id, gateways, policy }: ImageOptions): HTMLElement {
  const { candidates, uri, reason } = findImage(document, id, gateways);
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

function findImage(
  document: Record<string, unknown>,
  id: ImageOptions["id"],
  gateways: ImageOptions["gateways"],
): ImageSource {
  const field = [document.image, document.image_url, document.image_data].find(
    (value): value is string => typeof value === "string" && value !== "",
  );
  if (field === undefined) return { candidates: [], reason: "No picture in the document" };
  const uri = field.trimStart().startsWith("<svg")
    ? `data:image/svg+xml,${encodeURIComponent(field.toWellFormed())}`
    : field.trim();
  if (/^data:/i.test(uri)) return fromDataUrl(uri);
  return {
    candidates: resolveCandidates(uri, id, gateways),
    uri,
    reason: "This page does not load the address of the picture",
  };
}

function fromDataUrl(uri: string): ImageSource {
  if (!/^data:image\//i.test(uri)) {
    return { candidates: [], reason: "The picture is not an image file" };
  }
  if (uri.length > MAX_DATA_URL_LENGTH) {
    return { candidates: [], reason: "The picture is larger than 1 MiB" };
  }
  return { candidates: [{ url: uri }], uri, reason: "" };
}

/** Returns the URLs of an image. Those on the page's own server come first, because they load without a click. */
function resolveCandidates(uri: string, id: ImageOptions["id"], gateways: ImageOptions["gateways"]): Candidate[] {
  let urls: URL[];
  try {
    const options = { ...(id !== undefined && { id }), ...(gateways && { gateways }) };
    urls = resolveUri(uri, options).map((address) => new URL(address, location.origin));
  } catch {
    return [];
  }
  const isOwn = (url: URL): boolean => url.origin === location.origin;
  return [
    ...urls.filter(isOwn).map(({ href }) => ({ url: href })),
    ...urls.filter((url) => !isOwn(url) && url.protocol === "https:").map(({ href, host }) => ({ url: href, host })),
  ];
}
