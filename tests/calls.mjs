// The calls, one for each endpoint: its arguments, its request, and the body of a response; `all` has every parameter
// of its query, and `record` is the path of the record of `model` in the body. Tests that hold for every call or
// parameter take them from calls.json; `cargo test --test endpoints` names what it lacks. The sample data in seed/ has
// the records of the arguments without `all`.
import table from "./calls.json" with { type: "json" };

/**
 * The calls in the order of the endpoints. `send` makes one, and of a list it reads one page; `values` are the values of the
 * path.
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

/** The call of a method of the client. A test that needs another query starts `{ ...callOf("tokenUri"), query: … }`. */
export const callOf = (method) => CALLS.find((call) => call.method === method);

const PATTERNS = CALLS.map(
  ({ endpoint }) => new RegExp(`${endpoint.slice(4).replace(/:\w+/g, "([^/]+)")}$`),
);

/** The call that requests a path, which may be below any base path, and the variables of the path. */
export function callOfPath(pathname) {
  const index = PATTERNS.findIndex((pattern) => pattern.test(pathname));
  if (index < 0) return undefined;
  const [, ...variables] = PATTERNS[index].exec(pathname);
  return { call: CALLS[index], variables };
}

/** The body of a response to a request of any of the calls, with any arguments. */
export function bodyFor({ url }) {
  const { pathname } = new URL(url, "http://localhost");
  const found = callOfPath(pathname);
  if (!found) throw new Error(`No call of tests/calls.json requests ${pathname}.`);
  return found.call.body;
}
