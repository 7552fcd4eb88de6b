// The fields of the models of Rust, for tests that hold for every field.
import MODELS from "./models.json" with { type: "json" };

/** The names of the fields of a model that hold one text. */
export const textFields = (model) =>
  Object.entries(MODELS[model])
    .filter(([, kind]) => /^(text|address|hash|scalar|open \w+)$/.test(kind))
    .map(([name]) => name);
