// Arguments and their errors.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RECORD_KINDS } from "../../seed/kinds.mjs";
import { importSource } from "../source.mjs";
import { KEY, commandNames, run } from "./program.mjs";

const { closest } = await importSource("cli/closest");

const HASH = `0x${"a".repeat(64)}`;
const COMMANDS = await commandNames();
const TOKEN = ["token", `0x${"1".repeat(40)}`, "1"];
/** Nothing listens on this port. A command that sends a request to the URL ends with 1. */
const UNREACHABLE_URL = "http://127.0.0.1:9";

describe("wrong arguments end with 2, print nothing on standard output, and say what to do", () => {
  const CASES = [
    [["etherals"], /Unknown command "etherals"\. Did you mean ethereals\?/],
    [
      ["frobnicate"],
      new RegExp(`Unknown command "frobnicate"\\. Known commands: ${COMMANDS.join(", ")}\\.`),
    ],
    [["completion", "tcsh"], /Invalid SHELL: "tcsh"\. Expected one of bash, zsh, fish\./],
    [["token", "https://example.com/"], /Missing ID\. Expected ADDRESS ID\./],
    [["--json", "project"], /Missing command before --json\./],
    [["transfer", HASH, "--chian", "sepolia"], /Unknown option --chian\. Did you mean --chain\?/],
    [
      ["project", "--frobnicate"],
      /Unknown option --frobnicate\. Known options: --json, --help, --base-url,/,
    ],
    [["project", "-x"], /Unknown option -x\./],
    [["transfer", HASH, "--chain"], /Missing value of --chain\. Expected mainnet\|sepolia\|auto\./],
    [["transfer", HASH, "--chain="], /Missing value of --chain\./],
    [
      ["transfer", HASH, "--chain", "--json"],
      /Missing value of --chain\. A value that begins with "-"/,
    ],
    [["project", "--json=yes"], /Invalid --json: "yes"\. Expected no value\./],
    [["ethereals", "--limit", "1", "--limit", "2"], /Repeated --limit\. Expected it once\./],
    [["ethereals", "--limit", "0"], /Invalid --limit: 0\. Expected an integer from 1\./],
    // The command line reads digits as an integer from 0. Then the client checks the range of the option.
    [
      ["ethereals", "--page-size", "many"],
      /Invalid --page-size: "many"\. Expected an integer from 0\./,
    ],
    [["ethereals", "--page-size", "0"], /Invalid --page-size: 0\. Expected an integer from 1/],
    [
      ["ethereals", "--source-chain", "bsae"],
      /Invalid --source-chain: unknown chain "bsae"\. Did you mean base\?/,
    ],
    [
      ["ethereals", "--source-chain", "base,bse"],
      /Invalid --source-chain: unknown chain "bse"\. Did you mean base\?/,
    ],
    [
      ["ethereals", "--source-chain", "qqqqqq"],
      /unknown chain "qqqqqq"\. Expected a chain id, such as 8453, or a name/,
    ],
    [
      ["ethereals", "--source-chain", "base,"],
      /Invalid --source-chain: unknown chain ""\. Expected a chain id/,
    ],
    [
      [...TOKEN, "--chain-id", "bse"],
      /Invalid --chain-id: unknown chain "bse"\. Did you mean base\?/,
    ],
    [["help", "tokne"], /Unknown command "tokne"\. Did you mean token\?/],
    [["verison"], /Unknown command "verison"\. Did you mean version\?/],
    [["ethereals", "--status", "a b"], /Invalid --status: "a b"\./],
    [["ethereals", "--source-contract", "0x12"], /Invalid --source-contract: "0x12"\./],
    [["project", "--timeout-ms", "0"], /Invalid --timeout-ms: 0\./],
    [["project", "--max-retries", "11"], /Invalid --max-retries: 11\./],
    [
      ["transfer", HASH, "--watch", "--json", "--watch-timeout-ms", "0"],
      /Invalid --watch-timeout-ms: 0\./,
    ],
    [["transfer", HASH, "--watch", "--json", "--interval-ms", "0"], /Invalid --interval-ms: 0\./],
    [["transfer", HASH, "--watch", "--json", "--on-manual", "x"], /Invalid --on-manual: "x"\./],
    [["project", "--base-url", "ftp://x"], /Invalid --base-url: /],
    [["ethereals", "--page-size=-1"], /Invalid --page-size: "-1"\. Expected an integer from 0\./],
    [["serve", "\x1b[31m.json"], /Invalid FILE: "\\u001b\[31m\.json"/],
    [["transfer"], /Missing HASH\. Expected HASH\./],
    [["token", "0x12"], /Missing ID\. Expected ADDRESS ID\./],
    [["project", "extra"], /Unexpected argument: "extra"\. Expected options only\./],
    [["transfer", HASH, "--interval-ms", "5"], /--interval-ms needs --watch\./],
    [[...TOKEN, "--exact", "--chain-id", "1"], /--exact needs --json\./],
    [TOKEN, /Missing --chain-id\. Expected a chain id/],
    [[...TOKEN, "--chain-id", "0"], /Invalid --chain-id: "0"\./],
    [[...TOKEN, "--chain-id", "1", "--standard", "x"], /Invalid --standard: "x"\./],
    [["token", "0x12", "1", "--chain-id", "1"], /Invalid ADDRESS: "0x12"\./],
    [["token", TOKEN[1], "x", "--chain-id", "1"], /Invalid ID: "x"\./],
    [["transfer", "0x12"], /Invalid HASH: "0x12".*64 hexadecimal digits/],
    [["transfer", HASH, "--chain", "goerli"], /Invalid --chain: "goerli"/],
    [["serve"], /Missing FILE…\./],
    [
      ["serve", "x.json"],
      new RegExp(
        `Invalid FILE: "x\\.json"\\. Expected a name that begins with ${RECORD_KINDS.join(", ")}\\.`,
      ),
    ],
    [
      ["serve", "tokens.json", "--port", "65536"],
      /Invalid --port: 65536\. Expected an integer from 0 to 65535\./,
    ],
  ];
  for (const [args, message] of CASES) {
    test(args.join(" "), async () => {
      const { status, stdout, stderr } = await run(args, {
        env: { ETHEREAL_QUERY_URL: UNREACHABLE_URL },
      });
      assert.match(stderr, /^ethereal-query: .*\n {2}\S/);
      assert.match(stderr, message);
      assert.deepEqual([status, stdout], [2, ""]);
    });
  }

  test("a missing base URL", async () => {
    const { status, stderr } = await run(["project"]);
    assert.equal(status, 2);
    assert.match(stderr, /Missing base URL\. Set --base-url or ETHEREAL_QUERY_URL\./);
  });
});

describe("an argument that holds an API key is refused", () => {
  for (const option of ["--api-key", "--apiKey", "--key", "--x-api-key", "-key"]) {
    for (const args of [[option, KEY], [`${option}=${KEY}`]]) {
      test(args[0].replace(KEY, "…"), async () => {
        const { status, stderr } = await run(["project", ...args], {
          env: { ETHEREAL_QUERY_API_KEY: undefined },
        });
        assert.equal(status, 2);
        // `-key` is read as the short options -k, -e and -y, and -k is unknown.
        if (option !== "-key") assert.match(stderr, /Refused --.*ETHEREAL_QUERY_API_KEY/);
      });
    }
  }
  const argsByPlace = {
    "as an option": ["project", `--${KEY}`],
    "instead of a command": [`--${KEY}`],
  };
  for (const [place, args] of Object.entries(argsByPlace)) {
    test(`${place}, even when no environment variable has the key`, async () => {
      const { status, stderr } = await run(args, { env: { ETHEREAL_QUERY_API_KEY: undefined } });
      assert.equal(status, 2);
      const beginOfKey = KEY.slice(0, 8);
      assert.ok(!stderr.includes(beginOfKey), stderr);
    });
  }
  test("behind an option that expects a value", async () => {
    const { status } = await run(["transfer", HASH, "--chain", `--api-key=${KEY}`], {
      env: { ETHEREAL_QUERY_API_KEY: undefined },
    });
    assert.equal(status, 2);
  });
});

describe("no message shows an API key that is in an argument", () => {
  const spellings = {
    "as the name of an option": [`--${KEY}`],
    "as the name of an option, without its last character": [`--${KEY.slice(0, -1)}`],
    "as an operand": [KEY],
    "percent-encoded in a URL": ["--base-url", `ftp://x/${encodeURIComponent(KEY)}`],
    "percent-encoded in lower case": [
      "--base-url",
      `ftp://x/${encodeURIComponent(KEY).toLowerCase()}`,
    ],
    "percent-encoded twice": [
      "--base-url",
      `ftp://x/${encodeURIComponent(encodeURIComponent(KEY))}`,
    ],
    "percent-encoded in the URL of a request": [
      "--base-url",
      `${UNREACHABLE_URL}/${encodeURIComponent(KEY)}`,
    ],
    "in the URL of a request": ["--base-url", `${UNREACHABLE_URL}/${KEY}`],
  };
  for (const [title, args] of Object.entries(spellings)) {
    test(title, async () => {
      const { stderr } = await run(["project", "--max-retries", "0", ...args]);
      // Without the padding `=` at the end of the key: one spelling does not have the padding.
      const secret = KEY.replace(/=+$/, "").toLowerCase();
      // Not `decodeURIComponent`, which throws for an escape sequence that the message has cut.
      const decoded = stderr
        .toLowerCase()
        .replaceAll("%25", "%")
        .replaceAll("%2f", "/")
        .replaceAll("%2b", "+");
      assert.ok(!decoded.includes(secret), stderr);
      assert.match(stderr, /^ethereal-query: \S/, "the program prints a message");
    });
  }
});

test("closest finds a name with at most one edit for every three letters", () => {
  const names = ["chain", "chain-id", "json", "watch"];
  // A swap of two neighbours is one edit, and the case of letters does not count.
  const suggestions = {
    chian: "chain",
    CHAIN: "chain",
    jso: "json",
    wathc: "watch",
    chainid: "chain-id",
    xyz: undefined,
    limit: undefined,
  };
  for (const [text, suggestion] of Object.entries(suggestions)) {
    assert.equal(closest(text, names), suggestion, text);
  }
});
