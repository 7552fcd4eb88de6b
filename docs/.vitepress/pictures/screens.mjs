// Takes pictures of the elements on the demo page in Chromium, and the social card of the site. `screens.json` has the
// words of each picture. A test compares these words with the page, so that no picture shows an older page.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { serve } from "../../../scripts/serve.mjs";

const seed = readFileSync(new URL("../../../seed/transfers.ndjson", import.meta.url), "utf8");
const transfers = seed.trimEnd().split("\n").map(JSON.parse);
/** The hash of a delivered transfer of native currency, whose amount has a known unit. */
const { originTxnHash: hash } = transfers.find(
  ({ type, status }) => type === "NATIVE" && status === "done",
);
const TRANSFER = `#/transfer?hash=${hash}`;
/** Hides the buttons and the link that the demo page adds to a route. */
const HIDE_ADDITIONS = ".share, .help { display: none }";

// These functions run in the page, with the element. They return the words that the picture shows.
const routeWords = ({ headline, shadowRoot }) => {
  const words = [...shadowRoot.querySelectorAll("[part~=title], [part~=sentence]")];
  return [headline, ...words.map((node) => node.textContent.replace(/\s+/g, " ").trim())];
};
const cardWords = ({ shadowRoot }) => {
  const words = [...shadowRoot.querySelectorAll(".title, dl dt, dl dd")];
  return words.map((node) => node.textContent.replace(/\s+/g, " ").trim());
};

/**
 * The pictures by the names of their files. `view` is the fragment of the page, `selector` finds the element, and
 * `words` returns the words of the element. With `isCard`, the page draws the picture for the button "Copy as picture".
 */
const SCREENS = {
  "token-card.png": { view: "#/token", selector: "eq-token-card", words: cardWords },
  "transfer-route.png": { view: TRANSFER, selector: "eq-transfer-route", words: routeWords },
  "social-card.png": {
    view: TRANSFER,
    selector: "eq-transfer-route",
    words: routeWords,
    isCard: true,
  },
};

/** Resolves to `{ words, image }` of one picture. */
async function take(page, address, { view, selector, words, isCard }) {
  await page.goto(`${address}/${view}`);
  const element = page.locator(selector);
  await element.locator(".title").waitFor();
  await page.waitForLoadState("networkidle");
  const texts = await element.evaluate(words);
  if (isCard) {
    const button = page.getByRole("button", { name: "Copy as picture" });
    // `takeScreens` removes the clipboard, so the page saves the picture as a file.
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { words: texts, image: readFileSync(await download.path()) };
  }
  const image = await element.locator("article").screenshot({ style: HIDE_ADDITIONS });
  return { words: texts, image };
}

/** Takes all pictures. Returns `{ words, image }` by the names of their files. */
export async function takeScreens() {
  const server = await serve({ port: 0 });
  const executablePath = process.env.CHROME_PATH || "/usr/bin/chromium";
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const results = {};
  try {
    const viewport = { width: 1000, height: 760 };
    const page = await browser.newPage({
      viewport,
      bypassCSP: true,
      reducedMotion: "reduce",
      timezoneId: "UTC",
    });
    // Without a clipboard, the demo page saves a copied picture as a file.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "clipboard", { value: undefined }),
    );
    for (const [name, screen] of Object.entries(SCREENS)) {
      results[name] = await take(page, server.url, screen);
      // Without this address, the next `goto` might change only the fragment, and not load the page again.
      await page.goto("about:blank");
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return results;
}
