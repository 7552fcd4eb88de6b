// Vectors for GET /project and for the keys themselves.
import { keys, projectBody } from "./model.mjs";

const unauthorized = { status: 401, text: '{"message":"Invalid API key."}' };
const demo = keys[0].key;
/** A request that the service refuses with status 401. `request` may have another path or headers. */
const fail = (name, key, request = {}) => ({
  name,
  section: "spec 4.3, 5, 7",
  request: { path: "/project", key, ...request },
  ...unauthorized,
});
const first = demo[0];
/** The first letter of the key in the other case. */
const otherCase = first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase();

/** The request of each key in seed/keys.json. run.mjs replaces an owner by its key, and sends other texts unchanged. */
const known = keys.map(({ requestOwner }) => ({
  name: `project: key of ${requestOwner}`,
  section: "spec 2.3, 4.3",
  request: { path: "/project", key: requestOwner },
  status: 200,
  body: projectBody(requestOwner),
}));

export const vectors = [
  ...known,
  fail("project: no key", null),
  fail("project: empty key", ""),
  fail("project: unknown key", "unknown"),
  fail("project: unknown key of the right form", "AAAAAAAA/AAAAAAAAAAA+AAAAAAAAAAAAAAAAAAAAAA="),
  fail("project: key cut by one character", demo.slice(0, -1)),
  fail("project: key with one character more", `${demo}A`),
  fail("project: key in other letter case", otherCase + demo.slice(1)),
  fail("project: two keys in one header", `${demo}, ${keys[1].key}`),
  fail("project: a key in the query does not count", null, {
    path: `/project?x-api-key=${encodeURIComponent(demo)}`,
  }),
  fail("project: a key as a bearer token does not count", null, {
    headers: { authorization: `Bearer ${demo}` },
  }),
  {
    name: "project: header name in upper case",
    section: "spec 4.3",
    request: { path: "/project", headers: { "X-API-KEY": demo } },
    status: 200,
    body: projectBody("demo"),
  },
];
