// The pictures of tokens as `data:` URLs and as SVG text, drawn in an `<img>` of each browser that runs these tests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { normalizeMetadata } from "../../pkg/dist/index.js";
import { readFixture } from "./service.mjs";

/**
 * The entries of the corpus whose normalised picture every browser draws. `drawnAsWritten` tells whether a browser also
 * draws the picture as the document has it.
 */
async function readPictures() {
  const { entries } = JSON.parse(await readFixture("../metadata/naughty-tokens.json"));
  const drawn = entries.filter((entry) => "drawnAsWritten" in entry);
  return drawn.map(({ id, document, drawnAsWritten }) => ({
    id,
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
  const pictures = await readPictures();
  assert.ok(pictures.length >= 40, `${pictures.length} pictures`);
  for (const { id, picture } of pictures) {
    const url = urlOf(picture);
    assert.match(url ?? "", /^data:image\/[\w+]+[;,]/i, id);
    assert.equal(new URL(url).href, url, id);
    assert.equal(new URL(url).hash, "", id);
  }
});

if (typeof document !== "undefined") {
  test("the normalised URL of each picture is drawn", async () => {
    for (const { id, picture } of await readPictures())
      assert.ok(await isDrawn(urlOf(picture)), id);
  });

  test("pictures that the corpus marks as broken are not drawn as the document has them", async () => {
    const broken = (await readPictures()).filter(({ drawnAsWritten }) => !drawnAsWritten);
    assert.ok(broken.length >= 20, `${broken.length} pictures`);
    for (const { id, picture } of broken) assert.ok(!(await isDrawn(picture)), id);
  });
}
