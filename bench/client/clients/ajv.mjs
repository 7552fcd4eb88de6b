import { checks } from "../schemas/ajv.mjs";
import { createOpenapi } from "./openapi.mjs";

export const client = createOpenapi(checks);
