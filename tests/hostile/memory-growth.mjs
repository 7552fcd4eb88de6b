// Makes calls to the given URL and prints, as JSON, their errors and the growth of the process in bytes. This program
// is a separate process, so that no server or test adds to the memory that it measures.
import { peakBytes } from "../../scripts/peak-memory.mjs";
import { CALLS, PROJECT, TOKEN, client } from "./client.mjs";

const [baseUrl] = process.argv.slice(2);
const measuredClient = client({ baseUrl });

// A first call with a small body loads all code and allocates all pools.
const smallClient = client({ baseUrl: `${baseUrl}/small` });
await smallClient.project();
const bytesBefore = process.memoryUsage.rss();
const errors = [];
for (const call of [TOKEN, PROJECT, TOKEN, PROJECT]) {
  const { kind, message } = await CALLS[call](measuredClient).catch((error) => error);
  errors.push([kind, message]);
}
const grown = peakBytes() - bytesBefore;
console.log(JSON.stringify({ errors, grown, next: await smallClient.project() }));
