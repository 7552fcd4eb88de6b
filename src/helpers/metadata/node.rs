//! Reading a JSON document without a copy.

use super::MetadataValue;

/// A value of a document, in Rust or in JavaScript.
pub(crate) trait Node: Sized {
    /// The field of an object; `None` for null and for a value without such a field.
    fn field(&self, name: &str) -> Option<Self>;
    /// At most the first `limit` characters of a string; `None` for any other value.
    fn text(&self, limit: usize) -> Option<String>;
    /// A finite number or a boolean; an integer that a double cannot hold is a text.
    fn number_or_boolean(&self) -> Option<MetadataValue>;
    /// At most `limit` items of an array, or members of an object, which have names.
    fn children(&self, limit: usize) -> Vec<(Option<String>, Self)>;
}

impl Node for &serde_json::Value {
    fn field(&self, name: &str) -> Option<Self> {
        self.get(name).filter(|value| !value.is_null())
    }

    fn text(&self, limit: usize) -> Option<String> {
        Some(self.as_str()?.chars().take(limit).collect())
    }

    fn number_or_boolean(&self) -> Option<MetadataValue> {
        const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;
        let is_exact = |n: &serde_json::Number| {
            n.is_f64() || n.as_i64().map(i64::unsigned_abs).or(n.as_u64()).is_some_and(|n| n <= MAX_SAFE_INTEGER)
        };
        match self {
            serde_json::Value::Number(n) if is_exact(n) => n.as_f64().map(MetadataValue::Number),
            serde_json::Value::Number(n) => Some(MetadataValue::Text(n.to_string())),
            serde_json::Value::Bool(boolean) => Some(MetadataValue::Boolean(*boolean)),
            _ => None,
        }
    }

    fn children(&self, limit: usize) -> Vec<(Option<String>, Self)> {
        match self {
            serde_json::Value::Array(items) => items.iter().take(limit).map(|item| (None, item)).collect(),
            serde_json::Value::Object(members) => {
                members.iter().take(limit).map(|(name, value)| (Some(name.clone()), value)).collect()
            }
            _ => Vec::new(),
        }
    }
}
