// Takes the pictures of the demo page and its elements in Chromium, and the social card of the site. `screens.json` keeps
// the words in each picture: a test reads the words of the page again, so that no picture shows an older page.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { serve } from "../../../scripts/serve.mjs";

const seed = readFileSync(new URL("../../../seed/transfers.ndjson", import.meta.url), "utf8");
const transfers = seed.trimEnd().split("\n").map(JSON.parse);
/** A delivered transfer of native currency: its amount has a known unit. */
const { originTxnHash: hash } = transfers.find(
  ({ type, status }) => type === "NATIVE" && status === "done",
);
const TRANSFER = `#/transfer?hash=${hash}`;
/** What surrounds an element on the demo page. */
const STYLE = ".share, .help { display: none }";

const routeWords = ({ headline, shadowRoot }) => {
  const words = [...shadowRoot.querySelectorAll("[part~=title], [part~=sentence]")];
  return [headline, ...words.map((node) => node.textContent.replace(/\s+/g, " ").trim())];
};
const cardWords = ({ shadowRoot }) => {
  const words = [...shadowRoot.querySelectorAll(".title, dl dt, dl dd")];
  return words.map((node) => node.textContent.replace(/\s+/g, " ").trim());
};

/** The pictures by the names of their files: the view, the selector that is shown, and its words. */
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
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { words: texts, image: readFileSync(await download.path()) };
  }
  return { words: texts, image: await element.locator("article").screenshot({ style: STYLE }) };
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
    // Without a clipboard, the demo page saves its picture as a file.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "clipboard", { value: undefined }),
    );
    for (const [name, screen] of Object.entries(SCREENS)) {
      results[name] = await take(page, server.url, screen);
      await page.goto("about:blank");
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return results;
}
