// The calls in calls.json, for tests that hold for every call or parameter. Each endpoint has one call, with these
// fields:
// - `values` (the variables of the path, in the order of the method's parameters) and `query`: the arguments. The
//   sample data in seed/ has the record.
// - `target`: the path and query of the request.
// - `all`: every parameter of the query, and the target with these parameters.
// - `body`: the body of a response. `record` is the path of the record of `model` in the body.
// `cargo test --test endpoints` names what calls.json lacks.
import table from "./calls.json" with { type: "json" };

/**
 * The calls in the order of the endpoints. `send` makes the call. If the result is a list, `send` reads one page. The
 * method of a call without `query` in calls.json has no parameter for a query.
 */
export const CALLS = table.map(({ query, body, ...call }) => ({
  ...call,
  query: query ?? {},
  body: JSON.stringify(body),
  send(client, queryValues, options, values = call.values) {
    const result = client[call.method](
      ...Object.values(values),
      ...(query ? [queryValues] : []),
      options,
    );
    return result.page ? result.page() : result;
  },
}));
export const CALLS_WITH_KEY = CALLS.filter(({ needsKey }) => needsKey);

/** The call of a method of the client. A test can change the query: `{ ...callOf("tokenUri"), query: … }`. */
export const callOf = (method) => CALLS.find((call) => call.method === method);

/** For each call, a pattern of its path with a group for each variable. */
const PATTERNS = CALLS.map(({ endpoint }) => {
  const path = endpoint.slice("GET ".length);
  const pattern = path.replace(/:\w+/g, "([^/]+)");
  return new RegExp(`${pattern}$`);
});

/** The call that requests a path, and the variables of the path. The path may begin with any base path. */
export function callOfPath(pathname) {
  const index = PATTERNS.findIndex((pattern) => pattern.test(pathname));
  if (index < 0) return undefined;
  const [, ...variables] = PATTERNS[index].exec(pathname);
  return { call: CALLS[index], variables };
}

/** The body of a response to a request of any of the calls, with any arguments. */
export function bodyFor({ url }) {
  const { pathname } = new URL(url, "http://localhost");
  const match = callOfPath(pathname);
  if (!match) throw new Error(`No call of tests/calls.json requests ${pathname}.`);
  return match.call.body;
}
