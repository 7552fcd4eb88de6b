import ky from "ky";
import { createPlain, noChecks } from "./plain.mjs";

const getJson = (url, headers, { fetch }) => ky(url, { headers, fetch }).json();

export const client = createPlain(getJson, noChecks);
