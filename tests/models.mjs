// The fields of the Rust models, for tests that hold for every field.
import MODELS from "./models.json" with { type: "json" };

/** Whether a field of a kind in models.json holds one text. */
export const isText = (kind) => /^(text|address|hash|scalar|open \w+)$/.test(kind);

/** The names of the fields of a model that hold one text. */
export const textFields = (model) =>
  Object.entries(MODELS[model])
    .filter(([, kind]) => isText(kind))
    .map(([name]) => name);
