// Adds completion, hover texts and errors to the editor of the playground. A worker computes these from the types of
// the package. Until the worker has started, the editor works without types.
import { autocompletion } from "@codemirror/autocomplete";
import {
  tsAutocompleteWorker,
  tsFacetWorker,
  tsHoverWorker,
  tsLinterWorker,
  tsSyncWorker,
} from "@valtown/codemirror-ts";
import { wrap } from "comlink";

/**
 * Starts TypeScript in a worker. `folder` is the URL of the folder with the worker's script. Returns `load()`, which
 * resolves to the extensions of the editor, and `stop()`.
 */
export function startTypes(folder) {
  const thread = new Worker(`${folder}types-worker.js`, { type: "module" });
  const worker = wrap(thread);
  const load = async () => {
    await worker.initialize();
    return extensionsFor(worker);
  };
  return { load, stop: () => thread.terminate() };
}

function extensionsFor(worker) {
  return [
    tsFacetWorker.of({ worker, path: "/program.js" }),
    tsSyncWorker(),
    tsLinterWorker(),
    tsHoverWorker(),
    autocompletion({ override: [tsAutocompleteWorker()] }),
  ];
}
