import { noChecks } from "./no-checks.mjs";
import { createPlain, getJson } from "./plain.mjs";

export const client = createPlain(getJson, noChecks);
