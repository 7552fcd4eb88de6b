const accept = (data) => data;

/** Checks that accept every body. */
export const noChecks = { token: accept, bridge: accept, project: accept, ethereals: accept };
