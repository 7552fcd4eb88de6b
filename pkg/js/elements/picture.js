// The picture of a token. A document may name any address, and loading one tells its owner who is looking: so only
// data: and this page's own server are loaded unasked, and other sites after a click. SVG is only ever shown inside
// <img>, where it cannot run.
import { h, helpers, icon, plain, untrusted } from "./parts.js";
import { localPicture } from "./local-picture.js";

const largestData = 2 ** 20;
const refused = "The picture’s address is not one this page loads";

/** Where the picture may be, in the order to try: { url, host } with host undefined when it may be loaded unasked. */
function candidates(document, id, gateways) {
  const field = ["image", "image_url", "image_data"]
    .map((name) => document[name])
    .find((value) => typeof value === "string" && value !== "");
  if (field === undefined) return { found: [], reason: "No picture in the document" };
  const uri = field.trimStart().startsWith("<svg")
    ? `data:image/svg+xml,${encodeURIComponent(field.toWellFormed())}`
    : field.trim();
  if (/^data:/i.test(uri)) {
    if (!/^data:image\//i.test(uri)) return { found: [], reason: "The picture is not an image, so it is not loaded" };
    if (uri.length > largestData) return { found: [], reason: "The picture is larger than 1 MiB, so it is not loaded" };
    return { found: [{ url: uri }], uri };
  }
  try {
    const all = helpers
      .resolveUri(uri, { id, ...(gateways && { gateways }) })
      .map(classify)
      .filter(Boolean);
    // A public gateway's address for content this page's own server may hold: the own server is asked first.
    return { found: [...all.filter((one) => !one.host), ...all.filter((one) => one.host)], uri, reason: refused };
  } catch {
    return { found: [], uri, reason: refused };
  }
}

function classify(address) {
  const url = new URL(address, location.origin);
  if (url.origin === location.origin) return { url: url.href };
  return url.protocol === "https:" ? { url: url.href, host: url.host } : undefined;
}

/** `policy`: "click" asks before another site is reached, "load" does not ask, "never" does not reach it. */
export function picture(document, { id, gateways, policy }) {
  const { found, uri, reason } = candidates(document, id, gateways);
  const frame = h("div", { class: "frame" });
  const name = document.name === undefined || document.name === null ? "the token" : plain(document.name).slice(0, 120);
  const alt = `Picture of ${name}`;

  const message = (text, ...more) =>
    frame.replaceChildren(h("div", { class: "no-picture" }, icon("picture"), h("p", {}, text), more));

  function load([first, ...rest]) {
    const image = h("img", { alt, part: "image", decoding: "async", referrerpolicy: "no-referrer", src: first.url });
    image.addEventListener("error", async () => {
      URL.revokeObjectURL(image.src);
      const isOwn = first.host === undefined && /^http/.test(first.url);
      const url = isOwn ? await localPicture(first.url).catch(() => undefined) : undefined;
      if (url) load([{ url }, ...rest]);
      else offer(rest, "The picture could not be loaded");
    });
    image.addEventListener("load", () => URL.revokeObjectURL(image.src));
    frame.replaceChildren(image);
  }

  function offer(list, why) {
    if (list.length === 0) return message(why, uri && h("p", { class: "muted" }, untrusted(uri, 80)));
    if (list[0].host === undefined || policy === "load") return load(list);
    if (policy === "never") return message("Pictures of other sites are not loaded here");
    message(
      why,
      h(
        "button",
        { type: "button", class: "quiet", part: "button", click: () => load(list) },
        "Load image from ",
        untrusted(list[0].host, 60),
      ),
    );
  }

  offer(found, found.length > 0 ? "The picture is on another site" : reason);
  return h("figure", { class: "picture", part: "picture" }, frame);
}
