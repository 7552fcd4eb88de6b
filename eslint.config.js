import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig({
  files: ["pkg/src/**/*.ts"],
  extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: {
    // JSON.stringify would write a field, but not a getter of the prototype.
    "@typescript-eslint/class-literal-property-style": "off",
    // Empty functions are default values.
    "@typescript-eslint/no-empty-function": "off",
    // With `noUncheckedIndexedAccess`, every element of an array may be undefined.
    "@typescript-eslint/no-non-null-assertion": "off",
    // `const { signal, ...rest } = options` leaves out a property.
    "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
    // An async function turns what its body throws into a rejection.
    "@typescript-eslint/require-await": "off",
    // An import in place of the reference would add an empty script to the output.
    "@typescript-eslint/triple-slash-reference": "off",
  },
});
