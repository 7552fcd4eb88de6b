// Reads the bodies in `tests/fixtures`, in Node.js and in a browser.

/** The text of a file in `tests/fixtures`. */
export async function readFixture(name) {
  const url = new URL(`../fixtures/${name}`, import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).text();
  const { readFile } = await import("node:fs/promises");
  return readFile(url, "utf8");
}
