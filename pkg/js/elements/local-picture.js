// Pictures of this page's own folder. They are named by their hash, without an ending, so a static host cannot know
// what they are, and browsers show an SVG only when told that it is one: here the bytes say it.

/** What pictures begin with. */
const KINDS = [
  [/^\x89PNG/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8/, "image/gif"],
  [/^RIFF[^]{4}WEBP/, "image/webp"],
  [/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<svg[\s>]/, "image/svg+xml"],
];

/** A `blob:` address of the picture at `url`, for an `<img>` and nothing else; rejects when there is no picture. */
export async function localPicture(url) {
  const response = await fetch(url, { credentials: "omit" });
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const head = String.fromCharCode(...bytes.subarray(0, 512));
  const [, type] = KINDS.find(([begin]) => begin.test(head)) ?? [];
  if (!type) throw new Error(`${url} is no picture.`);
  return URL.createObjectURL(new Blob([bytes], { type }));
}
