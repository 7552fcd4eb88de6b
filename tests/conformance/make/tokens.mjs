// Vectors for GET /tokens/:address/:id/uri. README.md describes the members of a vector.
import { sha256 } from "../match.mjs";
import { tokenPath, tokens } from "./model.mjs";

// An ERC721 token on chain 1 with the id 1.
const art = tokens[0];
const edition = tokens.find((token) => token.standard === "ERC1155" && token.id === "255");
// Its id is 2^256-1, which has 78 digits.
const tokenWithLargestId = tokens.find((token) => token.id.length > 70);
// The documents of generated collections begin with a numbered name, such as {"name":"Ethereal Trees #1". The other
// documents have unusual text, such as spaces or repeated keys, which must not change.
const unusual = tokens.filter((token) => !/^\{"name":"[^"]+ #\d+"/.test(token.document));
const upper = (text) => `0x${text.slice(2).toUpperCase()}`;
const encodeAll = (text) =>
  [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const TOO_LARGE = 1n << 256n;

const ok = (name, section, path, token, request = {}) => ({
  name,
  section,
  request: { path, ...request },
  status: 200,
  text: token.document,
});
/**
 * A vector with status 400. `message` is a regular expression for the message of the error: `\\bb\\b` matches the name
 * of the parameter `b`, and `.` matches any message.
 */
const bad = (name, section, path, message) => ({
  name,
  section,
  request: { path },
  status: 400,
  message,
});
const missing = (name, section, path) => ({ name, section, request: { path }, status: 404 });

// `b` is the chain id. `s` is the standard of the token: 0 for ERC721, the default, and 1 for ERC1155.
const path = (id, query = "b=1", address = art.address) =>
  `/tokens/${address}/${id}/uri${query && `?${query}`}`;
const editionPath = (id, query = "b=45513&s=1") => `/tokens/${edition.address}/${id}/uri?${query}`;

const readable = [
  ok("token: ERC721 by default", "spec 4.1 s default", path("1"), art),
  ok("token: s=0", "spec 4.1 s", path("1", "b=1&s=0"), art),
  ok("token: parameters in the other order", "spec 4.1", path("1", "s=0&b=1"), art),
  ok("token: ERC1155 with s=1", "spec 4.1 s", editionPath("255"), edition),
  ok("token: id in hexadecimal", "decisions: id", editionPath("0xff"), edition),
  ok("token: id in upper-case hexadecimal", "decisions: id", editionPath("0xFF"), edition),
  ok(
    "token: id 0",
    "spec 4.1 id",
    editionPath("0"),
    tokens.find((t) => t.address === edition.address && t.id === "0"),
  ),
  ok("token: id 2^256-1", "spec 4.1 id", editionPath(tokenWithLargestId.id), tokenWithLargestId),
  ok(
    "token: id 2^256-1 in hexadecimal",
    "spec 4.1 id",
    editionPath(`0x${"f".repeat(64)}`),
    tokenWithLargestId,
  ),
  ok("token: address in upper case", "spec 4.1 address", path("1", "b=1", upper(art.address)), art),
  ok(
    "token: percent-encoded segments",
    "RFC 3986",
    path(encodeAll("1"), "b=1", encodeAll(art.address)),
    art,
  ),
  // "%62=%31" is "b=1".
  ok("token: percent-encoded parameters", "RFC 3986", path("1", "%62=%31"), art),
  ok("token: a key is not needed and a wrong one does no harm", "spec 5", path("1"), art, {
    key: "no such key",
  }),
  {
    ...ok("token: the document is JSON for the browser too", "decisions: CORS", path("1"), art),
    headers: {
      "access-control-expose-headers": { includes: ["ETag", "Retry-After", "X-Request-Id"] },
    },
  },
];

const exact = unusual.map((token) =>
  ok(
    `token: exact bytes of ${token.standard} ${token.id.slice(0, 8)} on ${token.chainId}`,
    "decisions: bytes unchanged",
    tokenPath(token),
    token,
  ),
);

const everyDocument = {
  name: "token: every document of the sample data, exact bytes",
  section: "decisions: bytes unchanged",
  steps: tokens.map((token) => ({
    request: { path: tokenPath(token) },
    status: 200,
    textSha256: sha256(token.document),
  })),
};

const rejected = [
  bad("token: b is missing", "spec 4.1 b required, spec 7", path("1", ""), "\\bb\\b"),
  bad("token: b is missing while s is given", "spec 4.1 b required", path("1", "s=0"), "\\bb\\b"),
  bad("token: b is empty", "spec 4.1 b", path("1", "b="), "\\bb\\b"),
  bad("token: b is a word", "spec 4.1 b", path("1", "b=mainnet"), "\\bb\\b"),
  bad("token: b is negative", "spec 4.1 b", path("1", "b=-1"), "\\bb\\b"),
  bad("token: b twice", "decisions: duplicate parameter", path("1", "b=1&b=1"), "\\bb\\b"),
  bad("token: s=2", "spec 4.1 s", path("1", "b=1&s=2"), "\\bs\\b"),
  bad("token: s is a word", "spec 4.1 s", path("1", "b=1&s=ERC721"), "\\bs\\b"),
  bad("token: s twice", "decisions: duplicate parameter", path("1", "b=1&s=0&s=1"), "\\bs\\b"),
  bad(
    "token: address too short",
    "spec 4.1 address",
    path("1", "b=1", art.address.slice(0, -1)),
    "address",
  ),
  bad(
    "token: address too long",
    "spec 4.1 address",
    path("1", "b=1", `${art.address}0`),
    "address",
  ),
  bad(
    "token: address without 0x",
    "spec 4.1 address",
    path("1", "b=1", art.address.slice(2)),
    "address",
  ),
  bad(
    "token: address with a letter that is not a digit",
    "spec 4.1 address",
    path("1", "b=1", `0xg${art.address.slice(3)}`),
    "address",
  ),
  bad(
    "token: address is the literal :address",
    "spec 4.1 address",
    path("1", "b=1", ":address"),
    "address",
  ),
  bad("token: id 2^256", "spec 4.1 id", path(String(TOO_LARGE)), "\\bid\\b"),
  bad(
    "token: id 2^256 in hexadecimal",
    "spec 4.1 id",
    path(`0x${TOO_LARGE.toString(16)}`),
    "\\bid\\b",
  ),
  bad("token: id is a word", "spec 4.1 id", path("abc"), "\\bid\\b"),
  bad("token: id is the literal :id", "spec 4.1 id", path(":id"), "\\bid\\b"),
  bad("token: id is negative", "spec 4.1 id", path("-1"), "\\bid\\b"),
  bad("token: id has a fraction", "spec 4.1 id", path("1.5"), "\\bid\\b"),
  bad("token: id is 0x without digits", "spec 4.1 id", path("0x"), "\\bid\\b"),
  bad("token: malformed percent-encoding in the path", "RFC 3986", path("1", "b=1", "%zz"), "."),
  bad("token: cut percent-encoding in the path", "RFC 3986", path("%4"), "."),
  bad("token: percent-encoding that is not UTF-8", "RFC 3986", path("%ff"), "."),
  bad("token: malformed percent-encoding in a parameter", "RFC 3986", path("1", "b=%zz"), "."),
];

const unknown = [
  missing("token: unknown id", "HTTP 404", path("999999")),
  missing("token: unknown contract", "HTTP 404", path("1", "b=1", `0x${"0".repeat(39)}1`)),
  missing("token: known contract on another chain", "HTTP 404", path("1", "b=10")),
  missing("token: unknown chain", "HTTP 404", path("1", "b=999999999")),
  missing("token: ERC1155 token asked as ERC721", "spec 4.1 s", editionPath("255", "b=45513&s=0")),
  missing(
    "token: ERC1155 token asked with the default",
    "spec 4.1 s default",
    editionPath("255", "b=45513"),
  ),
  missing("token: ERC721 token asked as ERC1155", "spec 4.1 s", path("1", "b=1&s=1")),
];

export const vectors = [...readable, ...exact, everyDocument, ...rejected, ...unknown];
