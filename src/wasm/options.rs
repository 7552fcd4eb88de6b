//! Reads options from JavaScript.
//!
//! js-sys reads them: a prototype with serde-wasm-bindgen and one visitor for all endpoints was 5.3 kB (brotli) larger.

use super::{
    arg::{breaks_type_rule, read_arg},
    error::JsCause,
    js::{array_is_array, object_entries},
};
#[cfg(any(feature = "client", feature = "proxy"))]
use crate::error::Secret;
#[cfg(feature = "client")]
use crate::parameters::Parameter;
use crate::{Error, error::shown, rules::Rule, text::quoted};
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};

/// The named values of one or more objects. The caller takes each value once; [`Options::finish`] refuses the others.
#[derive(Debug, Default)]
pub(super) struct Options {
    values: Vec<(String, JsValue)>,
    /// The names of the values that were taken.
    known: Vec<&'static str>,
}

impl Options {
    /// Reads the parameter `name`: an object, or `undefined` or `null` for none.
    pub(super) fn read(name: &'static str, object: &JsValue) -> Result<Self, Error> {
        Self::default().and(name, object)
    }

    /// Adds the values of another object, which take precedence.
    pub(super) fn and(mut self, name: &'static str, object: &JsValue) -> Result<Self, Error> {
        if object.is_null_or_undefined() {
            return Ok(self);
        }
        let unreadable = |thrown| {
            Error::invalid_argument(name, ["Cannot read ", name, ": one of its properties throws. See cause."].concat())
                .with_cause(JsCause(thrown))
        };
        if !object.is_object() || array_is_array(object).map_err(unreadable)? {
            return Err(breaks_type_rule(name, object, "an object"));
        }
        for entry in object_entries(object).map_err(unreadable)? {
            let entry: Array = entry.unchecked_into();
            let key = entry.get(0).as_string().unwrap_or_default();
            self.values.retain(|(other, _)| *other != key);
            self.values.push((key, entry.get(1)));
        }
        Ok(self)
    }

    /// Reads what `read` returns from the options. An error shows neither `secret`, nor the API key and the values of
    /// headers among the options.
    #[cfg(any(feature = "client", feature = "proxy"))]
    pub(super) fn read_secret<T>(
        self,
        mut secret: Secret,
        read: impl FnOnce(Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.add_secrets(&mut secret);
        read(self).map_err(|error| secret.redacted(error))
    }

    #[cfg(any(feature = "client", feature = "proxy"))]
    fn add_secrets(&self, secret: &mut Secret) {
        for (name, value) in &self.values {
            if name == "apiKey" {
                secret.add(value.as_string().unwrap_or_default().trim_ascii());
            } else if name == "headers" {
                for (_, value) in Options::read("headers", value).unwrap_or_default().values {
                    secret.add(value.as_string().unwrap_or_default().trim_ascii());
                }
            }
        }
    }

    /// Removes the value of `name` and returns it; `undefined` when it is absent.
    pub(super) fn take(&mut self, name: &'static str) -> JsValue {
        self.known.push(name);
        match self.values.iter().position(|(key, _)| key == name) {
            Some(index) => self.values.swap_remove(index).1,
            None => JsValue::UNDEFINED,
        }
    }

    /// Takes the value of `name`, which the caller requires. When it is absent and an option has nearly its name, the
    /// error names that option.
    #[cfg(any(feature = "client", feature = "proxy"))]
    pub(super) fn take_needed(&mut self, name: &'static str) -> Result<JsValue, Error> {
        let value = self.take(name);
        let is_misspelt = |(key, value): &&(String, JsValue)| !value.is_null_or_undefined() && is_similar(key, name);
        match self.values.iter().find(is_misspelt) {
            Some((key, _)) if value.is_null_or_undefined() => Err(self.unknown_option(key)),
            _ => Ok(value),
        }
    }

    /// Takes the value of `name` as a text, normalised by `rule`; `None` when it is absent.
    pub(super) fn take_checked(&mut self, name: &'static str, rule: &Rule) -> Result<Option<String>, Error> {
        let value = self.take(name);
        if value.is_null_or_undefined() { Ok(None) } else { read_arg(&value).check(name, rule).map(Some) }
    }

    /// Returns the names and values that no `take` method was called for.
    #[cfg(any(feature = "client", feature = "proxy"))]
    pub(super) fn into_values(self) -> Vec<(String, JsValue)> {
        self.values
    }

    /// Refuses options that no `take` method was called for, because the client must not ignore a mistyped option.
    pub(super) fn finish(self) -> Result<(), Error> {
        match self.values.iter().find(|(_, value)| !value.is_null_or_undefined()) {
            Some((unknown, _)) => Err(self.unknown_option(unknown)),
            None => Ok(()),
        }
    }

    /// Creates the error of an unknown option. It suggests the known option with nearly its name, or lists all.
    fn unknown_option(&self, unknown: &str) -> Error {
        let advice = match self.known.iter().find(|name| is_similar(name, unknown)) {
            Some(name) => ["Did you mean ", &quoted(name), "?"].concat(),
            None => ["Known options: ", &self.known.join(", "), "."].concat(),
        };
        Error::invalid_argument("options", ["Unknown option ", &shown(unknown), ". ", &advice].concat())
    }
}

/// Returns whether two names differ only in case and underscores.
fn is_similar(a: &str, b: &str) -> bool {
    let letters = |name: &str| name.replace('_', "").to_ascii_lowercase();
    letters(a) == letters(b)
}

#[cfg(feature = "client")]
impl Options {
    /// Takes the value of `name` as a `T`; `None` when it is absent.
    pub(super) fn take_optional<T: Parameter>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        Ok(self.take_checked(name, &T::RULE)?.map(T::from_normalized))
    }

    /// Takes the value of `name` as a `T`.
    pub(super) fn take_required<T: Parameter>(&mut self, name: &'static str) -> Result<T, Error> {
        read_arg(&self.take_needed(name)?).parse(name)
    }

    /// Takes the items of the list `name`; empty when it is absent.
    pub(super) fn take_list<T: Parameter>(&mut self, name: &'static str) -> Result<Vec<T>, Error> {
        let items = read_arg(&self.take(name)).check_list(name, &T::RULE)?;
        Ok(items.into_iter().map(T::from_normalized).collect())
    }
}
