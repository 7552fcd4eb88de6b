// Writes two things from the declarations of options: the lists of their names in pkg/src/generated/option-names.ts, and
// the tables in the documents.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ScriptError, root } from "../scripts/run.mjs";

/** The files of pkg/src that declare options. */
const FILES = [
  "types/options",
  "types/token",
  "generated/options",
  "generated/requests",
  "proxy",
  "embedded",
  "embedded/failures",
  "embedded/simulation",
  "metadata/resolve-options",
];
const NAMES_FILE = "pkg/src/generated/option-names.ts";
/** The types whose option names the package needs, to refuse an unknown option. */
const READ_TYPES = [
  "ClientOptions",
  "CallOptions",
  "WatchOptions",
  "ProxyOptions",
  "EmbeddedServiceOptions",
  "SimulatedFailure",
  "SimulationOptions",
  "ResolveOptions",
];
/** The types whose booleans go to Rust. */
const RUST_TYPES = ["ClientOptions", "TokenOptions", "ProxyOptions"];
const DEFAULTS_FILE = "pkg/src/watch/defaults.ts";

/**
 * A comment in a document and the table under it. The comment names the types whose options the table has, and after
 * `without` the types whose options the table leaves out.
 */
const TABLE = /<!-- options: ([\w, ]+?)(?: without ([\w, ]+))? -->\n(?:\|.*\n)*/g;
const HEAD = "| Option | Default | Meaning |\n|---|---|---|\n";
/** A link of TypeScript documentation, such as `{@link ClientOptions.onDrift}`. The group is the last name. */
const LINK = /\{@link (?:\w+\.)?(\w+) ?\}/g;
/** The first paragraph of the documentation of an option: the meaning, and the default if the option has one. */
const PARAGRAPH = /^(.*?)(?: Default: (.*)\.)?$/;

/** The options of each type by name, inherited ones too: name, description, and whether it is required or a boolean. */
function readTypes() {
  const paths = FILES.map((name) => join(root, "pkg/src", `${name}.ts`));
  const program = ts.createProgram(paths, { strict: true, target: ts.ScriptTarget.ES2022 });
  const checker = program.getTypeChecker();
  const isBoolean = (type) =>
    Boolean(checker.getNonNullableType(type).flags & ts.TypeFlags.BooleanLike);
  const optionOf = (symbol) => ({
    name: symbol.name,
    description: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    isRequired: !(symbol.flags & ts.SymbolFlags.Optional),
    isBoolean: isBoolean(checker.getTypeOfSymbol(symbol)),
  });
  const interfaces = paths.flatMap((path) =>
    program.getSourceFile(path).statements.filter(ts.isInterfaceDeclaration),
  );
  return new Map(
    interfaces.map((node) => [
      node.name.text,
      checker.getPropertiesOfType(checker.getTypeAtLocation(node)).map(optionOf),
    ]),
  );
}

/** The options of the types in `names`, such as `CallOptions, TokenOptions`. */
function optionsOf(types, names) {
  return names.split(", ").flatMap((name) => {
    const options = types.get(name);
    if (!options) throw new ScriptError(`No type ${name} in ${FILES.join(", ")} of pkg/src.`);
    return options;
  });
}

/** The row of an option. */
function rowOf({ name, description, isRequired }) {
  const [paragraph] = description.split("\n\n");
  const text = paragraph.replace(/\s+/g, " ").replace(LINK, "`$1`");
  const [, meaning, defaultValue = "none"] = PARAGRAPH.exec(text);
  const value = isRequired ? "required" : defaultValue;
  return `| \`${name}\` | ${value} | ${meaning.replaceAll("|", "\\|")} |\n`;
}

/** The text of a document with its tables. */
function withTables(text, types) {
  return text.replace(TABLE, (table, names, without) => {
    const [marker] = table.split("\n", 1);
    const excluded = without ? optionsOf(types, without).map(({ name }) => name) : [];
    // A type that extends a second type repeats the options of that type.
    const byName = new Map(optionsOf(types, names).map((option) => [option.name, option]));
    const options = [...byName.values()].filter(({ name }) => !excluded.includes(name));
    return `${marker}\n${HEAD}${options.map(rowOf).join("")}`;
  });
}

/** The lists of names. */
function namesFile(types) {
  const list = (docs, name, options) => {
    const names = [...new Set(options.map((option) => `"${option.name}"`))];
    return `/** ${docs} */\nexport const ${name}: readonly string[] = [${names.join(", ")}];\n`;
  };
  // `ClientOptions` becomes `CLIENT_OPTIONS`.
  const constant = (type) => type.replace(/(?<!^)[A-Z]/g, "_$&").toUpperCase();
  const flags = optionsOf(types, RUST_TYPES.join(", ")).filter((option) => option.isBoolean);
  return [
    "// Written from the declarations of options by `npm run generate`; do not edit.\n",
    ...READ_TYPES.map((type) =>
      list(`The names in \`${type}\`.`, constant(type), optionsOf(types, type)),
    ),
    list("The options for Rust that are booleans.", "FLAGS", flags),
  ].join("\n");
}

/** Fails when the documentation of a watch option does not have the default that the code has. */
function checkDefaults(types) {
  for (const [line] of readFileSync(join(root, DEFAULTS_FILE), "utf8").matchAll(/\bconst\b.*/g)) {
    const [, constant, number] = /^const (\w+) = ([\d_]+);$/.exec(line) ?? [];
    if (!constant)
      throw new ScriptError(`${DEFAULTS_FILE} has "${line}". Expected a number such as 5_000.`);
    // `MAX_INTERVAL_MS` is the option `maxIntervalMs`.
    const name = constant.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    const option = optionsOf(types, "WatchOptions").find((option) => option.name === name);
    const sentence = `Default: ${Number(number.replaceAll("_", "")).toLocaleString("en-US")}`;
    if (!option?.description.includes(sentence))
      throw new ScriptError(
        `${DEFAULTS_FILE} has ${constant}. Expected "${sentence}" at ${name} of WatchOptions.`,
      );
  }
}

/** Fails when no document has a table of a type. `text` is the text of all documents. */
function checkTables(types, text) {
  const typesInTables = [...text.matchAll(TABLE)].flatMap(([, names]) => names.split(", "));
  const needsTable = (type) => /(Options|Query|SimulatedFailure)$/.test(type);
  const missing = [...types.keys()].find(
    (type) => needsTable(type) && !typesInTables.includes(type),
  );
  if (missing)
    throw new ScriptError(
      `No document has a table of ${missing}: no line <!-- options: … --> names it.`,
    );
}

export function generatedFiles() {
  const types = readTypes();
  checkDefaults(types);
  const files = { [NAMES_FILE]: namesFile(types) };
  for (const name of readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"))) {
    files[`docs/${name}`] = withTables(readFileSync(join(root, "docs", name), "utf8"), types);
  }
  checkTables(types, Object.values(files).join("\n"));
  return files;
}
