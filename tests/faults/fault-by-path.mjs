// A fault server for its own tests. The path names the fault: /f/<fault>/…
import { rawGet } from "./raw-request.mjs";
import { startFaultServer } from "./fault-server.mjs";
import { token } from "./expected-responses.mjs";

export const TOKEN_PATH = `/tokens/0x${"ab".repeat(20)}/7/uri?b=1`;
/** The body of the response without a fault. */
export const EXPECTED_BODY = JSON.stringify(token(`0x${"ab".repeat(20)}`, "7", 1));
export const BYTES = Buffer.byteLength(EXPECTED_BODY);
export const pathOf = (fault) => `/f/${encodeURIComponent(fault)}${TOKEN_PATH}`;

const plan = ({ path }) => {
  const fault = decodeURIComponent(/^\/f\/([^/]+)/.exec(path)?.[1] ?? "none");
  return fault === "none" ? null : fault;
};

/** Starts the server. `get` and `raw` request the token with a fault. */
export async function startFaultByPath() {
  const server = await startFaultServer({ plan });
  const get = (fault, init) => fetch(server.url + pathOf(fault), { redirect: "manual", ...init });
  const raw = (fault, options) => rawGet(server.url, pathOf(fault), options);
  return { server, get, raw, close: server.close };
}
