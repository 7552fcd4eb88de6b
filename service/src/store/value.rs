//! The values of rows and parameters.

use super::{Result, StoreError};
use std::fmt;

/// The maximum number of characters of a text, or of bytes, that a message shows.
const MAX_SHOWN: usize = 64;

/// The number of bytes that a message shows before a difference.
const SHOWN_BEFORE: usize = 16;

/// A value of a column or a parameter. The order of values is the order in the databases, if all
/// values have the same type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

pub(crate) type Row = Vec<Value>;

impl Value {
    /// The number of bytes of a text; 0 for another value.
    pub(super) fn text_bytes(&self) -> usize {
        if let Self::Text(text) = self {
            text.len()
        } else {
            0
        }
    }

    /// The number; 0 for another value.
    pub(super) fn as_integer(&self) -> i64 {
        if let Self::Integer(number) = self {
            *number
        } else {
            0
        }
    }

    /// The text.
    ///
    /// # Errors
    /// The value is not text in UTF-8.
    pub(crate) fn into_text(self) -> Result<String> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(StoreError(format!(
                "Invalid value: {other}. Expected text in UTF-8."
            ))),
        }
    }
}

/// A value for messages, cut after 64 characters or bytes.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("NULL"),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(&shown(text)),
            Self::Bytes(bytes) => {
                let start = bytes.get(..MAX_SHOWN).unwrap_or(bytes);
                let dots = if start.len() < bytes.len() { "…" } else { "" };
                write!(f, "0x{}{dots}", hex::encode(start))
            }
        }
    }
}

/// A text for messages, cut after 64 characters.
pub(crate) fn shown(text: &str) -> String {
    let start: String = text.chars().take(MAX_SHOWN).collect();
    let dots = if start.len() < text.len() { "…" } else { "" };
    format!("{start:?}{dots}")
}

/// The message about a column with an unexpected value. If one of two texts is too long for a
/// message, the message shows both texts from a little before the first difference, and the byte
/// offset of the difference.
pub(super) fn difference(column: &str, found: &Value, expected: &Value) -> String {
    match (found, expected) {
        (Value::Text(found), Value::Text(expected))
            if found.len().max(expected.len()) > MAX_SHOWN =>
        {
            let equal_bytes = found
                .bytes()
                .zip(expected.bytes())
                .take_while(|(found, expected)| found == expected)
                .count();
            let offset = found.floor_char_boundary(equal_bytes);
            // Both texts are equal before `offset`, so `start` is a character boundary in both
            // texts.
            let start = found.floor_char_boundary(offset.saturating_sub(SHOWN_BEFORE));
            let dots = if start > 0 { "…" } else { "" };
            let [found, expected] =
                [found, expected].map(|text| shown(text.get(start..).unwrap_or_default()));
            format!(
                "Invalid {column} at byte {offset}: {dots}{found}. Expected {dots}{expected}, as the record says."
            )
        }
        _ => format!("Invalid {column}: {found}. Expected {expected}, as the record says."),
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_long_texts_shows_where_they_differ() {
        // `é` has two bytes. A message shows at most 64 characters, 8 of them before the
        // difference.
        let long = "é".repeat(70);
        let cases = [
            ("x", "active", r#"Invalid a: "x". Expected "active","#),
            (&long, "x", r#"Invalid a at byte 0: "éééé"#),
            (
                &format!("{long}x"),
                &long,
                r#"Invalid a at byte 140: …"ééééééééx". "#,
            ),
            (
                &format!("{long}x"),
                &format!("{long}y"),
                r#" Expected …"ééééééééy","#,
            ),
            (
                &format!("{long}x{long}"),
                &format!("{long}y"),
                r#"Invalid a at byte 140: …"ééééééééxéé"#,
            ),
        ];
        for (found, expected, message) in cases {
            let text = difference("a", &found.into(), &expected.into());
            assert!(text.contains(message), "{text}");
        }
    }
}
