//! Values from JavaScript.
//!
//! Options are read with js-sys: with serde-wasm-bindgen and one visitor for all endpoints a prototype was 5.3 kB (brotli)
//! larger.

use super::error::JsCause;
use crate::{Arg, Args, Error};
use js_sys::{Array, JSON, JsString, Number, Reflect};
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

/// Named values, read from one or more objects.
#[derive(Debug, Default)]
pub(super) struct Options(Vec<(String, JsValue)>);

impl Options {
    /// Reads the parameter `name`: an object, or `undefined` or `null` for none.
    pub(super) fn read(name: &'static str, object: &JsValue) -> Result<Self, Error> {
        Self::default().and(name, object)
    }

    /// Adds the values of another object, which take precedence.
    pub(super) fn and(mut self, name: &'static str, object: &JsValue) -> Result<Self, Error> {
        if is_absent(object) {
            return Ok(self);
        }
        let unreadable = |thrown| {
            Error::refused(name, ["`", name, "` cannot be read: one of its properties throws."].concat())
                .with_cause(JsCause(thrown))
        };
        if !object.is_object() || is_array(object).map_err(unreadable)? {
            return Err(Error::refused(name, ["`", name, "` must be an object."].concat()));
        }
        for entry in object_entries(object).map_err(unreadable)? {
            let entry: Array = entry.unchecked_into();
            let key = entry.get(0).as_string().unwrap_or_default();
            self.0.retain(|(other, _)| *other != key);
            self.0.push((key, entry.get(1)));
        }
        Ok(self)
    }

    /// What is left, for the rules of an endpoint.
    pub(super) fn into_args(self) -> Args {
        Args(self.0.into_iter().map(|(name, value)| (name, arg(&value))).collect())
    }
}

#[cfg(feature = "client")]
impl Options {
    /// The value of `name`, which is removed; `undefined` when it is absent.
    pub(super) fn take(&mut self, name: &str) -> JsValue {
        match self.0.iter().position(|(key, _)| key == name) {
            Some(index) => self.0.swap_remove(index).1,
            None => JsValue::UNDEFINED,
        }
    }

    /// The value of `name` when it is a boolean, `false` when it is absent.
    pub(super) fn take_flag(&mut self, name: &'static str) -> Result<bool, Error> {
        let value = self.take(name);
        match value.as_bool() {
            Some(flag) => Ok(flag),
            None if is_absent(&value) => Ok(false),
            None => Err(arg(&value).breaks_rule(name, "true or false")),
        }
    }
}

pub(super) fn is_absent(value: &JsValue) -> bool {
    value.is_undefined() || value.is_null()
}

/// A value before any rule: a string, a whole number, a URL, or a list of them.
pub(super) fn arg(value: &JsValue) -> Arg {
    if is_absent(value) {
        return Arg::Absent;
    }
    if let Some(text) = value.as_string() {
        return string_arg(text, value.unchecked_ref());
    }
    if value.is_bigint() || (Number::is_safe_integer(value) && value.as_f64() >= Some(0.0)) {
        Arg::Text(shown(value))
    } else if let Some(Ok(href)) = value.dyn_ref::<Url>().map(Url::href) {
        Arg::Text(href)
    } else if is_list(value) {
        list_arg(value)
    } else if value.is_object() || value.is_function() {
        Arg::Other("an object".to_owned())
    } else {
        Arg::Other(shown(value))
    }
}

/// No parameter may hold NUL or half of a surrogate pair. Rust would replace the latter by U+FFFD.
fn string_arg(text: String, value: &JsString) -> Arg {
    let is_lossy = text.chars().any(|c| c == '\u{fffd}') && !value.is_valid_utf16();
    if !is_lossy && text.bytes().all(|byte| byte != 0) {
        return Arg::Text(text);
    }
    let json = JSON::stringify(&value.slice(0, 64)).map_or_else(|_| String::new(), String::from);
    Arg::Other(json)
}

fn list_arg(list: &JsValue) -> Arg {
    let mut texts = Vec::new();
    for item in items(list) {
        // A list within a list is never valid, and may contain itself.
        let item_arg = if is_list(&item) { Arg::Other("a list".to_owned()) } else { arg(&item) };
        match item_arg {
            Arg::Text(text) => texts.push(text),
            Arg::Other(other) => return Arg::Other(["a list with ", &other].concat()),
            Arg::Absent => return Arg::Other(["a list with ", &shown(&item)].concat()),
        }
    }
    Arg::Text(texts.join(","))
}

/// Whether a value is an array; a proxy that throws is none.
pub(super) fn is_list(value: &JsValue) -> bool {
    is_array(value) == Ok(true)
}

/// The items of an array; one whose getter throws is `undefined`.
pub(super) fn items(list: &JsValue) -> impl Iterator<Item = JsValue> {
    let length = Reflect::get(list, &"length".into()).ok().and_then(|length| length.as_f64()).unwrap_or_default();
    (0..length as u32).map(move |index| Reflect::get_u32(list, index).unwrap_or_default())
}

/// What `String(value)` shows.
fn shown(value: &JsValue) -> String {
    display(value).map_or_else(|_| "a value that cannot be shown".to_owned(), String::from)
}
