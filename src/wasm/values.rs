//! Values from JavaScript.
//!
//! Options are read with js-sys: with serde-wasm-bindgen and one visitor for all endpoints a prototype was 5.3 kB (brotli)
//! larger.

use super::{
    arg::{Arg, arg},
    error::JsCause,
};
use crate::{Error, rules::Rule, text::quoted};
#[cfg(feature = "client")]
use crate::{parameters::Parameter, rules::number};
use js_sys::{Array, JsString, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    // js-sys has these without `catch`, but a getter or a proxy may throw.
    #[wasm_bindgen(js_namespace = Object, js_name = entries, catch)]
    fn object_entries(object: &JsValue) -> Result<Array, JsValue>;
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(js_name = String, catch)]
    fn display(value: &JsValue) -> Result<JsString, JsValue>;

    #[wasm_bindgen(js_name = URL)]
    pub(super) type Url;
    #[cfg(feature = "client")]
    #[wasm_bindgen(constructor, js_class = URL, catch)]
    pub(super) fn new(url: &str, base: &str) -> Result<Url, JsValue>;
    #[wasm_bindgen(method, getter, catch)]
    pub(super) fn href(this: &Url) -> Result<String, JsValue>;
}

/// Named values, read from one or more objects. Each is taken once, and none may be left over.
#[derive(Debug, Default)]
pub(super) struct Options {
    values: Vec<(String, JsValue)>,
    /// The names that were asked for.
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
        if !object.is_object() || is_array(object).map_err(unreadable)? {
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

    /// The value of `name`, which is removed; `undefined` when it is absent.
    pub(super) fn take(&mut self, name: &'static str) -> JsValue {
        self.known.push(name);
        match self.values.iter().position(|(key, _)| key == name) {
            Some(index) => self.values.swap_remove(index).1,
            None => JsValue::UNDEFINED,
        }
    }

    /// The text of `name`, normalised by `rule`; `None` when it is absent.
    pub(super) fn take_checked(&mut self, name: &'static str, rule: &Rule) -> Result<Option<String>, Error> {
        let value = self.take(name);
        if value.is_null_or_undefined() { Ok(None) } else { arg(&value).check(name, rule).map(Some) }
    }

    /// Refuses every option that is left: a mistyped option must not be ignored.
    pub(super) fn finish(self) -> Result<(), Error> {
        let Some((unknown, _)) = self.values.iter().find(|(_, value)| !value.is_null_or_undefined()) else {
            return Ok(());
        };
        let message = ["Unknown option ", &quoted(unknown), ". ", &self.suggestion(unknown)].concat();
        Err(Error::invalid_argument("options", message))
    }

    /// The known option that differs from `unknown` in case and underscores only; without one, all of them.
    fn suggestion(&self, unknown: &str) -> String {
        let letters = |name: &str| name.replace('_', "").to_ascii_lowercase();
        match self.known.iter().find(|name| letters(name) == letters(unknown)) {
            Some(name) => ["Did you mean ", &quoted(name), "?"].concat(),
            None => ["Known options: ", &self.known.join(", "), "."].concat(),
        }
    }
}

#[cfg(feature = "client")]
impl Options {
    /// The value of `name`, parsed; `None` when it is absent.
    pub(super) fn take_optional<T: Parameter>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        Ok(self.take_checked(name, &T::RULE)?.map(T::from_normalized))
    }

    /// The value of `name`, parsed.
    pub(super) fn take_required<T: Parameter>(&mut self, name: &'static str) -> Result<T, Error> {
        arg(&self.take(name)).parse(name)
    }

    /// The items of the list `name`, parsed; empty when it is absent.
    pub(super) fn take_list<T: Parameter>(&mut self, name: &'static str) -> Result<Vec<T>, Error> {
        let items = arg(&self.take(name)).check_list(name, &T::RULE)?;
        Ok(items.into_iter().map(T::from_normalized).collect())
    }

    /// The value of `name` when it is a boolean, `false` when it is absent.
    pub(super) fn take_flag(&mut self, name: &'static str) -> Result<bool, Error> {
        let value = self.take(name);
        match value.as_bool() {
            Some(flag) => Ok(flag),
            None if value.is_null_or_undefined() => Ok(false),
            None => Err(arg(&value).breaks_rule(name, "true or false")),
        }
    }

    /// The integer `name`, checked by `rule`; `default` when it is absent.
    pub(super) fn take_number(&mut self, name: &'static str, rule: &Rule, default: u64) -> Result<u64, Error> {
        let text = self.take_checked(name, rule)?;
        Ok(text.and_then(|text| number(&text)).unwrap_or(default))
    }
}

/// Whether a value is an array; a proxy that throws is none.
pub(super) fn is_list(value: &JsValue) -> bool {
    is_array(value) == Ok(true)
}

/// The items of an array. One that cannot be read is `undefined`, as a hole is, and so is the only one of an array whose
/// length throws.
pub(super) fn items(list: &JsValue) -> impl Iterator<Item = JsValue> {
    let length = Reflect::get(list, &"length".into()).ok().and_then(|length| length.as_f64()).unwrap_or(1.0);
    (0..length as u32).map(move |index| Reflect::get_u32(list, index).unwrap_or_default())
}

/// The error of a value that has the wrong type. It does not show a string, which could be an API key.
pub(super) fn breaks_type_rule(name: &'static str, value: &JsValue, expectation: &str) -> Error {
    let shown = match arg(value) {
        _ if value.is_string() => "a string".to_owned(),
        _ if is_list(value) => "an array".to_owned(),
        Arg::Text(text) | Arg::Other(text) => text,
        Arg::Absent => "nothing".to_owned(),
    };
    Error::breaks_rule(name, &shown, expectation)
}

/// What `String(value)` shows.
pub(super) fn shown(value: &JsValue) -> String {
    display(value).map_or_else(|_| "a value that cannot be shown".to_owned(), String::from)
}
