// The picture of a token. A document may name any address, and loading one tells its owner who is looking: so only data: and
// this page's own server are loaded unasked, and other sites after a click. SVG is only ever shown inside <img>, where it cannot run.
import { resolveUri } from "/pkg/index.js";
import { connection } from "./connection.js";
import { h, untrusted } from "./dom.js";
import { localPicture } from "./local-picture.js";

const largestData = 2 ** 20;

/** Where the picture may be, in the order to try: { url, host } with host undefined when it may be loaded unasked. */
function candidates(document, id) {
  const field = ["image", "image_url", "image_data"]
    .map((name) => document[name])
    .find((value) => typeof value === "string" && value !== "");
  if (field === undefined) return { found: [], reason: "No picture in the document" };
  const uri = field.trimStart().startsWith("<svg") ? `data:image/svg+xml,${encodeURIComponent(field)}` : field.trim();
  if (/^data:/i.test(uri)) {
    if (!/^data:image\//i.test(uri)) return { found: [], reason: "The picture is not an image, so it is not loaded" };
    if (uri.length > largestData) return { found: [], reason: "The picture is larger than 1 MiB, so it is not loaded" };
    return { found: [{ url: uri }], uri };
  }
  try {
    const all = resolveUri(uri, { id, gateways: connection.gateways }).map(classify).filter(Boolean);
    // A public gateway's address for content this page's own server may hold: the own server is asked first.
    return {
      found: [...all.filter((one) => !one.host), ...all.filter((one) => one.host)],
      uri,
      reason: "The picture’s address is not one this page loads",
    };
  } catch {
    return { found: [], uri, reason: "The picture’s address is not one this page loads" };
  }
}

function classify(address) {
  const url = new URL(address, location.origin);
  if (url.origin === location.origin) return { url: url.href };
  return url.protocol === "https:" ? { url: url.href, host: url.host } : undefined;
}

export function picture(document, id) {
  const { found, uri, reason } = candidates(document, id);
  const frame = h("div", { class: "frame" });
  const figure = h("figure", { class: "picture" }, frame);
  const alt = typeof document.name === "string" ? `Picture of ${document.name.slice(0, 120)}` : "Picture of the token";

  const message = (text, ...more) => frame.replaceChildren(h("div", { class: "no-picture" }, h("p", {}, text), more));

  function load([first, ...rest]) {
    const image = h("img", { alt, decoding: "async", referrerpolicy: "no-referrer", src: first.url });
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
    if (list[0].host === undefined) return load(list);
    message(
      why,
      h(
        "button",
        { type: "button", class: "quiet", click: () => load(list) },
        "Load image from ",
        untrusted(list[0].host, 60),
      ),
    );
  }

  offer(found, found.length > 0 ? "The picture is on another site" : reason);
  return figure;
}
