// Payloads that try to run scripts, to navigate, to load other sites or to break the layout, and records with them.
import { textFields } from "../models.mjs";

const svg = (inside) =>
  `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>${inside}</svg>`;
/** A script that leaves a mark in the page and in the page around a frame. The tests check that it never runs. */
const run = "window.ran=1;parent.ran=1";

export const payloads = [
  `<script>${run}</script>`,
  `<img src=x onerror='${run}'>`,
  `"><svg onload='${run}'>`,
  `<iframe srcdoc='<script>${run}</script>'></iframe>`,
  "</bdi></dd></dl></article><style>*{display:none}</style>",
  "</title></textarea></noscript></template><script>window.ran=1</script>",
  `<template shadowrootmode=open><script>${run}</script></template>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${run}>`,
  `<details open ontoggle=${run}>`,
  `<a href='javascript:${run}' autofocus onfocus=${run}>x</a>`,
  "<base href='https://tracker.example/'>",
  "<meta http-equiv=refresh content='0;url=https://tracker.example/'>",
  "<link rel=prefetch href='https://tracker.example/'>",
  // `search` is the id of the search form of the page.
  "<form action='https://tracker.example/'><button id=search>x</button></form>",
  "&lt;script&gt;window.ran=1&lt;/script&gt;",
  "{{constructor.constructor('window.ran=1')()}} ${window.ran=1} <%= window.ran=1 %>",
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `java\tscript:${run}`,
  `\u0001javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  `data:text/html;base64,${btoa(`<script>${run}</script>`)}`,
  "data:image/png;base64,AAAA",
  "vbscript:msgbox(1)",
  "blob:https://tracker.example/0",
  "file:///etc/passwd",
  "filesystem:https://tracker.example/x",
  "https://tracker.example/pixel.gif",
  "//tracker.example/pixel.gif",
  "\\\\tracker.example\\pixel.gif",
  "http://tracker.example/pixel.gif",
  "HTTPS://TRACKER.EXAMPLE:443/pixel.gif?{id}",
  "https://user:password@tracker.example/a.svg#x",
  // \u0430 is a Cyrillic letter that looks like an a. The host before it is the same name in ASCII.
  "https://xn--pple-43d.example/ https://\u0430pple.example/",
  "ipfs://tracker.example@../../x.png",
  "ipfs://bafkreidyzxkdsihnoecvk6xtdljxdb3zzu2cvzulhy4g2wodasg3lmkrd4/../../../../evil",
  "ipns://tracker.example/pixel.gif",
  "ar://tracker.example/pixel.gif",
  `data:image/svg+xml,${encodeURIComponent(svg(`<script>${run}</script><image href='https://tracker.example/a.png'/>`))}`,
  svg(
    `<script>${run}</script><foreignObject><iframe src='https://tracker.example/'/></foreignObject>`,
  ),
  svg(
    "<style>@import 'https://tracker.example/a.css';</style><use href='https://tracker.example/a.svg#x'/>",
  ),
  // Characters that change the direction of text, combining marks, invisible characters, and lone surrogates.
  "\u202eexe.gpj\u2066\u200b\ufeff\u200f\u061c",
  `z${"\u0336\u0489\u20dd".repeat(400)}`,
  "\u{e0041}\u{e0042}\u{e007f}\u2028\u2029\u0085\u00ad\u3164",
  "\ud800 \udfff",
  "\u0000\u0007\u001b[31m\u009b",
  // Names of properties that every object inherits.
  "__proto__",
  "constructor",
  "toString",
  "url(https://tracker.example/a.png)",
  // Long texts without a place to break the line. The first character is very wide.
  "ﷺ".repeat(2000),
  "W".repeat(100_000),
];

/** An object with the payload as a name, as a value, and as the methods that convert an object to text. */
const nested = (payload) => ({
  [payload]: { deep: [payload] },
  toString: payload,
  valueOf: payload,
  toJSON: payload,
});

/** Returns the text fields of a model, each with a function that returns the payload as it is. */
const textFieldsWithPayload = (model) =>
  Object.fromEntries(textFields(model).map((name) => [name, (payload) => payload]));

/** The fields of each kind of record, with functions that make the value of a field from a payload. */
const kinds = {
  token: {
    name: (payload) => payload,
    description: (payload) => payload,
    image: (payload) => payload,
    image_url: (payload) => payload,
    image_data: (payload) => payload,
    external_url: (payload) => payload,
    animation_url: (payload) => payload,
    background_color: (payload) => payload,
    attributes: (payload) => [
      { trait_type: payload, value: payload, max_value: payload, display_type: payload },
      payload,
      null,
      nested(payload),
      { trait_type: nested(payload), value: nested(payload) },
      // Beyond the last date of JavaScript, which is 8.64e15 ms.
      { display_type: "date", value: 1e300 },
    ],
    properties: nested,
  },
  transfer: {
    ...textFieldsWithPayload("BridgeTransfer"),
    tokenIds: (payload) => [payload, payload],
    route: (payload) => [
      { step: payload, txHash: payload },
      { step: 1, txHash: payload },
    ],
  },
  ethereal: {
    ...textFieldsWithPayload("Ethereal"),
    deposits: (payload) => [payload, { amount: payload, timestamp: 1 }, nested(payload)],
  },
  key: textFieldsWithPayload("Project"),
};

export const fieldsOf = (kind) => Object.keys(kinds[kind]);

/** Returns a record with the payload in `field`. Without `field`, all fields have the payload. */
export function hostileRecord(kind, payload, field) {
  const record =
    kind === "transfer" ? { _id: "1", status: "wait-wh", fromChain: 1, toChain: 10 } : {};
  for (const [name, makeValue] of Object.entries(kinds[kind])) {
    if (field === undefined || name === field) record[name] = makeValue(payload);
  }
  return record;
}

/** Token documents with values of unexpected types, with huge values, and with deep nesting. */
export const oddDocuments = [
  "null",
  "[]",
  '"<script>window.ran = 1</script>"',
  "7",
  '{"__proto__":{"image":"https://tracker.example/p"},"attributes":{"constructor":1}}',
  '{"image":{"src":"https://tracker.example/p"},"name":["<b>"],"attributes":"x","description":{"toString":1}}',
  '{"name":{"toString":null,"valueOf":null},"external_url":{"href":"javascript:window.ran=1"},"properties":[{"a":1}]}',
  `{"image":"data:image/png;base64,${"A".repeat(2 ** 20)}"}`,
  `{"attributes":[${'{"trait_type":"a","value":1},'.repeat(20_000)}7]}`,
  `${'{"a":['.repeat(30)}1${"]}".repeat(30)}`,
];
