import { checks } from "../schemas/valibot.mjs";
import { createOpenapi } from "./openapi.mjs";

export const client = createOpenapi(checks);
