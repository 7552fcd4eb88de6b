// Tests <eq-token-card> in Chromium with each document of the corpus tests/metadata/naughty-tokens.json.
import assert from "node:assert/strict";
import { test } from "node:test";
import { file, openPage } from "./setup.mjs";

const { options, entries } = JSON.parse(file("tests/metadata/naughty-tokens.json"));

/** Shows each document in the same card. Returns, by the id of the entry, what the card shows. */
const showAll = (page) => {
  const { id: tokenId, ...gateways } = options;
  const documents = entries.map((entry) => [entry.id, entry.document]);
  return page.evaluate(
    async ({ tokenId, gateways, documents }) => {
      const card = document.createElement("eq-token-card");
      document.querySelector(".result").replaceChildren(card);
      const shown = {};
      for (const [entryId, value] of documents) {
        Object.assign(card, {
          token: { id: tokenId },
          document: value,
          imagePolicy: "never",
          ...gateways,
        });
        // The card draws in a microtask.
        await Promise.resolve();
        const { shadowRoot } = card;
        const title = shadowRoot.querySelector(".title");
        shown[entryId] = {
          // A muted title is the placeholder for a document without a name.
          name: title.classList.contains("muted") ? undefined : title.textContent,
          hasPicture: !shadowRoot.textContent.includes("No picture that this card can show"),
          attributes: shadowRoot.querySelectorAll(".traits dt").length,
        };
      }
      return shown;
    },
    { tokenId, gateways, documents },
  );
};

test("the card shows the name, picture and number of attributes that the corpus expects for each naughty token", async () => {
  const { page, close } = await openPage("#/token");
  const shown = await showAll(page);
  for (const { id, expected } of entries) {
    const { name, image = [], attributes = [], properties = [] } = expected;
    // The card shows the properties as attributes.
    const attributeCount = attributes.length + properties.length;
    const expectedCard = { name, hasPicture: image.length > 0, attributes: attributeCount };
    assert.deepEqual(shown[id], expectedCard, id);
  }
  await close();
});
