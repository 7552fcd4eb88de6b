// The types of the package in the playground's editor: completion, hover, and errors. They come from a worker, and the
// editor works without them until it has started.
import { autocompletion } from "@codemirror/autocomplete";
import {
  tsAutocompleteWorker,
  tsFacetWorker,
  tsHoverWorker,
  tsLinterWorker,
  tsSyncWorker,
} from "@valtown/codemirror-ts";
import { wrap } from "comlink";

/** Returns the extensions of the editor. `folder` is the URL of the worker's folder. */
export async function typeExtensions(folder) {
  const worker = wrap(new Worker(`${folder}types-worker.js`, { type: "module" }));
  await worker.initialize();
  return [
    tsFacetWorker.of({ worker, path: "/program.js" }),
    tsSyncWorker(),
    tsLinterWorker(),
    tsHoverWorker(),
    autocompletion({ override: [tsAutocompleteWorker()] }),
  ];
}
