//! The endpoints of the specification, one in each file.
//!
//! An endpoint is data without I/O: a [`Route`] with the table of its parameters, a typed request
//! for Rust programs, and a model of the response. [`Call::new`] writes the path and query of a
//! call from the table. With the same table, `Received` reads a request that the service received.

use crate::{
    error::{Error, ErrorCode},
    json::{BigIntegers, Checked, DecodeError, FREE_DEPTH, Located, Scanner, TYPED_DEPTH},
    model::{Kind, TypeScript},
};
use target::Target;

mod bridge_transfer;
mod ethereals;
mod parameter;
mod project;
#[cfg(feature = "service")]
mod received;
mod target;
mod token_uri;

pub use bridge_transfer::{
    BridgeTransfer, ChainType, GetTransfer, RouteStep, TransferStatus, TransferType,
};
pub use ethereals::{Ethereal, EtherealStatus, EtherealsQuery, OnInvalidRecord, Page};
pub use parameter::{Parameter, Place, Presence, RequestDocs};
pub use project::{GetProject, Project};
#[cfg(feature = "service")]
pub(crate) use received::Received;
pub use token_uri::{GetTokenUri, Integers, Standard, TokenDocument};

/// The constant parts of an endpoint.
///
/// ```
/// use ethereal_query::{Endpoint, GetTokenUri};
/// let route = GetTokenUri::ROUTE;
/// assert_eq!(route.path, ["tokens", ":address", ":id", "uri"]);
/// assert!(!route.requires_api_key);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Route {
    /// The name of the endpoint in errors, for instance `GET /ethereals`.
    pub name: &'static str,
    /// The name of the client's method in the npm package, for instance `tokenUri`.
    pub method: &'static str,
    /// Whether the header `x-api-key` is required.
    pub requires_api_key: bool,
    /// The segments of the path. A segment that begins with `:` is a variable.
    pub path: &'static [&'static str],
    /// The parameters in the order of the request: the variables of the path, then the query.
    pub parameters: &'static [Parameter],
    /// The check of a successful response.
    pub(crate) body: BodyCheck,
    /// Whether the client keeps the headers of the response for the caller.
    pub(crate) keeps_headers: bool,
}

/// A request, for documents and types.
#[derive(Debug)]
pub struct RequestDescription {
    /// The endpoint.
    pub route: &'static Route,
    /// The documentation of the request and of its parameters.
    pub docs: RequestDocs,
    /// The type of the query in TypeScript; empty without a query.
    pub query: &'static str,
}

/// Declares the endpoints. An entry has the variant of `Operation`, the struct of the request, and
/// the TypeScript type of the query (empty without a query).
macro_rules! endpoints {
    ($($name:ident($request:ident, $query:literal)),*) => {
        /// The endpoints of the specification.
        ///
        /// ```
        /// use ethereal_query::{Place, ROUTES};
        /// let route = ROUTES.iter().find(|route| route.method == "tokenUri").ok_or("no tokenUri")?;
        /// let chain = route.parameters.iter().find(|parameter| parameter.name == "chainId").ok_or("no chainId")?;
        /// assert_eq!((chain.wire, chain.place), ("b", Place::Query));
        /// # Ok::<(), &str>(())
        /// ```
        pub const ROUTES: &[&Route] = &[$(<$request>::ROUTE),*];

        /// The requests of the endpoints.
        pub const REQUESTS: &[RequestDescription] =
            &[$(RequestDescription { route: <$request>::ROUTE, docs: <$request>::DOCS, query: $query }),*];

        /// A request whose parameters have been checked. The enum is exhaustive, so that the
        /// service compiles only if it responds to every endpoint. See the example of
        /// [`match_route`](crate::service::match_route).
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Operation {
            $(
                #[doc = concat!("[`", stringify!($request), "`]")]
                $name($request),
            )*
        }

        impl Operation {
            /// The call that sends this request.
            #[must_use]
            pub fn call(&self) -> Call {
                match self {
                    $(Self::$name(request) => request.call()),*
                }
            }
        }

        /// The endpoints, each with the function that reads its typed request.
        #[cfg(feature = "service")]
        pub(crate) const READERS: &[(&Route, ReadOperation)] =
            &[$((<$request>::ROUTE, |received| <$request>::read(received).map(Operation::$name))),*];
    };
}

endpoints! {
    TokenUri(GetTokenUri, "TokenQuery"),
    BridgeTransfer(GetTransfer, "TransferQuery"),
    Project(GetProject, ""),
    Ethereals(EtherealsQuery, "EtherealsQuery")
}

/// Creates the typed request from the parameters that the service received.
#[cfg(feature = "service")]
pub(crate) type ReadOperation = fn(&Received) -> Result<Operation, Error>;

/// The models of the endpoints, in the order of their TypeScript declarations.
///
/// ```
/// assert!(ethereal_query::MODELS.iter().any(|model| model.name == "BridgeTransfer"));
/// ```
pub const MODELS: &[&TypeScript] = &[
    &RouteStep::TYPESCRIPT,
    &TransferType::TYPESCRIPT,
    &TransferStatus::TYPESCRIPT,
    &BridgeTransfer::TYPESCRIPT,
    &Project::TYPESCRIPT,
    &EtherealStatus::TYPESCRIPT,
    &Ethereal::TYPESCRIPT,
];

/// A request to one of the endpoints.
///
/// ```
/// use ethereal_query::{Endpoint, EtherealsQuery};
/// assert_eq!(EtherealsQuery::ROUTE.name, "GET /ethereals");
/// assert_eq!(EtherealsQuery::default().source_chain(1).call().target, "/ethereals?sourceChains=1");
/// ```
pub trait Endpoint: Sized {
    /// The endpoint.
    const ROUTE: &'static Route;
    /// The result of a call.
    type Output;

    /// The call that sends this request.
    fn call(&self) -> Call;

    /// Deserialises the result from a checked body.
    ///
    /// # Errors
    /// `unexpected_shape` for a value that no Rust type holds, such as a string with a lone surrogate.
    fn output(checked: &Checked) -> Result<Self::Output, Error>;
}

/// The conversions between a typed request and the texts of its parameters.
pub(crate) trait TypedRequest: Endpoint {
    /// Returns the text of the parameter whose [`Parameter::name`] is `name`; an empty text when
    /// the request does not have the parameter.
    fn text(&self, name: &str) -> String;

    /// Creates the request that the service received.
    #[cfg(feature = "service")]
    fn read(received: &Received) -> Result<Self, Error>;
}

/// The check of a successful response, with its limits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyCheck {
    /// Checks the body, and locates its parts.
    pub(crate) read: fn(&mut Scanner<'_>) -> Result<Located, DecodeError>,
    /// The depth limit.
    pub(crate) depth: u32,
    /// The treatment of integers beyond 2^53-1, unless the caller asks for exact integers.
    pub(crate) big_integers: BigIntegers,
    /// Whether status 404 means that there is no record, instead of a failure.
    pub(crate) absent_at_404: bool,
}

impl BodyCheck {
    /// The check of a body that has a model.
    pub(crate) const fn typed(read: fn(&mut Scanner<'_>) -> Result<Located, DecodeError>) -> Self {
        Self {
            read,
            depth: TYPED_DEPTH,
            big_integers: BigIntegers::Quote,
            absent_at_404: false,
        }
    }

    /// The check of a body that may be any JSON.
    pub(crate) const FREE: Self = Self {
        read: |scanner| locate(scanner, &Kind::Any),
        depth: FREE_DEPTH,
        big_integers: BigIntegers::Keep,
        absent_at_404: false,
    };

    /// The same check, where status 404 means that there is no record.
    pub(crate) const fn or_absent(mut self) -> Self {
        self.absent_at_404 = true;
        self
    }
}

/// A request in the form that the client sends.
///
/// ```
/// use ethereal_query::{Endpoint, EtherealsQuery};
/// let call = EtherealsQuery::default().call();
/// assert_eq!((call.target.as_str(), call.cursor), ("/ethereals", None));
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Call {
    /// The endpoint.
    pub route: &'static Route,
    /// The path and query, relative to the base URL.
    pub target: String,
    /// Whether the caller asks for exact integers ([`Integers::Exact`]).
    pub exact: bool,
    /// The cursor of the page; `None` for the first page and for other endpoints.
    pub cursor: Option<String>,
    /// Whether to skip records of a list that do not match their model
    /// ([`EtherealsQuery::on_invalid_record`](EtherealsQuery#structfield.on_invalid_record)).
    pub skip_invalid_records: bool,
}

impl Call {
    /// Creates a call from the checked texts of its parameters, in the order of
    /// [`Route::parameters`]. An absent parameter has an empty text.
    pub(crate) fn new(route: &'static Route, texts: Vec<String>) -> Self {
        let mut call = Self {
            route,
            target: String::new(),
            exact: false,
            cursor: None,
            skip_invalid_records: false,
        };
        let mut target = Target::default();
        for (parameter, text) in route.parameters.iter().zip(texts) {
            if text.is_empty() {
                continue;
            }
            // For example, the effect of the parameter `cursor` sets `Call::cursor`.
            if let Some(effect) = parameter.effect {
                effect(&mut call, &text);
            }
            match parameter.place {
                Place::Path => target.add_variable(text),
                Place::Query => target.add_query(parameter.wire, &text),
                Place::Option => {}
            }
        }
        call.target = target.finish(route);
        call
    }

    /// Creates the call of a typed request.
    pub(crate) fn of<T: TypedRequest>(request: &T) -> Self {
        let texts = T::ROUTE
            .parameters
            .iter()
            .map(|parameter| request.text(parameter.name))
            .collect();
        Self::new(T::ROUTE, texts)
    }
}

/// Checks a value of `kind`, and locates it.
pub(crate) fn locate(scanner: &mut Scanner<'_>, kind: &Kind) -> Result<Located, DecodeError> {
    scanner.skip_whitespace();
    let start = scanner.position();
    scanner.value(kind)?;
    Ok(Located {
        span: Some(start..scanner.position()),
        ..Located::default()
    })
}

/// Deserialises a checked text. A struct rejects a text that repeats a key. So the text first
/// becomes a `Value`, which takes the last value of a repeated key.
pub(crate) fn deserialize<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, Error> {
    serde_json::from_str::<serde_json::Value>(json)
        .and_then(serde_json::from_value)
        .map_err(|error| {
            let message = [
                "Cannot convert the response to its Rust type: ",
                &error.to_string(),
                ".",
            ]
            .concat();
            Error::new(ErrorCode::UnexpectedShape, message)
        })
}
