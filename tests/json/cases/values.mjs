// The values of accepted texts: `value` as metadata, `exact` as metadata with exact integers, `quoted` in a typed body.
// An absent one equals `value`.
import { accepted } from "../case.mjs";

const raw = String.raw;
const becomes = (about, text, value, others = {}) => ({ ...accepted("value", { [about]: text })[0], value, ...others });
const same = (about, text) => becomes(about, text, text);
const integer = (about, digits, rounded) =>
  becomes(about, `[${digits}]\n`, `[${rounded}]`, { exact: `[${digits}n]`, quoted: `["${digits}"]` });

export default [
  integer("the smallest integer of 64 bits", "-9223372036854775808", "-9223372036854776000"),
  integer("one below it", "-9223372036854775809", "-9223372036854776000"),
  integer("the largest integer of 64 bits", "9223372036854775807", "9223372036854776000"),
  integer("one above it", "9223372036854775808", "9223372036854776000"),
  integer("the largest unsigned one", "18446744073709551615", "18446744073709552000"),
  integer("twenty digits", "50000000000000000581", "50000000000000000000"),
  integer("as many digits as are printed without an exponent", "123456789012345678901", "123456789012345680000"),
  becomes("a power of ten that is safe", "[1000000000000000]\n", "[1000000000000000]"),
  becomes("an integer with a fraction", "[5.0]\n", "[5]"),
  becomes("a fraction that rounds to an integer", "[5.000000000000000005]\n", "[5]"),
  becomes("a fraction beyond 2^53", "[9007199254740993.0]", "[9007199254740992]"),
  becomes("an exponent", "[5E6]\n", "[5000000]"),
  becomes("an exponent beyond 2^53", "[9e15]", "[9000000000000000]"),
  becomes("an exponent beyond integers", "[5e21]", "[5e+21]"),
  becomes("underflow", "[5E-999]\n", "[0]"),
  becomes("underflow of a negative", "[-5E-999]", "[-0]"),
  becomes("overflow", "[5E999]", "[Infinity]"),
  becomes("overflow of a negative", "[-5E999]", "[-Infinity]"),
  becomes("minus zero", "[-0,-0.0,-0e5,0]", "[-0,-0,-0,0]"),
  same("keys alike but for normal form, composed first", '{"\u00fc":"one","u\u0308":"two"}'),
  same("keys alike but for normal form, composed last", '{"u\u0308":"two","\u00fc":"one"}'),
  becomes("one key, two values", '{"k":4,"k":5}', '{"k":5}'),
  becomes("one key, one value twice", '{"k":4,"k":4}', '{"k":4}'),
  becomes("one key, zero and minus zero", '{"k":0, "k":-0}\n', '{"k":-0}'),
  becomes("one key, spelled twice", raw`{"k":4,"\u006b":5}`, '{"k":5}'),
  becomes("the place of a key is its first", '{"b":4,"a":0,"b":5}', '{"b":5,"a":0}'),
  becomes("keys that are numbers come first", '{"b":0,"10":1,"9":2,"-1":3}', '{"9":2,"10":1,"b":0,"-1":3}'),
  same("an own key called __proto__", '{"__proto__":[],"a":0}'),
  becomes("one lone surrogate", raw`["\uD801"]`, raw`["\ud801"]`),
  becomes("two lone surrogates", raw`["\uD801\uD801"]`, raw`["\ud801\ud801"]`),
  becomes("three lone surrogates", raw`["\uD801\uD801\uD801"]`, raw`["\ud801\ud801\ud801"]`),
  becomes("a surrogate pair", raw`["\ud83c\udf09"]`, '["\u{1f309}"]'),
  same("an escaped NUL", raw`["W\u0000K"]`),
  becomes("an escaped slash and a plain one", raw`["\/","/"]`, '["/","/"]'),
  same("an integer in a string", '["9007199254740993"]'),
  becomes(
    "a string like a tagged integer, and an integer",
    raw`["\u00015",9007199254740993]`,
    raw`["\u00015",9007199254740992]`,
    {
      exact: raw`["\u00015",9007199254740993n]`,
      quoted: raw`["\u00015","9007199254740993"]`,
    },
  ),
  becomes("a key like a tagged integer", raw`{"\u00015":9007199254740993}`, raw`{"\u00015":9007199254740992}`, {
    exact: raw`{"\u00015":9007199254740993n}`,
    quoted: raw`{"\u00015":"9007199254740993"}`,
  }),
];
