// The responses of a service without faults.
import { callOfPath } from "../calls.mjs";
import {
  CANARY,
  ETHEREALS,
  PROJECT,
  TOKEN,
  TRANSFER,
  page,
  project,
  token,
  transfer,
} from "./expected-responses.mjs";

/**
 * The bodies of the endpoints in expected-responses.mjs. Each function receives the variables of the path, and the
 * query.
 */
const BODIES = {
  [TOKEN]: ([address, id], query) => token(address, id, query.get("b")),
  [TRANSFER]: ([hash]) => ({ bridgeData: { bridgeData: [transfer(hash)], nextCursor: null } }),
  [PROJECT]: project,
  [ETHEREALS]: (_, query) =>
    page(query.get("sourceChains"), Number(query.get("page_size") ?? 50), query.get("cursor")),
};

/** The response of a service without faults, as { endpoint, status, body }. */
export function expectedResponse({ pathname, searchParams }, key) {
  const { call, variables } = callOfPath(pathname) ?? {};
  if (!call) return { endpoint: null, status: 404, body: { message: "Not found." } };
  const { endpoint, needsKey, body } = call;
  // Every valid key begins with CANARY, and tests search for this text to find a leaked key.
  if (needsKey && !key?.startsWith(CANARY))
    return { endpoint, status: 401, body: { message: "Invalid API key." } };
  const createBody = BODIES[endpoint];
  return {
    endpoint,
    status: 200,
    body: createBody ? createBody(variables, searchParams) : JSON.parse(body),
  };
}
