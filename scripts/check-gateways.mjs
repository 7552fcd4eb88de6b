// `node scripts/check-gateways.mjs`: asks each public gateway of src/gateways.rs for known content. Fails when a
// gateway does not serve the content, or announces its end with the header `Sunset` (RFC 8594). Needs a Node.js that
// reads TypeScript. `--ipfs URL` and `--arweave URL` ask these gateways instead.
import { parseArgs } from "node:util";
import { ScriptError, main } from "./run.mjs";

/**
 * Content of each kind that has been public for years. One of the paths is enough, because a gateway may limit
 * requests for popular content.
 */
const KNOWN_PATHS = {
  ipfs: [
    // The document of Bored Ape Yacht Club #0.
    "/ipfs/QmeSjSinHpPnmXmspMjwiXyN6zS4E9zccariGR3jxcaWtq/0",
    // The text that the IPFS project's list of public gateways asks for.
    "/ipfs/bafybeifx7yeb55armcsxwwitkymga5xf53dxiarykms3ygqic223w5sk3m",
  ],
  // The example of the documentation of Arweave's HTTP interface.
  arweave: ["/BNttzDav3jHVnNiV7nYbQv-GY0HQ-4XXsdkE5K9ylHQ"],
};
const TIMEOUT_MS = 30_000;

/** Returns what a gateway answers for a path: whether it serves the content, and a text for the log. */
async function ask(gateway, path) {
  try {
    const response = await fetch(gateway + path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await response.arrayBuffer();
    const sunset = response.headers.get("sunset");
    const retryAfter = response.headers.get("retry-after");
    const notes = [
      `status ${response.status}`,
      `${body.byteLength} bytes`,
      sunset !== null && `Sunset: ${sunset}`,
      retryAfter !== null && `Retry-After: ${retryAfter}`,
    ];
    return {
      isGood: response.status === 200 && body.byteLength > 0 && sunset === null,
      text: notes.filter(Boolean).join(", "),
    };
  } catch (error) {
    return { isGood: false, text: String(error.cause ?? error) };
  }
}

/** Asks a gateway for the paths until it serves one. */
async function check(gateway, paths) {
  for (const path of paths) {
    const { isGood, text } = await ask(gateway, path);
    console.log(`${isGood ? "ok  " : "FAIL"} ${gateway}${path}: ${text}`);
    if (isGood) return true;
  }
  return false;
}

main(import.meta, async () => {
  const option = { type: "string", multiple: true };
  const { values } = parseArgs({ options: { ipfs: option, arweave: option } });
  if (!values.ipfs && !values.arweave) {
    const lists = await import("../pkg/src/generated/gateways.ts");
    values.ipfs = lists.IPFS_GATEWAYS;
    values.arweave = lists.ARWEAVE_GATEWAYS;
  }
  const failed = [];
  for (const [kind, paths] of Object.entries(KNOWN_PATHS)) {
    for (const gateway of values[kind] ?? []) {
      if (!(await check(gateway, paths))) failed.push(gateway);
    }
  }
  if (failed.length > 0) {
    throw new ScriptError(
      `No known content from ${failed.join(", ")}. Replace it in src/gateways.rs.`,
    );
  }
});
