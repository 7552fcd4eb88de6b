//! The option `baseUrl`, which may be a relative URL in a page or a worker.

use super::{
    arg::{Arg, read_arg},
    js::Url,
};
use crate::{BaseUrl, Error};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The location for hosts that have none, so that the rules of base URLs hold there too.
const NO_LOCATION: &str = "https://location.invalid/";

/// Reads the option `baseUrl`.
///
/// The inner error is the error of every call: a page that is rendered on a server creates a client, but makes no
/// calls.
///
/// # Errors
/// `invalid_argument`, as in [`BaseUrl::parse`].
pub(super) fn read(value: &JsValue) -> Result<Result<BaseUrl, Error>, Error> {
    let text = match read_arg(value) {
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

/// Returns whether `text` is a path. A host without a scheme, such as `api.example.com`, is more likely a mistake.
fn is_relative(text: &str) -> bool {
    (text.starts_with('/') && !text.starts_with("//")) || text.starts_with("./") || text.starts_with("../")
}

/// Returns the URL of the page or worker; `None` on a server.
fn location() -> Option<String> {
    let location = Reflect::get(&js_sys::global(), &"location".into()).ok()?;
    Reflect::get(&location, &"href".into()).ok()?.as_string()
}
