// Tests the recipe for PostgreSQL in containers. docker-compose must accept the compose file of the recipe. The
// commands of the recipe run without containers, with the environment variables of the compose file.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { blocksOf } from "../docs/markdown.mjs";
import { installPackage } from "./install.mjs";
import { runToEnd } from "./processes.mjs";
import { binary, serve, testEnv } from "./service.mjs";
import { stores } from "./stores.mjs";

const folder = join(root, "examples", "postgresql");
const file = join(folder, "compose.yml");
const PASSWORD = "not-a-secret-1123";

const COMPOSE = "/usr/bin/docker-compose";
const withoutCompose = existsSync(COMPOSE) ? undefined : installPackage("docker-compose");

describe("the compose file", { skip: withoutCompose }, () => {
  const config = (env) =>
    runToEnd(COMPOSE, ["--file", file, "config"], { env: { PATH: process.env.PATH, ...env } });

  test("fits the schema of docker-compose", async () => {
    const { status, stdout, stderr } = await config({ DB_PASSWORD: PASSWORD });
    assert.equal(status, 0, stderr);
    assert.ok(
      stdout.includes(`DATABASE_URL: postgres://query:${PASSWORD}@database/records`),
      stdout,
    );
    assert.ok(stdout.includes(`context: ${root.replace(/\/$/, "")}\n`), stdout);
  });

  test("names the password that is missing", async () => {
    const { status, stderr } = await config({});
    assert.equal(status, 1);
    assert.match(stderr, /Set DB_PASSWORD first\./);
  });
});

/** A shell function `docker`: `docker compose run … service ARGUMENTS` runs the program without a container. */
const DOCKER = `docker() {
  [ "$1 $2" = "compose run" ] || return 3
  shift 2
  while [ "$1" != service ]; do shift; done
  shift
  "$BINARY" "$@"
}`;

const store = (await stores()).find(({ name }) => name === "postgres") ?? {
  skip: "PostgreSQL is not among STORES",
};

describe("the commands of the recipe", { skip: store.skip }, () => {
  /** The commands that no test has run yet. Each test takes its commands from the front. */
  const commands = blocksOf("docs/recipe-postgresql.md").flatMap(({ code }) =>
    code.trim().split("\n"),
  );
  const [, url] = /DATABASE_URL: (\S+)/.exec(readFileSync(file, "utf8"));
  let service, env, key;
  before(async () => {
    // In a container, the image of PostgreSQL creates this role and this database from POSTGRES_USER,
    // POSTGRES_PASSWORD and POSTGRES_DB.
    store.cluster.query(`create role query superuser login password '${PASSWORD}'`);
    store.cluster.query("create database records owner query");
    const address = store.cluster.hosts[0];
    env = {
      DATABASE_URL: url.replace("${DB_PASSWORD}", PASSWORD).replace("@database/", `@${address}/`),
    };
    service = await serve({ env });
  });
  after(() => service?.stop());

  async function runCommand(command) {
    const text = command.replaceAll("http://127.0.0.1:8787", service.url).replaceAll("eqk_…", key);
    const script = [
      DOCKER,
      'curl() { command curl --fail --silent --show-error "$@"; }',
      text,
    ].join("\n");
    const options = { cwd: folder, env: { ...testEnv, ...env, BINARY: binary } };
    const { status, stdout, stderr } = await runToEnd("bash", ["-eu", "-c", script], options);
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  }

  test("begin with the start of both services", () => {
    assert.deepEqual(commands.splice(0, 3), [
      "cd examples/postgresql",
      "export DB_PASSWORD=…",
      "docker compose up --build --detach",
    ]);
  });

  for (const [expectedOutput, kind] of [
    [/^Imported (\d+) of \1 transfers/, "transfers"],
    [/^Imported (\d+) of \1 ethereals/, "ethereals"],
  ]) {
    test(`import the ${kind}`, async () =>
      assert.match(await runCommand(commands.shift()), expectedOutput));
  }

  test("create a key", async () => {
    key = (await runCommand(commands.shift())).trim();
    assert.match(key, /^eqk_\w+$/);
  });

  test("ask for the state and for a page", async () => {
    assert.match(await runCommand(commands.shift()), /"store":"postgres"/);
    // The command asks for two records.
    assert.equal(JSON.parse(await runCommand(commands.shift())).etherealData.length, 2);
    assert.deepEqual(commands, []);
  });
});
