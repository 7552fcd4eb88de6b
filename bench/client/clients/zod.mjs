import { checks } from "../schemas/zod.mjs";
import { createOpenapi } from "./openapi.mjs";

export const client = createOpenapi(checks);
