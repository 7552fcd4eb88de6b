// No command loses digits of an integer beyond 2^53-1.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { run, scriptedService } from "./program.mjs";

describe("no command loses digits of integers beyond 2^53-1", () => {
  const HUGE = "123456789012345678901234567890";
  const HASH = `0x${"a".repeat(64)}`;
  const ATTRIBUTES = `[{ "trait_type": "Weight", "value": ${HUGE} }]`;
  const DOCUMENT = `{ "name": "Big", "supply": ${HUGE}, "price": 0.10, "attributes": ${ATTRIBUTES} }`;
  // The bodies are written as text, because JSON.stringify would lose digits of a number.
  const TRANSFER = `{"_id":"1","status":"done","originTxnHash":"${HASH}","nativeAmount":"1099756711100000000","memo":${HUGE}}`;
  const TRANSFER_BODY = `{"bridgeData":{"bridgeData":[${TRANSFER}],"nextCursor":null}}`;
  const ETHEREAL = `{"_id":"1","status":"active","balance":"5","deposits":[{"amount":${HUGE}}]}`;
  const PAGE_BODY = `{"etherealData":[${ETHEREAL}],"nextCursor":null}`;

  let service, env;
  before(async () => {
    service = await scriptedService(({ url }) => {
      if (url.startsWith("/tokens/")) return [200, DOCUMENT];
      if (url.startsWith("/bridge/")) return [200, TRANSFER_BODY];
      return [200, PAGE_BODY];
    });
    env = { ETHEREAL_QUERY_URL: service.url };
  });
  after(() => service.close());

  const TOKEN = ["token", `0x${"1".repeat(40)}`, "1", "--chain-id", "1"];
  const outputOf = async (...args) => (await run(args, { env })).stdout;

  test("token prints every digit", async () => {
    assert.match(await outputOf(...TOKEN), new RegExp(`^supply +${HUGE}$`, "m"));
    assert.match(await outputOf(...TOKEN), new RegExp(`^· Weight +${HUGE}$`, "m"));
  });

  test("token --json and --raw print the text of the document", async () => {
    assert.equal(await outputOf(...TOKEN, "--json"), `${DOCUMENT}\n`);
    assert.equal(await outputOf(...TOKEN, "--raw"), DOCUMENT);
  });

  test("token --json --exact prints large integers as strings", async () => {
    assert.deepEqual(JSON.parse(await outputOf(...TOKEN, "--json", "--exact")), {
      name: "Big",
      supply: HUGE,
      price: 0.1,
      attributes: [{ trait_type: "Weight", value: HUGE }],
    });
  });

  test("records have large integers as strings", async () => {
    assert.equal(JSON.parse(await outputOf("transfer", HASH, "--json")).memo, HUGE);
    assert.equal(JSON.parse(await outputOf("ethereals", "--json")).deposits[0].amount, HUGE);
  });
});
