import { createOpenapi } from "./openapi.mjs";
import { noChecks } from "./plain.mjs";

export const client = createOpenapi(noChecks);
