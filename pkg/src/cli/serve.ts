// `ethereal-query serve`: the embedded service over files of records, on a port of this machine.

import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { EmbeddedService } from "../embedded.js";
import { isEtherealQueryError } from "../errors/error.js";
import { RECORD_KINDS } from "../generated/records.js";
import { readInteger } from "./arguments.js";
import { CommandError, defineCommand } from "./command.js";
import { OUTPUT_OPTIONS, VARIABLES } from "./connection.js";
import { EXIT } from "./exit-code.js";
import { loadService } from "./records.js";

const DEFAULT_PORT = 8787;
const MAX_PORT = 65_535;
const DEFAULT_HOST = "127.0.0.1";

export const serve = defineCommand({
  name: "serve",
  summary: "serve records of files on this machine, as a service in memory",
  operands: ["FILE…"],
  options: {
    port: {
      placeholder: "N",
      help: `port to listen on; 0 selects a free one (default: ${DEFAULT_PORT})`,
    },
    host: {
      placeholder: "NAME",
      help: `address to listen on (default: ${DEFAULT_HOST}, this machine only)`,
    },
    keys: {
      placeholder: "FILE",
      help: `API keys to accept (default: the key in ${VARIABLES.key})`,
    },
    ...OUTPUT_OPTIONS,
    json: { help: "print the URL as JSON" },
  },
  examples: [
    `ethereal-query serve ${RECORD_KINDS.map((kind) => `${kind}.ndjson`).join(" ")} --keys keys.json`,
    "ethereal-query serve transfers=export-7.json --port 0",
  ],
  async run({ operands, values, env, output, signal }) {
    const port = readPort(values.port) ?? DEFAULT_PORT;
    const host = values.host ?? DEFAULT_HOST;
    const key = env[VARIABLES.key];
    const service = await loadService(operands, values.keys, key);
    const { url, close } = await listen(service, { port, host, signal });
    if (values.json) {
      await output.json({ url });
    } else {
      await output.line(`Listening on ${url}`);
      output.note(`Try: ethereal-query ethereals --base-url ${url}. Ctrl-C ends the service.`);
    }
    if (!values.keys && !key) {
      output.note(
        `Without --keys and ${VARIABLES.key}, the service responds only to requests for tokens.`,
      );
    }
    if (!signal.aborted) await once(signal, "abort");
    await close();
    return EXIT.success;
  },
});

/** The port of the option `--port`. */
export function readPort(text: string | undefined): number | undefined {
  const port = readInteger("port", text);
  if (port === undefined || port <= MAX_PORT) return port;
  throw new CommandError(
    EXIT.usage,
    `Invalid --port: ${port}. Expected an integer from 0 to ${MAX_PORT}.`,
  );
}

/** The service that responds to the requests. */
export type Service = Pick<EmbeddedService, "fetch">;

/**
 * Serves on a port, and returns the URL and a function that ends the service. Port 0 stands for a free port. Throws if
 * `signal` aborts before the server listens.
 */
export async function listen(
  service: Service,
  { port, host, signal }: { port: number; host: string; signal: AbortSignal },
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => void forward(service, request, response));
  try {
    await once(server.listen(port, host), "listening", { signal });
  } catch (error) {
    if (!signal.aborted) throw listenError(error as NodeJS.ErrnoException, host, port);
    // The server may still begin to listen.
    server.close();
    throw error;
  }
  const close = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: urlOf(server.address() as AddressInfo), close };
}

async function forward(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = await respond(service, request);
  const body = await result.text();
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(request.method === "HEAD" ? undefined : body);
}

async function respond(service: Service, request: IncomingMessage): Promise<Response> {
  const headers: [string, string][] = [];
  for (const [name, value] of Object.entries(request.headers)) {
    // Node.js has a list for some repeated headers.
    for (const item of [value].flat()) headers.push([name, String(item)]);
  }
  try {
    return await service.fetch(`http://localhost${request.url}`, {
      method: request.method!,
      headers,
    });
  } catch (error) {
    // `invalid_argument`: the target is not a URL, or `Request` forbids the method, such as TRACE.
    const isRefused = isEtherealQueryError(error, "invalid_argument");
    const message = isRefused
      ? "This request cannot be read."
      : "The service failed: please try again.";
    return Response.json({ message }, { status: isRefused ? 400 : 500 });
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  const host = family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function listenError(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
): CommandError {
  const reason = code === "EADDRINUSE" ? "it is in use" : message;
  return new CommandError(
    EXIT.failure,
    `Cannot listen on port ${port} of ${host}: ${reason}.`,
    "Choose another --port, 0 for a free one, or another --host.",
  );
}
