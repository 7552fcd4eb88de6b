//! Generates documents from the input of the fuzzer: each byte makes one choice. Random changes of
//! a text would rarely give valid JSON with the names of a model.

use crate::client::KEY;
use ethereal_query::{MODELS, TypeScript};
use std::{fmt::Write, sync::LazyLock};

/// The names in the envelopes of records.
const ENVELOPES: [&str; 7] = [
    "bridgeData",
    "etherealData",
    "ethereals",
    "data",
    "items",
    "results",
    "nextCursor",
];
/// Unknown names, and names that need care in JSON, in a JSON Pointer or in an error.
const UNUSUAL: [&str; 8] = [
    "x",
    "",
    // A JSON Pointer escapes `~` and `/`.
    "a~/b",
    // `_id` with an escape.
    "\\u005fid",
    // A lone surrogate.
    "\\ud800",
    // `the service`, an alias of `ethereal`, with an escape.
    "the\\u0020service",
    // No error may show the API key.
    KEY,
    "__proto__",
];

/// The names of all records, aliases and envelopes, and unusual names.
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let fields = MODELS
        .iter()
        .flat_map(|model| model.members)
        .map(|field| field.name);
    let aliases = crate::rules::ALIASES.iter().map(|(name, _)| *name);
    fields
        .chain(aliases)
        .chain(ENVELOPES)
        .chain(UNUSUAL)
        .collect()
});

/// The names of a model, of the records in the model, and of envelopes; all names for a body
/// without a model.
fn names(model: Option<&TypeScript>) -> Vec<&'static str> {
    let Some(model) = model else {
        return NAMES.clone();
    };
    let types: Vec<_> = model
        .members
        .iter()
        .map(|field| field.ty.to_string())
        .collect();
    let is_inside = |record: &TypeScript| {
        types
            .iter()
            .any(|ty| ty.trim_end_matches("[]") == record.name)
    };
    let fields = MODELS
        .iter()
        .filter(|record| record.name == model.name || is_inside(record))
        .flat_map(|record| record.members);
    fields.map(|field| field.name).chain(ENVELOPES).collect()
}

/// The required fields of a model, as texts; none without a model.
fn required_fields(model: Option<&TypeScript>) -> String {
    let members = model.map_or(&[][..], |model| model.members);
    let required = members.iter().filter(|field| field.required);
    let fields: Vec<_> = required
        .map(|field| format!(r#""{}":"active""#, field.name))
        .collect();
    fields.join(",")
}

/// Numbers with a fraction or an exponent, and integers at and beyond 2^53-1 and `u64::MAX`.
const NUMBERS: [&str; 12] = [
    "0",
    "-0",
    "7",
    "1.50e3",
    "9007199254740991",
    "9007199254740992",
    "-9007199254740992",
    "9007199254740993.0",
    "1e400",
    "18446744073709551616",
    "-123456789012345678901234567890",
    "10000000000000000",
];
/// Values of fields, and texts with control characters, whole and lone surrogates, and escapes.
/// `\\\\u0001` is an escaped backslash before `u0001`.
const TEXTS: [&str; 14] = [
    "",
    "active",
    "done",
    "BLESS",
    "\\u0042LESS",
    "0xA",
    "\\u0001",
    "\\u00015",
    "\\\\u0001",
    "\\ud800",
    "\\ud83d\\ude00",
    "\\ud800\\ud800\\udfff",
    "é\\/\\\"\\b\\f\\n\\r\\t",
    "\u{7f}\u{fffd}😀",
];
/// Words: `null` is the most frequent, and `tru` is not JSON.
const WORDS: [&str; 8] = [
    "null", "null", "null", "null", "null", "true", "false", "tru",
];
const SPACES: [&str; 4] = ["", "", " ", "\r\n\t "];

/// The upper four bits of a byte make a choice from 0 to this number.
const MAX_CHOICE: usize = 15;
/// From this value on, every value is `null`, so that nested lists end.
const MAX_VALUES: usize = 60;
/// The length of a long list. Its items do not count as values, so they can exceed `MAX_VALUES`.
const LONG_LIST_ITEMS: usize = 80;

/// A body for a call whose response has this model, if it has one. The body is nearly always JSON.
#[must_use]
pub fn document(model: Option<&TypeScript>, choices: &[u8]) -> String {
    let names = names(model);
    let required = required_fields(model);
    let mut generator = Generator {
        names: &names,
        required: &required,
        choices,
        out: String::new(),
        values_left: MAX_VALUES,
    };
    generator.value();
    generator.out
}

struct Generator<'a> {
    names: &'a [&'a str],
    /// The members that a complete object has.
    required: &'a str,
    choices: &'a [u8],
    out: String,
    /// How many more values may be generated.
    values_left: usize,
}

impl Generator<'_> {
    /// The next byte; 0 after the last byte.
    fn next(&mut self) -> usize {
        let Some((first, rest)) = self.choices.split_first() else {
            return 0;
        };
        self.choices = rest;
        usize::from(*first)
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        let choice = self.next();
        of[choice % of.len()]
    }

    /// Generates a value. The lower four bits of a byte choose the kind of the value. The upper
    /// four bits choose a value of this kind.
    fn value(&mut self) {
        self.values_left = self.values_left.saturating_sub(1);
        let byte = if self.values_left == 0 {
            // The first word, `null`.
            0
        } else {
            self.next()
        };
        let (kind, choice) = (byte % 16, byte / 16);
        match kind {
            0..=2 => self.out.push_str(WORDS[choice % WORDS.len()]),
            3..=4 => self.out.push_str(NUMBERS[choice % NUMBERS.len()]),
            5..=7 => {
                let _ = write!(self.out, "\"{}\"", TEXTS[choice % TEXTS.len()]);
            }
            8..=10 => self.list(choice),
            // 40 to 550 levels. The limits are 64 for records and 512 for token metadata.
            11 if choice == MAX_CHOICE => {
                let levels = self.next() * 2 + 40;
                let _ = write!(self.out, "{}{}", "[".repeat(levels), "]".repeat(levels));
            }
            11..=14 => self.object(choice, false),
            _ => self.object(choice, true),
        }
    }

    fn space(&mut self) {
        let space = self.pick(&SPACES);
        self.out.push_str(space);
    }

    /// Generates a list of at most three values. One list in sixteen is long instead: its items
    /// are `[{}]`, and do not reduce `values_left`.
    fn list(&mut self, choice: usize) {
        let is_long = choice == MAX_CHOICE;
        let length = if is_long { LONG_LIST_ITEMS } else { choice % 4 };
        self.out.push('[');
        for i in 0..length {
            if i > 0 {
                self.out.push(',');
            }
            if is_long {
                self.out.push_str("[{}]")
            } else {
                self.value()
            }
        }
        self.out.push(']');
    }

    /// Generates an object with `length` members. A complete object has all required fields before
    /// these members.
    fn object(&mut self, length: usize, is_complete: bool) {
        self.out.push('{');
        self.space();
        if is_complete {
            self.out.push_str(self.required);
        }
        let begins_with_comma = is_complete && !self.required.is_empty();
        for i in 0..length {
            if i > 0 || begins_with_comma {
                self.out.push(',');
                self.space();
            }
            let choice = self.next();
            // A quarter of the names may be of any model.
            let names = if choice < 192 { self.names } else { &**NAMES };
            let name = names[choice % names.len()];
            let _ = write!(self.out, "\"{name}\":");
            self.value();
            if i % 4 == 3 {
                self.space();
            }
        }
        self.out.push('}');
    }
}
