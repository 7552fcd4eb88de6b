// A client by openapi-fetch, with checks of the four responses by ajv. The bundler (peers.mjs) compiles the checks: in
// a page, ajv would need eval, which the policy of the page may forbid.
import * as compiled from "virtual:ajv";
import { createOpenapi } from "./openapi-fetch.mjs";

const check = (validate) => (data) => {
  if (validate(data)) return data;
  throw new TypeError(`${validate.errors[0].instancePath} ${validate.errors[0].message}`);
};

export const checks = {
  token: check(compiled.token),
  transfer: check(compiled.transfer),
  project: check(compiled.project),
  ethereals: check(compiled.ethereals),
};

export const client = createOpenapi(checks);
