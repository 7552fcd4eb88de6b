import { checks } from "../schemas/zod-mini.mjs";
import { openapi } from "./openapi.mjs";

export const client = openapi(checks);
