//! Lists of records and their members, found where they stand in the text.

use super::DatasetError;
use crate::{
    json::{BigIntegers, DecodeError, FREE_DEPTH, Scanner},
    text::number_text,
};

/// Reads a list, a JSON array or one record a line (NDJSON), and each of its records with `read`.
pub(crate) fn list<T>(
    list: &'static str,
    text: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, DatasetError> {
    let records: Vec<&str> = if text.trim_start().starts_with('[') {
        elements(text).map_err(|error| DatasetError { list, index: None, reason: not_json(&error) })?
    } else {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
    };
    let rows = records.into_iter().enumerate();
    rows.map(|(i, text)| read(text).map_err(|reason| DatasetError { list, index: Some(i), reason })).collect()
}

/// The elements of an array, as text.
pub(super) fn elements(json: &str) -> Result<Vec<&str>, DecodeError> {
    let mut scanner = Scanner::new(json.as_bytes(), FREE_DEPTH, BigIntegers::Keep);
    let mut found = Vec::new();
    scanner.skip_whitespace();
    scanner.elements(&mut |scanner| {
        let start = scanner.position();
        scanner.any_value()?;
        found.push(json.get(start..scanner.position()).unwrap_or_default());
        Ok(())
    })?;
    scanner.end().map(|()| found)
}

pub(super) fn not_json(error: &DecodeError) -> String {
    ["not JSON at byte ", &number_text(error.offset as u64), ": expected ", error.expected].concat()
}

/// The members of a JSON object, as text; of a repeated one the last counts.
pub(super) struct Members<'a>(Vec<(String, &'a str)>);

impl<'a> Members<'a> {
    pub(super) fn of(json: &'a str) -> Result<Self, String> {
        let mut scanner = Scanner::new(json.as_bytes(), FREE_DEPTH, BigIntegers::Keep);
        let mut found = Vec::new();
        scanner.skip_whitespace();
        let read = scanner.members(&mut |scanner, member| {
            let start = scanner.position();
            scanner.any_value()?;
            found.push((member.key.decode(), json.get(start..scanner.position()).unwrap_or_default()));
            Ok(())
        });
        read.and_then(|()| scanner.end()).map_err(|error| not_json(&error))?;
        Ok(Self(found))
    }

    /// A member's value; nothing when it is absent or null.
    pub(super) fn raw(&self, name: &str) -> Option<&'a str> {
        let found = self.0.iter().rev().find(|(key, _)| key == name);
        found.map(|(_, value)| *value).filter(|value| *value != "null")
    }

    /// A text; nothing when it is absent or null.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, String> {
        let Some(value) = self.raw(name) else { return Ok(None) };
        let mut scanner = Scanner::new(value.as_bytes(), 0, BigIntegers::Keep);
        let text = scanner.string().map_err(|_| [name, " must be a string"].concat())?;
        // Replaced, it would be another text than the one recorded.
        text.exact().map(Some).ok_or_else(|| [name, " holds half of a surrogate pair"].concat())
    }

    /// A text that has to be there.
    pub(super) fn needed(&self, name: &str) -> Result<String, String> {
        self.text(name)?.ok_or_else(|| [name, " is missing"].concat())
    }

    /// The characters of a text or of a number.
    pub(super) fn characters(&self, name: &str) -> Result<Option<String>, String> {
        match self.raw(name) {
            Some(number) if !number.starts_with('"') => Ok(Some(number.to_owned())),
            _ => self.text(name),
        }
    }
}
