//! The values of rows and parameters.

use super::{Result, StoreError};
use std::fmt;

/// The maximum number of characters or bytes in a message.
const MAX_SHOWN: usize = 64;

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
            Self::Text(text) => {
                let shown: String = text.chars().take(MAX_SHOWN).collect();
                write!(f, "{shown:?}{}", if shown.len() < text.len() { "…" } else { "" })
            }
            Self::Bytes(bytes) => {
                let shown = bytes.get(..MAX_SHOWN).unwrap_or(bytes);
                write!(f, "0x{}{}", hex::encode(shown), if shown.len() < bytes.len() { "…" } else { "" })
            }
        }
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
