import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import tseslint from "typescript-eslint";

const TYPESCRIPT_FILES = "**/*.{ts,mts,cts,tsx}";

export default defineConfig(
  globalIgnores([
    "pkg/dist/",
    "pkg/wasm/",
    "site/",
    "target/",
    ".tools/",
    ".wireit/",
    ".data/",
    "docs/reference/",
    "docs/.vitepress/cache/",
    "**/.next/",
  ]),
  {
    files: ["**/*.{js,mjs,cjs,jsx}"],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: { ...globals.node, ...globals.browser },
      parserOptions: { ecmaFeatures: { jsx: true } },
    },
    rules: {
      // Tests look for control characters in what programs print, and for holes in arrays.
      "no-control-regex": "off",
      "no-sparse-arrays": "off",
      "no-nested-ternary": "error",
      // In an example, an unused parameter shows what the reader's function receives.
      "no-unused-vars": ["error", { args: "none", ignoreRestSiblings: true }],
    },
  },
  {
    files: ["pkg/src/**/*.ts"],
    extends: [
      js.configs.recommended,
      tseslint.configs.recommendedTypeChecked,
      tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "no-nested-ternary": "error",
      // A getter instead of a field keeps a literal out of the output of JSON.stringify.
      "@typescript-eslint/class-literal-property-style": "off",
      // Empty functions are default values.
      "@typescript-eslint/no-empty-function": "off",
      // With `noUncheckedIndexedAccess`, every element of an array may be undefined.
      "@typescript-eslint/no-non-null-assertion": "off",
      // `const { signal, ...rest } = options` leaves out a property.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // An async function turns what its body throws into a rejection.
      "@typescript-eslint/require-await": "off",
      // An import instead of the reference would add an empty script to the output.
      "@typescript-eslint/triple-slash-reference": "off",
    },
  },
  {
    // Programs of tests and recipes. Each has other compiler options, so these rules do not use types.
    files: [TYPESCRIPT_FILES],
    ignores: ["pkg/src/**"],
    extends: [js.configs.recommended, tseslint.configs.recommended],
    rules: {
      "no-nested-ternary": "error",
      // React declares the elements of JSX in a namespace of its module.
      "@typescript-eslint/no-namespace": ["error", { allowDeclarations: true }],
      // Some programs are CommonJS modules.
      "@typescript-eslint/no-require-imports": "off",
      // Some expressions only test that TypeScript rejects them.
      "@typescript-eslint/no-unused-expressions": "off",
    },
  },
);
