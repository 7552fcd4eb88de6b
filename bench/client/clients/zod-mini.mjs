import { checks } from "../schemas/zod-mini.mjs";
import { createOpenapi } from "./openapi.mjs";

export const client = createOpenapi(checks);
