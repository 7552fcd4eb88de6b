//! The values of rows and parameters.

use super::{Result, StoreError};
use std::fmt;

/// The maximum number of characters or bytes in a message.
const MAX_SHOWN: usize = 64;

/// The number of characters that a message shows before a difference.
const SHOWN_BEFORE: usize = 16;

/// A value of a column or a parameter. Rows compare as the databases order them, if all of their columns have one type.
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
        if let Self::Text(text) = self { text.len() } else { 0 }
    }

    /// The text.
    ///
    /// # Errors
    /// The value is not text in UTF-8.
    pub(crate) fn into_text(self) -> Result<String> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(StoreError(format!("Invalid value: {other}. Expected text in UTF-8."))),
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
                let shown = bytes.get(..MAX_SHOWN).unwrap_or(bytes);
                write!(f, "0x{}{}", hex::encode(shown), if shown.len() < bytes.len() { "…" } else { "" })
            }
        }
    }
}

/// A text for messages, cut after 64 characters.
fn shown(text: &str) -> String {
    let shown: String = text.chars().take(MAX_SHOWN).collect();
    format!("{shown:?}{}", if shown.len() < text.len() { "…" } else { "" })
}

/// The sentences about a column that has another value than expected. If a message would cut one of two texts, it shows
/// them from a little before their difference, and has the byte offset of the difference.
pub(super) fn difference(column: &str, found: &Value, expected: &Value) -> String {
    let whole = || format!("Invalid {column}: {found}. Expected {expected}, as the record says.");
    let (Value::Text(found), Value::Text(expected)) = (found, expected) else { return whole() };
    let is_short = |text: &str| text.chars().nth(MAX_SHOWN).is_none();
    if is_short(found) && is_short(expected) {
        return whole();
    }
    let equal = found.chars().zip(expected.chars()).take_while(|(found, expected)| found == expected);
    let equal: String = equal.map(|(character, _)| character).collect();
    let start = equal.char_indices().nth_back(SHOWN_BEFORE - 1).map_or(0, |(start, _)| start);
    let [found, expected] = [found, expected].map(|text| {
        let text = text.get(start..).unwrap_or_default();
        [if start > 0 { "…" } else { "" }, &shown(text)].concat()
    });
    format!("Invalid {column} at byte {}: {found}. Expected {expected}, as the record says.", equal.len())
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
        let long = "é".repeat(70);
        let cases = [
            ("x", "active", r#"Invalid a: "x". Expected "active","#),
            (&long, "x", r#"Invalid a at byte 0: "éééé"#),
            (&format!("{long}x"), &long, r#"Invalid a at byte 140: …"ééééééééééééééééx". "#),
            (&format!("{long}x"), &format!("{long}y"), r#" Expected …"ééééééééééééééééy","#),
            (&format!("{long}x{long}"), &format!("{long}y"), r#"Invalid a at byte 140: …"ééééééééééééééééxéé"#),
        ];
        for (found, expected, message) in cases {
            let text = difference("a", &found.into(), &expected.into());
            assert!(text.contains(message), "{text}");
        }
    }
}
