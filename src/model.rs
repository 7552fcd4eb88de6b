//! Declarations of records.
//!
//! From one declaration, `model!` makes the documented serde struct, the table that a body is checked against
//! ([`Model`]), and the TypeScript interface ([`TypeScript`], which `npm run generate` writes). The three cannot
//! differ.

use serde::{Deserialize, Serialize};
use std::fmt;

mod kind;
pub(crate) mod object;

pub(crate) use kind::kind;
pub use kind::{Format, Kind};

/// A field of a [`Model`].
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) required: bool,
    pub(crate) kind: Kind,
    /// Other names of the field.
    pub(crate) aliases: &'static [&'static str],
    /// Whether the specification has the aliases too. If so, an alias does not count as drift.
    /// Other aliases come from the public documentation of a live deployment.
    pub(crate) specifies_aliases: bool,
}

/// The fields of a record; at most 64, because the check of a body keeps one bit of a `u64` for
/// each field. See the example of [`Kind`].
#[derive(Debug)]
pub struct Model {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [Field],
}

/// A value the specification gives as "string or number", kept as the service sent it.
///
/// ```
/// use ethereal_query::Scalar;
/// let [number, text]: [Scalar; 2] = serde_json::from_str(r#"[1, "1"]"#)?;
/// assert_ne!(number, text);
/// assert_eq!(number.to_string(), text.to_string());
/// # Ok::<(), serde_json::Error>(())
/// ```
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

/// The TypeScript declaration of a model, of an event, or of an open string union.
///
/// ```
/// use ethereal_query::Project;
/// let auth = Project::TYPESCRIPT.members.iter().find(|property| property.name == "auth").ok_or("no auth")?;
/// assert_eq!((auth.ty.to_string().as_str(), auth.required), ("Record<string, string[] | true>", false));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct TypeScript {
    /// Name of the interface or type.
    pub name: &'static str,
    /// The lines of its doc comment.
    pub docs: &'static [&'static str],
    /// The name of the interface that it extends; empty without one.
    pub extends: &'static str,
    /// The members of an interface; empty for a union.
    pub members: &'static [Property],
    /// The values of an open string union, with the lines of their doc comments; empty for an interface.
    pub values: &'static [(&'static str, &'static [&'static str])],
}

/// A member of a TypeScript interface. See the example of [`TypeScript`].
#[derive(Debug)]
pub struct Property {
    /// The name on the wire and in JavaScript.
    pub name: &'static str,
    /// Whether it is always present.
    pub required: bool,
    /// The type.
    pub ty: PropertyType,
    /// The lines of its doc comment.
    pub docs: &'static [&'static str],
}

/// The type of a member. `Display` writes the TypeScript type. See the example of [`Kind`].
#[derive(Debug, Clone, Copy)]
pub enum PropertyType {
    /// A field of a record.
    Kind(Kind),
    /// A field of an event or of an error, by its type in TypeScript.
    TypeScript(&'static str),
}

impl fmt::Display for PropertyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => f.write_str(&kind.typescript()),
            Self::TypeScript(ty) => f.write_str(ty),
        }
    }
}

/// Declares a record: `field: "name on the wire" [kind]`. Required fields come first.
///
/// - `or "name"` declares an alias that counts as drift.
/// - `also "name"` declares an alias that the specification has too. The field then has no `or`.
///
/// The doc comment ends with an example in Rust and a block of `ts`, the example of the TypeScript
/// interface.
///
/// Macro variables that begin with `r` belong to required fields. Macro variables that begin with
/// `o` belong to optional fields.
macro_rules! model {
    ($(#[doc = $doc:literal])+ $ty:ident {
        required { $($(#[doc = $rdoc:literal])+ $rfield:ident: $rwire:literal [$($rkind:tt)+],)* }
        optional { $($(#[doc = $odoc:literal])+ $ofield:ident: $owire:literal [$($okind:tt)+] $(or $alias:literal)* $(also $also:literal)?,)* }
    }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[non_exhaustive]
        pub struct $ty {
            $($(#[doc = $rdoc])+
            #[serde(rename = $rwire)]
            pub $rfield: $crate::model::kind!(rust $($rkind)+),)*
            $($(#[doc = $odoc])+
            #[serde(rename = $owire, default, skip_serializing_if = "Option::is_none")]
            pub $ofield: Option<$crate::model::kind!(rust $($okind)+)>,)*
            /// Fields that the specification does not name, as the service sent them.
            #[serde(flatten)]
            pub other: serde_json::Map<String, serde_json::Value>,
        }

        const _: () = assert!($ty::MODEL.fields.len() <= 64, "a model has too many fields");

        impl $ty {
            pub(crate) const MODEL: $crate::model::Model = $crate::model::Model {
                name: stringify!($ty),
                fields: &[
                    $($crate::model::Field {
                        name: $rwire, required: true, kind: $crate::model::kind!($($rkind)+), aliases: &[],
                        specifies_aliases: false,
                    },)*
                    $($crate::model::Field {
                        name: $owire, required: false, kind: $crate::model::kind!($($okind)+),
                        aliases: &[$($alias,)* $($also)?],
                        // Without `also`, the list is empty.
                        specifies_aliases: {
                            const ALSO: &[&str] = &[$($also)?];
                            !ALSO.is_empty()
                        },
                    },)*
                ],
            };

            /// The TypeScript declaration.
            pub const TYPESCRIPT: $crate::model::TypeScript = $crate::model::TypeScript {
                name: stringify!($ty),
                docs: &[$($doc),+],
                extends: "",
                members: &[
                    $($crate::model::Property {
                        name: $rwire, required: true, ty: $crate::model::PropertyType::Kind($crate::model::kind!($($rkind)+)), docs: &[$($rdoc),+],
                    },)*
                    $($crate::model::Property {
                        name: $owire, required: false, ty: $crate::model::PropertyType::Kind($crate::model::kind!($($okind)+)), docs: &[$($odoc),+],
                    },)*
                ],
                values: &[],
            };
        }
    };
}

/// Declares a string with known values: `Variant = "value" or "other spelling of the value"`. The
/// variant `Other` keeps an unknown value, because a service may add values.
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
            /// A value that the specification does not name.
            Other(String),
        }

        impl $ty {
            /// Pairs of a spelling and the value of the specification.
            pub(crate) const KNOWN_VALUES: &'static [(&'static str, &'static str)] =
                &[$($(($alias, $wire),)? ($wire, $wire),)+];

            /// The TypeScript declaration.
            pub const TYPESCRIPT: $crate::model::TypeScript = $crate::model::TypeScript {
                name: stringify!($ty),
                docs: &[$($doc),+],
                extends: "",
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

pub(crate) use {model, open_string};
