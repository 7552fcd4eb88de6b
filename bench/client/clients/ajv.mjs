import { checks } from "../schemas/ajv.mjs";
import { openapi } from "./openapi.mjs";

export const client = openapi(checks);
