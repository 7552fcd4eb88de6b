// Starts a service, and the servers from which the service gets token documents: a chain, gateways, and a host of
// metadata. Some gateways and RPC endpoints fail.
import assert from "node:assert/strict";
import { startChain } from "./chain.mjs";
import { neverRespond, startStubServer, status } from "./stub-server.mjs";
import { freePort } from "./processes.mjs";
import { sendRequest } from "./records.mjs";
import { serve } from "./service.mjs";

/** A part of the RPC URLs that no message and no log may contain. */
const SECRET = "rpc-secret-in-the-url";
/** A document whose bytes would change if the service parsed and wrote it again. */
export const document =
  '{ "name":"Tree","n":123456789012345678901234567890, "image":"data:image/svg+xml,<svg fill=\\"#fff\\"/>" }';
export const base64 = Buffer.from(document).toString("base64");
export const path = (address, id, query = "b=31337") => `/tokens/${address}/${id}/uri?${query}`;

/**
 * Starts the servers. Chain 31337 works, chain 6 never responds, chain 7 is unreachable, chain 8 works at its third RPC
 * endpoint, and chain 9 always responds 429.
 */
export async function startTokenServices() {
  const [chain, broken, gateway, host, mute, deadPort] = await Promise.all([
    startChain(),
    startStubServer({ other: status(500) }),
    startStubServer(),
    startStubServer(),
    startStubServer({ other: neverRespond }),
    freePort(),
  ]);
  const erc721 = await chain.deploy("Erc721");
  broken.on(`/${SECRET}`, status(429, "slow down"));
  const dead = `http://127.0.0.1:${deadPort}/${SECRET}`;
  const busy = `${broken.url}/${SECRET}`;
  const rpcs = [
    `31337=${chain.url}`,
    `6=${mute.url}`,
    `7=${dead}`,
    `8=${dead}`,
    `8=${busy}`,
    `8=${chain.url}`,
    `9=${busy}`,
  ];
  const args = [...rpcs.flatMap((rpc) => ["--rpc", rpc]), "--allow-private"];
  // The service tries the broken gateway first.
  for (const { url } of [broken, gateway])
    args.push("--ipfs-gateway", url, "--arweave-gateway", url);
  const service = await serve({ args, log: "debug" });
  /** The bodies of all error responses, for `assertNoLeaks`. */
  const failures = [];
  let nextId = 1;

  async function get(target, options = {}) {
    const response = await sendRequest(service, target, { headers: {}, ...options });
    if (response.status >= 400) failures.push(response.text);
    return response;
  }
  /** Creates an ERC-721 token with this URI and returns its path. */
  async function token(uri) {
    const id = nextId++;
    await erc721.send("setTokenURI", id, uri);
    return path(erc721.address, id);
  }
  return {
    chain,
    erc721,
    broken,
    gateway,
    host,
    deadPort,
    get,
    token,
    /** An API key of the service. */
    key: () => service.key,
    async assertDocument(uri, text = document) {
      const response = await get(await token(uri));
      assert.deepEqual([response.status, response.text], [200, text], uri);
      assert.match(response.headers.get("content-type"), /^application\/json/);
    },
    async assertFails(target, code, message = /./) {
      const response = await get(target);
      assert.equal(response.status, code, `${target}: ${response.text}`);
      assert.match(response.json.message, message);
    },
    /**
     * Asserts that no message has an address or the secret, and that the log does not have the secret. Returns the
     * number of messages.
     */
    assertNoLeaks() {
      const servers = [chain, broken, gateway, host, mute];
      const ports = servers.map(({ url }) => new URL(url).port);
      ports.push(String(deadPort));
      for (const text of failures) {
        assert.doesNotMatch(text, /127\.0\.0\.1|localhost/, text);
        for (const port of ports) assert.ok(!new RegExp(`\\b${port}\\b`).test(text), text);
        assert.ok(!text.includes(SECRET), text);
      }
      const leakingLine = service
        .stderr()
        .split("\n")
        .find((line) => line.includes(SECRET));
      assert.equal(leakingLine, undefined);
      return failures.length;
    },
    async close() {
      await service.stop();
      await Promise.all([
        chain.stop(),
        ...[broken, gateway, host, mute].map((server) => server.close()),
      ]);
    },
  };
}
