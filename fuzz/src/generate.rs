//! Generates documents: each byte of the input makes one choice. Random changes of a text rarely give valid JSON with
//! the names of a model.

use crate::client::KEY;
use ethereal_query::{MODELS, Operation};
use std::{fmt::Write, sync::LazyLock};

const LISTS: [&str; 7] = [
    "bridgeData",
    "etherealData",
    "ethereals",
    "data",
    "items",
    "results",
    "nextCursor",
];
const UNUSUAL: [&str; 8] = [
    "x",
    "",
    "a~/b",
    "\\u005fid",
    "\\ud800",
    "the\\u0020service",
    KEY,
    "__proto__",
];

/// The names of all records, aliases and envelopes, and unknown names.
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let fields = MODELS
        .iter()
        .flat_map(|model| model.members)
        .map(|field| field.name);
    let aliases = crate::rules::ALIASES.iter().map(|(name, _)| *name);
    fields.chain(aliases).chain(LISTS).chain(UNUSUAL).collect()
});

/// The names of the records of a call and of envelopes; all names for a body without a model.
fn names(operation: &Operation) -> Vec<&'static str> {
    let models: &[&str] = match operation {
        Operation::TokenUri(_) => return NAMES.clone(),
        Operation::BridgeTransfer(_) => &["BridgeTransfer", "RouteStep"],
        Operation::Project(_) => &["Project"],
        Operation::Ethereals(_) => &["Ethereal"],
    };
    let fields = MODELS
        .iter()
        .filter(|model| models.contains(&model.name))
        .flat_map(|model| model.members);
    fields.map(|field| field.name).chain(LISTS).collect()
}

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
const SPACES: [&str; 4] = ["", "", " ", "\r\n\t "];

/// A document for a call. It is nearly always JSON.
#[must_use]
pub fn document(operation: &Operation, choices: &[u8]) -> String {
    let names = names(operation);
    let mut generator = Generator {
        names: &names,
        choices,
        out: String::new(),
        values_left: 60,
    };
    generator.value();
    generator.out
}

struct Generator<'a> {
    names: &'a [&'a str],
    choices: &'a [u8],
    out: String,
    /// How many more values may be generated, so that nested lists end.
    values_left: usize,
}

impl Generator<'_> {
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

    fn value(&mut self) {
        self.values_left = self.values_left.saturating_sub(1);
        let choice = if self.values_left == 0 {
            0
        } else {
            self.next()
        };
        match choice % 16 {
            0..=2 => self.out.push_str(
                [
                    "null", "null", "null", "null", "null", "true", "false", "tru",
                ][choice / 16 % 8],
            ),
            3..=4 => self.out.push_str(NUMBERS[choice / 16 % NUMBERS.len()]),
            5..=7 => {
                let _ = write!(self.out, "\"{}\"", TEXTS[choice / 16 % TEXTS.len()]);
            }
            8..=10 => self.list(choice / 16),
            // 40 to 550 levels. The limits are 64 for records and 512 for token metadata.
            11 if choice > 240 => {
                let levels = self.next() * 2 + 40;
                let _ = write!(self.out, "{}{}", "[".repeat(levels), "]".repeat(levels));
            }
            11..=14 => self.object(choice / 16, false),
            _ => self.object(choice / 16, true),
        }
    }

    fn space(&mut self) {
        let space = self.pick(&SPACES);
        self.out.push_str(space);
    }

    fn list(&mut self, length: usize) {
        self.out.push('[');
        // One list in sixteen is long.
        let length = if length == 15 { 80 } else { length % 4 };
        for i in 0..length {
            if i > 0 {
                self.out.push(',');
            }
            if length > 4 {
                self.out.push_str("[{}]")
            } else {
                self.value()
            }
        }
        self.out.push(']');
    }

    /// Generates an object. When `is_complete`, it has all required fields.
    fn object(&mut self, length: usize, is_complete: bool) {
        self.out.push('{');
        self.space();
        if is_complete {
            self.out.push_str(r#""_id":"1","status":"active""#);
        }
        for i in 0..length {
            if i > 0 || is_complete {
                self.out.push(',');
                self.space();
            }
            let choice = self.next();
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
