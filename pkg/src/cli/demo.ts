// `ethereal-query demo`: a simulated service on this machine, and a transfer that the terminal draws while it moves.

import { Client } from "../client/client.js";
import { EmbeddedService } from "../embedded.js";
import { simulateTransfers, simulatedTransfersAt } from "../embedded/simulation.js";
import { defineCommand } from "./command.js";
import { OUTPUT_OPTIONS, VARIABLES } from "./connection.js";
import { EXIT } from "./exit-code.js";
import { listen, readPort } from "./serve.js";
import { drawRecord, progressLine } from "./transfer.js";

/** The key of the simulated service, which has no secrets. */
const KEY = "demo";
/** The simulated transfer with the longest route. */
const KIND = 1;
const INTERVAL_MS = 500;

export const demo = defineCommand({
  name: "demo",
  summary: "start a simulated service, and follow a transfer of 40 seconds",
  operands: [],
  options: {
    port: { value: "N", help: "port to listen on (default: a free one)" },
    help: OUTPUT_OPTIONS.help,
  },
  examples: ["ethereal-query demo"],
  async run({ values, output, signal }) {
    const service = new EmbeddedService({ keys: [{ key: KEY, requestOwner: "demo", auth: {} }] });
    const fetch = simulateTransfers(service);
    const port = readPort(values.port) ?? 0;
    const { url, close } = await listen({ fetch }, { port, host: "127.0.0.1", signal });
    try {
      const { hash } = simulatedTransfersAt(Date.now())[KIND]!;
      output.note(`A simulated service is at ${url} until the transfer ends. Ctrl-C ends both.`);
      output.note(`Beside it, in another terminal: ${VARIABLES.url}=${url} ${VARIABLES.key}=${KEY} ethereal-query`);
      output.note(`  transfer ${hash} --watch\n`);
      const client = new Client({ baseUrl: url, apiKey: KEY });
      const options = { intervalMs: INTERVAL_MS, maxIntervalMs: INTERVAL_MS, signal };
      let drawn = 0;
      for await (const { transfer, phase, steps } of client.watchTransfer(hash, options)) {
        if (!transfer) continue;
        if (output.isTerminal) {
          // Up to the first line of the drawing before, and clear from there.
          if (drawn > 0) await output.write(`\x1b[${drawn}A\x1b[J`);
          drawn = await drawRecord(transfer, output);
        } else await output.line(progressLine(phase, steps, output));
      }
      return EXIT.success;
    } finally {
      await close();
    }
  },
});
