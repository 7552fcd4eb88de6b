//! How a record is declared: once, for three readers.
//!
//! `model!` makes of one declaration the documented serde struct (native Rust), the table the checker compares a body
//! with ([`Model`]), and the TypeScript interface (`typescript`, rendered by `tests/types.rs`), so they cannot drift.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a value must be.
#[derive(Debug)]
pub(crate) enum Kind {
    /// Anything; passed through.
    Any,
    /// A string; a number is taken by its characters, so that no amount passes through a double.
    Text,
    /// A string, some of whose values have another spelling.
    Renamed(&'static [(&'static str, &'static str)]),
    /// A number.
    Number,
    /// A number or a string, kept as sent.
    Scalar,
    /// An object with any values.
    Map,
    /// An array of values of one kind.
    List(&'static Kind),
    /// An object with a model.
    Record(&'static Model),
}

impl Kind {
    /// Whether a value may begin with this byte: decides which field a doubtful spelling means.
    pub(crate) fn begins_with(&self, first: u8) -> bool {
        let (text, digit) = (first == b'"', first == b'-' || first.is_ascii_digit());
        match self {
            Self::Any => true,
            Self::Text | Self::Renamed(_) => text,
            Self::Number => digit,
            Self::Scalar => text || digit,
            Self::Map | Self::Record(_) => first == b'{',
            Self::List(_) => first == b'[',
        }
    }

    pub(crate) fn expected(&self) -> &'static str {
        match self {
            Self::Any => "a value",
            Self::Text | Self::Renamed(_) => "a string",
            Self::Number => "a number",
            Self::Scalar => "a number or a string",
            Self::Map | Self::Record(_) => "an object",
            Self::List(_) => "an array",
        }
    }
}

/// A field of a [`Model`].
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) kind: Kind,
    /// Other spellings, as public documentation of the service has them.
    pub(crate) aliases: &'static [&'static str],
}

/// The fields of a record; at most 64.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) fields: &'static [Field],
    /// Those that must be there, a bit each.
    pub(crate) required: u64,
}

/// A bit for each of the first fields, which are the required ones.
pub(crate) const fn bits(required: &[&str]) -> u64 {
    (1 << required.len()) - 1
}

/// A value the specification gives as "string or number", kept as the service sent it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Scalar {
    /// A number.
    Number(serde_json::Number),
    /// A string.
    Text(String),
}

impl fmt::Display for Scalar {
    /// The characters without quotation marks: `1` for both `1` and `"1"`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// A declaration as TypeScript shows it.
#[derive(Debug)]
pub struct TypeScript {
    /// Name of the interface or type.
    pub name: &'static str,
    /// Its doc comment, a line each.
    pub docs: &'static [&'static str],
    /// Either the members of an interface …
    pub members: &'static [Property],
    /// … or the values of an open string union.
    pub values: &'static [(&'static str, &'static [&'static str])],
}

/// A member of a TypeScript interface.
#[derive(Debug)]
pub struct Property {
    /// Name on the wire and in JavaScript.
    pub name: &'static str,
    /// Whether it is always there.
    pub required: bool,
    /// Its TypeScript type.
    pub ty: &'static str,
    /// Its doc comment, a line each.
    pub docs: &'static [&'static str],
}

macro_rules! kind {
    (any) => { $crate::model::Kind::Any };
    (text) => { $crate::model::Kind::Text };
    (address) => { $crate::model::Kind::Text };
    (hash) => { $crate::model::Kind::Text };
    (open $ty:ident) => { $crate::model::Kind::Renamed($ty::RENAMED) };
    (number) => { $crate::model::Kind::Number };
    (scalar) => { $crate::model::Kind::Scalar };
    (permissions) => { $crate::model::Kind::Map };
    (list $($inner:tt)+) => { $crate::model::Kind::List(&$crate::model::kind!($($inner)+)) };
    (record $ty:ident) => { $crate::model::Kind::Record(&$ty::MODEL) };
}

macro_rules! rust_type {
    (any) => { serde_json::Value };
    (text) => { String };
    (address) => { String };
    (hash) => { String };
    (open $ty:ident) => { $ty };
    (number) => { $crate::model::Scalar };
    (scalar) => { $crate::model::Scalar };
    (permissions) => { serde_json::Map<String, serde_json::Value> };
    (list $($inner:tt)+) => { Vec<$crate::model::rust_type!($($inner)+)> };
    (record $ty:ident) => { $ty };
}

macro_rules! ts_type {
    (any) => { "unknown" };
    (text) => { "string" };
    (address) => { "Address" };
    (hash) => { "Hash" };
    (open $ty:ident) => { stringify!($ty) };
    (number) => { "number" };
    (scalar) => { "number | string" };
    (permissions) => { "Record<string, string[] | true>" };
    (list any) => { "Record<string, unknown>[]" };
    (list record $ty:ident) => { concat!(stringify!($ty), "[]") };
    (list $($inner:tt)+) => { concat!($crate::model::ts_type!($($inner)+), "[]") };
    (record $ty:ident) => { stringify!($ty) };
}

/// Declares a record: `field: "wire name" [kind]`, then other spellings as `or "name"`; what is always there comes first.
macro_rules! model {
    ($(#[doc = $doc:literal])+ $ty:ident {
        required { $($(#[doc = $rdoc:literal])+ $rfield:ident: $rwire:literal [$($rkind:tt)+],)* }
        optional { $($(#[doc = $odoc:literal])+ $ofield:ident: $owire:literal [$($okind:tt)+] $(or $alias:literal)*,)+ }
    }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[non_exhaustive]
        pub struct $ty {
            $($(#[doc = $rdoc])+
            #[serde(rename = $rwire)]
            pub $rfield: $crate::model::rust_type!($($rkind)+),)*
            $($(#[doc = $odoc])+
            #[serde(rename = $owire, default, skip_serializing_if = "Option::is_none")]
            pub $ofield: Option<$crate::model::rust_type!($($okind)+)>,)+
            /// Fields the specification does not name, kept as they came.
            #[serde(flatten)]
            pub other: serde_json::Map<String, serde_json::Value>,
        }

        const _: () = assert!($ty::MODEL.fields.len() <= 64, "a model has too many fields");

        impl $ty {
            pub(crate) const MODEL: $crate::model::Model = $crate::model::Model {
                fields: &[
                    $($crate::model::Field {
                        name: $rwire, required: true, kind: $crate::model::kind!($($rkind)+), aliases: &[],
                    },)*
                    $($crate::model::Field {
                        name: $owire, required: false, kind: $crate::model::kind!($($okind)+), aliases: &[$($alias),*],
                    },)+
                ],
                required: $crate::model::bits(&[$($rwire),*]),
            };

            /// The declaration as TypeScript shows it.
            pub const TYPESCRIPT: $crate::model::TypeScript = $crate::model::TypeScript {
                name: stringify!($ty),
                docs: &[$($doc),+],
                members: &[
                    $($crate::model::Property {
                        name: $rwire, required: true, ty: $crate::model::ts_type!($($rkind)+), docs: &[$($rdoc),+],
                    },)*
                    $($crate::model::Property {
                        name: $owire, required: false, ty: $crate::model::ts_type!($($okind)+), docs: &[$($odoc),+],
                    },)+
                ],
                values: &[],
            };
        }
    };
}

/// Declares a string whose known values may grow: an unknown one is kept in `Other`.
macro_rules! open_string {
    ($(#[doc = $doc:literal])+ $ty:ident {
        $($(#[doc = $vdoc:literal])+ $variant:ident = $wire:literal $(or $alias:literal)?,)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(from = "String", into = "String")]
        #[non_exhaustive]
        pub enum $ty {
            $($(#[doc = $vdoc])+ $variant,)+
            /// A value the specification does not name, as it came.
            Other(String),
        }

        impl $ty {
            pub(crate) const RENAMED: &'static [(&'static str, &'static str)] = &[$($(($alias, $wire),)? ($wire, $wire),)+];

            /// The declaration as TypeScript shows it.
            pub const TYPESCRIPT: $crate::model::TypeScript = $crate::model::TypeScript {
                name: stringify!($ty),
                docs: &[$($doc),+],
                members: &[],
                values: &[$(($wire, &[$($vdoc),+]),)+],
            };

            /// The value on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $wire,)+
                    Self::Other(text) => text,
                }
            }
        }

        impl From<String> for $ty {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($wire $(| $alias)? => Self::$variant,)+
                    _ => Self::Other(text),
                }
            }
        }

        impl From<$ty> for String {
            fn from(value: $ty) -> Self {
                value.as_str().to_owned()
            }
        }
    };
}

pub(crate) use {kind, model, open_string, rust_type, ts_type};
