import { checks } from "../schemas/hand.mjs";
import { createPlain, getJson } from "./plain.mjs";

export const client = createPlain(getJson, checks);
