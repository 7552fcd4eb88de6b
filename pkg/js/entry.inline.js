// The default entry: the WebAssembly travels inside, so there is nothing to load and nothing to configure. For hosts that
// compile none while they run, the same file is bundled with imports of the files instead.
import { first } from "virtual:wasm-client";
import { use } from "./instance.js";

use(first);

export * from "./api.js";
