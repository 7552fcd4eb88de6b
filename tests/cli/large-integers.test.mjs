// Tests that no command loses digits of an integer beyond 2^53-1.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pageBody, run, scriptedService, transferBody } from "./program.mjs";

describe("integers beyond 2^53-1, of which no command loses digits", () => {
  const HUGE = "123456789012345678901234567890";
  const HASH = `0x${"a".repeat(64)}`;
  const ATTRIBUTES = `[{ "trait_type": "Weight", "value": ${HUGE} }]`;
  const DOCUMENT = `{ "name": "Big", "supply": ${HUGE}, "price": 0.10, "attributes": ${ATTRIBUTES} }`;
  const record = `{"_id":"1","status":"done","originTxnHash":"${HASH}","nativeAmount":"1099756711100000000","memo":${HUGE}}`;

  let service, env;
  before(async () => {
    service = await scriptedService(({ url }) => {
      if (url.startsWith("/tokens/")) return [200, DOCUMENT];
      if (url.startsWith("/bridge/"))
        return [200, JSON.stringify(transferBody(0)).replace("[0]", `[${record}]`)];
      return [
        200,
        JSON.stringify(pageBody(0)).replace(
          ":0",
          `:[{"_id":"1","status":"active","balance":"5","deposits":[{"amount":${HUGE}}]}]`,
        ),
      ];
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
