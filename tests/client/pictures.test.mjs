// The pictures of tokens as `data:` URLs and as SVG text, drawn in an `<img>` of each browser that runs these tests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { normalizeMetadata } from "../../pkg/dist/index.js";
import { readFixture } from "./service.mjs";

/** The entries of the corpus with a picture that every browser draws. */
async function read() {
  const { entries } = JSON.parse(await readFixture("../metadata/naughty-tokens.json"));
  const drawn = entries.filter((entry) => "drawnAsWritten" in entry);
  return drawn.map(({ id, document, drawnAsWritten }) => ({
    about: id,
    picture: document.image,
    drawnAsWritten,
  }));
}
const urlOf = (picture) => normalizeMetadata({ image: picture }).image[0];

/** Loads an image, and returns whether it has pixels. */
function isDrawn(url) {
  const image = new Image();
  return new Promise((resolve) => {
    image.onload = () => resolve(image.naturalWidth > 0);
    image.onerror = () => resolve(false);
    image.src = url;
  });
}

test("each picture is a URL that no browser changes or cuts", async () => {
  const pictures = await read();
  assert.ok(pictures.length >= 40, `${pictures.length} pictures`);
  for (const { about, picture } of pictures) {
    const url = urlOf(picture);
    assert.match(url ?? "", /^data:image\/[\w+]+[;,]/i, about);
    assert.equal(new URL(url).href, url, about);
    assert.equal(new URL(url).hash, "", about);
  }
});

if (typeof document !== "undefined") {
  test("each picture is drawn", async () => {
    for (const { about, picture } of await read()) assert.ok(await isDrawn(urlOf(picture)), about);
  });

  test("the pictures that need it are not drawn as they came", async () => {
    const broken = (await read()).filter(({ drawnAsWritten }) => !drawnAsWritten);
    assert.ok(broken.length >= 20, `${broken.length} pictures`);
    for (const { about, picture } of broken) assert.ok(!(await isDrawn(picture)), about);
  });
}
