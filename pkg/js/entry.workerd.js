// The default entry for Cloudflare's workers, which compile no WebAssembly while they run: they import the file.
import module from "./ethereal_query.wasm";
import { use } from "./instance.js";

use(() => module);
export * from "./api.js";
