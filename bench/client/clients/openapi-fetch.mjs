import { noChecks } from "./no-checks.mjs";
import { createOpenapi } from "./openapi.mjs";

export const client = createOpenapi(noChecks);
