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
  /** Ids that its attributes refer to: the texts after a `#`. */
  targetIds: string[];
  /** Number of references in the `data:` URLs of SVGs in its attributes. */
  inPictures: number;
  children: SvgNode[];
  /** Number of references that the element draws; infinite while it is counted, because a cycle never ends. */
  count?: number;
}

/** Matches a comment, an instruction, CDATA, or a tag: `/` of an end tag, name, attributes, `/` of an empty element. */
const MARKUP =
  /<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)|<!\[CDATA\[([^]*?)(?:\]\]>|$)|<(\/?)([^\s<>/!?]+)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*?)(\/?)>/g;

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
  // A declaration of an entity or an attribute adds markup that no tag shows.
  if (/<!(entity|attlist)/i.test(text)) return Infinity;
  const root: SvgNode = { name: "", targetIds: [], inPictures: 0, children: [] };
  const byId = new Map<string, SvgNode>();
  const open = [root];
  // Adds each tag to the tree below `root`, and keeps the text outside of the tags, such as style sheets.
  const outsideTags = text.replace(
    MARKUP,
    (_, cdata?: string, endSlash?: string, name?: string, ...others: string[]) => {
      if (name === undefined) return cdata ?? "";
      const [attributes = "", emptySlash] = others;
      if (endSlash) {
        open.pop();
      } else {
        const node = readNode(name, attributes, byId);
        open.at(-1)?.children.push(node);
        if (!emptySlash) open.push(node);
      }
      return " ";
    },
  );
  for (const [, id = ""] of outsideTags.matchAll(/url\(\s*["']?#([^"')]*)/gi)) {
    const target = byId.get(id);
    if (!target || isGradient(target)) continue;
    if (target.name === "filter" && total(target, byId) === 0) continue;
    // A rule of a style sheet can refer to the target from any number of elements.
    return Infinity;
  }
  // An escape of CSS could hide a reference, and a style sheet can draw a picture any number of times.
  if (/\\|data:image\/svg/i.test(outsideTags)) return Infinity;
  return total(root, byId);
}

/** Reads a tag, and adds the node to `byId` if the tag has an id. */
function readNode(name: string, attributes: string, byId: Map<string, SvgNode>): SvgNode {
  const text = decode(attributes);
  const pictures = text.match(/data:image\/svg[^"']*/gi) ?? [];
  // An escape of CSS, or an encoded character in a picture, could hide a reference.
  const isHidden = text.includes("\\") || (pictures.length > 0 && attributes.includes("&"));
  const node = {
    name,
    targetIds: Array.from(text.matchAll(/#([^\s"'(),;]+)/g), ([, id = ""]) => unescapeBytes(id)),
    inPictures: isHidden
      ? Infinity
      : pictures.reduce((sum, picture) => sum + 1 + countReferences(picture), 0),
    children: [],
  };
  const id = /\sid\s*=\s*["']([^"']*)/.exec(text)?.[1];
  if (id !== undefined && !byId.has(id)) byId.set(id, node);
  return node;
}

/**
 * Decodes numeric character references, such as `&#35;`, but drops white space. A character that would change the
 * markup becomes `_`, and so does a named reference, such as `&amp;`.
 */
function decode(text: string): string {
  return text.replace(/&(?:#(x?)([\da-f]+)|\w+);/gi, (_, hex: string, digits?: string) => {
    const character =
      digits === undefined ? "_" : String.fromCodePoint(parseInt(digits, hex ? 16 : 10));
    return character.replace(/[<>"'&]/, "_").replace(/\s/, "");
  });
}

/** Returns the number of references that a browser follows when it draws an element. */
function total(node: SvgNode, byId: ReadonlyMap<string, SvgNode>): number {
  if (isGradient(node)) return 0;
  if (node.count !== undefined) return node.count;
  node.count = Infinity;
  let count = node.inPictures;
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
