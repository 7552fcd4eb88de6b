// Makes programs from the examples of the reference. The examples are TypeScript without imports, and use values that
// they do not declare.
import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * The values that every example can use, by their names. The key, the address and the hashes are in the public sample
 * data, and `pkg/src/index.ts` describes the values.
 */
export const VALUES = {
  apiKey: '"Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI="',
  address: '"0xc1a625bee9fc58d2e43438243d9dd64b012cec47"',
  hash: '"0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4"',
  deliveredHash: '"0x0a2ec944ca131afebb250a510409fc635d1086013f38299c7f1d18f457b8ec8d"',
  client: 'new Client({ baseUrl: "https://api.example.com", apiKey })',
};

/**
 * Returns whether code uses a variable. The name does not count as a property (`.hash`), as a key (`hash:`) or at the
 * start of a string (`"hash"`).
 */
const usesName = (code, name) => new RegExp(`(?<![.\\w"])${name}\\b(?!:)`).test(code);

/** Returns the names that the statements of a program declare. */
function declaredNames(code) {
  /** Returns the names in a name or in a pattern, such as `{ a, b }` or `[, c]`, whose first element has no name. */
  const namesOf = (pattern) => {
    if (ts.isIdentifier(pattern)) return [pattern.text];
    return pattern.elements.flatMap(({ name }) => (name ? namesOf(name) : []));
  };
  return ts
    .createSourceFile("example.ts", code, ts.ScriptTarget.ES2022)
    .statements.flatMap((statement) => {
      if (!ts.isVariableStatement(statement)) return statement.name ? [statement.name.text] : [];
      return statement.declarationList.declarations.flatMap(({ name }) => namesOf(name));
    });
}

let importStatements;
/** Returns the imports of every function, class and variable that has a page in the reference. */
function importAll() {
  if (importStatements) return importStatements;
  const sections = JSON.parse(
    readFileSync(new URL("../../reference/pages.json", import.meta.url), "utf8"),
  );
  const statements = sections.map(({ title, pages }) => {
    const values = pages.map(
      ({ file }) => /\/(?:functions|classes|variables)\/(\w+)\.md$/.exec(file)?.[1],
    );
    const entry = title.startsWith("ethereal-query/") ? title : "ethereal-query";
    return `import { ${values.filter(Boolean).join(", ")} } from "${entry}";`;
  });
  importStatements = statements.join("\n");
  return importStatements;
}

/** Returns the declarations of the values that an example uses and does not declare. */
function valuesFor(example) {
  const declared = declaredNames(example);
  const isFree = (name) => usesName(example, name) && !declared.includes(name);
  const needed = Object.keys(VALUES).filter(
    (name) => isFree(name) || (name === "apiKey" && isFree("client")),
  );
  return needed.map((name) => `const ${name} = ${VALUES[name]};\n`).join("");
}

/** Returns the program of an example: JavaScript, with the imports and the values that it uses. */
export function programOfExample(example) {
  const hasImport = /^import /m.test(example);
  // An example may create an element by its tag alone.
  const elements = /"eq-[a-z-]+"/.test(example) ? 'import "ethereal-query/elements";' : "";
  const source = hasImport
    ? example
    : [importAll(), elements, valuesFor(example) + example].join("\n");
  // TypeScript leaves out unused imports. Without any import, it adds `export {}`.
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: "esnext", target: "es2022" },
  });
  const code = outputText.replace(/^export \{\};\n/m, "");
  if (!code.startsWith("import ")) return code;
  // Adds an empty line after the imports.
  return code.replace(/^(?!import )/m, "\n");
}
