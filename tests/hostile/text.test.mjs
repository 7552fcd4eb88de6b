// Invalid and split text: lone surrogates, byte order marks, and characters that are split between two chunks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checksumAddress, formatUnits, resolveUri, routeOf } from "../../pkg/dist/index.js";
import { CALLS as TABLE } from "../calls.mjs";
import {
  CALLS,
  FIELDS,
  LIST,
  PROJECT,
  TOKEN,
  TRANSFER,
  respondingWith,
  client,
  assertRejects,
  assertSameJson,
  assertDecodeError,
} from "./client.mjs";
import { isText } from "../models.mjs";

const ADDRESS = `0x${"ab".repeat(20)}`;
const HASH = `0x${"cd".repeat(32)}`;
/** The limits of `bodySnippet` and `serverMessage`. */
const MAX_SNIPPET_BYTES = 256;
const MAX_MESSAGE_CHARACTERS = 1024;
const LONE_SURROGATES = ["\ud800", "\udfff", "a\ud83c", "\udf09\ud83c", "\ud83c\ud83c\udf09"];
const token = (testedClient, address, id, options) =>
  testedClient.tokenUri(address, id, { chainId: 1, ...options });

const replaceIfPresent = (fields, name, text) =>
  name in fields ? { ...fields, [name]: text } : fields;

/** For each parameter of each call, its name and a function that makes the call with a text as the parameter. */
const PARAMETERS = TABLE.flatMap(({ method, all, values, send }) => {
  const names = Object.keys({ ...values, ...all.query });
  // A parameter is in the query or in the path.
  const callWith = (name) => (testedClient, text) => {
    const query = replaceIfPresent(all.query, name, text);
    const pathValues = replaceIfPresent(values, name, text);
    return send(testedClient, query, {}, pathValues);
  };
  return names.map((name) => [`${name} of ${method}`, callWith(name)]);
});
/**
 * For each argument, a function that makes a call with a lone surrogate in the argument. For an option of the client,
 * the function creates another client, with the same `fetch`.
 */
const ARGUMENTS = {
  ...Object.fromEntries(PARAMETERS),
  "the end of an address": (testedClient, surrogate) =>
    token(testedClient, ADDRESS.slice(0, -surrogate.length) + surrogate, 1),
  "the end of a hash": (testedClient, surrogate) =>
    testedClient.bridgeTransfer(HASH.slice(0, -surrogate.length) + surrogate),
  integers: (testedClient, surrogate) => token(testedClient, ADDRESS, 1, { integers: surrogate }),
  raw: (testedClient, surrogate) => token(testedClient, ADDRESS, 1, { raw: surrogate }),
  "an option's name": (testedClient, surrogate) => testedClient.project({ [surrogate]: 1 }),
  timeoutMs: (testedClient, surrogate) => testedClient.project({ timeoutMs: surrogate }),
  "statuses, an item": (testedClient, surrogate) =>
    testedClient.ethereals({ statuses: ["active", surrogate] }).page(),
  "statuses, one text": (testedClient, surrogate) =>
    testedClient.ethereals({ statuses: `active,${surrogate}` }).page(),
  "sourceChains, an item": (testedClient, surrogate) =>
    testedClient.ethereals({ sourceChains: [1, surrogate] }).page(),
  "sourceContracts, an item": (testedClient, surrogate) =>
    testedClient.ethereals({ sourceContracts: [surrogate] }).page(),
  "apiKey, from a function": (_, surrogate, fetch) =>
    client({ fetch, apiKey: () => surrogate }).project(),
  // `async` turns an exception of the constructor into a rejection.
  apiKey: async (_, surrogate, fetch) => client({ fetch, apiKey: surrogate }).project(),
  baseUrl: async (_, surrogate, fetch) =>
    client({ fetch, baseUrl: `https://hostile.invalid/${surrogate}` }).project(),
};

for (const [name, call] of Object.entries(ARGUMENTS)) {
  test(`rejects a lone surrogate in ${name} before a request`, async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return new Response("[]");
    };
    for (const surrogate of LONE_SURROGATES) {
      await assertRejects(call(client({ fetch }), surrogate, fetch), {
        kind: "invalid_argument",
        code: "invalid_argument",
      });
    }
    assert.equal(sent, 0);
  });
}

test("sends valid characters unchanged", async () => {
  // Among them: a surrogate pair, a byte order mark, a combining accent, and the neighbours of the surrogates.
  for (const cursor of [
    "\u{1f309}",
    "\ufeffa",
    "e\u0301",
    "\ud7ff\ue000",
    "\uffff",
    "a b&c=d/e?f#g%2f+",
  ]) {
    const cursors = [];
    const fetch = async (url) => {
      cursors.push(new URL(url).searchParams.get("cursor"));
      return new Response("[]");
    };
    await client({ fetch }).ethereals({ cursor }).page();
    assert.deepEqual(cursors, [cursor]);
  }
});

test("sends the cursor of the previous page unchanged", async () => {
  // 16,384 characters of four bytes have the maximum of 65,536 bytes.
  for (const cursor of ["\0", "a\r\nb\u001b", "\u{1f309}".repeat(16_384), "%00 +&#"]) {
    const cursors = [];
    const fetch = async (url) => {
      cursors.push(new URL(url).searchParams.get("cursor"));
      return Response.json({ etherealData: [], nextCursor: cursors.length === 1 ? cursor : null });
    };
    for await (const page of client({ fetch }).ethereals().pages())
      assert.ok([cursor, null].includes(page.nextCursor));
    assert.deepEqual(cursors, [null, cursor]);
  }
});

test("rejects a page whose cursor cannot be sent", async () => {
  // A cursor has at most 65,536 bytes.
  for (const cursor of ["c".repeat(65_537), "\ud800"]) {
    const body = JSON.stringify({ etherealData: [], nextCursor: cursor });
    const error = await assertDecodeError(
      CALLS[LIST](respondingWith(body).client),
      "unexpected_shape",
    );
    assert.equal(error.pointer, "/nextCursor");
  }
});

test("helpers reject lone surrogates, except routeOf, which returns steps", () => {
  for (const surrogate of LONE_SURROGATES) {
    for (const helper of [formatUnits, checksumAddress, resolveUri]) {
      assert.throws(
        () => helper(surrogate),
        { name: "EtherealQueryError", kind: "invalid_argument" },
        helper.name,
      );
    }
    const route = [{ step: surrogate, txHash: surrogate }];
    const steps = routeOf({
      status: surrogate,
      fromChain: surrogate,
      toChain: 1,
      route,
      originTxnHash: surrogate,
    });
    assert.ok(steps.length > 0);
    assert.ok(steps.every((step) => typeof step.kind === "string"));
  }
});

const raw = String.raw;

test("accepts lone surrogates in responses", async () => {
  const record = raw`{"_id":"\ud800","status":"\udc00x","balance":"\ud83c\ud83c","deposits":["\udfff"],"\ud801":0}`;
  assertSameJson(await CALLS[TRANSFER](respondingWith(record).client), JSON.parse(record));
  assertSameJson((await CALLS[LIST](respondingWith(`[${record}]`).client)).items, [
    JSON.parse(record),
  ]);
  const project = raw`{"message":"\ud800","requestOwner":"\udf09\ud83c","auth":{"\ud83c":["\udf09"]}}`;
  assertSameJson(await CALLS[PROJECT](respondingWith(project).client), JSON.parse(project));
});

test("accepts lone surrogates in every field of a model that is a text", async () => {
  const fields = FIELDS.filter(({ kind }) => isText(kind));
  assert.ok(fields.length > 20, `${fields.length} fields`);
  for (const { name, field, call, around, pick } of fields) {
    for (const surrogate of LONE_SURROGATES) {
      const body = around(`"${field}":${JSON.stringify(surrogate)}`);
      assert.equal(pick(await CALLS[call](respondingWith(body).client)), surrogate, name);
    }
  }
});

test("messages and snippets of errors contain valid characters only", async () => {
  const service = respondingWith(raw`{"message":"bad \ud800 \u0000 \u0085 half"}`);
  service.init = { status: 500 };
  // "{", a byte that is never valid, the first byte of a pair before "(", a surrogate, and the start of a character.
  const invalidUtf8 = Uint8Array.from([0x7b, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xe2, 0x82]);
  const long = `{"message":"${"\u{1f309}".repeat(5000)}"}`;
  for (const body of [
    service.body,
    invalidUtf8,
    long,
    "\u{1f309}".repeat(100),
    `\ufeff${service.body}`,
  ]) {
    service.body = body;
    for (const call of Object.values(CALLS)) {
      const error = await assertRejects(call(service.client), {
        kind: "server",
        code: "server",
        status: 500,
      });
      for (const text of [error.message, error.bodySnippet ?? "", error.serverMessage ?? ""]) {
        // No lone surrogate and no control character.
        assert.doesNotMatch(text, /\p{Surrogate}|[\0-\x1f\x7f-\x9f]/u);
      }
      assert.ok(Buffer.byteLength(error.bodySnippet) <= MAX_SNIPPET_BYTES);
      assert.ok([...(error.serverMessage ?? "")].length <= MAX_MESSAGE_CHARACTERS);
    }
  }
});

/** A body in chunks of `size` bytes. */
function inChunks(body, size) {
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at >= body.length) return stream.close();
      stream.enqueue(body.subarray(at, at + size));
      at += size;
    },
  });
}

/** The escape sequences of a surrogate pair, and characters of two, three and four bytes. */
const TEXT = raw`"\ud83c\udf09 ${"é€🌉".repeat(5)}"`;
const BODIES = {
  [TOKEN]: [`{"k":${TEXT}}`, (value) => value],
  [TRANSFER]: [`{"_id":"1","status":"done","later":${TEXT}}`, (value) => value],
  [PROJECT]: [`{"requestOwner":${TEXT}}`, (value) => value],
  [LIST]: [`[{"_id":"1","status":"done","tokenName":${TEXT}}]`, (value) => value.items],
};

for (const [call, [text, pick]] of Object.entries(BODIES)) {
  test(`${call}: joins characters and a byte order mark that are split between chunks`, async () => {
    const body = new TextEncoder().encode(`\ufeff${text}`);
    for (const size of [1, 2, 3, 5]) {
      const fetch = async () => new Response(inChunks(body, size));
      assertSameJson(
        pick(await CALLS[call](client({ fetch }))),
        JSON.parse(text),
        `chunks of ${size}`,
      );
    }
    // 0xf0 begins the four bytes of the last 🌉, so the body ends within this character.
    const cut = body.subarray(0, body.lastIndexOf(0xf0) + 2);
    await assertDecodeError(
      CALLS[call](client({ fetch: async () => new Response(inChunks(cut, 3)) })),
      "invalid_utf8",
    );
  });
}
