// The four answers for ajv: functions compiled ahead of time, so that no policy of a page forbids them.
import * as compiled from "virtual:ajv";

const check = (validate) => (data) => {
  if (validate(data)) return data;
  throw new TypeError(`${validate.errors[0].instancePath} ${validate.errors[0].message}`);
};

export const checks = {
  token: check(compiled.token),
  bridge: check(compiled.bridge),
  project: check(compiled.project),
  ethereals: check(compiled.ethereals),
};
