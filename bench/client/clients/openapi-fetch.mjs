import { none } from "./none.mjs";
import { openapi } from "./openapi.mjs";

export const client = openapi(none);
