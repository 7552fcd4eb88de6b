// A program of its own, so that its memory is the client's alone: makes calls to the URL given and prints, as JSON,
// what they ended with and by how many bytes the process was ever larger than before them.
import { CALLS, PROJECT, TOKEN, client } from "./client.mjs";

const [baseUrl] = process.argv.slice(2);
const one = client({ baseUrl });

// Once with a small body, so that all code is loaded and every pool has its first size.
const small = client({ baseUrl: `${baseUrl}/small` });
await small.project();
const before = process.memoryUsage.rss();
const ends = [];
for (const call of [TOKEN, PROJECT, TOKEN, PROJECT]) {
  const { kind, message } = await CALLS[call](one).catch((error) => error);
  ends.push([kind, message]);
}
const grown = process.resourceUsage().maxRSS * 1024 - before;
console.log(JSON.stringify({ ends, grown, next: await small.project() }));
