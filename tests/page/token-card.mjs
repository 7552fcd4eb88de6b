// Opens the page with one <eq-token-card>.
import { openPage } from "./setup.mjs";

export const CID = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
/** A document with a picture on IPFS. */
export const onIpfs = { name: "Tree", image: `ipfs://${CID}` };

/**
 * Opens the page, and returns the helpers of the page and of the card. `show` shows a card with properties. `gateways`
 * has a request handler for each gateway name, and `urls` has the URLs of the gateways. `starts` lists the requests to
 * gateways: `{ gateway, atMs }`.
 */
export async function openCard(gateways = {}) {
  // The errors of gateways, of pictures with the path /many/, and of a server on this computer are expected.
  const opened = await openPage("#/token", { allow: /gw|many|127\.0\.0\.1/ });
  const starts = [];
  const openedAtMs = Date.now();
  for (const [name, respond] of Object.entries(gateways)) {
    await opened.context.route(`https://${name}.example/**`, (route) => {
      starts.push({ gateway: name, atMs: Date.now() - openedAtMs });
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
  // Requests to other sites are expected here. The tests assert on `starts`.
  const close = () => opened.close({ otherOrigins: opened.recorded.otherOrigins });
  return { ...opened, show, urls, starts, card, waitForPicture, close };
}
