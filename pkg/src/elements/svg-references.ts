// The references in an SVG. An element that a reference names is drawn once for each reference to it, so that two
// kilobytes of nested references draw millions of elements, and the page stands still. A strict policy forbids
// parsers of the browser, so this module reads the tags itself. It counts too many references rather than too few.
import { readOr } from "../errors/unknown-value.js";
import { unescapeBytes } from "../metadata/url.js";

/** The number of references that a browser draws without a noticeable pause. */
const MAX_REFERENCES = 500;

/** An element of the SVG. */
interface SvgNode {
  name: string;
  /** Names after a `#` in its attributes. */
  names: string[];
  /** Number of references in the pictures in its attributes. */
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
  // Nesting that overflows the stack, and text that is not XML, count as many.
  return readOr(true, () => countReferences(url) > MAX_REFERENCES);
}

function countReferences(url: string): number {
  const head = url.slice(0, url.indexOf(",") + 1);
  if (!/^data:image\/svg/i.test(head)) return 0;
  const data = unescapeBytes(url.slice(head.length));
  const text = /;\s*base64\s*,$/i.test(head) ? atob(data) : data;
  // A declaration of an entity or an attribute adds markup that no tag shows.
  if (/<!(entity|attlist)/i.test(text)) return Infinity;
  const root: SvgNode = { name: "", names: [], inPictures: 0, children: [] };
  const byId = new Map<string, SvgNode>();
  const open = [root];
  const outsideTags = text.replace(
    MARKUP,
    (_, cdata?: string, end?: string, name?: string, ...rest: string[]) => {
      if (name === undefined) return cdata ?? "";
      const [attributes = "", empty] = rest;
      if (end) {
        open.pop();
      } else {
        const node = readNode(name, attributes, byId);
        open.at(-1)?.children.push(node);
        if (!empty) open.push(node);
      }
      return " ";
    },
  );
  for (const [, name = ""] of outsideTags.matchAll(/url\(\s*["']?#([^"')]*)/gi)) {
    const target = byId.get(name);
    // A rule of a style sheet refers from any number of elements.
    if (
      target &&
      !/gradient$/i.test(target.name) &&
      (target.name !== "filter" || total(target, byId) > 0)
    )
      return Infinity;
  }
  // An escape of CSS could hide a reference.
  if (/\\|data:image\/svg/i.test(outsideTags)) return Infinity;
  return total(root, byId);
}

function readNode(name: string, attributes: string, byId: Map<string, SvgNode>): SvgNode {
  const text = decode(attributes);
  const pictures = text.match(/data:image\/svg[^"']*/gi) ?? [];
  const isHidden = text.includes("\\") || (pictures.length > 0 && attributes.includes("&"));
  const node = {
    name,
    names: Array.from(text.matchAll(/#([^\s"'(),;]+)/g), ([, id = ""]) => unescapeBytes(id)),
    inPictures: isHidden
      ? Infinity
      : pictures.reduce((sum, picture) => sum + 1 + countReferences(picture), 0),
    children: [],
  };
  const id = /\sid\s*=\s*["']([^"']*)/.exec(text)?.[1];
  if (id !== undefined && !byId.has(id)) byId.set(id, node);
  return node;
}

/** Decodes references to characters. One that would change the markup becomes `_`. */
function decode(text: string): string {
  return text.replace(/&(?:#(x?)([\da-f]+)|\w+);/gi, (_, hex: string, digits?: string) => {
    const character =
      digits === undefined ? "_" : String.fromCodePoint(parseInt(digits, hex ? 16 : 10));
    return character.replace(/[<>"'&]/, "_").replace(/\s/, "");
  });
}

/** Returns the number of references that a browser follows when it draws an element. */
function total(node: SvgNode, byId: ReadonlyMap<string, SvgNode>): number {
  // A gradient draws no element.
  if (/gradient$/i.test(node.name)) return 0;
  if (node.count !== undefined) return node.count;
  node.count = Infinity;
  let count = node.inPictures;
  for (const child of node.children) count += total(child, byId);
  for (const name of node.names) {
    const target = byId.get(name);
    if (target && !/gradient$/i.test(target.name)) count += 1 + total(target, byId);
  }
  return (node.count = count);
}
