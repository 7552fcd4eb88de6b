// Tests what <eq-token-card> shows of a document.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openPage } from "./setup.mjs";
import { onIpfs, openCard } from "./token-card.mjs";

describe("document of a card", { concurrency: 2 }, () => {
  test("shows what normalizeMetadata reads, in every shape", async () => {
    const { show, card, close } = await openCard();
    /** A value in a document that follows a JSON schema, which puts the value into the description. */
    const schema = (text) => ({ type: "string", description: text });
    // [document, name that the card shows, traits that the card shows]
    for (const [document, name, traits] of [
      [{ title: "Tree", traits: { Season: "Winter" } }, "Tree", ["Season", "Winter"]],
      [{ name: "Tree", attributes: [{ traitType: "A", value: true }] }, "Tree", ["A", "Yes"]],
      [
        { name: "Tree", attributes: '[{"trait_type":"A","value":1,"max_value":"5"}]' },
        "Tree",
        ["A", "1 of 5"],
      ],
      [{ name: "Tree", attributes: [["A", "B"]] }, "Tree", ["A", "B"]],
      // The card shows the `value` of an ERC-1155 property, and ignores its `display_value`.
      [
        { name: "Tree", properties: { p: { name: "P", value: "1", display_value: "1!" } } },
        "Tree",
        ["P", "1"],
      ],
      [{ Name: "Tree", Attributes: { A: "7" } }, "Tree", ["A", "7"]],
      [{ title: "Asset Metadata", properties: { name: schema("Tree") } }, "Tree", ["name", "Tree"]],
      ['{"name":"Tree","attributes":{"A":"B"}}', "Tree", ["A", "B"]],
      [
        {
          name: "Tree",
          attributes: [{ trait_type: "A", display_type: "boost_percentage", value: 5 }],
        },
        "Tree",
        ["A", "5%"],
      ],
      // A name of spaces only counts as a missing name.
      [{ name: " \u00a0\u3000", title: "Tree" }, "Tree", []],
      [{ name: " \u00a0\u3000" }, "No name in the document", []],
    ]) {
      await show({ document });
      assert.equal(await card.locator(".title").innerText(), name, JSON.stringify(document));
      assert.deepEqual(
        await card.locator(".traits :is(dt, dd)").allInnerTexts(),
        traits,
        JSON.stringify(document),
      );
      const note = await card.getByText("The document lists no attributes.").count();
      assert.equal(note, traits.length === 0 ? 1 : 0, JSON.stringify(document));
    }
    await show({
      document: { external_link: "https://a.example/1", animation: "https://a.example/2.mp4" },
    });
    assert.deepEqual(
      await card.locator(".facts a").evaluateAll((links) => links.map(({ href }) => href)),
      ["https://a.example/1", "https://a.example/2.mp4"],
    );
    await close();
  });

  test("shows dates of traits, however the document writes them", async () => {
    const { show, card, close } = await openCard();
    const date = (value) => ({ trait_type: "d", display_type: "date", value });
    for (const document of [
      { attributes: [date(1607385600)] },
      { attributes: [date("1607385600")] },
      { attributes: [date("2020-12-08T00:00:00Z")] },
      { properties: { d: { display_type: "date", value: 1607385600 } } },
    ]) {
      await show({ document });
      const time = card.locator(".traits time");
      assert.equal(
        await time.getAttribute("datetime"),
        "2020-12-08T00:00:00.000Z",
        JSON.stringify(document),
      );
    }
    await show({ document: { attributes: [date("soon")] } });
    assert.equal(await card.locator(".traits dd").innerText(), "soon");
    await close();
  });

  test("names an invalid gateway, and still shows the document", async () => {
    const { show, card, close } = await openCard();
    await show({ document: onIpfs, gateways: ["gateway.example"] });
    assert.equal(await card.locator(".title").innerText(), "Tree");
    assert.match(await card.locator(".no-picture").innerText(), /Invalid gateways\[0\]/);
    await close();
  });

  test("names every invisible character", async () => {
    const { show, card, close } = await openCard();
    const codes = [
      // The first and the last variation selector of each block.
      0xfe00, 0xfe0f, 0xe0100, 0xe01ef,
      // The combining grapheme joiner.
      0x34f,
      // Khmer vowels, Mongolian variation selectors and the Mongolian vowel separator.
      0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180e, 0x180f,
      // The first and the last format character of musical notation.
      0x1d173, 0x1d17a,
      // Fillers, a blank Braille pattern, a soft hyphen and a space without width.
      0xffa0, 0x3164, 0x2800, 0xad, 0x200b,
      // Characters that change the direction of text.
      0x202e, 0x2066,
    ];
    const names = codes.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`);
    // The class `turning` marks an invisible character.
    const marks = () =>
      card
        .locator(".title .turning")
        .evaluateAll((nodes) => nodes.map(({ dataset }) => dataset.code));
    await show({
      document: { name: codes.map((code) => `a${String.fromCodePoint(code)}`).join("") },
    });
    assert.deepEqual(await marks(), names);
    // Emoji and scripts that need the invisible characters.
    await show({ document: { name: "1\ufe0f\u20e3 ❤\ufe0f 👩\u200d🚀 नमस्\u200dते" } });
    assert.deepEqual(await marks(), []);
    await close();
  });

  test("nothing overflows at 200 px", async () => {
    const { page, show, card, close } = await openCard();
    await show({
      token: {
        address: `0x${"ab".repeat(20)}`,
        id: "9".repeat(77),
        chainId: "45513",
        standard: "ERC1155",
      },
      document: {
        ...onIpfs,
        name: "Unbreakable".repeat(9),
        attributes: { ["Trait".repeat(20)]: "Value".repeat(30) },
      },
    });
    const overflowing = await page.evaluate(() => {
      const card = document.querySelector("eq-token-card");
      card.parentElement.style.width = "200px";
      const { right } = card.getBoundingClientRect();
      const nodes = [...card.shadowRoot.querySelectorAll("*:not(.visually-hidden)")];
      // A difference of up to half a pixel comes from rounding.
      return nodes
        .filter((node) => node.getBoundingClientRect().right > right + 0.5)
        .map((node) => node.outerHTML);
    });
    assert.deepEqual(overflowing, []);
    const frame = await card.locator(".frame").boundingBox();
    const button = await card.getByRole("button", { name: /^Load image/ }).boundingBox();
    assert.ok(
      button.y > frame.y && button.y + button.height < frame.y + frame.height,
      "the frame cuts off no button",
    );
    await close();
  });

  test("the title of the page isolates a name, and shows no invisible character", async () => {
    const { page, context, go, close } = await openPage("#/token");
    await context.route("**/api/tokens/**", (route) =>
      route.fulfill({ json: { title: "a\u202eb" } }),
    );
    await go(`#/token?chain=1&address=0x${"ab".repeat(20)}&id=7`);
    // The characters U+2068 and U+2069 isolate the name from the direction of the other text.
    assert.equal(await page.title(), "\u2068a▯b\u2069 · Ethereum");
    await close();
  });

  test("after the last click on Show more, the text is complete and has no ellipsis", async () => {
    const { show, card, close } = await openCard();
    // The card shows the beginning at first.
    const description = "word ".repeat(100).trim();
    await show({ document: { description } });
    await card.getByRole("button", { name: /^Show more/ }).click();
    await card.getByText(description, { exact: true }).waitFor();
    assert.doesNotMatch(await card.locator("article").innerText(), /…/);
    await close();
  });
});
