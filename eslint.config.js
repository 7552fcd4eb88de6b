import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig({
  files: ["pkg/src/**/*.ts"],
  extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: {
    // A getter stays on the prototype; a field would be a property of its own, which JSON.stringify writes.
    "@typescript-eslint/class-literal-property-style": "off",
    // A function that does nothing is a default.
    "@typescript-eslint/no-empty-function": "off",
    // With `noUncheckedIndexedAccess`, every element of an array may be undefined.
    "@typescript-eslint/no-non-null-assertion": "off",
    // `const { signal, ...rest } = options` leaves out a property.
    "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
    // An async function turns what its body throws into a rejection.
    "@typescript-eslint/require-await": "off",
    // An import of declarations alone would leave an empty script to load.
    "@typescript-eslint/triple-slash-reference": "off",
  },
});
