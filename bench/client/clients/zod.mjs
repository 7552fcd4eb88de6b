import { checks } from "../schemas/zod.mjs";
import { openapi } from "./openapi.mjs";

export const client = openapi(checks);
