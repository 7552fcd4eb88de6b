// The same for Vercel's edge functions, which know the file by another name.
import module from "./ethereal_query.wasm?module";
import { use } from "./instance.js";

use(() => module);
export * from "./api.js";
