// Counts the references in an SVG. The browser draws an element once for each reference to it, so two kilobytes of
// nested references can draw millions of elements and freeze the page. A strict Trusted Types policy forbids the
// browser's parsers, so this module reads the tags itself. Where the module cannot count exactly, it counts too many.
import { readOr } from "../errors/unknown-value.js";
import { unescapeBytes } from "../metadata/url.js";

/** The number of references that a browser draws without a noticeable pause. */
const MAX_REFERENCES = 500;

/** An element of the SVG. */
interface SvgNode {
  name: string;
  /** Ids that the attributes refer to: the texts after a `#`. */
  targetIds: string[];
  /** Number of references in the pictures of the attributes, which are `data:` URLs of SVGs. */
  pictureReferences: number;
  children: SvgNode[];
  /** Number of references that the element draws; infinite while `total` counts them, because a cycle never ends. */
  count?: number;
}

/** The elements of an SVG. */
interface SvgTree {
  /** A node without a name, which has the outermost elements as its children. */
  root: SvgNode;
  byId: ReadonlyMap<string, SvgNode>;
  /** The text outside of the tags, such as style sheets. */
  outsideTags: string;
}

// A comment, an instruction or a CDATA section without an end extends to the end of the text (`$`).
const COMMENT = /<!--[^]*?(?:-->|$)/;
const INSTRUCTION = /<\?[^]*?(?:\?>|$)/;
const CDATA = /<!\[CDATA\[(?<cdata>[^]*?)(?:\]\]>|$)/;
/**
 * A tag, such as `<g id="a">`. An end tag `</g>` has an `endSlash`, and an empty element `<g/>` an `emptySlash`. A `>`
 * in a quoted value does not end the tag.
 */
const TAG =
  /<(?<endSlash>\/?)(?<name>[^\s<>/!?]+)(?<attributes>(?:"[^"<]*"|'[^'<]*'|[^"'<>])*?)(?<emptySlash>\/?)>/;
const MARKUP = new RegExp(
  [COMMENT, INSTRUCTION, CDATA, TAG].map(({ source }) => source).join("|"),
  "g",
);

/** Matches a DOCTYPE that contains declarations, or a `<` in a quoted value. */
const COMPLEX_DOCTYPE = /<!doctype(?!(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>)/i;

/** Returns whether the `data:` URL of an SVG, of at most 1 MiB, has more references than a browser draws at once. */
export function hasManyReferences(url: string): boolean {
  // An exception counts as many references: nesting overflowed the stack, or base64 or a character code is invalid.
  return readOr(true, () => countReferences(url) > MAX_REFERENCES);
}

function countReferences(url: string): number {
  const head = url.slice(0, url.indexOf(",") + 1);
  if (!/^data:image\/svg/i.test(head)) return 0;
  const data = unescapeBytes(url.slice(head.length));
  const text = /;\s*base64\s*,$/i.test(head) ? atob(data) : data;
  // A declaration of an entity or an attribute adds markup that no tag shows, and `<!--` in a quoted value would hide the
  // tags that follow.
  if (COMPLEX_DOCTYPE.test(text)) return Infinity;
  const { root, byId, outsideTags } = readTree(text);
  // References in style sheets, such as `fill: url("#a")`.
  for (const [, id = ""] of outsideTags.matchAll(/url\(\s*["']?#([^"')]*)/gi)) {
    const target = byId.get(id);
    if (!target || isGradient(target)) continue;
    // A filter without references draws no element, like a gradient.
    if (target.name === "filter" && total(target, byId) === 0) continue;
    // A rule of a style sheet can refer to the target from any number of elements.
    return Infinity;
  }
  // An escape of CSS could hide a reference, and a style sheet can draw a picture any number of times.
  if (/\\|data:image\/svg/i.test(outsideTags)) return Infinity;
  return total(root, byId);
}

function readTree(text: string): SvgTree {
  const root: SvgNode = { name: "", targetIds: [], pictureReferences: 0, children: [] };
  const byId = new Map<string, SvgNode>();
  const open = [root];
  let outsideTags = "";
  let position = 0;
  for (const match of text.matchAll(MARKUP)) {
    outsideTags += text.slice(position, match.index);
    position = match.index + match[0].length;
    const groups: Record<string, string | undefined> = match.groups ?? {};
    const { cdata, endSlash, name, attributes = "", emptySlash } = groups;
    const isTag = name !== undefined;
    if (!isTag) {
      outsideTags += cdata ?? "";
      continue;
    }
    // A tag separates the texts before and after the tag; a comment does not.
    outsideTags += " ";
    if (endSlash) {
      open.pop();
      continue;
    }
    const node = readNode(name, attributes, byId);
    open.at(-1)?.children.push(node);
    if (!emptySlash) open.push(node);
  }
  outsideTags += text.slice(position);
  return { root, byId, outsideTags };
}

/** Reads a tag, and adds the node to `byId` if the tag has an id. */
function readNode(name: string, attributes: string, byId: Map<string, SvgNode>): SvgNode {
  const text = decode(attributes);
  const pictures = text.match(/data:image\/svg[^"']*/gi) ?? [];
  // An escape of CSS, or an encoded character in a picture, could hide a reference.
  const mayHideReference = text.includes("\\") || (pictures.length > 0 && attributes.includes("&"));
  let pictureReferences = mayHideReference ? Infinity : 0;
  if (!mayHideReference) {
    for (const picture of pictures) pictureReferences += 1 + countReferences(picture);
  }
  const targetIds = Array.from(text.matchAll(/#([^\s"'(),;]+)/g), ([, id = ""]) =>
    unescapeBytes(id),
  );
  const node = { name, targetIds, pictureReferences, children: [] };
  const id = /\sid\s*=\s*["']([^"']*)/.exec(text)?.[1];
  if (id !== undefined && !byId.has(id)) byId.set(id, node);
  return node;
}

/**
 * Decodes numeric character references, such as `&#35;`, because a reference may stand for a `#`. The result never has
 * a new attribute: a decoded quotation mark or angle bracket becomes `_`, and decoded white space is left out. A named
 * reference, such as `&amp;`, also becomes `_`: XML has names only for `<`, `>`, `&` and the quotation marks.
 */
function decode(attributes: string): string {
  return attributes.replace(/&(?:#(x?)([\da-f]+)|\w+);/gi, (_, x: string, digits?: string) => {
    if (digits === undefined) return "_";
    const character = String.fromCodePoint(parseInt(digits, x ? 16 : 10));
    return character.replace(/[<>"'&]/, "_").replace(/\s/, "");
  });
}

/** Returns the number of references that a browser follows when it draws an element. */
function total(node: SvgNode, byId: ReadonlyMap<string, SvgNode>): number {
  if (isGradient(node)) return 0;
  if (node.count !== undefined) return node.count;
  // If the element refers to itself, directly or through other elements, the loops below add this `Infinity`.
  node.count = Infinity;
  let count = node.pictureReferences;
  for (const child of node.children) count += total(child, byId);
  for (const id of node.targetIds) {
    const target = byId.get(id);
    if (target && !isGradient(target)) count += 1 + total(target, byId);
  }
  node.count = count;
  return count;
}

/** Returns whether a node is a gradient, which draws no element. */
function isGradient(node: SvgNode): boolean {
  return /gradient$/i.test(node.name);
}
