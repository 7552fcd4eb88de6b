//! A generator of documents, which makes one choice for each byte of the input. Random changes of a text rarely result
//! in such documents.

use crate::client::KEY;
use ethereal_query::{BridgeTransfer, Ethereal, Project, RouteStep, TypeScript};
use std::{fmt::Write, sync::LazyLock};

/// The names of the record and envelopes of each call, then names of all records, aliases and unknown names.
static NAMES: LazyLock<[Vec<&str>; 4]> = LazyLock::new(|| {
    let fields = |model: TypeScript| model.members.iter().map(|field| field.name).collect::<Vec<_>>();
    let others: Vec<&str> = crate::rules::SPELLINGS.iter().map(|(name, _)| *name).collect();
    let transfer = [fields(BridgeTransfer::TYPESCRIPT), fields(RouteStep::TYPESCRIPT), vec!["bridgeData"]].concat();
    let list = ["etherealData", "ethereals", "data", "items", "results", "nextCursor", "nextCursor"].to_vec();
    let list = [fields(Ethereal::TYPESCRIPT), list, others.clone()].concat();
    let project = fields(Project::TYPESCRIPT);
    let odd = ["x", "", "a~/b", "\\u005fid", "\\ud800", "the\\u0020service", KEY, "__proto__"].to_vec();
    let all = [transfer.clone(), list.clone(), project.clone(), others, odd].concat();
    [transfer, project, list, all]
});
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

/// A document for the call `which` of targets/body.rs. It is nearly always JSON.
#[must_use]
pub fn document(which: usize, choices: &[u8]) -> String {
    let names = which.checked_sub(2).and_then(|typed| NAMES.get(typed)).unwrap_or(&NAMES[3]);
    let mut speller = Speller { names, choices, out: String::new(), room: 60 };
    speller.value();
    speller.out
}

struct Speller<'a> {
    names: &'a [&'a str],
    choices: &'a [u8],
    out: String,
    /// How many more values may be written, so that nested lists end.
    room: usize,
}

impl Speller<'_> {
    fn next(&mut self) -> usize {
        let Some((first, rest)) = self.choices.split_first() else { return 0 };
        self.choices = rest;
        usize::from(*first)
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        let choice = self.next();
        of[choice % of.len()]
    }

    fn value(&mut self) {
        self.room = self.room.saturating_sub(1);
        let choice = if self.room == 0 { 0 } else { self.next() };
        match choice % 16 {
            0..=2 => {
                self.out.push_str(["null", "null", "null", "null", "null", "true", "false", "tru"][choice / 16 % 8])
            }
            3..=4 => self.out.push_str(NUMBERS[choice / 16 % NUMBERS.len()]),
            5..=7 => {
                let _ = write!(self.out, "\"{}\"", TEXTS[choice / 16 % TEXTS.len()]);
            }
            8..=10 => self.list(choice / 16),
            // Many levels.
            11 if choice > 240 => {
                let levels = self.next() * 2 + 40;
                let _ = write!(self.out, "{}{}", "[".repeat(levels), "]".repeat(levels));
            }
            11..=14 => self.object(choice / 16, false),
            _ => self.object(choice / 16, true),
        }
    }

    fn space(&mut self) {
        let space = self.one(&SPACES);
        self.out.push_str(space);
    }

    fn list(&mut self, length: usize) {
        self.out.push('[');
        // A few lists are long.
        let length = if length == 15 { 80 } else { length % 4 };
        for i in 0..length {
            if i > 0 {
                self.out.push(',');
            }
            if length > 4 { self.out.push_str("[{}]") } else { self.value() }
        }
        self.out.push(']');
    }

    /// Writes an object. With `whole`, it has all required fields.
    fn object(&mut self, length: usize, whole: bool) {
        self.out.push('{');
        self.space();
        if whole {
            self.out.push_str(r#""_id":"1","status":"active""#);
        }
        for i in 0..length {
            if i > 0 || whole {
                self.out.push(',');
                self.space();
            }
            let choice = self.next();
            let names = if choice < 192 { self.names } else { &NAMES[3] };
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
