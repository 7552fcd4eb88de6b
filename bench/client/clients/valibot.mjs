import { checks } from "../schemas/valibot.mjs";
import { openapi } from "./openapi.mjs";

export const client = openapi(checks);
