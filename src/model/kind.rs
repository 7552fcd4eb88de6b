//! The kinds of fields.
//!
//! To add a kind, add a row to `kind!` and to each `match` of this file. The compiler then names
//! the other places: the check in `src/json/record.rs`, and the rules of the tests in
//! `src/json/tests` and in `fuzz/`. `node --test tests/hostile/*.test.mjs` fails until these tests
//! have values of the kind.

use super::Model;

/// The kind of a field's value.
///
/// ```
/// use ethereal_query::{BridgeTransfer, PropertyType};
/// let members = BridgeTransfer::TYPESCRIPT.members;
/// let token_ids = members.iter().find(|property| property.name == "tokenIds").ok_or("no tokenIds")?;
/// let PropertyType::Kind(kind) = &token_ids.ty else { return Err("a field has a kind") };
/// assert_eq!((kind.name().as_str(), kind.typescript().as_str()), ("list text", "string[]"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Any value. The TypeScript type is an object, because the specification shows only objects in
    /// such a field.
    Any,
    /// A string. A number becomes a string of its decimal digits, so that no amount passes through a double.
    Text(Format),
    /// A string with known values: its type, and pairs of a spelling and the value of the specification.
    OpenString(&'static str, &'static [(&'static str, &'static str)]),
    /// A number.
    Number,
    /// A number or a string, kept as the service sent it.
    Scalar,
    /// An object with any values. No field has this kind; the envelope of a page is such an object.
    Map,
    /// An object with lists of words or `true`.
    Permissions,
    /// An array of values of one kind.
    List(&'static Kind),
    /// An object with a model.
    Record(&'static Model),
}

/// The format of a text field. The client does not check the format.
#[derive(Debug, Clone, Copy)]
pub enum Format {
    /// Any text.
    Any,
    /// An address: `0x` and 40 hexadecimal digits.
    Address,
    /// A transaction hash: `0x` and 64 hexadecimal digits.
    Hash,
}

/// `kind!(any)` is the [`Kind`] of a declaration, and `kind!(rust any)` its type in Rust.
macro_rules! kind {
    (any) => { $crate::model::Kind::Any };
    (rust any) => { serde_json::Value };
    (text) => { $crate::model::Kind::Text($crate::model::Format::Any) };
    (rust text) => { String };
    (address) => { $crate::model::Kind::Text($crate::model::Format::Address) };
    (rust address) => { String };
    (hash) => { $crate::model::Kind::Text($crate::model::Format::Hash) };
    (rust hash) => { String };
    (open $ty:ident) => { $crate::model::Kind::OpenString(stringify!($ty), $ty::KNOWN_VALUES) };
    (rust open $ty:ident) => { $ty };
    (number) => { $crate::model::Kind::Number };
    (rust number) => { $crate::model::Scalar };
    (scalar) => { $crate::model::Kind::Scalar };
    (rust scalar) => { $crate::model::Scalar };
    (permissions) => { $crate::model::Kind::Permissions };
    (rust permissions) => { serde_json::Map<String, serde_json::Value> };
    (list $($inner:tt)+) => { $crate::model::Kind::List(&$crate::model::kind!($($inner)+)) };
    (rust list $($inner:tt)+) => { Vec<$crate::model::kind!(rust $($inner)+)> };
    (record $ty:ident) => { $crate::model::Kind::Record(&$ty::MODEL) };
    (rust record $ty:ident) => { $ty };
}

const DIGITS: &[u8] = b"-0123456789";

/// How TypeScript, the documents and a JSON Schema describe a kind.
struct Description {
    name: String,
    typescript: String,
    words: String,
    schema: String,
}

impl Kind {
    /// The words for the error of a value of another kind, and the bytes that a value may begin
    /// with. Without such bytes, a value may begin with any byte.
    fn rule(&self) -> (&'static str, &'static [u8]) {
        match self {
            Self::Any => ("a value", b""),
            Self::Text(_) | Self::OpenString(..) => ("a string", b"\""),
            Self::Number => ("a number", DIGITS),
            Self::Scalar => ("a number or a string", b"\"-0123456789"),
            Self::Map | Self::Permissions | Self::Record(_) => ("an object", b"{"),
            Self::List(_) => ("an array", b"["),
        }
    }

    /// The words for the error of a value of another kind.
    pub(crate) fn expected(&self) -> &'static str {
        let (expected, _) = self.rule();
        expected
    }

    /// Whether a value may begin with the byte `first`. The client also uses this to choose between
    /// the fields that an alias can mean.
    pub(crate) fn begins_with(&self, first: u8) -> bool {
        let (_, bytes) = self.rule();
        bytes.is_empty() || bytes.contains(&first)
    }

    /// Whether the client reads a value that begins with the byte `first`. Some services send amounts as numbers where
    /// the specification has strings.
    pub(crate) fn accepts(&self, first: u8) -> bool {
        self.begins_with(first) || (matches!(self, Self::Text(_)) && DIGITS.contains(&first))
    }

    /// The words of the declaration, such as `list text`.
    #[must_use]
    pub fn name(&self) -> String {
        self.description().name
    }

    /// The type in TypeScript, such as `string[]`.
    #[must_use]
    pub fn typescript(&self) -> String {
        self.description().typescript
    }

    /// The type in the documents, such as `array of string`.
    #[must_use]
    pub fn words(&self) -> String {
        self.description().words
    }

    /// The members of a JSON Schema without braces, such as `"type": "string"`.
    #[must_use]
    pub fn schema(&self) -> String {
        self.description().schema
    }

    fn description(&self) -> Description {
        let row = |name: &str, typescript: &str, words: &str, schema: &str| Description {
            name: name.to_owned(),
            typescript: typescript.to_owned(),
            words: words.to_owned(),
            schema: schema.to_owned(),
        };
        match self {
            Self::Any => row(
                "any",
                "Record<string, unknown>",
                "object",
                r#""type": "object""#,
            ),
            Self::Text(Format::Any) => row("text", "string", "string", r#""type": "string""#),
            Self::Text(Format::Address) => {
                row("address", "Address", "string", r#""type": "string""#)
            }
            Self::Text(Format::Hash) => row("hash", "Hash", "string", r#""type": "string""#),
            Self::OpenString(ty, _) => {
                row(&format!("open {ty}"), ty, "string", r#""type": "string""#)
            }
            Self::Number => row("number", "number", "number", r#""type": "number""#),
            Self::Scalar => row(
                "scalar",
                "number | string",
                "number or string",
                r#""type": ["number", "string"]"#,
            ),
            Self::Map => row(
                "map",
                "Record<string, unknown>",
                "object",
                r#""type": "object""#,
            ),
            Self::Permissions => row(
                "permissions",
                "Record<string, string[] | true>",
                "object",
                r#""type": "object""#,
            ),
            Self::List(kind) => {
                let item = kind.description();
                let ty = &item.typescript;
                // A union needs parentheses. `Record<string, string[] | true>` and
                // `(number | string)[]` are not unions, but contain a union.
                let is_union = ty.contains('|') && !ty.ends_with(['>', ']']);
                let typescript = if is_union {
                    format!("({ty})[]")
                } else {
                    format!("{ty}[]")
                };
                row(
                    &format!("list {}", item.name),
                    &typescript,
                    &format!("array of {}", item.words),
                    &format!(r#""type": "array", "items": {{ {} }}"#, item.schema),
                )
            }
            Self::Record(model) => {
                let schema = format!("\"$ref\": \"#/components/schemas/{}\"", model.name);
                row(
                    &format!("record {}", model.name),
                    model.name,
                    "object",
                    &schema,
                )
            }
        }
    }
}

pub(crate) use kind;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{Format, Kind};

    #[test]
    fn describes_a_list_of_each_kind() {
        let list = |kind: &'static Kind| Kind::List(kind).typescript();
        assert_eq!(list(&Kind::Scalar), "(number | string)[]");
        assert_eq!(list(&Kind::Text(Format::Address)), "Address[]");
        assert_eq!(
            list(&Kind::Permissions),
            "Record<string, string[] | true>[]"
        );
        assert_eq!(list(&Kind::List(&Kind::Scalar)), "(number | string)[][]");
        assert_eq!(
            Kind::List(&Kind::Scalar).schema(),
            r#""type": "array", "items": { "type": ["number", "string"] }"#
        );
    }
}
