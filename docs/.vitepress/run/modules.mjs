// The environment of a program, for the page, the frame and the build: base URLs, sample data and modules.
import { KEYS_FILE, SEED_FILES } from "../../../seed/kinds.mjs";

/** The base URLs of the examples. In the frame, the embedded service over the sample data is behind each of them. */
export const BASE_URLS = ["http://127.0.0.1:8787/api", "https://api.example.com"];

/** Returns whether a program uses the service over the sample data. The page can make the requests to it fail. */
export const usesSampleService = (program) => BASE_URLS.some((url) => program.includes(url));

/** The files of the sample data, in the folder `demo/seed/` of the site. */
export const SEED = { keys: KEYS_FILE, ...SEED_FILES };

/** The module that has the class Client. */
export const CLIENT_MODULE = "ethereal-query";

/** The modules that a program can import, with the names of their files in the folder `run/` of the site. */
export const MODULES = {
  [CLIENT_MODULE]: "index",
  "ethereal-query/embedded": "embedded",
  "ethereal-query/embedded/simulation": "simulation",
  "ethereal-query/query": "query",
  "ethereal-query/proxy": "proxy",
  "ethereal-query/elements": "elements",
  "ethereal-query/elements/token-card": "token-card",
  "ethereal-query/elements/transfer-route": "transfer-route",
  "p-map": "p-map",
  ky: "ky",
  zod: "zod",
};

/** The versions of other packages that a program can import. */
export const VERSIONS = { "p-map": "^7.1.0", ky: "^2.1.0", zod: "^4.6.0" };

/** The modules that the frame needs for its own service. */
const SERVICE_MODULES = ["ethereal-query/embedded", "ethereal-query/embedded/simulation"];

/** Returns the names of the modules that the frame needs for a program. */
export function modulesFor(program) {
  const isNamed = (name) => program.includes(`"${name}"`) || program.includes(`'${name}'`);
  return Object.keys(MODULES).filter((name) => SERVICE_MODULES.includes(name) || isNamed(name));
}
