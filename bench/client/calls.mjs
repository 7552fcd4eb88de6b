// The calls whose whole time is compared: where the service answers each, and how the clients of clients.mjs make it.

const HASH = `0x${"ab".repeat(32)}`;

const pageOf = (pageSize) => ({ path: "/ethereals", run: (client) => client.ethereals({ pageSize }) });

/** Body → the call that it answers. */
export const CALLS = {
  transfer: { path: `/bridge/transfers/transactions/${HASH}`, run: (client) => client.bridge(HASH) },
  "page-50": pageOf("50"),
  "page-1000": pageOf("1000"),
};
