// Tests the playground of the site, an editor that runs the program of a reader.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { unzipSync } from "fflate";
import { run } from "../../scripts/run.mjs";
import { assertPrinted, commentsOf } from "../docs/programs.mjs";
import { runProgram, startSite } from "./setup.mjs";

let site;
before(async () => {
  site = await startSite();
});
after(() => site?.close());

const MAX_LINES = 1000;
/** The page shows this notice as one more line. */
const NOTICE = `Only the first ${MAX_LINES} lines are shown.`;

test("a program that never ends can be stopped, and does not fill the page", async () => {
  const { page, problems, close } = await site.open("playground.html");
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  // Each program has the number of lines after which the test stops it.
  const programs = [
    ["while (true) { console.log(1); await 0; }", MAX_LINES + 1],
    ["console.log(1); setInterval(() => console.log(1), 100);", 2],
  ];
  for (const [program, lineCount] of programs) {
    await page.locator(".cm-content").fill(program);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(`.run-output pre span:nth-child(${lineCount})`).waitFor();
    await stop.click();
    await page.locator(".run-end").getByText("Stopped.").waitFor();
    const lines = await page.locator(".run-output pre span").allInnerTexts();
    assert.ok(lines.length <= MAX_LINES + 1, `${lines.length} lines`);
    if (lines.length > MAX_LINES) assert.equal(lines[MAX_LINES].trim(), NOTICE);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("the page shows the first 200 requests of a program that sends 1,000 at once", async () => {
  const { page, problems, close } = await site.open("playground.html");
  const program =
    "for (let i = 1; i <= 1000; i++) fetch(`https://api.example.com/${i}`).catch(() => {});";
  await page
    .locator(".cm-content")
    .fill(`${program}\nawait new Promise((resolve) => setTimeout(resolve, 1000));`);
  await runProgram(page.locator(".runnable"));
  const labels = await page.locator(".run-output tbody td:first-child span").allInnerTexts();
  assert.deepEqual([labels.length, labels[0], labels.at(-1)], [200, "GET /1", "GET /200"]);
  assert.deepEqual(problems, []);
  await close();
});

test("the playground completes names of the package, and keeps its program in the address", async () => {
  const { page, problems, close } = await site.open("playground.html", {
    permissions: ["clipboard-write"],
  });
  const editor = page.locator(".cm-content");
  await editor.fill(
    'import { Client } from "ethereal-query";\nconst client = new Client({ baseUrl: "https://a.invalid" });\n',
  );
  await page.keyboard.press("Control+End");
  // The types are loaded after the editor, so the first tries find no completion. A later try types a letter and
  // deletes the letter, before it asks for completions again.
  const completion = page.getByRole("option", { name: /bridgeTransfer/ });
  for (let tries = 0; tries < 300 && !(await completion.isVisible()); tries++) {
    await page.keyboard.press("Escape");
    await page.keyboard.type(tries === 0 ? "client.bridge" : "T");
    if (tries > 0) await page.keyboard.press("Backspace");
    await page.keyboard.press("Control+Space");
    await page.waitForTimeout(1000);
  }
  await completion.click();
  await page.getByRole("button", { name: "Copy a link" }).click();
  await page.getByRole("status").getByText("Copied.").waitFor();
  await page.reload({ waitUntil: "networkidle" });
  await page.locator(".cm-line").getByText("client.bridgeTransfer", { exact: true }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("the project of a program runs in Node.js", async (t) => {
  const { page, problems, close } = await site.open("playground.html");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Open as a project" }).click(),
  ]);
  const project = mkdtempSync(join(tmpdir(), "ethereal-query-project-"));
  t.after(() => rmSync(project, { recursive: true, force: true }));
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(await download.path())))) {
    writeFileSync(join(project, basename(name)), bytes);
  }
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund"], { cwd: project });
  const program = readFileSync(join(project, "index.js"), "utf8");
  assertPrinted(await run("npm", ["start", "--silent"], { cwd: project }), commentsOf(program));
  assert.deepEqual(problems, []);
  await close();
});
