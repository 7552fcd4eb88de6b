// Tests hostile token URIs and contracts. The service must never connect to a private address, and must survive every
// response of a contract.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { encode, startChain } from "./chain.mjs";
import { redirect, startStubServer, status } from "./stub-server.mjs";
import { sendRequest } from "./records.mjs";
import { serve } from "./service.mjs";

const CID = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
/** A word of the ABI: 32 bytes in hexadecimal digits. */
const word = (value) => value.toString(16).padStart(64, "0");
const MAX_WORD = 2n ** 256n - 1n;
/** The response of a contract that returns a text: the offset 32, the length and the bytes. */
const text = (bytes) => encode(["bytes"], [Buffer.from(bytes).toString("hex")]);
/** The selector of `Error(string)`, which begins the data of a revert. */
const ERROR_SELECTOR = "08c379a0";
/** The values of the enum `Way` of the contract. */
const WAYS = { return: 0, revert: 1, spin: 2, long: 3 };

/**
 * `[name, how the contract responds, response in hexadecimal digits, expected statuses]`. For "long", the digits are
 * the length of the text that the contract makes. Some numbers overflow to 0 in careless code: 2^64 and
 * 32 + (2^64 - 32) in 64 bits, and 32 + (2^256 - 32) in 256 bits.
 */
const RESPONSES = [
  ["nothing", "return", "", [404]],
  ["one byte", "return", "00", [422]],
  ["a lone offset", "return", word(32), [422]],
  ["an offset beyond the end", "return", word(64) + word(1), [422]],
  ["the largest offset", "return", word(MAX_WORD) + word(1) + word(0), [422]],
  ["an offset of 2^64", "return", word(2n ** 64n) + word(1) + word(0), [422]],
  ["an offset of 2^256-32", "return", word(MAX_WORD - 31n) + word(1) + word(0), [422]],
  ["the largest length", "return", word(32) + word(MAX_WORD), [422]],
  ["a length of 2^64-32", "return", word(32) + word(2n ** 64n - 32n), [422]],
  ["a length one too long", "return", word(32) + word(33) + word(1), [422]],
  ["bytes that are not UTF-8", "return", text([0xff, 0xfe, 0x80]), [422]],
  ["an empty text", "return", text([]), [404]],
  ["a text of zeros", "return", text(Buffer.alloc(40)), [404, 422]],
  ["line breaks and other headers", "return", text("http://x.test/\r\nHost: y"), [422]],
  ["a revert without data", "revert", "", [404]],
  ["a revert with data", "revert", ERROR_SELECTOR + text("no"), [404]],
  ["a revert with half an error", "revert", `${ERROR_SELECTOR}ff`, [404]],
  ["a loop without end", "spin", "", [404, 502, 504]],
  ["a text of 3 MB", "long", word(3n * 2n ** 20n), [404, 422, 502]],
];

describe("hostile tokens", () => {
  let chain,
    service,
    gateway,
    erc721,
    hostile,
    nextId = 1;
  before(async () => {
    [chain, gateway] = await Promise.all([startChain(), startStubServer()]);
    erc721 = await chain.deploy("Erc721");
    hostile = await chain.deploy("Hostile");
    service = await serve({ args: ["--rpc", `31337=${chain.url}`, "--ipfs-gateway", gateway.url] });
  });
  after(async () => {
    await service?.stop();
    await Promise.all([chain?.stop(), gateway?.close()]);
  });

  const get = (address, id, query = "") =>
    sendRequest(service, `/tokens/${address}/${id}/uri?b=31337${query}`, { headers: {} });
  async function assertRejected(uri) {
    const id = nextId++;
    await erc721.send("setTokenURI", id, uri);
    const response = await get(erc721.address, id);
    assert.ok([422, 502].includes(response.status), `${uri}: ${response.status} ${response.text}`);
    // The message shows no address of the service's network.
    assert.doesNotMatch(response.json.message, /127\.0\.0\.1|::1|\b10\.|169\.254/, response.text);
    return response.json.message;
  }
  /**
   * URLs of this machine, each with another spelling of its address. `::ffff:` and `64:ff9b::` are IPv6 prefixes for an
   * IPv4 address.
   */
  function spellings(port) {
    const hosts = [
      "127.0.0.1",
      "localhost",
      "127.1",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "0.0.0.0",
      "127.0.0.1.",
      "user:pass@127.0.0.1",
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[64:ff9b::7f00:1]",
    ];
    const portSuffix = port === 80 ? "" : `:${port}`;
    return hosts.map((host) => `http://${host}${portSuffix}/x.json`);
  }

  for (const [portName, port] of [
    ["a free port", 0],
    ["port 80", 80],
  ]) {
    test(`does not connect to local addresses, on ${portName}`, async (t) => {
      const listeners = [];
      try {
        const first = await startStubServer({ port, other: status(200, "{}") });
        listeners.push(first);
        const options = { host: "::1", port: first.port, other: status(200, "{}") };
        const second = await startStubServer(options);
        listeners.push(second);
      } catch (error) {
        // Only root can listen on port 80, and a machine may have no IPv6.
        if (listeners.length === 0) return t.skip(`cannot listen: ${error.code}`);
      }
      try {
        for (const uri of spellings(listeners[0].port)) await assertRejected(uri);
        gateway.on(`/ipfs/${CID}`, redirect(`${listeners[0].url}/x.json`));
        await assertRejected(`ipfs://${CID}`);
        assert.ok(gateway.hits.length > 0, "the gateway itself is trusted");
        assert.deepEqual(
          listeners.map((listener) => listener.connections()),
          listeners.map(() => 0),
        );
      } finally {
        await Promise.all(listeners.map((listener) => listener.close()));
      }
    });
  }

  test("rejects addresses of private networks", async () => {
    const v4 = [
      "10.0.0.1",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "224.0.0.1",
      "255.255.255.255",
    ];
    for (const host of [...v4, "[fd00::1]", "[fe80::1]", "[::ffff:10.0.0.1]"]) {
      await assertRejected(`http://${host}/latest/meta-data`);
    }
  });

  for (const [name, way, raw, codes] of RESPONSES) {
    test(`handles a contract that responds with ${name}`, async () => {
      const id = nextId++;
      await hostile.send("setAnswer", id, WAYS[way], raw);
      // ERC721, then ERC1155.
      for (const query of ["", "&s=1"]) {
        const response = await get(hostile.address, id, query);
        assert.ok(
          codes.includes(response.status),
          `${response.status} ${response.text.slice(0, 300)}`,
        );
        assert.ok(response.json.message.length < 500, `${response.json.message.length} characters`);
      }
      assert.equal((await sendRequest(service, "/health")).status, 200);
    });
  }
});
