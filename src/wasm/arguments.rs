//! The arguments of a call and the options of a client or a proxy, as `pkg/src/arguments/arguments.ts` passes them: it
//! checks their names and types. Rust has the rules of their values.

use crate::{
    base_url::BaseUrl,
    error::{Error, Secret},
    headers::Headers,
    rules::{Rule, number},
};
#[cfg(feature = "client")]
use crate::{
    endpoints::request::{self, Declaration},
    parameters::Parameter,
    text::split,
};
use js_sys::Array;
use wasm_bindgen::{JsCast, prelude::wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const ARGUMENTS: &str = r#"
/** The arguments of a call, or the options of a client or a proxy. */
export interface Arguments {
  /** Names and values in turn: strings, the digits of integers, URLs, "true" and "false", lists with commas. */
  texts: string[];
  /** The names of all other values, each followed by the value as a message shows it, such as "an object". */
  unreadable: string[];
  /** Pairs of names and values. */
  headers: [string, unknown][] | undefined;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// The arguments of a call, or the options of a client or a proxy.
    #[wasm_bindgen(typescript_type = "Arguments")]
    #[derive(Debug)]
    pub type Arguments;
    #[wasm_bindgen(method, getter)]
    fn texts(this: &Arguments) -> Vec<String>;
    #[wasm_bindgen(method, getter)]
    fn unreadable(this: &Arguments) -> Vec<String>;
    #[wasm_bindgen(method, getter)]
    fn headers(this: &Arguments) -> Option<Array>;
}

const FLAG: Rule<bool> = Rule {
    expectation: "true or false",
    parse: |text| match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    },
};

/// Arguments by their names.
pub(super) struct NamedValues {
    texts: Vec<String>,
    unreadable: Vec<String>,
    headers: Option<Array>,
}

impl NamedValues {
    /// Calls `read` with the arguments by their names. An error shows neither `secret`, nor the API key and the values
    /// of headers among the arguments.
    pub(super) fn with<T>(
        arguments: &Arguments,
        mut secret: Secret,
        read: impl FnOnce(&Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let values =
            Self { texts: arguments.texts(), unreadable: arguments.unreadable(), headers: arguments.headers() };
        if let Some(key) = find(&values.texts, "apiKey") {
            secret.add(key.trim_ascii());
        }
        for (_, value) in header_pairs(values.headers.as_ref()) {
            secret.add(value.unwrap_or_default().trim_ascii());
        }
        read(&values).map_err(|error| secret.redacted(error))
    }

    /// Returns the text of the value `name`; `None` when it is absent.
    pub(super) fn text(&self, name: &'static str, expectation: &str) -> Result<Option<&str>, Error> {
        match find(&self.unreadable, name) {
            Some(shown) => Err(Error::breaks_rule(name, shown, expectation)),
            None => Ok(find(&self.texts, name)),
        }
    }

    /// Returns what the value `name` means by `rule`; `None` when it is absent.
    pub(super) fn checked<T>(&self, name: &'static str, rule: &Rule<T>) -> Result<Option<T>, Error> {
        let Some(text) = self.text(name, rule.expectation)? else { return Ok(None) };
        (rule.parse)(text).map(Some).ok_or_else(|| invalid(name, text, rule.expectation))
    }

    /// Returns the boolean `name`; `false` when it is absent.
    pub(super) fn flag(&self, name: &'static str) -> Result<bool, Error> {
        Ok(self.checked(name, &FLAG)?.unwrap_or_default())
    }

    /// Returns the integer `name`; `default` when it is absent.
    pub(super) fn number(&self, name: &'static str, rule: &Rule<u64>, default: u32) -> Result<u32, Error> {
        Ok(self.checked(name, rule)?.map_or(default, |number| number as u32))
    }

    /// Returns the option `baseUrl`.
    pub(super) fn base_url(&self) -> Result<BaseUrl, Error> {
        let expectation = "a string or URL";
        let text = self.text("baseUrl", expectation)?.ok_or_else(|| Error::missing("baseUrl", expectation))?;
        BaseUrl::parse(text)
    }

    /// Returns the headers. No error shows a value of one.
    pub(super) fn headers(&self) -> Result<Headers, Error> {
        read_headers("headers", self.headers.as_ref())
    }
}

#[cfg(feature = "client")]
impl NamedValues {
    /// Returns the items of a list: trimmed, parsed by its rule, without duplicates.
    fn items(&self, Declaration { name, rule, .. }: &Declaration<String>) -> Result<Vec<String>, Error> {
        let text = self.text(name, rule.expectation)?.unwrap_or_default();
        let mut items = Vec::new();
        for item in split(text, b',').filter(|_| !text.is_empty()) {
            let item = rule.check(name, item.trim_ascii())?;
            if !items.contains(&item) {
                items.push(item);
            }
        }
        Ok(items)
    }
}

#[cfg(feature = "client")]
impl request::ParameterSource for NamedValues {
    fn optional<T: Parameter>(&self, parameter: &Declaration<T::Parsed>) -> Result<Option<T>, Error> {
        let parsed = self.checked(parameter.name, &parameter.rule)?;
        Ok(parsed.map(T::from_parsed).filter(|value| !value.is_absent()))
    }

    fn list<T: Parameter<Parsed = String>>(&self, parameter: &Declaration<String>, _: usize) -> Result<Vec<T>, Error> {
        Ok(self.items(parameter)?.into_iter().map(T::from_parsed).collect())
    }

    fn missing<P>(&self, parameter: &Declaration<P>) -> Error {
        Error::missing(parameter.name, parameter.rule.expectation)
    }
}

/// Returns what follows `name` in a list of names and values in turn.
fn find<'a>(list: &'a [String], name: &str) -> Option<&'a str> {
    list.chunks(2).find_map(|pair| match pair {
        [key, value] if key == name => Some(value.as_str()),
        _ => None,
    })
}

/// Creates the error of a text that breaks its rule. A number of JavaScript arrives as text: the message shows digits
/// without quotes.
fn invalid(name: &'static str, text: &str, expectation: &str) -> Error {
    if number(text).is_some() {
        Error::breaks_rule(name, text, expectation)
    } else {
        Error::invalid(name, text, expectation)
    }
}

/// Checks headers, which have the form of [`Arguments`]. Errors name `parameter` and show no value.
pub(super) fn read_headers(parameter: &'static str, headers: Option<&Array>) -> Result<Headers, Error> {
    let mut checked = Headers::default();
    for (name, value) in header_pairs(headers) {
        checked.insert(parameter, &name, value.as_deref())?;
    }
    Ok(checked)
}

/// Returns names and values; a value that is not a string is `None`.
fn header_pairs(headers: Option<&Array>) -> impl Iterator<Item = (String, Option<String>)> {
    let pairs = headers.into_iter().flat_map(Array::iter);
    pairs.map(|pair| {
        let pair: Array = pair.unchecked_into();
        (pair.get(0).as_string().unwrap_or_default(), pair.get(1).as_string())
    })
}

/// Creates the error of a URL to which `secret`, such as "the API key", would go unencrypted.
pub(super) fn insecure_base_url(url: &str, secret: &str) -> Error {
    let expectation = ["an https:// URL, because http:// reveals ", secret, " (allowInsecure: true permits it)"];
    Error::invalid("baseUrl", url, &expectation.concat())
}
