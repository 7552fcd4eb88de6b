// The `@example` blocks of pkg/src, as modules that a test compiles and runs.
import { relative } from "node:path";
import ts from "typescript";
import { root } from "../../scripts/run.mjs";

const { config } = ts.readConfigFile(`${root}/pkg/tsconfig.json`, ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, `${root}/pkg`);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** Names that every example can use. `index.ts` describes them for readers of the API reference. */
const VALUES = `
const apiKey = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";
const address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
const hash = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";
const deliveredHash = "0x0a2ec944ca131afebb250a510409fc635d1086013f38299c7f1d18f457b8ec8d";
const client = new Client({ baseUrl: "https://api.example.com", apiKey });
`;

/** The entries that an example can use without an import. */
const ENTRIES = ["index", "embedded", "embedded/simulation", "elements", "query", "proxy"];

const IMPORTS = ENTRIES.map((entry) => {
  const file = program.getSourceFile(`${root}/pkg/src/${entry}.ts`);
  const isPublic = (symbol) => !symbol.getJsDocTags(checker).some(({ name }) => name === "internal");
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file)).filter(isPublic);
  const names = exported.map(({ name }) => name);
  return `import { ${names.join(", ")} } from "ethereal-query${entry === "index" ? "" : `/${entry}`}";`;
}).join("\n");

/** An example without an import is the body of a block, so that it can declare the same names. */
function moduleOf(code) {
  return /^import /m.test(code) ? code : `${IMPORTS}\n${VALUES}\n{\n${code}\n}\n`;
}

/** Every example with its place in pkg/src, the name of what it documents, its code and its module. */
export function examples() {
  const found = [];
  for (const file of program.getSourceFiles()) {
    const path = relative(root, file.fileName);
    if (!path.startsWith("pkg/src/")) continue;
    const visit = (node) => {
      // Only the comments of this node: the TypeScript API also returns those of its parents.
      for (const tag of (node.jsDoc ?? []).flatMap(({ tags = [] }) => tags)) {
        if (tag.tagName.text !== "example") continue;
        const code = ts.getTextOfJSDocComment(tag.comment) ?? "";
        const line = file.getLineAndCharacterOfPosition(tag.pos).line + 1;
        const name = node.name ?? node.declarationList?.declarations[0].name;
        found.push({ path, line, name: name?.getText() ?? "constructor", code, module: moduleOf(code) });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}
