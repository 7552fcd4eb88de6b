// The calls whose time is measured from start to result: the path of each, and how the clients make it.

const HASH = `0x${"ab".repeat(32)}`;

const pageOf = (pageSize) => ({
  path: "/ethereals",
  run: (client) => client.ethereals({ pageSize }),
});

/** The calls, by the names of their bodies. */
export const CALLS = {
  transfer: {
    path: `/bridge/transfers/transactions/${HASH}`,
    run: (client) => client.transfer(HASH),
  },
  "page-50": pageOf("50"),
  "page-1000": pageOf("1000"),
};
