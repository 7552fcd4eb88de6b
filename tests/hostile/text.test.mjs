// Text that is not quite text: halves of characters, marks, and characters cut apart between two pieces of a body.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checksumAddress, formatUnits, parseUnits, resolveUri, routeOf, sameAddress } from "../../pkg/dist/index.js";
import {
  ADDRESS, CALLS, HASH, LIST, PROJECT, TOKEN, TRANSFER, answering, client, refused, same, undecoded,
} from "./client.mjs";

const HALVES = ["\ud800", "\udfff", "a\ud83c", "\udf09\ud83c", "\ud83c\ud83c\udf09"];
const token = (one, address, id, options) => one.tokenUri(address, id, { chainId: 1, ...options });

/** Every place for a text among the arguments. */
const ARGUMENTS = {
  address: (one, half) => token(one, half, 1),
  "address, almost": (one, half) => token(one, ADDRESS.slice(0, -half.length) + half, 1),
  id: (one, half) => token(one, ADDRESS, half),
  chainId: (one, half) => token(one, ADDRESS, 1, { chainId: half }),
  standard: (one, half) => token(one, ADDRESS, 1, { standard: half }),
  integers: (one, half) => token(one, ADDRESS, 1, { integers: half }),
  raw: (one, half) => token(one, ADDRESS, 1, { raw: half }),
  hash: (one, half) => one.bridgeTransfer(HASH + half),
  chain: (one, half) => one.bridgeTransfer(HASH, { chain: half }),
  "an option's name": (one, half) => one.project({ [half]: 1 }),
  timeoutMs: (one, half) => one.project({ timeoutMs: half }),
  cursor: (one, half) => one.ethereals({ cursor: half }).page(),
  statuses: (one, half) => one.ethereals({ statuses: ["active", half] }).page(),
  "statuses, one text": (one, half) => one.ethereals({ statuses: `active,${half}` }).page(),
  sourceChains: (one, half) => one.ethereals({ sourceChains: [1, half] }).page(),
  sourceContracts: (one, half) => one.ethereals({ sourceContracts: [half] }).page(),
  pageSize: (one, half) => one.ethereals({ pageSize: half }).page(),
  apiKey: (_, half, fetch) => client({ fetch, apiKey: () => half }).project(),
  "apiKey, given": async (_, half, fetch) => client({ fetch, apiKey: half }).project(),
  baseUrl: async (_, half, fetch) => client({ fetch, baseUrl: `https://hostile.invalid/${half}` }).project(),
};

for (const [name, call] of Object.entries(ARGUMENTS)) {
  test(`half a character as ${name} is refused and nothing is sent`, async () => {
    let sent = 0;
    const fetch = async () => new Response(`[${(sent += 1)}]`);
    for (const half of HALVES) {
      await refused(call(client({ fetch }), half, fetch), { kind: "invalid_argument", code: "invalid_argument" });
    }
    assert.equal(sent, 0);
  });
}

test("whole characters reach the service as they are", async () => {
  for (const cursor of ["\u{1f309}", "\ufeffa", "e\u0301", "\ud7ff\ue000", "\uffff", "a b&c=d/e?f#g%2f+"]) {
    const seen = [];
    const fetch = async ({ url }) => {
      seen.push(new URL(url).searchParams.get("cursor"));
      return new Response("[]");
    };
    await client({ fetch }).ethereals({ cursor }).page();
    assert.deepEqual(seen, [cursor]);
  }
});

test("a cursor goes back to the service as it came", async () => {
  for (const cursor of ["\0", "a\r\nb\u001b", "\u{1f309}".repeat(16_384), "%00 +&#"]) {
    const seen = [];
    const fetch = async ({ url }) => {
      seen.push(new URL(url).searchParams.get("cursor"));
      return Response.json({ etherealData: [], nextCursor: seen.length === 1 ? cursor : null });
    };
    for await (const page of client({ fetch }).ethereals().pages()) assert.ok([cursor, null].includes(page.nextCursor));
    assert.deepEqual(seen, [null, cursor]);
  }
});

test("a cursor that cannot go back is an error of the page that brings it", async () => {
  for (const cursor of ["c".repeat(65_537), "\ud800"]) {
    const body = JSON.stringify({ etherealData: [], nextCursor: cursor });
    const error = await undecoded(CALLS[LIST](answering(body).client), "unexpected_shape");
    assert.equal(error.pointer, "/nextCursor");
  }
});

test("helpers refuse halves, or know nothing by them", () => {
  for (const half of HALVES) {
    for (const help of [formatUnits, parseUnits, checksumAddress, resolveUri]) {
      assert.throws(() => help(half), { name: "EtherealQueryError", kind: "invalid_argument" }, help.name);
    }
    assert.equal(sameAddress(half, half), false);
    const route = [{ step: half, txHash: half }];
    const steps = routeOf({ status: half, fromChain: half, toChain: 1, route, originTxnHash: half });
    assert.ok(steps.length > 0 && steps.every((step) => typeof step.kind === "string"));
  }
});

const raw = String.raw;

test("halves in answers are text like any other", async () => {
  const record = raw`{"_id":"\ud800","status":"\udc00x","balance":"\ud83c\ud83c","deposits":["\udfff"],"\ud801":0}`;
  same(await CALLS[TRANSFER](answering(record).client), JSON.parse(record));
  same((await CALLS[LIST](answering(`[${record}]`).client)).items, [JSON.parse(record)]);
  const project = raw`{"message":"\ud800","requestOwner":"\udf09\ud83c","auth":{"\ud83c":["\udf09"]}}`;
  same(await CALLS[PROJECT](answering(project).client), JSON.parse(project));
});

test("messages and snippets of errors are whole characters", async () => {
  const service = answering(raw`{"message":"bad \ud800 \u0000 \u0085 half"}`);
  service.init = { status: 500 };
  const broken = Uint8Array.from([0x7b, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0xe2, 0x82]);
  const long = `{"message":"${"\u{1f309}".repeat(5000)}"}`;
  for (const body of [service.body, broken, long, "\u{1f309}".repeat(100), `\ufeff${service.body}`]) {
    service.body = body;
    for (const call of Object.values(CALLS)) {
      const error = await refused(call(service.client), { kind: "server", code: "server", status: 500 });
      for (const text of [error.message, error.bodySnippet ?? "", error.serverMessage ?? ""]) {
        assert.doesNotMatch(text, /\p{Surrogate}|[\0-\x1f\x7f-\x9f]/u);
      }
      assert.ok(Buffer.byteLength(error.bodySnippet) <= 256);
      assert.ok([...(error.serverMessage ?? "")].length <= 1024);
    }
  }
});

/** A body given in pieces of so many bytes. */
function pieces(body, size) {
  let at = 0;
  return new ReadableStream({
    pull(stream) {
      if (at >= body.length) return stream.close();
      stream.enqueue(body.subarray(at, (at += size)));
    },
  });
}

const TEXT = raw`"\ud83c\udf09 ${"é€🌉".repeat(5)}"`;
const BODIES = {
  [TOKEN]: [`{"k":${TEXT}}`, (value) => value],
  [TRANSFER]: [`{"_id":"1","status":"done","later":${TEXT}}`, (value) => value],
  [PROJECT]: [`{"requestOwner":${TEXT}}`, (value) => value],
  [LIST]: [`[{"_id":"1","status":"done","tokenName":${TEXT}}]`, (value) => value.items],
};

for (const [call, [text, pick]] of Object.entries(BODIES)) {
  test(`${call}: characters and the mark cut apart between pieces`, async () => {
    const body = new TextEncoder().encode(`\ufeff${text}`);
    for (const size of [1, 2, 3, 5]) {
      const fetch = async () => new Response(pieces(body, size));
      same(pick(await CALLS[call](client({ fetch }))), JSON.parse(text), `pieces of ${size}`);
    }
    // Cut off within the last character, which no later piece completes.
    const cut = body.subarray(0, body.lastIndexOf(0xf0) + 2);
    await undecoded(CALLS[call](client({ fetch: async () => new Response(pieces(cut, 3)) })), "invalid_utf8");
  });
}
