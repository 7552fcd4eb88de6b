// Tests how <eq-token-card> loads the picture of a document. svg-pictures.mjs has the tests of heavy SVGs.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { CID, onIpfs, openCard } from "./token-card.mjs";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** The card waits one second before it tries the next gateway. The tests allow a wait that is 100 ms shorter. */
const MIN_WAIT_MS = 900;

// Handlers of the requests to a gateway.
const neverRespond = () => new Promise(() => {});
const sendPicture = (route) => route.fulfill({ contentType: "image/png", body: PIXEL });
const refuse = (route) => route.fulfill({ status: 429, headers: { "retry-after": "900" } });

const svg = (inside) =>
  `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>${inside}</svg>`;

describe("pictures", { concurrency: 2 }, () => {
  test("tries the next gateway after a second, takes the first picture and ends the other requests", async () => {
    const { page, show, urls, starts, waitForPicture, close } = await openCard({
      gwhangs: neverRespond,
      gwgood: sendPicture,
    });
    const ended = [];
    page.on("requestfailed", (request) => ended.push(new URL(request.url()).host));
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    await waitForPicture();
    const [first, second] = starts;
    assert.deepEqual([first.gateway, second.gateway], ["gwhangs", "gwgood"]);
    assert.equal(starts.length, 2);
    const waitMs = second.atMs - first.atMs;
    assert.ok(waitMs >= MIN_WAIT_MS && waitMs < 5000, `${waitMs} ms`);
    await page.waitForTimeout(100); // Time for the event of the aborted request.
    assert.deepEqual(ended, ["gwhangs.example"]);
    await close();
  });

  test("tries the next gateway at once after 429", async () => {
    const { show, urls, starts, waitForPicture, close } = await openCard({
      gwbusy: refuse,
      gwgood: sendPicture,
    });
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    await waitForPicture();
    const [first, second] = starts;
    assert.ok(second.atMs - first.atMs < MIN_WAIT_MS, JSON.stringify(starts));
    await close();
  });

  test("says that no gateway has the picture, and tries again", async () => {
    // The handlers of three requests: one to each gateway, and one after the click.
    const handlers = [refuse, refuse, sendPicture];
    const respond = (route) => handlers.shift()(route);
    const { show, card, urls, waitForPicture, close } = await openCard({
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

  test("reports that a gateway hangs, and shows a picture that comes later", async () => {
    let sendLatePicture;
    const respondLate = (route) =>
      new Promise((resolve) => {
        sendLatePicture = () => resolve(sendPicture(route));
      });
    const { show, card, urls, waitForPicture, close } = await openCard({ gwlate: respondLate });
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    // The card waits ten seconds for the last gateway before it shows this text.
    await card.getByText("No site has sent the picture so far").waitFor({ timeout: 20_000 });
    assert.equal(await card.getByRole("button", { name: "Try again" }).count(), 1);
    sendLatePicture();
    await waitForPicture();
    await close();
  });

  test("one click is enough for all gateways", async () => {
    const { show, card, urls, starts, waitForPicture, close } = await openCard({
      gwbusy: refuse,
      gwgood: sendPicture,
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
    const { show, card, waitForPicture, close } = await openCard();
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

  test("setting equal values redraws nothing, and the image element stays while its URLs stay the same", async () => {
    const { page, show, card, urls, starts, waitForPicture, close } = await openCard({
      gwgood: sendPicture,
    });
    // The card shows 24 attributes at first, and the others after a click.
    const attributes = Array.from({ length: 60 }, (_, at) => ({ trait_type: `T${at}`, value: at }));
    await show({ document: { ...onIpfs, attributes }, gateways: urls, token: { id: "1" } });
    await card.getByRole("button", { name: /^Load image from gwgood/ }).click();
    await waitForPicture();
    await card.getByRole("button", { name: /^Show more/ }).click();
    /** Sets the properties of the card again, and compares the elements of the card before and after. */
    const setAgain = (metadata) =>
      page.evaluate(async (value) => {
        const element = document.querySelector("eq-token-card");
        const find = (selector) => element.shadowRoot.querySelector(selector);
        const imageBefore = find("img");
        const titleBefore = find(".title");
        Object.assign(element, {
          document: value,
          token: { id: "1" },
          gateways: [...element.gateways],
        });
        await Promise.resolve();
        return {
          isSameImage: find("img") === imageBefore,
          isSameTitle: find(".title") === titleBefore,
          title: find(".title").textContent,
          alt: find("img").alt,
        };
      }, metadata);
    assert.deepEqual(await setAgain({ ...onIpfs, attributes }), {
      isSameImage: true,
      isSameTitle: true,
      title: "Tree",
      alt: "Picture of Tree",
    });
    assert.equal(await card.locator(".traits dt").count(), attributes.length);
    assert.deepEqual(await setAgain({ ...onIpfs, name: "Oak" }), {
      isSameImage: true,
      isSameTitle: false,
      title: "Oak",
      alt: "Picture of Oak",
    });
    assert.equal(starts.length, 1);
    await close();
  });

  test("a card that leaves the page while its picture loads starts again when it is back", async () => {
    const handlers = [neverRespond, sendPicture];
    const { page, show, urls, starts, waitForPicture, close } = await openCard({
      gwone: (route) => handlers.shift()(route),
    });
    await show({ document: onIpfs, gateways: urls, imagePolicy: "load" });
    await page.waitForFunction(() =>
      document.querySelector("eq-token-card").shadowRoot.querySelector("img"),
    );
    await page.evaluate(async () => {
      const card = document.querySelector("eq-token-card");
      const { parentNode } = card;
      card.remove();
      // A card that enters the page again at once would keep its request.
      await new Promise((resolve) => setTimeout(resolve, 50));
      parentNode.append(card);
    });
    await waitForPicture();
    assert.equal(starts.length, 2);
    await close();
  });

  test("recognises an SVG of the page's own server after a DOCTYPE and a long comment", async () => {
    const { page, context, show, close } = await openCard();
    const body = `<!DOCTYPE svg>\n<!--${" long".repeat(400)}-->${svg("<rect width='9' height='9'/>")}`;
    await context.route("**/own-server/*", (route) =>
      route.fulfill({ contentType: "application/octet-stream", body }),
    );
    await show({ document: { image: `${new URL(page.url()).origin}/own-server/1` } });
    await page.waitForFunction(
      () =>
        document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth === 9,
    );
    await close();
  });

  test("a late picture of the previous document does not replace the picture of the current document", async () => {
    const { page, context, show, close } = await openCard();
    let release;
    const released = new Promise((resolve) => {
      release = resolve;
    });
    // With this content type, the image fails, and the card requests the file again to read its type.
    await context.route("**/own-server/*", async (route) => {
      if (route.request().resourceType() !== "image") await released;
      const body = svg("<rect width='9' height='9'/>");
      await route.fulfill({ contentType: "application/octet-stream", body });
    });
    const secondRequest = page.waitForRequest((request) => request.resourceType() === "fetch");
    await show({ document: { image: `${new URL(page.url()).origin}/own-server/1` } });
    await secondRequest;
    // The late picture is 9 pixels wide.
    const narrow = svg("").replace("width='9'", "width='8'");
    const shownWidth = () =>
      page.evaluate(
        () => document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth,
      );
    await page.evaluate(
      (image) => {
        document.querySelector("eq-token-card").document = { image };
      },
      `data:image/svg+xml,${encodeURIComponent(narrow)}`,
    );
    await page.waitForFunction(
      () =>
        document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth === 8,
    );
    const lateResponse = page.waitForResponse((response) =>
      response.url().includes("/own-server/"),
    );
    release();
    await (await lateResponse).finished();
    // Time to read the late picture.
    await page.waitForTimeout(300);
    assert.equal(await shownWidth(), 8);
    await close();
  });
});
