//! The value of a parameter from JavaScript: a string, an integer, a URL, or an array of them.

use super::js::{Url, array_items, display_text, is_array};
#[cfg(feature = "client")]
use crate::parameters::Parameter;
#[cfg(any(feature = "client", feature = "proxy"))]
use crate::text::split;
use crate::{Error, rules::Rule};
use js_sys::{JSON, JsString, Number};
use wasm_bindgen::{JsCast, JsValue};

/// The value of a parameter before a rule checks it.
pub(super) enum Arg {
    /// `undefined` and `null`.
    Absent,
    /// A string, the digits of an integer, or the items of an array with commas between them.
    Text(String),
    /// Any other value, as an error message shows it: `true`, `1.5`, `an object`.
    Other(String),
}

impl Arg {
    /// Returns the text of the parameter `name`, normalised by `rule`.
    pub(super) fn check(&self, name: &'static str, rule: &Rule) -> Result<String, Error> {
        let normalized = if let Self::Text(text) = self { (rule.normalize)(text) } else { None };
        normalized.ok_or_else(|| self.breaks_rule(name, rule.expectation))
    }

    /// Creates the error of the value of `name` when it is absent or breaks its rule.
    pub(super) fn breaks_rule(&self, name: &'static str, expectation: &str) -> Error {
        match self {
            Self::Absent => Error::missing(name, expectation),
            Self::Text(text) => Error::invalid(name, text, expectation),
            Self::Other(shown) => Error::breaks_rule(name, shown, expectation),
        }
    }
}

#[cfg(feature = "client")]
impl Arg {
    /// Parses the parameter `name`.
    pub(super) fn parse<T: Parameter>(&self, name: &'static str) -> Result<T, Error> {
        self.check(name, &T::RULE).map(T::from_normalized)
    }
}

#[cfg(any(feature = "client", feature = "proxy"))]
impl Arg {
    /// Returns the items of the list `name`: trimmed, normalised by `rule`, without duplicates.
    pub(super) fn check_list(&self, name: &'static str, rule: &Rule) -> Result<Vec<String>, Error> {
        let text = match self {
            Self::Absent => "",
            Self::Text(text) => text,
            Self::Other(_) => return Err(self.breaks_rule(name, rule.expectation)),
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

/// Reads the value of a parameter.
pub(super) fn read_arg(value: &JsValue) -> Arg {
    if value.is_null_or_undefined() {
        return Arg::Absent;
    }
    if let Some(text) = value.as_string() {
        return read_string(text, value.unchecked_ref());
    }
    if value.is_bigint() || (Number::is_safe_integer(value) && value.as_f64() >= Some(0.0)) {
        Arg::Text(display_text(value))
    } else if let Some(Ok(href)) = value.dyn_ref::<Url>().map(Url::href) {
        Arg::Text(href)
    } else if is_array(value) {
        read_array(value)
    } else {
        let kind = if value.is_function() {
            "a function"
        } else if value.is_object() {
            "an object"
        } else if value.is_symbol() {
            "a symbol"
        } else {
            return Arg::Other(display_text(value));
        };
        Arg::Other(kind.to_owned())
    }
}

/// Rejects a string with a lone surrogate, which Rust would replace by U+FFFD. Shows it only if it is too short for an
/// API key.
fn read_string(text: String, value: &JsString) -> Arg {
    if text.chars().all(|c| c != '\u{fffd}') || value.is_valid_utf16() {
        return Arg::Text(text);
    }
    if value.length() > 14 {
        return Arg::Other("a string with a lone surrogate".to_owned());
    }
    Arg::Other(JSON::stringify(value).map_or_else(|_| String::new(), String::from))
}

fn read_array(list: &JsValue) -> Arg {
    let mut texts = Vec::new();
    for item in array_items(list) {
        // An array in an array is never valid, and it could contain itself.
        let item_arg = if is_array(&item) { Arg::Other("an array".to_owned()) } else { read_arg(&item) };
        match item_arg {
            Arg::Text(text) => texts.push(text),
            Arg::Other(other) => return Arg::Other(["an array with ", &other].concat()),
            Arg::Absent => return Arg::Other(["an array with ", &display_text(&item)].concat()),
        }
    }
    Arg::Text(texts.join(","))
}

/// Creates the error of a value of the wrong type. The message shows no string, which could be an API key.
pub(super) fn breaks_type_rule(name: &'static str, value: &JsValue, expectation: &str) -> Error {
    let shown = match read_arg(value) {
        _ if value.is_string() => "a string".to_owned(),
        _ if is_array(value) => "an array".to_owned(),
        Arg::Text(_) if value.is_object() => "a URL".to_owned(),
        Arg::Text(text) | Arg::Other(text) => text,
        Arg::Absent => "nothing".to_owned(),
    };
    Error::breaks_rule(name, &shown, expectation)
}
