// The output of each command without --json when standard output is a pipe.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { records, run, serveSeed } from "./program.mjs";
import { token, tokenArgs, transfer } from "./samples.mjs";

/** For each chain that the sample token may be on, a name that `--chain-id` accepts. */
const CHAIN_NAMES = { 1: "ethereum", 42161: "arbitrum-one", 45513: "blessnet", 8453: "Base" };

let service, env;
before(async () => {
  service = await serveSeed();
  env = { ETHEREAL_QUERY_URL: service.url };
});
after(() => service?.close());

describe("the output in a pipe", () => {
  const text = async (...args) => {
    const { status, stdout, stderr } = await run(args, { env });
    assert.deepEqual([status, stderr], [0, ""]);
    assert.doesNotMatch(stdout, /\x1b|…\w/, "no colour, and no address or hash is shortened");
    return stdout;
  };

  test("token prints the fields and the attributes", async () => {
    const { name, attributes } = JSON.parse(token.document);
    const stdout = await text(...tokenArgs);
    assert.match(stdout, new RegExp(`^Name +${name}$`, "m"));
    for (const { trait_type, value } of attributes)
      assert.match(stdout, new RegExp(`^· ${trait_type} +${value}$`, "m"));
  });

  test("transfer prints whole addresses, the exact amount, the local time and the route", async () => {
    const stdout = await text("transfer", transfer.originTxnHash);
    assert.equal(transfer.nativeAmount, "2420881266000000000");
    assert.match(stdout, /^Amount +2\.420881266 ETH$/m);
    assert.match(
      stdout,
      new RegExp(`^From +${transfer.fromAddress} on Arbitrum One \\(42161\\)$`, "m"),
    );
    // The timestamp 1727048774, in the time zone Asia/Kolkata of the tests.
    assert.match(stdout, /^Started +2024-09-23T05:16:14\+05:30$/m);
    assert.match(stdout, new RegExp(`^Transfer id +${transfer._id}$`, "m"));
    assert.match(
      stdout,
      new RegExp(`^✓ Origin +Arbitrum One \\(42161\\) +${transfer.originTxnHash}$`, "m"),
    );
    assert.match(
      stdout,
      new RegExp(`^✓ Delivery +Base \\(8453\\) +${transfer.deliveryTxnHash}$`, "m"),
    );
  });

  test("project prints the permissions", async () => {
    const stdout = await text("project");
    assert.match(stdout, /^Owner +demo\n/);
    // Other lines may be between these lines.
    assert.match(
      stdout,
      /^Balance +0\.1\n(.*\n)*Permission aa +write, create\n(.*\n)*Permission sprinkle +everything$/m,
    );
  });

  test("ethereals prints rows with tabs between the values, for cut, sort and awk", async () => {
    const limit = 30;
    const rows = (await text("ethereals", "--limit", String(limit))).trimEnd().split("\n");
    assert.equal(rows.length, limit);
    for (const row of rows) {
      const values = row.split("\t");
      assert.equal(values.length, 8);
      const [symbol, , status, balance, , source, mirror] = values;
      assert.match(`${symbol} ${status} ${balance}`, /^\S+ (active|unfunded) [\d,.]+$/);
      assert.match(`${source} ${mirror}`, /^0x[0-9a-f]{40} 0x[0-9a-f]{40}$/);
    }
  });

  test("token and transfer take links, and chains have names", async () => {
    const expected = await text(...tokenArgs);
    const standard = token.standard.toLowerCase();
    assert.equal(
      await text("token", `eip155:${token.chainId}/${standard}:${token.address}/${token.id}`),
      expected,
    );
    assert.equal(
      await text(
        "token",
        `${token.address}/${token.id}`,
        "--chain-id",
        CHAIN_NAMES[token.chainId],
        "--standard",
        token.standard,
      ),
      expected,
    );
    const link = `https://arbiscan.io/tx/${transfer.originTxnHash}`;
    assert.equal(await text("transfer", link), await text("transfer", transfer.originTxnHash));
    assert.equal(
      await text("ethereals", "--source-chain", "base,op-mainnet"),
      await text("ethereals", "--source-chain", "8453,10"),
    );
  });

  test("a transfer that waits for a person says what to do", async () => {
    const { originTxnHash } = records("transfers.ndjson").find(
      (item) => item.status === "manual" && item.chainType === "mainnet",
    );
    const stdout = await text("transfer", originTxnHash);
    assert.match(stdout, /^Meaning +On hold: a person must confirm the next step\.$/m);
    assert.match(
      stdout,
      /^Advice +If it is still on hold after 1 day, ask the operator of the service\./m,
    );
    assert.match(stdout, /^Safety +Nobody who helps you needs your seed phrase/m);
  });

  test("ethereals says on standard error that no record matches", async () => {
    const { status, stdout, stderr } = await run(["ethereals", "--source-chain", "999"], { env });
    assert.deepEqual([status, stdout, stderr], [0, "", "No collection matches.\n"]);
  });
});
