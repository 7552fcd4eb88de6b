// Tests when <eq-token-card> draws an SVG. More than 500 references could freeze the page, so the card draws an SVG with
// more references only after a click.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openCard } from "./token-card.mjs";

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const svg = (inside) =>
  `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>${inside}</svg>`;
const base64 = (text) => `data:image/svg+xml;base64,${btoa(text)}`;

const useOf = (id) => `<use href='#${id}'/>`;
const groupOf = (id, body) => `<g id='${id}'>${body}</g>`;

/**
 * Returns an SVG with `levels` groups. Each group has ten references to the previous group, so six levels draw a
 * million rectangles. `refer` writes a reference to an id, and `wrap` writes a group with an id.
 */
function nested(levels, refer = useOf, wrap = groupOf) {
  const groups = [wrap("l0", "<rect width='1' height='1'/>")];
  for (let level = 1; level <= levels; level++)
    groups.push(wrap(`l${level}`, refer(`l${level - 1}`).repeat(10)));
  return svg(`<defs>${groups.join("")}</defs>${refer(`l${levels}`)}`);
}

// References by other means than the attribute href of <use>.
const pattern = (id, body) => `<pattern id='${id}' width='1' height='1'>${body}</pattern>`;
const fill = (id) => `<rect width='9' height='9' fill='url(#${id})'/>`;
const mask = (id, body) => `<mask id='${id}'>${body}</mask>`;
const masked = (id) => `<rect mask='url(#${id})'/>`;
// The class c1 refers to l0, and so on, up to c7 and l6.
const rules = Array.from({ length: 7 }, (_, at) => `.c${at + 1}{fill:url(#l${at})}`).join("");
const byClass = (id) => `<rect class='c${Number(id.slice(1)) + 1}' width='9' height='9'/>`;
const animated = (id) => `<use href='#l0'><set attributeName='href' to='#${id}'/></use>`;
/** 20 images, each with 11 references. */
const manyImages = `<image href='${base64(nested(1))}'/>`.repeat(20);

/** SVGs with more than 500 references, or with references that the card cannot count. */
const HEAVY = {
  "six levels": base64(nested(6)),
  "as text": nested(6),
  "as percent-encoded text": `data:image/svg+xml,${encodeURIComponent(nested(6))}`,
  // 1,111 references.
  "three levels": base64(nested(3)),
  patterns: base64(nested(6, fill, pattern)),
  masks: base64(nested(6, masked, mask)),
  "references with xlink": base64(nested(6, (id) => `<use xlink:href='#${id}'/>`)),
  "escaped references": base64(nested(6, (id) => `<use href='&#x23;${id}'/>`)),
  // %6c is the "l" of the ids.
  "escaped ids": base64(nested(6, (id) => `<use href='#%6c${id.slice(1)}'/>`)),
  "an image in it": base64(svg(`<image width='9' height='9' href='${base64(nested(3))}'/>`)),
  "an image in it, repeated": base64(svg(groupOf("a", manyImages) + useOf("a").repeat(9))),
  "rules of a style sheet": base64(
    nested(6, byClass, pattern).replace("<defs>", `<style>${rules}</style><defs>`),
  ),
  "an entity": base64(`<!DOCTYPE svg [<!ENTITY a "<rect/>">]>${svg("&a;")}`),
  "a comment's beginning in a declaration": base64(
    `<!DOCTYPE svg [<!NOTATION n SYSTEM "<!--">]>${nested(6)}`,
  ),
  "a comment's beginning in a DOCTYPE": base64(`<!DOCTYPE svg SYSTEM "<!--">${nested(6)}`),
  "an attribute with a default value": base64(
    `<!DOCTYPE svg [<!ATTLIST rect class CDATA "a">]>${svg("<rect/>")}`,
  ),
  "animated references": base64(nested(6, animated)),
  "a start tag in a comment": base64(nested(6).replaceAll("</defs>", "<!-- <g> --></defs>")),
  "an end tag in CDATA": base64(nested(6).replaceAll("'>", "'><![CDATA[</g>]]>")),
};

const gradientRect = "<rect width='1' height='1' fill='url(#g)'/>";
/** SVGs with at most 500 references. A reference to a gradient does not count, because a gradient draws no element. */
const LIGHT = {
  "one level": base64(nested(1)),
  "200 references": base64(svg(`<rect id='a' width='1' height='1'/>${useOf("a").repeat(200)}`)),
  "1,000 rectangles with one gradient": base64(
    svg(`<linearGradient id='g'/>${gradientRect.repeat(1000)}`),
  ),
  "a style sheet with a gradient and colours": base64(
    svg(
      "<style>.a{fill:url(#g)}#g{color:#fff}</style><linearGradient id='g'/><rect class='a' width='9' height='9'/>",
    ),
  ),
  "a DOCTYPE and a comment": base64(
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">' +
      `<!-- a tool -->${nested(1)}`,
  ),
  "an image of pixels": base64(svg(`<image href='${PIXEL}'/>`)),
};

describe("SVG pictures", { concurrency: 2 }, () => {
  test("an SVG waits for a click if its references are more than 500 or cannot be counted", async () => {
    const { show, card, close } = await openCard();
    const button = card.getByRole("button", { name: "Load image", exact: true });
    for (const [about, image] of Object.entries(HEAVY)) {
      await show({ document: { image }, imagePolicy: "load" });
      assert.equal(await card.locator("img").count(), 0, about);
      assert.equal(await button.count(), 1, about);
    }
    await close();
  });

  test("a click draws an SVG with more than 500 references", async () => {
    const { show, card, close } = await openCard();
    await show({ document: { image: HEAVY["three levels"] } });
    await card.getByRole("button", { name: "Load image", exact: true }).click();
    await card.locator("img").waitFor();
    await close();
  });

  test("an SVG with at most 500 references is drawn at once", async () => {
    const { show, card, close } = await openCard();
    for (const [about, image] of Object.entries(LIGHT)) {
      // The policy concerns only pictures of other sites.
      await show({ document: { image }, imagePolicy: "never" });
      const width = await card.locator("img").evaluate(async (img) => {
        await img.decode();
        return img.naturalWidth;
      });
      assert.equal(width, 9, about);
    }
    await close();
  });

  test("an SVG with hundreds of thousands of unclosed tags or comments is read within ten seconds", async () => {
    const { page, show, close } = await openCard();
    const started = Date.now();
    await show({ document: { image: svg("<g ".repeat(300_000)) } });
    await show({ document: { image: svg("<g>".repeat(300_000)) } });
    await show({ document: { image: svg("<!--".repeat(250_000)) } });
    assert.ok(Date.now() - started < 10_000, `${Date.now() - started} ms`);
    assert.equal(await page.locator("eq-token-card").count(), 1);
    await close();
  });
});
