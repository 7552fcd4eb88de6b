//! The option `baseUrl`, which may be relative in a page or worker.

use super::{
    arg::{Arg, arg},
    values::Url,
};
use crate::{BaseUrl, Error};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// Stands for the location that a server does not have, so that the rules hold there too.
const NO_LOCATION: &str = "https://location.invalid/";

/// Checks `value`.
///
/// The inner error belongs to the first call: a page that is rendered on a server makes a client there, but no calls.
///
/// # Errors
/// `invalid_argument` as [`BaseUrl::parse`].
pub(super) fn read(value: &JsValue) -> Result<Result<BaseUrl, Error>, Error> {
    let text = match arg(value) {
        Arg::Text(text) => text,
        other => return Err(other.breaks_rule("baseUrl", "a string or URL")),
    };
    if !is_relative(&text) {
        return BaseUrl::parse(&text).map(Ok);
    }
    let location = location();
    let resolved = Url::new(&text, location.as_deref().unwrap_or(NO_LOCATION)).and_then(|url| url.href());
    let base = BaseUrl::parse(&resolved.unwrap_or(text.clone()))?;
    if location.is_none() {
        let expectation = "an absolute URL: only a page or a worker can resolve a relative one";
        return Ok(Err(Error::invalid("baseUrl", &text, expectation)));
    }
    Ok(Ok(base))
}

/// Whether `text` is a path. A host without a scheme, as `api.example.com`, is more likely a mistake.
fn is_relative(text: &str) -> bool {
    (text.starts_with('/') && !text.starts_with("//")) || text.starts_with("./") || text.starts_with("../")
}

/// The address of the page or worker; `None` on a server.
fn location() -> Option<String> {
    let location = Reflect::get(&js_sys::global(), &"location".into()).ok()?;
    Reflect::get(&location, &"href".into()).ok()?.as_string()
}
