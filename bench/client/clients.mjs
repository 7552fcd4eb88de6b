// The clients of the benchmark, by name. Each makes the four calls with the `fetch` that it receives.
export { client as ajv } from "./clients/ajv.mjs";
export { client as hand } from "./clients/hand.mjs";
export { client as ky } from "./clients/ky.mjs";
export { client as openapi } from "./clients/openapi-fetch.mjs";
export { client as ours } from "./clients/ours.mjs";
export { client as valibot } from "./clients/valibot.mjs";
export { client as zod } from "./clients/zod.mjs";
export { client as zodMini } from "./clients/zod-mini.mjs";
