import { checks } from "../schemas/hand.mjs";
import { fetched, plain } from "./plain.mjs";

export const client = plain(fetched, checks);
