import ky from "ky";
import { none } from "./none.mjs";
import { plain } from "./plain.mjs";

const get = (url, headers, { fetch }) => ky(url, { headers, fetch }).json();

export const client = plain(get, none);
