// Tests <eq-token-card> in Chromium: what it reads from a document, and how it loads the picture.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { openPage } from "./setup.mjs";

const CID = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const HANGS = () => new Promise(() => {});
const SENDS = (route) => route.fulfill({ contentType: "image/png", body: PIXEL });
const REFUSES = (route) => route.fulfill({ status: 429, headers: { "retry-after": "900" } });

/** Opens the page with gateways, by name what they do, and returns a function that shows a card. */
async function openGateways(gateways = {}) {
  const opened = await openPage("#/token", { allow: /gw|many|127\.0\.0\.1/ });
  const starts = [];
  const beginning = Date.now();
  for (const [name, respond] of Object.entries(gateways)) {
    await opened.context.route(`https://${name}.example/**`, (route) => {
      starts.push([name, Date.now() - beginning]);
      return respond(route);
    });
  }
  const show = (properties) =>
    opened.page.evaluate(async (values) => {
      const card = Object.assign(document.createElement("eq-token-card"), values);
      document.querySelector(".result").replaceChildren(card);
      await Promise.resolve();
    }, properties);
  const urls = Object.keys(gateways).map((name) => `https://${name}.example`);
  const card = opened.page.locator("eq-token-card");
  const waitForPicture = () =>
    opened.page.waitForFunction(
      () =>
        document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth > 0,
    );
  // Each test says itself which requests it expects.
  const close = () => opened.close({ otherOrigins: opened.recorded.otherOrigins });
  return { ...opened, show, urls, starts, card, waitForPicture, close };
}

const onIpfs = { name: "Tree", image: `ipfs://${CID}` };
const svg = (inside, size = 9) =>
  `<svg xmlns='http://www.w3.org/2000/svg' width='${size}' height='${size}'>${inside}</svg>`;

/** An SVG with `levels` groups of ten references to the group before. */
function nested(
  levels,
  refer = (id) => `<use href='#${id}'/>`,
  wrap = (id, body) => `<g id='${id}'>${body}</g>`,
) {
  const groups = Array.from({ length: levels }, (_, level) =>
    wrap(`l${level + 1}`, refer(`l${level}`).repeat(10)),
  );
  return svg(
    `<defs>${wrap("l0", "<rect width='1' height='1'/>")}${groups.join("")}</defs>${refer(`l${levels}`)}`,
  );
}

describe("pictures", { concurrency: 2 }, () => {
  test("shows what normalizeMetadata reads, in every shape", async () => {
    const { show, card, close } = await openGateways();
    const schema = (text) => ({ type: "string", description: text });
    for (const [document, name, traits] of [
      [{ title: "Tree", traits: { Season: "Winter" } }, "Tree", ["Season", "Winter"]],
      [{ name: "Tree", attributes: [{ traitType: "A", value: true }] }, "Tree", ["A", "Yes"]],
      [
        { name: "Tree", attributes: '[{"trait_type":"A","value":1,"max_value":"5"}]' },
        "Tree",
        ["A", "1 of 5"],
      ],
      [{ name: "Tree", attributes: [["A", "B"]] }, "Tree", ["A", "B"]],
      [
        { name: "Tree", properties: { p: { name: "P", value: "1", display_value: "1!" } } },
        "Tree",
        ["P", "1"],
      ],
      [{ Name: "Tree", Attributes: { A: 7n.toString() } }, "Tree", ["A", "7"]],
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
    const { show, card, close } = await openGateways();
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

  test("tries the next gateway after a second, takes the first picture and ends the other requests", async () => {
    const { page, show, urls, starts, waitForPicture, close } = await openGateways({
      gwhangs: HANGS,
      gwgood: SENDS,
    });
    const ended = [];
    page.on("requestfailed", (request) => ended.push(new URL(request.url()).host));
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    await waitForPicture();
    assert.deepEqual(
      starts.map(([name]) => name),
      ["gwhangs", "gwgood"],
    );
    const wait = starts[1][1] - starts[0][1];
    assert.ok(wait >= 900 && wait < 5000, `${wait} ms`);
    await page.waitForTimeout(100);
    assert.deepEqual(ended, ["gwhangs.example"]);
    await close();
  });

  test("tries the next gateway at once after 429", async () => {
    const { show, urls, starts, waitForPicture, close } = await openGateways({
      gwbusy: REFUSES,
      gwgood: SENDS,
    });
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    await waitForPicture();
    assert.ok(starts[1][1] - starts[0][1] < 900, `${starts}`);
    await close();
  });

  test("says that no gateway has the picture, and tries again", async () => {
    const responses = [REFUSES, REFUSES, SENDS];
    const respond = (route) => responses.shift()(route);
    const { show, card, urls, waitForPicture, close } = await openGateways({
      gwone: respond,
      gwtwo: respond,
    });
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    await card.getByText("The picture could not be loaded").waitFor();
    assert.match(
      await card.locator(".no-picture").innerText(),
      /gwone\.example\/ipfs[^]*and 1 more address/,
    );
    await card.getByRole("button", { name: "Try again" }).click();
    await waitForPicture();
    await close();
  });

  test("says so when every gateway hangs, and takes a picture that comes later", async () => {
    let send;
    const late = (route) => new Promise((resolve) => (send = () => resolve(SENDS(route))));
    const { show, card, urls, waitForPicture, close } = await openGateways({ gwlate: late });
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    await card.getByText("No site has sent the picture so far").waitFor({ timeout: 20_000 });
    assert.equal(await card.getByRole("button", { name: "Try again" }).count(), 1);
    send();
    await waitForPicture();
    await close();
  });

  test("one click is enough for all gateways", async () => {
    const { show, card, urls, starts, waitForPicture, close } = await openGateways({
      gwbusy: REFUSES,
      gwgood: SENDS,
    });
    await show({ document: onIpfs, gateways: urls });
    assert.deepEqual(starts, []);
    await card
      .getByRole("button", { name: "Load image from gwbusy.example or 1 other site" })
      .click();
    await waitForPicture();
    await close();
  });

  test("loads from a gateway on this computer over http, but no other file there", async () => {
    const requested = [];
    const server = createServer((request, response) => {
      requested.push(request.url);
      response.setHeader("content-type", "image/png").end(PIXEL);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const gateway = `http://127.0.0.1:${server.address().port}`;
    const { show, card, waitForPicture, close } = await openGateways();
    await show({ document: { image: `${gateway}/delete` }, imagePolicy: "load" });
    await card.getByText("This page does not load the address of the picture").waitFor();
    await show({ document: onIpfs, gateways: [gateway], imagePolicy: "load" });
    await waitForPicture();
    await show({ document: { image: "ar://x" }, arweaveGateways: [gateway], imagePolicy: "load" });
    await waitForPicture();
    assert.deepEqual(requested, [`/ipfs/${CID}`, "/x"]);
    await close();
    server.close();
  });

  test("names an invalid gateway, and still shows the document", async () => {
    const { show, card, close } = await openGateways();
    await show({ document: onIpfs, gateways: ["gateway.example"] });
    assert.equal(await card.locator(".title").innerText(), "Tree");
    assert.match(await card.locator(".no-picture").innerText(), /Invalid gateways\[0\]/);
    await close();
  });

  test("an SVG with more than some hundred references is drawn after a click", async () => {
    const { page, show, card, close } = await openGateways();
    const base64 = (text) => `data:image/svg+xml;base64,${btoa(text)}`;
    const inner = base64(nested(3));
    const pattern = (id, body) => `<pattern id='${id}' width='1' height='1'>${body}</pattern>`;
    const fill = (id) => `<rect width='9' height='9' fill='url(#${id})'/>`;
    const mask = (id, body) => `<mask id='${id}'>${body}</mask>`;
    const rules = Array.from({ length: 6 }, (_, at) => `.c${at + 1}{fill:url(#l${at})}`).join("");
    const byClass = (id) => `<rect class='c${Number(id.slice(1)) + 1}' width='9' height='9'/>`;
    const heavy = {
      "six levels": base64(nested(6)),
      "as text": nested(6),
      "as percent-encoded text": `data:image/svg+xml,${encodeURIComponent(nested(6))}`,
      "three levels": base64(nested(3)),
      patterns: base64(nested(6, fill, pattern)),
      masks: base64(nested(6, (id) => `<rect mask='url(#${id})'/>`, mask)),
      "references with xlink": base64(nested(6, (id) => `<use xlink:href='#${id}'/>`)),
      "escaped references": base64(nested(6, (id) => `<use href='&#x23;${id}'/>`)),
      "escaped ids": base64(nested(6, (id) => `<use href='#%6c${id.slice(1)}'/>`)),
      "an image in it": base64(svg(`<image width='9' height='9' href='${inner}'/>`)),
      "an image in it, repeated": base64(
        svg(
          `<g id='a'>${`<image href='${base64(nested(1))}'/>`.repeat(20)}</g>${"<use href='#a'/>".repeat(9)}`,
        ),
      ),
      "rules of a style sheet": base64(
        nested(6, byClass, pattern).replace("<defs>", `<style>${rules}</style><defs>`),
      ),
      "an entity": base64(`<!DOCTYPE svg [<!ENTITY a "<rect/>">]>${svg("&a;")}`),
      "animated references": base64(
        nested(6, (id) => `<use href='#l0'><set attributeName='href' to='#${id}'/></use>`),
      ),
      "a comment that hides no tag": base64(nested(6).replaceAll("</defs>", "<!-- <g> --></defs>")),
      "CDATA that ends no element": base64(nested(6).replaceAll("'>", "'><![CDATA[</g>]]>")),
    };
    for (const [about, image] of Object.entries(heavy)) {
      await show({ document: { image }, imagePolicy: "load" });
      assert.equal(await card.locator("img").count(), 0, about);
      assert.equal(
        await card.getByRole("button", { name: "Load image", exact: true }).count(),
        1,
        about,
      );
    }
    await show({ document: { image: heavy["three levels"] } });
    await card.getByRole("button", { name: "Load image", exact: true }).click();
    await card.locator("img").waitFor();
    const light = {
      "one level": base64(nested(1)),
      "200 references": base64(
        svg(`<rect id='a' width='1' height='1'/>${"<use href='#a'/>".repeat(200)}`),
      ),
      "1,000 gradients": base64(
        svg(
          `<linearGradient id='g'/>${"<rect width='1' height='1' fill='url(#g)'/>".repeat(1000)}`,
        ),
      ),
      "a style sheet with a gradient and colours": base64(
        svg(
          "<style>.a{fill:url(#g)}#g{color:#fff}</style><linearGradient id='g'/><rect class='a' width='9' height='9'/>",
        ),
      ),
      "an image of pixels": base64(
        svg(`<image href='data:image/png;base64,${PIXEL.toString("base64")}'/>`),
      ),
    };
    for (const [about, image] of Object.entries(light)) {
      await show({ document: { image }, imagePolicy: "never" });
      const width = await card.locator("img").evaluate(async (img) => {
        await img.decode();
        return img.naturalWidth;
      });
      assert.equal(width, 9, about);
    }
    const started = Date.now();
    await show({ document: { image: svg("<g ".repeat(300_000)) } });
    await show({ document: { image: svg("<g>".repeat(300_000)) } });
    await show({ document: { image: svg("<!--".repeat(250_000)) } });
    assert.ok(Date.now() - started < 10_000, `${Date.now() - started} ms`);
    assert.equal(await page.locator("eq-token-card").count(), 1);
    await close();
  });

  test("equal values change nothing, and the frame stays while its URLs do", async () => {
    const { page, show, card, urls, starts, waitForPicture, close } = await openGateways({
      gwgood: SENDS,
    });
    const attributes = Array.from({ length: 60 }, (_, at) => ({ trait_type: `T${at}`, value: at }));
    await show({ document: { ...onIpfs, attributes }, gateways: urls, token: { id: "1" } });
    await card.getByRole("button", { name: /^Load image from gwgood/ }).click();
    await waitForPicture();
    await card.getByRole("button", { name: /^Show more/ }).click();
    const again = (document) =>
      page.evaluate(async (value) => {
        const element = document.querySelector("eq-token-card");
        const [image, title] = ["img", ".title"].map((selector) =>
          element.shadowRoot.querySelector(selector),
        );
        Object.assign(element, {
          document: value,
          token: { id: "1" },
          gateways: [...element.gateways],
        });
        await Promise.resolve();
        const now = (selector) => element.shadowRoot.querySelector(selector);
        return [
          now("img") === image,
          now(".title") === title,
          now(".title").textContent,
          now("img").alt,
        ];
      }, document);
    assert.deepEqual(await again({ ...onIpfs, attributes }), [
      true,
      true,
      "Tree",
      "Picture of Tree",
    ]);
    assert.equal(await card.locator(".traits dt").count(), 60);
    assert.deepEqual(await again({ ...onIpfs, name: "Oak" }), [
      true,
      false,
      "Oak",
      "Picture of Oak",
    ]);
    assert.equal(starts.length, 1);
    await close();
  });

  test("a card that leaves the page while its picture loads starts again when it is back", async () => {
    const responses = [HANGS, SENDS];
    const { page, show, urls, starts, waitForPicture, close } = await openGateways({
      gwone: (route) => responses.shift()(route),
    });
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    await page.waitForFunction(() =>
      document.querySelector("eq-token-card").shadowRoot.querySelector("img"),
    );
    await page.evaluate(async () => {
      const card = document.querySelector("eq-token-card");
      const { parentNode } = card;
      card.remove();
      await new Promise((resolve) => setTimeout(resolve, 50));
      parentNode.append(card);
    });
    await waitForPicture();
    assert.equal(starts.length, 2);
    await close();
  });

  test("recognises an SVG of the page's own server after a DOCTYPE and a long comment", async () => {
    const { page, context, show, close } = await openGateways();
    const body = `<!DOCTYPE svg>\n<!--${" long".repeat(400)}-->${svg("<rect width='9' height='9'/>")}`;
    await context.route("**/many/*", (route) =>
      route.fulfill({ contentType: "application/octet-stream", body }),
    );
    await show({ document: { image: `${new URL(page.url()).origin}/many/1` } });
    await page.waitForFunction(
      () =>
        document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth === 9,
    );
    await close();
  });

  test("names every invisible character", async () => {
    const { show, card, close } = await openGateways();
    const codes = [
      0xfe00, 0xfe0f, 0xe0100, 0xe01ef, 0x34f, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180e,
      0x180f,
    ];
    codes.push(0x1d173, 0x1d17a, 0xffa0, 0x2800, 0xad, 0x3164, 0x200b, 0x202e, 0x2066);
    const named = codes.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`);
    const marks = () =>
      card.locator(".title .turning").evaluateAll((all) => all.map(({ dataset }) => dataset.code));
    await show({
      document: { name: codes.map((code) => `a${String.fromCodePoint(code)}`).join("") },
    });
    assert.deepEqual(await marks(), named);
    await show({ document: { name: "1\ufe0f\u20e3 ❤\ufe0f 👩\u200d🚀 नमस्\u200dते" } });
    assert.deepEqual(await marks(), []);
    await close();
  });

  test("nothing overflows at 200 px", async () => {
    const { page, show, card, close } = await openGateways();
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
    const wide = await page.evaluate(() => {
      const card = document.querySelector("eq-token-card");
      card.parentElement.style.width = "200px";
      const { right } = card.getBoundingClientRect();
      const all = [...card.shadowRoot.querySelectorAll("*:not(.visually-hidden)")];
      return all
        .filter((node) => node.getBoundingClientRect().right > right + 0.5)
        .map((node) => node.outerHTML);
    });
    assert.deepEqual(wide, []);
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
    assert.equal(await page.title(), "\u2068a▯b\u2069 · Ethereum");
    await close();
  });
});
