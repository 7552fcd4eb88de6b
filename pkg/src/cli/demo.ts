// `ethereal-query demo`: a simulated service and a page on this machine, and a transfer that the terminal draws while
// it moves.

import { once } from "node:events";
import { Client } from "../client/client.js";
import { EmbeddedService } from "../embedded.js";
import { simulateTransfers, simulatedTransfersAt } from "../embedded/simulation.js";
import { defineCommand } from "./command.js";
import { OUTPUT_OPTIONS, VARIABLES } from "./connection.js";
import { withPage } from "./demo-page.js";
import { EXIT } from "./exit-code.js";
import type { Output } from "./output.js";
import { SAMPLE } from "./sample.js";
import { listen, readPort } from "./serve.js";
import { drawRecord, progressLine } from "./transfer.js";

/** The key of the simulated service, which has no secrets. */
const KEY = "demo";
/** The index of the simulated transfer with the longest route, which takes 40 seconds. */
const KIND = 1;
const WATCH_OPTIONS = { intervalMs: 500, maxIntervalMs: 500 };

export const demo = defineCommand({
  name: "demo",
  summary: "start a simulated service with a web page, and follow a transfer of 40 seconds",
  operands: [],
  options: {
    port: { placeholder: "N", help: "port to listen on (default: a free one)" },
    help: OUTPUT_OPTIONS.help,
  },
  examples: ["ethereal-query demo"],
  async run({ values, output, signal }) {
    const service = new EmbeddedService({
      dataset: SAMPLE,
      keys: [{ key: KEY, requestOwner: "demo", auth: {} }],
    });
    const { hash } = simulatedTransfersAt(Date.now())[KIND]!;
    const page = { apiKey: KEY, hash, kind: KIND, watchOptions: WATCH_OPTIONS };
    const site = withPage({ fetch: simulateTransfers(service) }, page);
    const { url, close } = await listen(site, {
      port: readPort(values.port) ?? 0,
      host: "127.0.0.1",
      signal,
    });
    try {
      output.note(`Open ${url} in a browser: the page follows the same transfer.`);
      output.note("You can ask the service in another terminal:\n");
      output.note(`  export ${VARIABLES.url}=${url} ${VARIABLES.key}=${KEY}`);
      output.note("  ethereal-query ethereals\n");
      await follow(new Client({ baseUrl: url, apiKey: KEY }), hash, output, signal);
      output.note(`\nThe transfer has arrived. Open ${url} to follow others.`);
      output.note("Press Ctrl-C to end the service.");
      if (!signal.aborted) await once(signal, "abort");
    } catch (error) {
      // Ctrl-C also ends the watch with an error, but is a normal end of the demo.
      if (!signal.aborted) throw error;
    } finally {
      await close();
    }
    return EXIT.success;
  },
});

/** Follows the transfer. On a terminal, each drawing replaces the last drawing; elsewhere, each change adds a line. */
async function follow(
  client: Client,
  hash: string,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  let drawnLines = 0;
  for await (const { transfer, phase, steps } of client.watchTransfer(hash, {
    ...WATCH_OPTIONS,
    signal,
  })) {
    if (!transfer) continue;
    if (output.isTerminal) {
      // The escape sequences move the cursor to the first line of the last drawing, and clear the terminal from there.
      if (drawnLines > 0) await output.write(`\x1b[${drawnLines}A\x1b[J`);
      drawnLines = await drawRecord(transfer, output);
    } else await output.line(progressLine(phase, steps, output));
  }
}
