import { createPlain, getJson, noChecks } from "./plain.mjs";

export const client = createPlain(getJson, noChecks);
