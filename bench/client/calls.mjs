// The calls that the parts `call` and `http` of `npm run bench` measure. `path` is the path of the request, and `run`
// makes the call with a client. The paths have no query, because the servers of the benchmark ignore the query.

const HASH = `0x${"ab".repeat(32)}`;

const pageOf = (pageSize) => ({
  path: "/ethereals",
  run: (client) => client.ethereals({ pageSize }),
});

/** The calls, by the names of their response bodies in data.mjs. */
export const CALLS = {
  transfer: {
    path: `/bridge/transfers/transactions/${HASH}`,
    run: (client) => client.transfer(HASH),
  },
  "page-50": pageOf("50"),
  "page-1000": pageOf("1000"),
};
