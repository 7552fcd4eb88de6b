//! Reads the records of a list and the members of a record. Both are slices of the text.

use super::{DatasetError, trim};
use crate::{
    json::{BigIntegers, DecodeError, DecodeErrorKind, FREE_DEPTH, Scanner, plain},
    text::{decimal_text, sanitize},
};

/// Reads each record of `text`, which is a JSON array or NDJSON (one record per line). `list` is
/// the name of the list in an error.
pub(crate) fn list<T>(
    list: &'static str,
    text: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, DatasetError> {
    let text = trim(text);
    let records: Vec<&str> = if text.starts_with('[') {
        elements(text).map_err(|error| DatasetError {
            list,
            index: None,
            reason: not_json("JSON", &error, FREE_DEPTH),
        })?
    } else {
        text.lines()
            .map(trim)
            .filter(|line| !line.is_empty())
            .collect()
    };
    records
        .into_iter()
        .enumerate()
        .map(|(index, text)| {
            read(text).map_err(|reason| DatasetError {
                list,
                index: Some(index),
                reason,
            })
        })
        .collect()
}

/// The elements of a JSON array, as text.
pub(super) fn elements(json: &str) -> Result<Vec<&str>, DecodeError> {
    let mut scanner = Scanner::new(json.as_bytes(), FREE_DEPTH, BigIntegers::Keep);
    let mut elements = Vec::new();
    scanner.skip_whitespace();
    let mut array = scanner.array()?;
    while scanner.next_element(&mut array)? {
        let start = scanner.position();
        scanner.any_value()?;
        elements.push(json.get(start..scanner.position()).unwrap_or_default());
    }
    scanner.expect_end()?;
    Ok(elements)
}

/// The reason for text that is not JSON, or that has more than `depth` levels of nesting. `name`
/// names the text in the reason.
pub(crate) fn not_json(name: &str, error: &DecodeError, depth: u32) -> String {
    let offset = decimal_text(error.offset as u64);
    let start = ["Invalid ", name, " at byte ", &offset, ". Expected "].concat();
    if error.kind == DecodeErrorKind::Depth {
        return [
            &start,
            "at most ",
            &decimal_text(depth.into()),
            " levels of nesting.",
        ]
        .concat();
    }
    [&start, error.expected, "."].concat()
}

/// The maximum number of characters of a value that [`invalid`] shows.
const MAX_SHOWN_CHARS: usize = 64;

/// The reason for a value that breaks a rule. The reason shows the beginning of `value`, which must
/// not be an API key.
pub(super) fn invalid(name: &str, value: &str, rule: &str) -> String {
    let ellipsis = if value.chars().nth(MAX_SHOWN_CHARS).is_some() {
        "…"
    } else {
        ""
    };
    [
        "Invalid ",
        name,
        ": ",
        &sanitize(value, MAX_SHOWN_CHARS),
        ellipsis,
        ". Expected ",
        rule,
        ".",
    ]
    .concat()
}

/// The reason for an absent member.
pub(super) fn missing(name: &str, rule: &str) -> String {
    ["Missing ", name, ". Expected ", rule, "."].concat()
}

/// The depth limit of a [`Scanner`] that reads a string or a number.
pub(super) const NO_NESTING: u32 = 0;

/// The members of a JSON object, each with its value as text. The last of repeated members counts.
#[derive(Debug)]
pub(crate) struct Members<'a>(Vec<(String, &'a str)>);

impl<'a> Members<'a> {
    pub(crate) fn of(json: &'a str) -> Result<Self, String> {
        Self::read(json).map_err(|error| not_json("JSON", &error, FREE_DEPTH))
    }

    fn read(json: &'a str) -> Result<Self, DecodeError> {
        let mut scanner = Scanner::new(json.as_bytes(), FREE_DEPTH, BigIntegers::Keep);
        let mut members = Vec::new();
        scanner.skip_whitespace();
        let mut object = scanner.object()?;
        while let Some(member) = scanner.next_member(&mut object)? {
            let start = scanner.position();
            scanner.any_value()?;
            let value = json.get(start..scanner.position()).unwrap_or_default();
            members.push((member.key.decode(), value));
        }
        scanner.expect_end()?;
        Ok(Self(members))
    }

    /// The text of a value; `None` when it is absent or null.
    pub(crate) fn raw(&self, name: &str) -> Option<&'a str> {
        let (_, value) = self.0.iter().rev().find(|(key, _)| key == name)?;
        (*value != "null").then_some(*value)
    }

    /// A string; `None` when it is absent or null.
    pub(super) fn string(&self, name: &str) -> Result<Option<String>, String> {
        let Some(value) = self.raw(name) else {
            return Ok(None);
        };
        let mut scanner = Scanner::new(value.as_bytes(), NO_NESTING, BigIntegers::Keep);
        let string = scanner
            .string()
            .map_err(|_| invalid(name, value, "a string"))?;
        // If U+FFFD replaced a lone surrogate, the text would differ from the record.
        string
            .exact()
            .map(Some)
            .ok_or_else(|| invalid(name, value, "a string without lone surrogates"))
    }

    /// A string that must be present.
    pub(crate) fn required(&self, name: &str) -> Result<String, String> {
        self.string(name)?.ok_or_else(|| missing(name, "a string"))
    }

    /// A string, or the [`plain`] digits of a number; `None` when it is absent or null. An object,
    /// an array or a boolean is accepted too: `plain` returns its JSON text unchanged.
    pub(super) fn string_or_number(&self, name: &str) -> Result<Option<String>, String> {
        match self.raw(name) {
            Some(value) if !value.starts_with('"') => Ok(Some(plain(value))),
            _ => self.string(name),
        }
    }
}
