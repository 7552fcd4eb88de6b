// Tests <eq-token-card> in Chromium with each document of the corpus tests/metadata/naughty-tokens.json.
import assert from "node:assert/strict";
import { test } from "node:test";
import { file, openPage } from "./setup.mjs";

const { options, entries } = JSON.parse(file("tests/metadata/naughty-tokens.json"));

/** Shows each document in the same card. Returns what the card shows, by the id of the entry. */
const showAll = (page) => {
  const { id, ...gateways } = options;
  const documents = entries.map((entry) => [entry.id, entry.document]);
  return page.evaluate(
    async ({ id, gateways, documents }) => {
      const card = document.createElement("eq-token-card");
      document.querySelector(".result").replaceChildren(card);
      const shown = {};
      for (const [entryId, value] of documents) {
        Object.assign(card, { token: { id }, document: value, imagePolicy: "never", ...gateways });
        // The card draws in a microtask.
        await Promise.resolve();
        const { shadowRoot } = card;
        const name = shadowRoot.querySelector(".title");
        shown[entryId] = {
          // A muted title is the placeholder for a document without a name.
          name: name.classList.contains("muted") ? undefined : name.textContent,
          hasPicture: !shadowRoot.textContent.includes("No picture that this card can show"),
          attributes: shadowRoot.querySelectorAll(".traits dt").length,
        };
      }
      return shown;
    },
    { id, gateways, documents },
  );
};

test("the card shows of each naughty token what the corpus says", async () => {
  const { page, close } = await openPage("#/token");
  const shown = await showAll(page);
  for (const { id, expected } of entries) {
    const { name, image = [], attributes = [], properties = [] } = expected;
    const count = attributes.length + properties.length;
    assert.deepEqual(shown[id], { name, hasPicture: image.length > 0, attributes: count }, id);
  }
  await close();
});
