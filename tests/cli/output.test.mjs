// The output of each command on a terminal and with --json. pipe.test.mjs tests the output in a pipe.
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

/** Parses each line as JSON. */
const lines = (text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const sortedIds = (items) => items.map(({ _id }) => _id).sort();

describe("the output with --json", () => {
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
    const printed = lines(await json("ethereals", "--page-size", "20"));
    assert.deepEqual(sortedIds(printed), sortedIds(mainnet));
  });

  test("ethereals filters, limits, and continues at a cursor", async () => {
    const filters = ["--source-chain", "1,10", "--source-chain", "8453", "--status", "active"];
    const expected = mainnet.filter(
      ({ status, sourceChain }) => status === "active" && ["1", "10", "8453"].includes(sourceChain),
    );
    const printed = lines(await json("ethereals", ...filters));
    assert.deepEqual(sortedIds(printed), sortedIds(expected));

    // A filter ignores the case of an address.
    const contract = expected[0].sourceContract.toUpperCase().replace("0X", "0x");
    const [ofContract] = lines(await json("ethereals", "--source-contract", contract));
    assert.equal(ofContract._id, expected[0]._id);

    // The last of three pages is not printed completely.
    const limited = lines(await json("ethereals", "--limit", "23", "--page-size", "10"));
    assert.equal(limited.length, 23);
    const [sepolia] = lines(await json("ethereals", "--chain", "sepolia", "--limit", "1"));
    assert.equal(sepolia.chainType, "sepolia");

    const pageSize = 5;
    const url = `${service.url}/ethereals?page_size=${pageSize}`;
    const page = await (await fetch(url, { headers: { "x-api-key": KEY } })).json();
    const afterCursor = lines(await json("ethereals", "--cursor", page.nextCursor));
    assert.equal(afterCursor.length, mainnet.length - pageSize);
  });
});

/** The last heading of the table of ethereals that a terminal of this width has room for. */
const LAST_HEADINGS = { 120: "LAST SYNC", 80: "SOURCE CHAIN" };
/** From 80 columns on, the table does not cut a name of at most this length. */
const WHOLE_NAME_LENGTH = 24;

describe("the output on a terminal", { skip: noTerminal }, () => {
  const text = async (args, options) => {
    const result = await runOnTerminal(args, {
      env: { ...env, ...options?.env },
      columns: options?.columns ?? 120,
    });
    assert.equal(result.status, 0);
    return result.text;
  };
  /** Removes the colours. */
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
        if (tokenName.length > WHOLE_NAME_LENGTH) continue;
        assert.ok(
          rows.some((row) => row.includes(tokenName)),
          tokenName,
        );
      }
    });
  }

  test("a table shortens addresses, and shortens only the fraction of a number", async () => {
    const rowsAt = async (columns) => {
      const table = plain(await text(["ethereals", "--limit", "20"], { columns }));
      return table.trimEnd().split("\n").slice(1);
    };
    // A terminal with 110 columns is too narrow for whole addresses.
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

  test("a record shows whole hashes where they fit, and how long ago a time was", async () => {
    const shown = plain(await text(["transfer", transfer.originTxnHash], { columns: 130 }));
    assert.ok(shown.includes(transfer.originTxnHash));
    // The time zone of the tests is Asia/Kolkata.
    assert.match(shown, /^Started +2024-09-23T05:16:14\+05:30 \(\d+ (months?|years?) ago\)$/m);
  });

  test("token prints the name, and project the owner", async () => {
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
