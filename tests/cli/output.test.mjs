// The output of each command for people on a terminal and for programs. pipe.test.mjs has that for people in a pipe.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { KEY, noTerminal, records, run, runOnTerminal, serveSeed } from "./program.mjs";
import { token, tokenArgs, transfer } from "./samples.mjs";

const mainnet = records("ethereals.ndjson").filter(({ chainType }) => chainType === "mainnet");

let service, env;
before(async () => {
  service = await serveSeed();
  env = { ETHEREAL_QUERY_URL: service.url };
});
after(() => service?.close());

/** The JSON values of the lines. */
const lines = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("for programs", () => {
  const json = async (...args) => {
    const { status, stdout, stderr } = await run([...args, "--json"], { env });
    assert.deepEqual([status, stderr], [0, ""]);
    return stdout;
  };

  test("token prints the document's text", async () => {
    assert.equal(await json(...tokenArgs), `${token.document}\n`);
  });

  test("token --raw prints the document byte for byte", async () => {
    const { stdout } = await run([...tokenArgs, "--raw"], { env });
    assert.equal(stdout, token.document);
  });

  test("transfer prints the record", async () => {
    assert.deepEqual(JSON.parse(await json("transfer", transfer.originTxnHash)), transfer);
  });

  test("transfer --chain auto finds a transfer of either chain type", async () => {
    const onSepolia = records("transfers.ndjson").find(({ chainType }) => chainType === "sepolia");
    for (const record of [transfer, onSepolia])
      assert.deepEqual(
        JSON.parse(await json("transfer", record.originTxnHash, "--chain", "auto")),
        record,
      );
  });

  test("project prints the record", async () => {
    const { requestOwner, balanceWei } = JSON.parse(await json("project"));
    assert.deepEqual([requestOwner, balanceWei], ["demo", "100000000000000000"]);
  });

  test("ethereals prints one record a line, over all pages", async () => {
    const found = lines(await json("ethereals", "--page-size", "20"));
    assert.deepEqual(found.map(({ _id }) => _id).sort(), mainnet.map(({ _id }) => _id).sort());
  });

  test("ethereals filters, limits, and continues at a cursor", async () => {
    const filters = ["--source-chain", "1,10", "--source-chain", "8453", "--status", "active"];
    const expected = mainnet.filter(
      ({ status, sourceChain }) => status === "active" && ["1", "10", "8453"].includes(sourceChain),
    );
    const found = lines(await json("ethereals", ...filters));
    assert.deepEqual(found.map(({ _id }) => _id).sort(), expected.map(({ _id }) => _id).sort());

    const contract = expected[0].sourceContract.toUpperCase().replace("0X", "0x");
    assert.equal(
      lines(await json("ethereals", "--source-contract", contract))[0]._id,
      expected[0]._id,
    );
    assert.equal(lines(await json("ethereals", "--limit", "23", "--page-size", "10")).length, 23);
    const [sepolia] = lines(await json("ethereals", "--chain", "sepolia", "--limit", "1"));
    assert.equal(sepolia.chainType, "sepolia");

    const url = `${service.url}/ethereals?page_size=5`;
    const page = await (await fetch(url, { headers: { "x-api-key": KEY } })).json();
    const rest = lines(await json("ethereals", "--cursor", page.nextCursor));
    assert.equal(rest.length, mainnet.length - 5);
  });
});

/** The last heading of the table of ethereals, by the columns of a terminal that has room for it. */
const LAST_HEADINGS = { 120: "LAST SYNC", 80: "SOURCE CHAIN" };

describe("for people on a terminal", { skip: noTerminal }, () => {
  const text = async (args, options) => {
    const { status, text } = await runOnTerminal(args, {
      env: { ...env, ...options?.env },
      columns: options?.columns ?? 120,
    });
    assert.equal(status, 0);
    return text;
  };
  const plain = (text) => text.replaceAll(/\x1b\[\d+m/g, "");

  for (const columns of [120, 80, 60, 40]) {
    test(`a table fits into ${columns} columns`, async () => {
      const [header, ...rows] = plain(await text(["ethereals"], { columns }))
        .trimEnd()
        .split("\n");
      assert.equal(rows.length, mainnet.length);
      assert.match(header, /^SYMBOL +NAME/);
      for (const row of [header, ...rows]) assert.ok([...row].length <= columns, row);
      const lastHeading = LAST_HEADINGS[columns];
      if (lastHeading) assert.ok(header.endsWith(lastHeading), header);
      if (columns < 80) return;
      for (const { tokenName = "" } of mainnet) {
        if (tokenName.length > 24) continue;
        assert.ok(
          rows.some((row) => row.includes(tokenName)),
          tokenName,
        );
      }
    });
  }

  test("a table shortens addresses, and drops only the fraction of numbers", async () => {
    const rowsAt = async (columns) => {
      const table = plain(await text(["ethereals", "--limit", "20"], { columns }));
      return table.trimEnd().split("\n").slice(1);
    };
    const shortRows = await rowsAt(110);
    const wholeRows = await rowsAt(250);
    const balanceOf = (row) => /(?:active|unfunded) +([\d,.]+)/.exec(row)[1];
    assert.match(shortRows[0], /0x[0-9a-f]+…[0-9a-f]+/);
    for (const [index, row] of shortRows.entries()) {
      const shortBalance = balanceOf(row);
      const wholeBalance = balanceOf(wholeRows[index]);
      assert.ok(wholeBalance.startsWith(shortBalance), row);
      assert.equal(wholeBalance.split(".")[0], shortBalance.split(".")[0], row);
    }
    assert.match(wholeRows.join("\n"), /\d (months?|years?) ago/);
  });

  test("a record has whole hashes where they fit, and times also relative", async () => {
    const shown = plain(await text(["transfer", transfer.originTxnHash], { columns: 130 }));
    assert.ok(shown.includes(transfer.originTxnHash));
    assert.match(shown, /^Started +2024-09-23T05:16:14\+05:30 \(\d+ (months?|years?) ago\)$/m);
  });

  test("token and project", async () => {
    assert.ok(plain(await text(tokenArgs)).includes(JSON.parse(token.document).name));
    assert.match(plain(await text(["project"])), /^Owner +demo$/m);
  });

  test("--json has no colours", async () => {
    assert.equal(JSON.parse(await text(["project", "--json"])).requestOwner, "demo");
  });

  test("NO_COLOR, FORCE_COLOR=0 and TERM=dumb mean no colours", async () => {
    assert.match(await text(["project"]), /\x1b\[/);
    for (const variables of [{ NO_COLOR: "1" }, { FORCE_COLOR: "0" }, { TERM: "dumb" }]) {
      assert.doesNotMatch(
        await text(["project"], { env: variables }),
        /\x1b/,
        JSON.stringify(variables),
      );
    }
  });
});

test("FORCE_COLOR colours a pipe, even with NO_COLOR", async () => {
  const { stdout } = await run(["project"], { env: { ...env, FORCE_COLOR: "1", NO_COLOR: "1" } });
  assert.match(stdout, /\x1b\[2mOwner/);
});
