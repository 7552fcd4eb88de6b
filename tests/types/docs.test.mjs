// Tests the texts that an editor shows: every export of the package has a description and an example, and every member
// of an exported type or class has a description.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { root } from "../../scripts/run.mjs";

const ELEMENTS = ["elements", "elements/token-card", "elements/transfer-route", "elements/react"];
const ENTRIES = ["index", "embedded", "embedded/simulation", "query", "proxy", ...ELEMENTS];
const files = ENTRIES.map((name) => join(root, "pkg", "dist", `${name}.d.ts`));
const options = {
  strict: true,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  module: ts.ModuleKind.ESNext,
  types: [],
};
const program = ts.createProgram(files, options);
const checker = program.getTypeChecker();

const isDocumented = (symbol) => symbol.getDocumentationComment(checker).length > 0;
const hasExample = (symbol) => symbol.getJsDocTags(checker).some(({ name }) => name === "example");
/** Whether the package declares a symbol. The types of the browser declare the inherited members of an element. */
const isDeclaredByPackage = (symbol) =>
  symbol.declarations?.some((node) => node.getSourceFile().fileName.includes("/pkg/dist/"));

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

function isPublic(member) {
  const declaration = member.valueDeclaration ?? member.declarations[0];
  const isHidden = (ts.getCombinedModifierFlags(declaration) & HIDDEN) !== 0;
  // Internal names of TypeScript begin with `__`, and private names with `#`.
  return !isHidden && !/^(__|#)/.test(member.name);
}

/** The public members of an interface or a class of the package. */
function membersOf(symbol) {
  const hasMembers = symbol.declarations.some(
    (node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node),
  );
  if (!hasMembers) return [];
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
  return members.filter((member) => isDeclaredByPackage(member) && isPublic(member));
}

for (const [index, file] of files.entries()) {
  test(`ethereal-query's ${ENTRIES[index]}.d.ts documents every export and its members`, () => {
    const exported = checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
      .map((symbol) =>
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      );
    assert.ok(exported.length > 0);
    const undocumented = [];
    for (const symbol of exported) {
      if (!isDocumented(symbol)) undocumented.push(symbol.name);
      for (const member of membersOf(symbol)) {
        if (!isDocumented(member)) undocumented.push(`${symbol.name}.${member.name}`);
      }
    }
    assert.deepEqual(undocumented, []);
    assert.deepEqual(
      exported.filter((symbol) => !hasExample(symbol)).map(({ name }) => name),
      [],
    );
  });
}
