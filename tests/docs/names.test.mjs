// Checks that the documents name every helper, every status, and every kind and code of errors, and that the types of
// the calls declare the options that Rust reads.
import assert from "node:assert/strict";
import { test } from "node:test";
import ts from "typescript";
import { ERROR_PROGRAMS } from "../../docs/.vitepress/run/error-programs.mjs";
import * as pkg from "../../pkg/dist/index.js";
import { callOf } from "../calls.mjs";
import { read } from "./markdown.mjs";

const { Client } = pkg;
const baseUrl = "https://api.example.com";

/** The declarations of a source file, by name. */
function declarationsOf(path) {
  const { statements } = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest);
  return new Map(statements.filter((node) => node.name).map((node) => [node.name.text, node]));
}

const declarations = new Map(
  ["types/options", "types/token", "generated/options", "generated/requests"].flatMap((name) => [
    ...declarationsOf(`pkg/src/${name}.ts`),
  ]),
);
/** The members of these interfaces. */
const optionsOf = (...interfaces) =>
  interfaces.flatMap((name) => declarations.get(name).members.map((member) => member.name.text));
const callOptions = optionsOf("CallOptions", "CallHeaders", "CallLimits");
/** The members of a type in generated/errors.ts, which is a union of strings. */
const errorNames = (name) =>
  declarationsOf("pkg/src/generated/errors.ts")
    .get(name)
    .type.types.map((type) => type.literal.text);
const kinds = errorNames("ErrorKind");
/** The exported functions except `isEtherealQueryError`, which docs/helpers.md does not describe. */
const helpers = Object.keys(pkg).filter(
  (name) => /^[a-z]/.test(name) && name !== "isEtherealQueryError",
);

/** The options that the client lists when it refuses an unknown one. */
function knownOptions(error) {
  const list = /Known options: (.*)\./.exec(error?.message)?.[1];
  assert.ok(list, `Expected an error with "Known options: …", got: ${error?.message}`);
  return list.split(", ");
}

/** Fails when a document does not have one of the names as code. */
function assertNames(path, names) {
  const text = read(path);
  assert.deepEqual(
    names.filter((name) => !new RegExp(`\`${name}\\b`).test(text)),
    [],
    `${path} lacks these names`,
  );
}

for (const [method, ...interfaces] of [
  ["tokenUri", "TokenQuery", "TokenOptions"],
  ["bridgeTransfer", "TransferQuery"],
  ["ethereals", "EtherealsQuery", "ListOptions"],
]) {
  test(`the types of ${method} declare its query and options as Rust does`, async () => {
    const { send } = callOf(method);
    // An async function, because `send` may throw or return a promise that rejects.
    const callWithUnknownOption = async () => send(new Client({ baseUrl }), { zzz: 1 });
    const error = await callWithUnknownOption().catch((reason) => reason);
    assert.deepEqual(
      knownOptions(error).sort(),
      [...callOptions, ...optionsOf(...interfaces)].sort(),
    );
  });
}

test("docs/helpers.md names every helper", () => assertNames("docs/helpers.md", helpers));

test("docs/statuses.md has the sentence of every status of a transfer", async () => {
  const { sentence } = await import("../../pkg/dist/elements.js");
  const { types } = declarationsOf("pkg/src/generated/models.ts").get("TransferStatus").type;
  // The last member of the union, `(string & {})`, has no literal.
  const statuses = types.filter(({ literal }) => literal).map(({ literal }) => literal.text);
  // Puts the heading of a status and the sentence below the heading on one line.
  const page = read("docs/statuses.md").replace(/\s+/g, " ");
  for (const status of statuses) {
    assert.ok(
      page.includes(`### \`${status}\` ${sentence({ status })}`),
      `${status}: ${sentence({ status })}`,
    );
  }
  assert.equal(statuses.length, 6);
});

test("docs/errors.md has the sentences of a failed element", () => {
  const page = read("docs/errors.md").replace(/\s+/g, " ");
  const sentences = [...read("pkg/src/display/failures.ts").matchAll(/"([A-Z][^"]+\.)"/g)].map(
    ([, text]) => text,
  );
  assert.ok(sentences.length > 5, `${sentences}`);
  for (const text of sentences) assert.ok(page.includes(`“${text}”`), text);
});

test("docs/errors.md names every kind of error", () => assertNames("docs/errors.md", kinds));

test("docs/errors.md has cause, remedy and a text for users for every code, and `docs` of an error links to the code", () => {
  const { homepage } = JSON.parse(read("pkg/package.json"));
  const sections = read("docs/errors.md").split(/^(?=##+ )/m);
  const withRemedy = sections.filter((text) =>
    /\n\*Cause:\* [^]+\n\*Remedy:\* [^]+\n\*For a user:\* ./.test(text),
  );
  // The codes of these sections, in the order of the document.
  const codes = withRemedy.map((text) => /^### (\w+)$/m.exec(text)?.[1]);
  assert.deepEqual(codes, errorNames("ErrorCode"));
  assert.deepEqual(Object.keys(ERROR_PROGRAMS), codes);
  for (const code of codes) {
    const { docs } = new pkg.EtherealQueryError({
      kind: "internal",
      code,
      message: "",
      retryable: false,
    });
    assert.equal(docs, `${homepage}errors.html#${code}`);
  }
});
