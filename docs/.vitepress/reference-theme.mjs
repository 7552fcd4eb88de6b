// The theme of the reference: replaces partials of typedoc's Markdown plug-in, and adds the description, the import and
// the links to each page.
import { readFileSync } from "node:fs";
import { ReflectionKind } from "typedoc";
import { MarkdownTheme, MarkdownThemeContext } from "typedoc-plugin-markdown";
import { slugify } from "./pages.mjs";

export const PACKAGE = "ethereal-query";
/** The version of every name whose comment has no tag `@since`. */
const FIRST_VERSION = "0.1.0";
/** A list of parameters with this length or more has one parameter in each line. */
const MIN_SPLIT_LENGTH = 60;
const { Constructor, Interface, Method, Module, Property } = ReflectionKind;
/** Sets of kinds, for `kindOf`. The page of a kind in LISTS is a list of names. */
const CALLABLE = Constructor | Method | ReflectionKind.Function;
const LISTS = Module | ReflectionKind.Project;
const TYPES = Interface | ReflectionKind.TypeAlias;

const readDocument = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
/** The link to each section of the specification, by its number, such as 4 or 4.1. */
const sectionLinks = new Map(
  [...readDocument("specification.md").matchAll(/^##+ ((\d(?:\.\d)?)\.? .+)$/gm)].map(
    ([, title, number]) => [number, `specification.md#${slugify(title)}`],
  ),
);
/** The codes of errors, which are the headings of docs/errors.md. */
const codes = new Set(
  [...readDocument("errors.md").matchAll(/^### ([a-z_\d]+)$/gm)].map(([, code]) => code),
);

export class Theme extends MarkdownTheme {
  getRenderContext(page) {
    return new Context(this, page, this.application.options);
  }
}

/** The partials of the plug-in, with changes for a reader of one page. */
class Context extends MarkdownThemeContext {
  constructor(...args) {
    super(...args);
    const {
      comment,
      constructor,
      hierarchy,
      parametersTable,
      signatureParameters,
      signatureReturns,
      signatureTitle,
    } = this.partials;
    Object.assign(this.partials, {
      pageTitle: () => titleOf(this.page.model),
      // A cell of a table would show an example in one line.
      comment: (model, options) =>
        comment(options?.isTableColumn ? withoutTags(model) : model, options),
      signatureTitle: (...args) => inOneLine(signatureTitle(...args)),
      signatureParameters: (parameters, options) => {
        const line = signatureParameters(parameters, options);
        if (line.length < MIN_SPLIT_LENGTH || parameters.length === 0) return line;
        const lines = parameters.map((parameter) => {
          // The plug-in writes the parameter in parentheses.
          return signatureParameters([parameter], options).slice(1, -1);
        });
        return `(\n  ${lines.join(",\n  ")},\n)`;
      },
      // The hierarchy on the page of a class already names what the class extends.
      inheritance: () => "",
      hierarchy: (...args) => withLinksOnly(hierarchy(...args)),
      constructor: (model, options) =>
        isCall(model) ? this.partials.signatures(model, options) : constructor(model, options),
      signatures: (model, options) => this.#signatures(model, options),
      parametersTable: (parameters) =>
        [
          parametersTable(parameters),
          ...parameters.map(({ name, type }) => this.#fields(type, name)),
        ].join("\n\n"),
      signatureReturns: (model, options) => this.#result(model, signatureReturns(model, options)),
    });
    this.helpers.getDescriptionForComment = (comment) =>
      firstSentence(this.helpers.getCommentParts(comment.summary));
  }

  /** Writes the first overload of a function in full, and the title and comment of each other overload. */
  #signatures({ signatures: [first, ...others] }, { headingLevel }) {
    const level = headingLevel + 1;
    const full = this.partials.signature(first, { headingLevel: level });
    if (others.length === 0) return full;
    const otherTexts = others.map((signature) => {
      const title = this.partials.signatureTitle(signature);
      return `${title}\n\n${this.partials.comment(signature.comment)}`;
    });
    return [full, `${"#".repeat(level)} Other forms`, ...otherTexts].join("\n\n");
  }

  /** Writes the type of a result and the fields of its records; nothing for `void`. */
  #result({ type, typeParameters = [] }, text) {
    if (type.name === "void") return "";
    // A result may be a type parameter, whose default is the record.
    const types = [type, ...typeParameters.map((parameter) => parameter.default)];
    return [text, ...types.map((resultType) => this.#fields(resultType))].join("\n\n");
  }

  /**
   * Writes the fields of the records that a type names, if the page describes a function or a call. `name` is the name
   * of the parameter with this type.
   */
  #fields(type, name) {
    if (!this.page.model.kindOf(CALLABLE)) return "";
    const sections = [...new Set(recordsIn(type))].map((record) => {
      const table = this.partials.propertiesTable(record.children);
      // The page of the record already has the anchors of its fields.
      const tableWithoutAnchors = table.replaceAll(/<a id="[^"]*"><\/a> /g, "");
      return `### Fields of \`${name ?? record.name}\`\n\n${tableWithoutAnchors}`;
    });
    return sections.join("\n\n");
  }
}

/** Returns the records that a type names: `BridgeTransfer` for `Promise<BridgeTransfer | null>`. */
function recordsIn(type) {
  const { reflection, types = [], typeArguments = [] } = type ?? {};
  // A record is an interface that has only fields.
  const isRecord =
    reflection?.kindOf(Interface) && reflection.children?.every((child) => child.kindOf(Property));
  const { implementedTypes = [] } = reflection ?? {};
  return [
    ...(isRecord ? [reflection] : []),
    ...[...types, ...typeArguments, ...implementedTypes].flatMap(recordsIn),
  ];
}

/** Returns whether a reflection is the constructor or a method of the client. */
export const isCall = (reflection) =>
  reflection.kindOf?.(Constructor | Method) && reflection.parent?.name === "Client";
const commentOf = (reflection) => reflection.comment ?? reflection.signatures?.[0]?.comment;
const moduleOf = (reflection) =>
  !reflection || reflection.kindOf(Module) ? reflection : moduleOf(reflection.parent);

/** Returns the name of a page. */
export function titleOf(model) {
  if (!isCall(model)) return model.name + (model.kindOf(ReflectionKind.Function) ? "()" : "");
  return model.kindOf(Constructor) ? "new Client()" : `client.${model.name}()`;
}

function withoutTags(comment) {
  const copy = comment.clone();
  copy.blockTags = [];
  return copy;
}

/** Writes each object type of a signature in one line. */
const inOneLine = (code) => code.replaceAll(/\{\n[^}]*\}/g, (type) => type.replaceAll(/\s+/g, " "));
/** Leaves out a hierarchy that has no link. */
const withLinksOnly = (markdown) => (markdown.includes("](") ? markdown : "");
/** Returns a text up to the first full stop before a space or the end of the text. */
const firstSentence = (text) => /^.*?\.(?= |$)/s.exec(text.replaceAll("\n", " "))?.[0] ?? text;

/** Adds the import of the described name to the code of its page. Calls and lists of names get no import. */
function addImport(model, text) {
  if (isCall(model) || model.kindOf(LISTS)) return text;
  const keyword = model.kindOf(TYPES) ? "import type" : "import";
  const statement = `${keyword} { ${model.name} } from "${moduleOf(model)?.name ?? PACKAGE}";`;
  // The page begins with a title. The code of most names follows the title, and gets the import.
  return text.replace(/^(# .+\n\n)(```ts\n)?/, (_, title, openingFence) => {
    if (openingFence) return `${title}${openingFence}${statement}\n\n`;
    return `${title}\`\`\`ts\n${statement}\n\`\`\`\n\n`;
  });
}

/**
 * Replaces the names of calls in a table with the titles of their pages: `| [project](../calls/project.md)` becomes
 * `| [client.project()](../calls/project.md)`.
 */
const renameCalls = (text) =>
  text.replaceAll(
    /^\| \[(\w+)\]\((?=[./]*calls\/)/gm,
    (_, name) => `| [${name === "constructor" ? "new Client" : `client.${name}`}()](`,
  );

/**
 * Links the sections of the specification (`§4.1`), and the codes of errors: the codes in sections "Throws", and the
 * codes in the first cells of tables. `documents` is the path from the page to docs/.
 */
function addLinks(text, documents) {
  const linkCode = (name, code) =>
    codes.has(code) ? `[${name}](${documents}errors.md#${code})` : name;
  const linkCodes = (part) => part.replaceAll(/`([a-z_\d]+)`/g, linkCode);
  return text
    .replaceAll(
      /§(\d(?:\.\d)?)/g,
      (name, number) => `[${name}](${documents}${sectionLinks.get(number)})`,
    )
    .replaceAll(/^#+ Throws\n[^#]+/gm, linkCodes)
    .replaceAll(/^\| `\w+`(?= \|)/gm, linkCodes);
}

/** Completes a page of the plug-in with a description, the import, links to other documents, and the version. */
export function finishPage(page) {
  const { model, url } = page;
  // `url` is relative to docs/reference/.
  const documents = "../".repeat(url.split("/").length);
  const since = commentOf(model)?.getTag("@since")?.content[0]?.text ?? FIRST_VERSION;
  const contents = page.contents
    .replaceAll(/\n{3,}/g, "\n\n")
    // The plug-in begins a long union with `|`, even in a cell: `| \| A` becomes `| A`, and `=> \| A` becomes `=> A`.
    .replaceAll(/(\| |=> )\\\| /g, "$1");
  const text = addLinks(renameCalls(addImport(model, contents)), documents);
  const frontmatter = [
    `description: ${JSON.stringify(descriptionOf(model))}`,
    // The source is a comment in pkg/src, which VitePress does not know.
    "editLink: false",
    "outline: [2, 3]",
    "pageClass: reference",
  ].join("\n");
  // With this phrase, the comment of a call in pkg/src/client/client.ts ends the list of its most frequent errors. The
  // page links to all errors.
  const errorsLink = text.includes("the codes of any call")
    ? `[Errors](${documents}errors.md) has every kind and code, with its cause and remedy.\n\n`
    : "";
  page.contents = `---\n${frontmatter}\n---\n\n${text.trimEnd()}\n\n${errorsLink}Since version ${since}.\n`;
}

/** Returns the first sentence about a name. */
export const descriptionOf = (model) => {
  const parts = commentOf(model)?.summary ?? [];
  return firstSentence(parts.map(({ text }) => text).join(""));
};
