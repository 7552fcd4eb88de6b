// For the tests of the fault server itself: the fault stands in the path, /f/<fault>/…
import { rawGet } from "./raw.mjs";
import { startFaultServer } from "./server.mjs";
import { token } from "./truth.mjs";

export const TOKEN_PATH = `/tokens/0x${"ab".repeat(20)}/7/uri?b=1`;
/** The right answer to it. */
export const RIGHT = JSON.stringify(token(`0x${"ab".repeat(20)}`, "7", 1));
export const BYTES = Buffer.byteLength(RIGHT);
export const pathOf = (fault) => `/f/${encodeURIComponent(fault)}${TOKEN_PATH}`;

const plan = ({ path }) => {
  const fault = decodeURIComponent(/^\/f\/([^/]+)/.exec(path)?.[1] ?? "none");
  return fault === "none" ? null : fault;
};

/** The server, and two ways to ask it for the token with a fault. */
export async function startByPath() {
  const server = await startFaultServer({ plan });
  const get = (fault, init) => fetch(server.url + pathOf(fault), { redirect: "manual", ...init });
  const raw = (fault, options) => rawGet(server.url, pathOf(fault), options);
  return { server, get, raw, close: server.close };
}
