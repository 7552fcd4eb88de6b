//! The table of an endpoint's parameters, in [`Route::parameters`](super::Route::parameters).
//!
//! [`Call::new`](super::Call::new) writes the path and query of a request by the table, and
//! `Received::read` reads a request that the service received. From the table, `npm run generate`
//! writes the TypeScript types and names, the tables of `docs/specification.md` and the parameters
//! of `service/openapi.json`.

use super::Call;
use crate::{
    parameters::{DocText, ParameterType},
    rules::Rule,
};

/// A parameter of an endpoint.
///
/// ```
/// use ethereal_query::{Endpoint, GetTokenUri, Place, Presence};
/// let chain = &GetTokenUri::ROUTE.parameters[2];
/// assert_eq!((chain.name, chain.wire), ("chainId", "b"));
/// assert_eq!((chain.place, chain.presence), (Place::Query, Presence::Required));
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Parameter {
    /// The name for callers of the client in JavaScript.
    pub name: &'static str,
    /// The name in the request.
    pub wire: &'static str,
    /// The place in the request.
    pub place: Place,
    /// Whether the parameter is required, or a list.
    pub presence: Presence,
    /// The rule of a value that a caller in JavaScript passes. For a list, the rule of each item.
    #[cfg_attr(not(all(target_arch = "wasm32", feature = "client")), allow(dead_code))]
    pub(crate) rule: Rule,
    /// The rule of a value that the service receives. For a list, the rule of each item.
    #[cfg(feature = "service")]
    pub(crate) service_rule: Rule,
    /// The maximum number of items of a list that the service accepts; 0 for a parameter that is
    /// not a list.
    pub limit: usize,
    /// What the text of the parameter changes in a call, apart from its path and query.
    pub(crate) effect: Option<fn(&mut Call, &str)>,
    /// The TypeScript type of a value. For a list, the type of each item.
    pub typescript: DocText,
    /// A word that only the package for JavaScript accepts, such as `auto`.
    pub or: DocText,
    /// The JSON Schema of a value.
    pub schema: DocText,
    /// The value that the service assumes for an absent parameter.
    pub default: DocText,
    /// A valid list.
    pub example: DocText,
}

/// The place of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A variable of the path.
    Path,
    /// The query of the URL.
    Query,
    /// Not in the request: an option of the client.
    Option,
}

/// Whether a parameter is required, or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Every request has the parameter.
    Required,
    /// A request may have the parameter.
    Optional,
    /// A request may have the parameter: items with commas between them.
    List,
}

/// The documentation of a request, for documents and types.
#[derive(Debug)]
pub struct RequestDocs {
    /// The lines of the doc comment.
    pub docs: &'static [&'static str],
    /// The fields, each with the lines of its doc comment.
    pub fields: &'static [(&'static str, &'static [&'static str])],
}

/// Declares the struct of a request, and keeps its doc comments as [`RequestDocs`].
macro_rules! documented {
    (
        $(#[doc = $docs:literal])+
        #[derive($($derive:ident),+)]
        pub struct $request:ident { $(
            $(#[doc = $doc:literal])+
            pub $field:ident: $type:ty,
        )* }
    ) => {
        $(#[doc = $docs])+
        #[derive($($derive),+)]
        pub struct $request { $(
            $(#[doc = $doc])+
            pub $field: $type,
        )* }

        impl $request {
            /// The documentation of the request and its parameters.
            pub const DOCS: $crate::endpoints::RequestDocs = $crate::endpoints::RequestDocs {
                docs: &[$($docs),+],
                fields: &[$((stringify!($field), &[$($doc),+])),*],
            };
        }
    };
}

pub(crate) use documented;

/// Functions that build a row of the table. A row begins with `path`, `query`, `list` or `option`;
/// the other functions change the row.
impl Parameter {
    const fn new(wire: &'static str, place: Place, presence: Presence, ty: ParameterType) -> Self {
        Self {
            name: wire,
            wire,
            place,
            presence,
            rule: ty.rule,
            #[cfg(feature = "service")]
            service_rule: ty.service_rule,
            limit: 0,
            effect: None,
            typescript: ty.typescript,
            or: DocText::NONE,
            schema: ty.schema,
            default: DocText::NONE,
            example: DocText::NONE,
        }
    }

    /// A variable of the path.
    pub(crate) const fn path(wire: &'static str, ty: ParameterType) -> Self {
        Self::new(wire, Place::Path, Presence::Required, ty)
    }

    /// An optional parameter of the query.
    pub(crate) const fn query(wire: &'static str, ty: ParameterType) -> Self {
        Self::new(wire, Place::Query, Presence::Optional, ty)
    }

    /// A list in the query. `limit` is the maximum number of items that the service accepts.
    pub(crate) const fn list(
        wire: &'static str,
        ty: ParameterType,
        limit: usize,
        example: &'static str,
    ) -> Self {
        let example = DocText::new(example);
        Self {
            limit,
            example,
            ..Self::new(wire, Place::Query, Presence::List, ty)
        }
    }

    /// An option of the client. `effect` changes the call, unless the text of the option is empty.
    pub(crate) const fn option(
        name: &'static str,
        ty: ParameterType,
        effect: fn(&mut Call, &str),
    ) -> Self {
        Self {
            effect: Some(effect),
            ..Self::new(name, Place::Option, Presence::Optional, ty)
        }
    }

    pub(crate) const fn required(self) -> Self {
        Self {
            presence: Presence::Required,
            ..self
        }
    }

    /// Sets the name for callers.
    pub(crate) const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Sets the value that the service assumes for an absent parameter.
    pub(crate) const fn default(self, default: &'static str) -> Self {
        Self {
            default: DocText::new(default),
            ..self
        }
    }

    /// Adds a word that only the package for JavaScript accepts. `rule` replaces the rule, so that
    /// errors name the word.
    pub(crate) const fn or(self, word: &'static str, rule: Rule) -> Self {
        Self {
            or: DocText::new(word),
            rule,
            ..self
        }
    }

    /// Sets what the text of the parameter changes in a call.
    pub(crate) const fn with_effect(self, effect: fn(&mut Call, &str)) -> Self {
        Self {
            effect: Some(effect),
            ..self
        }
    }
}
