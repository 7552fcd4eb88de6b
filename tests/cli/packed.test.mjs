// The command-line program works after an installation of the packed package in a new project.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createProject } from "../package/project.mjs";
import { runToEnd, start, until } from "../service/processes.mjs";
import { KEY, records, seedFile } from "./program.mjs";

let project;
before(async () => (project = await createProject()));
after(() => project?.remove());

const options = () => ({
  cwd: project.folder,
  env: { ...process.env, npm_config_offline: "true", ETHEREAL_QUERY_API_KEY: KEY },
});
const npx = (...args) => runToEnd("npx", ["ethereal-query", ...args], options());

test("npx runs the program of the installed package", async () => {
  const { version } = JSON.parse(
    readFileSync(join(project.folder, "node_modules", "ethereal-query", "package.json"), "utf8"),
  );
  const { status, stdout } = await npx("--version");
  assert.deepEqual([status, stdout], [0, `${version}\n`]);
  const unknownCommand = await npx("tokn");
  assert.equal(unknownCommand.status, 2);
});

test("the installed program serves records and reads them", async () => {
  const program = join(project.folder, "node_modules", ".bin", "ethereal-query");
  const service = start(program, ["serve", seedFile("tokens.ndjson"), "--port", "0"], options());
  const [, url] = await until("`Listening on …`", () =>
    /^Listening on (\S+)$/m.exec(service.output.stdout),
  );
  const [token] = records("tokens.ndjson");
  const { status, stdout } = await npx(
    "token",
    token.address,
    token.id,
    "--chain-id",
    `${token.chainId}`,
    "--raw",
    "--base-url",
    url,
  );
  assert.deepEqual([status, stdout], [0, token.document]);
  service.kill("SIGTERM");
  assert.deepEqual(await service.ended, { status: 0, signal: null });
});
