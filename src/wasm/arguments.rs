//! The arguments of a call and the options of a client or a proxy, as `pkg/src/arguments/arguments.ts` passes them: it
//! checks their names and types. Rust has the rules of their values.

#[cfg(feature = "client")]
use crate::{
    endpoints::request::{self, Declaration},
    parameters::Parameter,
    text::split,
};
use crate::{
    error::{Error, Secret},
    headers::Headers,
    rules::{self, Rule, one_of},
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

const FLAG: Rule = Rule { expectation: "true or false", normalize: |text| one_of(text, &["true", "false"]) };

/// The value of a parameter before a rule checks it.
pub(super) enum Value<'a> {
    Absent,
    Text(&'a str),
    /// A value that is no text, as an error message shows it: `true`, `1.5`, `an object`.
    Other(&'a str),
}

impl Value<'_> {
    /// Returns the text of the parameter `name`, normalised by `rule`.
    pub(super) fn check(&self, name: &'static str, rule: &Rule) -> Result<String, Error> {
        let normalized = if let Self::Text(text) = self { (rule.normalize)(text) } else { None };
        normalized.ok_or_else(|| self.breaks_rule(name, rule.expectation))
    }

    /// Creates the error of the value of `name` when it is absent or breaks its rule.
    pub(super) fn breaks_rule(&self, name: &'static str, expectation: &str) -> Error {
        match self {
            Self::Absent => Error::missing(name, expectation),
            // A number of JavaScript arrives as text. The message shows digits without quotes.
            Self::Text(digits) if rules::number(digits).is_some() => Error::breaks_rule(name, digits, expectation),
            Self::Text(text) => Error::invalid(name, text, expectation),
            Self::Other(shown) => Error::breaks_rule(name, shown, expectation),
        }
    }
}

/// Arguments by their names.
pub(super) struct Values {
    texts: Vec<String>,
    unreadable: Vec<String>,
    headers: Option<Array>,
}

impl Values {
    /// Returns what `read` returns for the arguments. An error shows neither `secret`, nor the API key and the values of
    /// headers among the arguments.
    pub(super) fn read<T>(
        arguments: &Arguments,
        mut secret: Secret,
        read: impl FnOnce(&Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let values =
            Self { texts: arguments.texts(), unreadable: arguments.unreadable(), headers: arguments.headers() };
        if let Value::Text(key) = values.get("apiKey") {
            secret.add(key.trim_ascii());
        }
        for (_, value) in header_pairs(values.headers.as_ref()) {
            secret.add(value.unwrap_or_default().trim_ascii());
        }
        read(&values).map_err(|error| secret.redacted(error))
    }

    /// Returns the value of the parameter `name`.
    pub(super) fn get(&self, name: &str) -> Value<'_> {
        match (find(&self.texts, name), find(&self.unreadable, name)) {
            (Some(text), _) => Value::Text(text),
            (None, Some(shown)) => Value::Other(shown),
            (None, None) => Value::Absent,
        }
    }

    /// Returns the text of the parameter `name`, normalised by `rule`; `None` when it is absent.
    pub(super) fn checked(&self, name: &'static str, rule: &Rule) -> Result<Option<String>, Error> {
        match self.get(name) {
            Value::Absent => Ok(None),
            value => value.check(name, rule).map(Some),
        }
    }

    /// Returns the boolean `name`; `false` when it is absent.
    pub(super) fn flag(&self, name: &'static str) -> Result<bool, Error> {
        Ok(self.checked(name, &FLAG)?.is_some_and(|text| text == "true"))
    }

    /// Returns the integer `name`, checked by `rule`; `default` when it is absent.
    pub(super) fn number(&self, name: &'static str, rule: &Rule, default: u32) -> Result<u32, Error> {
        let text = self.checked(name, rule)?;
        Ok(text.and_then(|text| rules::number(&text)).map_or(default, |number| number as u32))
    }

    /// Returns the headers. No error shows a value of one.
    pub(super) fn headers(&self) -> Result<Headers, Error> {
        read_headers("headers", self.headers.as_ref())
    }
}

#[cfg(feature = "client")]
impl request::Arguments for Values {
    fn optional<T: Parameter>(&self, parameter: &Declaration) -> Result<Option<T>, Error> {
        Ok(self.normalized(parameter)?.map(T::from_normalized))
    }

    fn list<T: Parameter>(&self, parameter: &Declaration, _: usize) -> Result<Vec<T>, Error> {
        Ok(self.checked_list(parameter)?.into_iter().map(T::from_normalized).collect())
    }

    fn missing(&self, parameter: &Declaration) -> Error {
        Error::missing(parameter.name, parameter.rule.expectation)
    }
}

#[cfg(feature = "client")]
impl Values {
    /// Returns the text of a parameter, normalised by its rule; `None` when it is absent or empty.
    fn normalized(&self, Declaration { name, rule, .. }: &Declaration) -> Result<Option<String>, Error> {
        Ok(self.checked(name, rule)?.filter(|text| !text.is_empty()))
    }

    /// Returns the items of a list: trimmed, normalised by its rule, without duplicates.
    fn checked_list(&self, Declaration { name, rule, .. }: &Declaration) -> Result<Vec<String>, Error> {
        let text = match self.get(name) {
            Value::Absent => "",
            Value::Text(text) => text,
            other => return Err(other.breaks_rule(name, rule.expectation)),
        };
        let mut items: Vec<String> = Vec::new();
        for item in split(text, b',').filter(|_| !text.is_empty()) {
            let item = rule.check(name, item.trim_ascii())?;
            if !items.contains(&item) {
                items.push(item);
            }
        }
        Ok(items)
    }
}

/// Returns what follows `name` in a list of names and values in turn.
fn find<'a>(list: &'a [String], name: &str) -> Option<&'a str> {
    list.chunks(2).find_map(|pair| match pair {
        [key, value] if key == name => Some(value.as_str()),
        _ => None,
    })
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
