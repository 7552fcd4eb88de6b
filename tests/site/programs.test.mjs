// Tests the programs in the pages of the site.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isRunnable } from "../../docs/.vitepress/run/programs.mjs";
import { assertPrinted, commentsOf, programsOf } from "../docs/programs.mjs";
import { doAll, htmlName, pages, runProgram, startSite, violationsOf } from "./setup.mjs";

let site;
before(async () => {
  site = await startSite();
});
after(() => site?.close());

test("every program that the site can run prints what its page promises", async () => {
  let count = 0;
  await doAll(pages, async ({ file }) => {
    const programs = programsOf(`docs/${file}`).filter(({ code }) => isRunnable(code));
    const promised = new Map(programs.map(({ code, lines }) => [code, lines]));
    if (programs.length === 0) return;
    const { page, problems, close } = await site.open(htmlName({ file }));
    for (const block of await page.locator(".runnable[data-program]").all()) {
      const program = decodeURIComponent(await block.getAttribute("data-program"));
      const output = await runProgram(block);
      assertPrinted(output, promised.get(program) ?? commentsOf(program));
      promised.delete(program);
      count += 1;
    }
    assert.deepEqual([...promised.keys()], [], `${file}: programs without a button`);
    assert.deepEqual(problems, []);
    await close();
  });
  assert.ok(count > 30, `${count} programs`);
});

test("every example of the reference that runs prints what it promises", async () => {
  const files = readdirSync(join(site.folder, "reference"), { recursive: true }).filter((name) =>
    name.endsWith(".html"),
  );
  const programs = new Set(
    files.flatMap((name) => {
      const html = readFileSync(join(site.folder, "reference", name), "utf8");
      return [...html.matchAll(/data-program="([^"]+)"/g)].map(([, program]) =>
        decodeURIComponent(program),
      );
    }),
  );
  assert.ok(programs.size > 80, `${programs.size} programs`);
  // Four pages run all programs, because a new page for each program would take minutes.
  const queue = [...programs];
  const failures = [];
  await doAll(Array(4), async () => {
    const { page, problems, close } = await site.open("playground.html");
    while (queue.length > 0) {
      const program = queue.shift();
      await page.locator(".cm-content").fill(program);
      const output = await runProgram(page.locator(".runnable"));
      try {
        assertPrinted(output, commentsOf(program));
      } catch ({ message }) {
        failures.push(`${message}\n${program}`);
      }
    }
    assert.deepEqual(problems, []);
    await close();
  });
  assert.deepEqual(failures, []);
});

test("a failed request, its retry and the wait between them are in the timeline", async () => {
  const { page, close } = await site.open("getting-started.html");
  const block = page.locator(".runnable").first();
  await runProgram(block);
  const rows = () => block.locator(".run-output tbody tr").allInnerTexts();
  // The program requests a token and a transfer.
  assert.equal((await rows()).length, 2);
  assert.match(
    await runProgram(block, { failure: "one request: 429, Retry-After 2 s" }),
    /^Ethereal Trees #2$/m,
  );
  const [first, second, ...others] = await rows();
  assert.match(first, /^GET \/tokens\/0xc1a6…ec47\/2\/uri\?b=1\s+429/);
  // The embedded service sends `Retry-After: 2`, so the wait is at least two seconds.
  assert.match(second, /attempt 2, after 2\d\d\d ms\s+200/);
  assert.equal(others.length, 1);
  assert.match(
    await runProgram(block, { failure: "every request: offline" }),
    /^Uncaught EtherealQueryError: /,
  );
  // The first call fails after three attempts.
  assert.equal((await rows()).length, 3);
  await close();
});

test("a program can be edited, and cannot send a request or leave its frame", async () => {
  const { page, close } = await site.open("getting-started.html");
  const sent = [];
  // The route does not see a request that the content security policy blocks.
  await page.context().route("https://other.invalid/**", (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  const block = page.locator(".runnable").first();
  await block.getByRole("button", { name: "Edit" }).click();
  await block.locator(".cm-content").fill(
    `
      console.log(origin);
      await fetch("/").catch((error) => console.log(error.message));
      try { parent.document } catch (error) { console.log(error.name) }
      try { top.location = "https://other.invalid/top" } catch (error) { console.log("top: " + error.name) }
      console.log(open("https://other.invalid/open"));
      new Image().src = "https://other.invalid/image";
      const form = Object.assign(document.createElement("form"), { action: "https://other.invalid/form" });
      document.body.append(form);
      form.submit();
      new Worker(URL.createObjectURL(new Blob(['fetch("https://other.invalid/worker")'])));
      const frame = Object.assign(document.createElement("iframe"), { src: "https://other.invalid/frame" });
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 500));
      location.href = "https://other.invalid/location";
      await new Promise(() => {});
    `,
  );
  const output = await runProgram(block);
  // The origin, two errors and the result of `open`.
  assertPrinted(output, ["null", "SecurityError", "top: SecurityError", "null"]);
  assert.match(output, /No request leaves this page: /);
  assert.match(output, /The program left its page, which ended it\./);
  assert.deepEqual(await violationsOf(page), []);
  assert.deepEqual(sent, []);
  await close();
});
