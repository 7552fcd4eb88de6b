//! Declarations of requests.
//!
//! From one declaration, `request!` makes the documented struct, the path and query that the client sends, the reader
//! of the parameters, and the [`RequestDescription`], from which `npm run generate` writes the types and names of
//! TypeScript, the tables of `docs/specification.md` and the parameters of `service/openapi.json`.

use super::{Endpoint, Route};
use crate::{error::Error, parameters::Parameter, rules::Rule};

#[cfg(feature = "service")]
mod received;
mod target;

#[cfg(feature = "service")]
pub(crate) use received::Received;
pub(crate) use target::Target;

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

/// The declaration of a parameter, as its readers need it.
#[derive(Debug)]
#[allow(dead_code, reason = "a WebAssembly module reads the names of callers or those of requests")]
pub(crate) struct Declaration<P> {
    /// The name for callers of the client.
    pub(crate) name: &'static str,
    /// The name in the request.
    pub(crate) wire: &'static str,
    pub(crate) place: Place,
    /// The rule of a caller's value.
    pub(crate) rule: Rule<P>,
}

/// The values of parameters: the arguments of a call in JavaScript (`src/wasm/arguments.rs`), or a request that the
/// service received (`Received`).
pub(crate) trait ParameterSource {
    /// Returns the value of a parameter; `None` when it is absent or empty.
    fn optional<T: Parameter>(&self, parameter: &Declaration<T::Parsed>) -> Result<Option<T>, Error>;

    /// Returns the items of a list; none when it is absent. A service accepts at most `limit` items.
    fn list<T: Parameter<Parsed = String>>(
        &self,
        parameter: &Declaration<String>,
        limit: usize,
    ) -> Result<Vec<T>, Error>;

    /// Creates the error of a required parameter that is absent.
    fn missing<P>(&self, parameter: &Declaration<P>) -> Error;

    /// Returns the value of a required parameter.
    fn required<T: Parameter>(&self, parameter: &Declaration<T::Parsed>) -> Result<T, Error> {
        self.optional(parameter)?.ok_or_else(|| self.missing(parameter))
    }
}

/// A request that [`request!`] declares.
pub(crate) trait Declared: Endpoint {
    /// Reads the parameters.
    fn read(source: &impl ParameterSource) -> Result<Self, Error>;

    /// Returns the path and query.
    fn target(&self) -> String;
}

/// The description of a request, for documents and types. See the example of
/// [`REQUESTS`](crate::REQUESTS).
#[derive(Debug)]
pub struct RequestDescription {
    /// The endpoint.
    pub route: &'static Route,
    /// The name of the type of its query in TypeScript; empty without a query.
    pub query: &'static str,
    /// The lines of the doc comment of the request.
    pub docs: &'static [&'static str],
    /// The parameters in their order.
    pub parameters: &'static [ParameterDescription],
}

/// A parameter, for documents and types. See the example of [`REQUESTS`](crate::REQUESTS).
#[derive(Debug)]
pub struct ParameterDescription {
    /// The name for callers of the client.
    pub name: &'static str,
    /// The name in the request.
    pub wire: &'static str,
    /// The place.
    pub place: Place,
    /// Whether it is required, or a list.
    pub presence: Presence,
    /// The type of a value, or of an item, in TypeScript.
    pub typescript: &'static str,
    /// The JSON Schema of a value.
    pub schema: &'static str,
    /// A word that only the package for JavaScript accepts.
    pub or: Option<&'static str>,
    /// The value that the service assumes for an absent parameter.
    pub default: Option<&'static str>,
    /// A valid value, for a list.
    pub example: Option<&'static str>,
    /// The maximal number of items of a list that the service accepts; 0 for another parameter.
    pub limit: usize,
    /// The lines of the doc comment. Its first paragraph is the description in the documents.
    pub docs: &'static [&'static str],
}

/// Returns the last of some texts; an empty text without any.
pub(crate) const fn last(texts: &[&'static str]) -> &'static str {
    match texts {
        [.., last] => last,
        [] => "",
    }
}

/// Returns the first of some texts.
pub(crate) const fn first(texts: &[&'static str]) -> Option<&'static str> {
    match texts {
        [first, ..] => Some(*first),
        [] => None,
    }
}

macro_rules! place {
    (path) => {
        $crate::endpoints::request::Place::Path
    };
    (query) => {
        $crate::endpoints::request::Place::Query
    };
    (option) => {
        $crate::endpoints::request::Place::Option
    };
}

macro_rules! presence {
    (required) => {
        $crate::endpoints::request::Presence::Required
    };
    (list) => {
        $crate::endpoints::request::Presence::List
    };
    ($optional:ident) => {
        $crate::endpoints::request::Presence::Optional
    };
}

macro_rules! field_type {
    (required $type:ty) => { $type };
    (optional $type:ty) => { Option<$type> };
    (list $type:ty) => { Vec<$type> };
    (default $type:ty) => { $type };
}

macro_rules! rule {
    ($type:ty) => {
        <$type as $crate::parameters::Parameter>::RULE
    };
    ($type:ty, $rule:ident) => {
        $rule
    };
}

macro_rules! read_parameter {
    (required, $source:ident, $parameter:expr, $limit:expr) => {
        $source.required($parameter)?
    };
    (optional, $source:ident, $parameter:expr, $limit:expr) => {
        $source.optional($parameter)?
    };
    (list, $source:ident, $parameter:expr, $limit:expr) => {
        $source.list($parameter, $limit)?
    };
    (default, $source:ident, $parameter:expr, $limit:expr) => {
        $source.optional($parameter)?.unwrap_or_default()
    };
}

macro_rules! add_to_target {
    (path required, $target:ident, $name:literal, $value:expr) => {
        $target.add_variable($value.to_text())
    };
    (query required, $target:ident, $name:literal, $value:expr) => {
        $target.add_query($name, Some($value.to_text()))
    };
    (query optional, $target:ident, $name:literal, $value:expr) => {
        $target.add_query($name, $value.as_ref().map($crate::parameters::Parameter::to_text))
    };
    (query list, $target:ident, $name:literal, $value:expr) => {
        $target.add_list($name, &$value)
    };
    (option default, $target:ident, $name:literal, $value:expr) => {};
}

/// Declares a request as the specification lists its parameters: `field: place "name on the wire" [kind Type]`.
///
/// - The place is `path`, `query`, or `option` for an option of the client that is not sent.
/// - The kind is `required`, `optional`, `list` with the maximal number of items that the service accepts, or `default`
///   for an option that is [`Default::default`] when it is absent.
/// - `as "name"` is the name for callers in JavaScript, if it is another one.
/// - `or "word" by RULE` is a word that only the package for JavaScript accepts, and the rule that names it.
/// - `default` is the value that the service assumes, and `example` a valid list.
///
/// `as "Name"` behind the request is the type of its query in TypeScript. The documentation ends with an example in
/// Rust and one in TypeScript, a block of `ts`, for that type. The first paragraph about a field describes it in the
/// documents.
macro_rules! request {
    ($(#[doc = $doc:literal])+ $request:ident;) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct $request;

        $crate::endpoints::request::request! { @impl $request "" [$($doc)+] {} }
    };
    ($(#[doc = $doc:literal])+ $(#[derive($derive:ident)])? $request:ident as $query:literal { $(
        $(#[doc = $field_doc:literal])+
        $field:ident: $place:ident $wire:literal $(as $name:literal)? [$kind:ident $type:ty $(, $limit:literal)?]
            $(default $default:literal)? $(example $example:literal)? $(or $word:literal by $rule:ident)?,
    )+ }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq, Eq $(, $derive)?)]
        pub struct $request { $(
            $(#[doc = $field_doc])+
            pub $field: $crate::endpoints::request::field_type!($kind $type),
        )+ }

        $crate::endpoints::request::request! { @impl $request $query [$($doc)+] { $(
            [$($field_doc)+] $field $place $wire [$($name)?] $kind [$type] [$($limit)?] [$($default)?] [$($example)?]
                [$($word)? $(, $rule)?];
        )+ } }
    };
    (@impl $request:ident $query:literal [$($doc:literal)+] { $(
        [$($field_doc:literal)+] $field:ident $place:ident $wire:literal [$($name:literal)?] $kind:ident [$type:ty]
            [$($limit:literal)?] [$($default:literal)?] [$($example:literal)?] [$($word:literal, $rule:ident)?];
    )* }) => {
        impl $crate::endpoints::request::Declared for $request {
            #[allow(unused_variables)]
            fn read(source: &impl $crate::endpoints::request::ParameterSource) -> Result<Self, $crate::error::Error> {
                Ok(Self { $(
                    $field: $crate::endpoints::request::read_parameter!($kind, source, &$crate::endpoints::request::Declaration {
                        name: const { $crate::endpoints::request::last(&[$wire $(, $name)?]) },
                        wire: $wire,
                        place: $crate::endpoints::request::place!($place),
                        rule: $crate::endpoints::request::rule!($type $(, $rule)?),
                    }, 0 $(+ $limit)?),
                )* })
            }

            #[allow(unused_mut, unused_imports)]
            fn target(&self) -> String {
                use $crate::parameters::Parameter as _;
                let mut target = $crate::endpoints::request::Target::default();
                $($crate::endpoints::request::add_to_target!($place $kind, target, $wire, self.$field);)*
                target.finish(Self::ROUTE)
            }
        }

        impl $request {
            /// The description of the request. See the example of [`REQUESTS`](crate::REQUESTS).
            pub const DESCRIPTION: $crate::endpoints::RequestDescription = $crate::endpoints::RequestDescription {
                route: Self::ROUTE,
                query: $query,
                docs: &[$($doc),+],
                parameters: &[$($crate::endpoints::ParameterDescription {
                    name: const { $crate::endpoints::request::last(&[$wire $(, $name)?]) },
                    wire: $wire,
                    place: $crate::endpoints::request::place!($place),
                    presence: $crate::endpoints::request::presence!($kind),
                    typescript: <$type as $crate::parameters::Parameter>::TYPESCRIPT,
                    schema: <$type as $crate::parameters::Parameter>::SCHEMA,
                    or: $crate::endpoints::request::first(&[$($word)?]),
                    default: $crate::endpoints::request::first(&[$($default)?]),
                    example: $crate::endpoints::request::first(&[$($example)?]),
                    limit: 0 $(+ $limit)?,
                    docs: &[$($field_doc),+],
                }),*],
            };
        }
    };
}

pub(crate) use {add_to_target, field_type, place, presence, read_parameter, request, rule};
