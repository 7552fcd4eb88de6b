// A client by ky, without checks of the responses.
import ky from "ky";
import { createPlainClient, noChecks } from "./plain.mjs";

const getJson = (url, headers, { fetch }) => ky(url, { headers, fetch }).json();

export const client = createPlainClient(getJson, noChecks);
