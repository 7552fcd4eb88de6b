// The examples of the reference as programs: they are TypeScript without imports, and use values that they do not declare.
import { readFileSync } from "node:fs";
import ts from "typescript";

/** The values that every example can use. `pkg/src/index.ts` describes them for readers of the reference. */
export const VALUES = {
  apiKey: '"Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI="',
  address: '"0xc1a625bee9fc58d2e43438243d9dd64b012cec47"',
  hash: '"0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4"',
  deliveredHash: '"0x0a2ec944ca131afebb250a510409fc635d1086013f38299c7f1d18f457b8ec8d"',
  client: 'new Client({ baseUrl: "https://api.example.com", apiKey })',
};

const OPTIONS = { module: "esnext", target: "es2022" };
const usesName = (code, name) => new RegExp(`(?<![.\\w"])${name}\\b(?!:)`).test(code);

/** The names that the statements of a program declare. */
function declaredNames(code) {
  const namesOf = (name) =>
    ts.isIdentifier(name) ? [name.text] : name.elements.flatMap(({ name: each }) => (each ? namesOf(each) : []));
  return ts.createSourceFile("example.js", code, ts.ScriptTarget.ES2022).statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => namesOf(name));
    return statement.name ? [statement.name.text] : [];
  });
}

/** Which entry of the package exports a function or class: the pages of the reference, as the build has written them. */
function exportedNames() {
  const sections = JSON.parse(readFileSync(new URL("../../reference/pages.json", import.meta.url), "utf8"));
  const pages = sections.flatMap(({ title, pages }) => {
    const entry = title.startsWith("ethereal-query/") ? title : "ethereal-query";
    return pages.map(({ file }) => ({ entry, file }));
  });
  const values = pages.filter(({ file }) => /\/(functions|classes|variables)\/\w+\.md$/.test(file));
  return new Map(values.map(({ entry, file }) => [/(\w+)\.md$/.exec(file)[1], entry]));
}

/** The program of an example: JavaScript, with the imports and the values that it uses. */
export function programOfExample(example) {
  const { outputText } = ts.transpileModule(example, { compilerOptions: OPTIONS });
  // What TypeScript adds to a script without imports.
  const code = outputText.replace(/^"use strict";\n/, "").replace(/^export \{\};\n/m, "");
  if (/^import /m.test(code)) return code;
  const declared = declaredNames(code);
  const isFree = (name, text) => usesName(text, name) && !declared.includes(name);
  const needsClient = isFree("client", code);
  const needed = Object.keys(VALUES).filter((name) => isFree(name, code) || (name === "apiKey" && needsClient));
  const values = needed.map((name) => `const ${name} = ${VALUES[name]};\n`).join("");
  const imports = [...exportedNames()].filter(([name]) => isFree(name, values + code));
  const lines = [...new Set(imports.map(([, entry]) => entry))].map((entry) => {
    const names = imports.filter((pair) => pair[1] === entry).map(([name]) => name);
    return `import { ${names.join(", ")} } from "${entry}";\n`;
  });
  // An example may create an element by its tag alone.
  if (/"eq-[a-z-]+"/.test(code)) lines.push('import "ethereal-query/elements";\n');
  return `${lines.join("")}\n${values}${values && "\n"}${code}`;
}
