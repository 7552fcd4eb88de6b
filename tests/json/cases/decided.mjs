// Cases that RFC 8259 leaves to the parser: `rfc` is the section that leaves it open, `why` the decision.
import { accepted, arrayed, mixed, rejected, repeated, undecodable } from "../case.mjs";

const raw = String.raw;
const decided = (rfc, why, cases) => cases.map((one) => ({ ...one, rfc, why }));

const numbers = decided(
  "6",
  "Range and precision are the host's JSON.parse's: the text is passed on as it is.",
  accepted("range", arrayed({
    "beyond the largest double": "1e400",
    "far beyond it": "4.5e+9999",
    "far below it": "-4e+9999",
    "an integer beyond it": "581581e100000",
    "a negative one beyond it": "-581581e100000",
    "an exponent of a hundred digits": `0.5e00${"6".repeat(50)}99${"6".repeat(50)}`,
    "an exponent of a hundred digits, negative": `5e-${"6".repeat(100)}`,
    "below the smallest double": "581e-10000000",
    "a fraction below it": "581.456e-789",
    "underflow with a sign": "-4e-400",
    "an integer and .0 beyond 2^53": "9007199254740993.0",
  })),
);

const integers = decided("6", "Metadata keeps the text; typed bodies and `integers: \"exact\"` lose no digit.", [
  ["the first unsafe integer", "9007199254740992"],
  ["the first that a double rounds", "9007199254740993"],
  ["a negative one", "-9007199254740993"],
  ["twenty-one digits", `5${"0".repeat(20)}`],
  ["thirty digits, negative", `-${"581".repeat(10)}`],
  ["fifty digits, negative", `-${"50581".repeat(10)}`],
  ["the largest of 256 bits", (2n ** 256n - 1n).toString()],
].map(([about, digits]) => {
  const [one] = accepted("integer", { [about]: `[${digits}]` });
  return { ...one, value: `[${Number(digits)}]`, exact: `[${digits}n]`, quoted: `["${digits}"]` };
}));

const surrogates = decided(
  "8.2",
  "A lone surrogate in an escape is grammar; it comes out as JSON.parse gives it.",
  accepted("surrogate", {
    ...arrayed({
      "a first half": raw`"\ud801"`,
      "a first half in capitals": raw`"\uDBBB"`,
      "a second half": raw`"\uDEAD"`,
      "a first half and letters": raw`"\ud801www"`,
      "a first half and one letter": raw`"\uDd1ew"`,
      "a first half and a line": raw`"\uD801\n"`,
      "a first half and another character": raw`"\uD88A\u1357"`,
      "two first halves": raw`"\uD801\uD801"`,
      "two first halves and a line": raw`"\uD801\uD801\n"`,
      "three first halves": raw`"\uD801\uD802\uD803"`,
      "the halves in the wrong order": raw`"\uDf09\uD83C"`,
      "a pair and a half": raw`"\ud83c\udf09\ud83c"`,
    }),
    "a key": raw`{"\uDEAD":0}`,
    "two keys": raw`{"\ud801":0,"\ud802":1}`,
  }),
);

const BYTES = undecodable("bytes", {
  "FF": mixed('["', "ff", '"]'),
  "FE": mixed('["', "fe", '"]'),
  "Latin-1": mixed('["', "e9", '"]'),
  "Latin-1 between letters": mixed('["caf', "e9", ' au lait"]'),
  "a continuation byte alone": mixed('["', "81", '"]'),
  "two continuation bytes": mixed('["', "8181", '"]'),
  "a character and a broken one": mixed('["', "e697a5d1fa", '"]'),
  "two characters and a broken byte": mixed('["', "e29898c3a7fd", '"]'),
  "two bytes, the second missing": mixed('["', "c3", '"]'),
  "three bytes, the last missing": mixed('["', "e282", '"]'),
  "three bytes, the second wrong": mixed('["', "e0ff", '"]'),
  "four bytes, the last missing": mixed('["', "f09f8c", '"]'),
  "four bytes at the end of the body": mixed('["', "f09f8c"),
  "a slash in two bytes": mixed('["', "c0af", '"]'),
  "a quotation mark in two bytes": mixed("[", "c0a2", "w]"),
  "NUL in two bytes": mixed('["', "c080", '"]'),
  "a slash in three bytes": mixed('["', "e080af", '"]'),
  "a slash in four bytes": mixed('["', "f08080af", '"]'),
  "five bytes": mixed('["', "f888808080", '"]'),
  "six bytes": mixed('["', "fc83bfbfbfbf", '"]'),
  "NUL in six bytes": mixed('["', "fc8080808080", '"]'),
  "a surrogate in three bytes": mixed('["', "eda080", '"]'),
  "two surrogates in three bytes each": mixed('["', "eda080eda080", '"]'),
  "three surrogates in three bytes each": mixed('["', "eda080eda080eda080", '"]'),
  "a pair of surrogates in three bytes each": mixed('["', "eda0bcedbc89", '"]'),
  "beyond the last character": mixed('["', "f4908080", '"]'),
  "far beyond it": mixed('["', "f7bfbfbf", '"]'),
  "a broken key": mixed('{"', "c3", '":0}'),
  "a broken byte before": mixed("", "80", "[]"),
});
const utf8 = decided("8.1", "A body that is no UTF-8 is refused: a replaced byte would be another text.", BYTES);

const unicode = decided("8.1", "Other encodings are refused; one byte order mark is ignored.", [
  ...undecodable("encoding", {
    "UTF-16, little-endian with a mark": { hex: "fffe5b002200e70022005d00" },
    "UTF-16, big-endian with a mark": { hex: "feff005b002200e70022005d" },
    "UTF-16, big-endian": { hex: "005b002200e70022005d" },
    "UTF-16, little-endian": { hex: "5b002200e70022005d00" },
  }),
  ...rejected("encoding", {
    "UTF-16 of ASCII, big-endian": { hex: "005b005d" },
    "UTF-16 of ASCII, little-endian": { hex: "5b005d00" },
    "UTF-32, big-endian": { hex: "0000005b0000005d" },
    "UTF-7": "+AFsAXQ-",
    "two marks": "\ufeff\ufeff[]",
    "a mark and nothing": "\ufeff",
    "a mark after a space": " \ufeff[]",
  }),
  ...undecodable("encoding", { "half a mark": { hex: "efbb7b7d" } }),
  ...accepted("encoding", { "a mark and an object": "\ufeff{}", "a mark, a space and a word": "\ufeff null" }),
]);

const nested = (open, middle, close, depth) => repeated([open, depth], [middle, 1], [close, depth]);
const arrays = (depth) => nested("[", "", "]", depth);
const objects = (depth) => nested('{"k":', "0", "}", depth);
// A field of a typed body is one level below it.
const depth = (name, form, typed, free = "accepted") => ({ name: `depth: ${name}`, ...form, free, typed });
const depths = decided("9", "A typed body may nest 64 levels and metadata 512, so that no stack runs out.", [
  depth("63 arrays", arrays(63), "accepted"),
  depth("64 arrays", arrays(64), "too_deep"),
  depth("63 objects", objects(63), "accepted"),
  depth("64 objects", objects(64), "too_deep"),
  depth("500 arrays", arrays(500), "too_deep"),
  depth("512 arrays", arrays(512), "too_deep"),
  depth("513 arrays", arrays(513), "too_deep", "too_deep"),
  depth("512 objects", objects(512), "too_deep"),
  depth("513 objects", objects(513), "too_deep", "too_deep"),
  depth("256 of each", nested('[{"k":', "[]", "}]", 255), "too_deep"),
  depth("100,000 open arrays", repeated(["[", 100_000]), "too_deep", "too_deep"),
  depth("50,000 of each, open", repeated(['[{"k":', 50_000], ["\n", 1]), "too_deep", "too_deep"),
  depth("100,000 arrays, closed", arrays(100_000), "too_deep", "too_deep"),
  depth("10,000 arrays beside each other", repeated(["[", 1], ["[[[]]],", 10_000], ["[]]", 1]), "accepted"),
]);

export default [...numbers, ...integers, ...surrogates, ...utf8, ...unicode, ...depths];
