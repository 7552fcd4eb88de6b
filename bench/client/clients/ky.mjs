import ky from "ky";
import { noChecks } from "./no-checks.mjs";
import { createPlain } from "./plain.mjs";

const getJson = (url, headers, { fetch }) => ky(url, { headers, fetch }).json();

export const client = createPlain(getJson, noChecks);
