// The modules that a program in a page can import.

/** The name that a program imports, and the name of the file in the folder `run/` of the site. */
export const MODULES = {
  "ethereal-query": "index",
  "ethereal-query/embedded": "embedded",
  "ethereal-query/embedded/simulation": "simulation",
  "ethereal-query/query": "query",
  "ethereal-query/proxy": "proxy",
  "ethereal-query/elements": "elements",
  "ethereal-query/elements/token-card": "token-card",
  "ethereal-query/elements/transfer-route": "transfer-route",
  "p-map": "p-map",
};

/** The modules that the frame needs for its own service. */
const OF_SERVICE = ["ethereal-query/embedded", "ethereal-query/embedded/simulation"];

/** The names of the modules that the frame needs for a program. */
export function modulesFor(program) {
  return Object.keys(MODULES).filter((name) => OF_SERVICE.includes(name) || program.includes(`"${name}"`));
}
