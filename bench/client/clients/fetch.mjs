import { none } from "./none.mjs";
import { fetched, plain } from "./plain.mjs";

export const client = plain(fetched, none);
