// Everything between a contract and an answer: a chain, gateways, a host of metadata, RPC endpoints that fail, and the service.
import assert from "node:assert/strict";
import { startChain } from "./chain.mjs";
import { silence, startGateway, status } from "./gateway.mjs";
import { freePort } from "./processes.mjs";
import { ask } from "./records.mjs";
import { serve } from "./service.mjs";

/** In the URLs of RPC endpoints: nobody may ever read it. */
const SECRET = "rpc-secret-in-the-url";
/** A document whose bytes no rewriting would keep. */
export const document = '{ "name":"Tree","n":123456789012345678901234567890, "image":"data:image/svg+xml,<svg fill=\\"#fff\\"/>" }';
export const base64 = Buffer.from(document).toString("base64");
export const path = (address, id, query = "b=31337") => `/tokens/${address}/${id}/uri?${query}`;

/** Chain 31337 works, 6 never answers, 7 cannot be reached, 8 works at the third endpoint, 9 is always busy. */
export async function world() {
  const [chain, broken, gateway, host, mute, deadPort] = await Promise.all([
    startChain(), startGateway({ other: status(500) }), startGateway(), startGateway(), startGateway({ other: silence }), freePort(),
  ]);
  const erc721 = await chain.deploy("Erc721");
  broken.on(`/${SECRET}`, status(429, "slow down"));
  const dead = `http://127.0.0.1:${deadPort}/${SECRET}`;
  const busy = `${broken.url}/${SECRET}`;
  const rpcs = [`31337=${chain.url}`, `6=${mute.url}`, `7=${dead}`, `8=${dead}`, `8=${busy}`, `8=${chain.url}`, `9=${busy}`];
  const args = [...rpcs.flatMap((one) => ["--rpc", one]), "--allow-private"];
  for (const one of [broken, gateway]) args.push("--ipfs-gateway", one.url, "--arweave-gateway", one.url);
  const service = await serve({ args, log: "debug" });
  const failures = [];
  let free = 1;

  async function get(target, options = {}) {
    const answer = await ask(service, target, { headers: {}, ...options });
    if (answer.status >= 400) failures.push(answer.text);
    return answer;
  }
  /** A new ERC-721 token with this URI; its path. */
  async function token(uri) {
    const id = free++;
    await erc721.send("setTokenURI", id, uri);
    return path(erc721.address, id);
  }
  return {
    chain, erc721, broken, gateway, host, deadPort, get, token,
    async gives(uri, text = document) {
      const answer = await get(await token(uri));
      assert.deepEqual([answer.status, answer.text], [200, text], uri);
      assert.match(answer.headers.get("content-type"), /^application\/json/);
    },
    async fails(target, code, message = /./) {
      const from = performance.now();
      const answer = await get(target);
      assert.equal(answer.status, code, `${target}: ${answer.text}`);
      assert.match(answer.json.message, message);
      assert.ok(performance.now() - from < 9000, "in less than 9 s");
    },
    /** No message told an address; neither messages nor log a secret of a URL. Gives the number of messages. */
    discreet() {
      const ports = [chain.url, broken.url, gateway.url, host.url, mute.url, `:${deadPort}`].map((url) => url.match(/\d+$/)[0]);
      for (const text of failures) {
        assert.doesNotMatch(text, /127\.0\.0\.1|localhost/, text);
        for (const port of ports) assert.ok(!new RegExp(`\\b${port}\\b`).test(text), text);
        assert.ok(!text.includes(SECRET), text);
      }
      assert.ok(!service.stderr().includes(SECRET), service.stderr().split("\n").find((line) => line.includes(SECRET)));
      return failures.length;
    },
    async close() {
      await service.stop();
      await Promise.all([chain.stop(), ...[broken, gateway, host, mute].map((one) => one.close())]);
    },
  };
}
