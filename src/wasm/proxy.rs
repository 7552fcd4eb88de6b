//! The export of the proxy. TypeScript sends the requests.

use super::{
    arguments::{Arguments, insecure_base_url, redacted},
    error::js_error,
    object::to_object,
};
use crate::{
    endpoints::ROUTES,
    error::{Error, Secret},
    headers::Headers,
    limits::MILLISECONDS,
    rules::{self, Rule},
    service,
};
use js_sys::Array;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const PROXY_TYPES: &str = r#"
/** The options of a proxy except functions. Rust reads `apiKey` only to redact it in errors. */
export interface ProxyOptions {
  baseUrl?: Argument;
  apiKey?: unknown;
  allow?: ListArgument;
  basePath?: Argument;
  headers?: HeaderPairs;
  timeoutMs?: Argument;
  allowInsecure?: Argument;
}

/** A request to the upstream service. */
export interface Forward {
  url: string;
  requiresApiKey: boolean;
}

/** A response that the proxy itself writes. */
export interface OwnResponse {
  status: number;
  headers: [string, string][];
  body: string;
}
"#;

const BASE_PATH: Rule = Rule {
    expectation: "a path such as /api/eq, without query and fragment",
    parse: parse_base_path,
};

/// The proxy behind `createProxyHandler`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Proxy {
    proxy: service::Proxy,
    headers: Headers,
    timeout_ms: u32,
}

#[wasm_bindgen]
impl Proxy {
    /// Checks the options except `fetch` and `apiKey`. Only JavaScript uses `fetch`. JavaScript
    /// passes `apiKey` to [`check_api_key`].
    ///
    /// # Errors
    /// An object with the fields of [`crate::ErrorDetails`].
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "ProxyOptions")] options: &Arguments,
    ) -> Result<Proxy, JsValue> {
        read_options(options)
            .map_err(|error| js_error(redacted(Some(options), Secret::default(), error)))
    }

    /// The timeout of a request to the upstream service, in milliseconds.
    #[wasm_bindgen(getter, js_name = timeoutMs)]
    pub fn timeout_ms(&self) -> u32 {
        self.timeout_ms
    }

    /// The headers of the option `headers`, as pairs.
    #[wasm_bindgen(getter, unchecked_return_type = "[string, string][]")]
    pub fn headers(&self) -> Array {
        self.headers
            .iter()
            .map(|(name, value)| Array::of2(&name.into(), &value.into()))
            .collect()
    }

    /// Returns the response that a page gets for a failure of the service; see [`service::Proxy::failure`].
    #[wasm_bindgen(js_name = failureResponse, unchecked_return_type = "OwnResponse")]
    #[must_use]
    pub fn failure_response(
        &self,
        status: u16,
        body: &[u8],
        has_retry_after: bool,
        api_key: Option<String>,
    ) -> JsValue {
        let mut headers = self.headers.clone();
        if let Some(key) = api_key {
            headers.set_api_key(key);
        }
        to_object(&service::Proxy::failure(
            status,
            body,
            has_retry_after,
            &headers,
        ))
    }

    /// Returns the request to send for a request of the page, or the response that rejects it.
    #[wasm_bindgen(unchecked_return_type = "Forward | OwnResponse")]
    #[must_use]
    pub fn forward(&self, method: &str, target: &str) -> JsValue {
        self.proxy.forward(method, target).map_or_else(
            |response| to_object(&response),
            |forward| to_object(&forward),
        )
    }
}

/// Returns the response of a proxy that has no usable key; see [`service::Proxy::without_key`].
#[wasm_bindgen(js_name = withoutKeyResponse, unchecked_return_type = "OwnResponse")]
#[must_use]
pub fn without_key_response(message: &str) -> JsValue {
    to_object(&service::Proxy::without_key(message))
}

/// Returns the response for a failure without a response of the service.
#[wasm_bindgen(js_name = messageResponse, unchecked_return_type = "OwnResponse")]
#[must_use]
pub fn message_response(status: u16, message: &str) -> JsValue {
    to_object(&service::Response::error(status, message))
}

/// Checks a key, which is an option or the result of a key function. JavaScript passes an empty text for a value that
/// is not a string.
///
/// # Errors
/// An object with the fields of [`crate::ErrorDetails`], without the key, for a value that cannot be a key.
#[wasm_bindgen(js_name = checkApiKey)]
pub fn check_api_key(key: Option<String>) -> Result<String, JsValue> {
    let Some(key) = key else {
        return Err(js_error(Error::missing(
            "apiKey",
            rules::API_KEY.expectation,
        )));
    };
    (rules::API_KEY.parse)(&key).ok_or_else(|| js_error(Error::unusable_api_key()))
}

fn read_options(options: &Arguments) -> Result<Proxy, Error> {
    let base_url = options.base_url()?;
    let base_path = options.checked("basePath", &BASE_PATH)?.unwrap_or_default();
    let allow_insecure = options.flag("allowInsecure")?;
    let timeout_ms = options.number(
        "timeoutMs",
        &MILLISECONDS,
        service::Proxy::DEFAULT_TIMEOUT_MS,
    )?;
    let headers = options.checked_headers()?;
    if !allow_insecure && !base_url.is_confidential() {
        return Err(insecure_base_url(base_url.as_str(), "the API key"));
    }
    Ok(Proxy {
        proxy: service::Proxy::new(base_url, base_path, &read_allow(options)?),
        headers,
        timeout_ms,
    })
}

/// Reads the names in the option `allow`. Without this option, returns an empty list, which allows
/// all endpoints. An option with an empty list is an error, because it would mean a proxy that
/// forwards nothing.
fn read_allow(options: &Arguments) -> Result<Vec<&'static str>, Error> {
    let names: Vec<&str> = ROUTES.iter().map(|route| route.method).collect();
    let expectation = ["a list of these names: \"", &names.join("\", \""), "\""].concat();
    let Some(items) = options.items("allow", &expectation)? else {
        return Ok(Vec::new());
    };
    if items.is_empty() {
        return Err(Error::breaks_rule("allow", "an empty list", &expectation));
    }
    let mut allowed = Vec::new();
    for item in &items {
        let Some(name) = names.iter().copied().find(|name| *name == item.as_str()) else {
            return Err(Error::invalid("allow", item, &expectation));
        };
        allowed.push(name);
    }
    Ok(allowed)
}

/// Returns a path without slashes at its end; `None` for a text that is not a path. A text that
/// begins with `//` would name a host. `\` is refused, because URL parsers read it as `/`.
fn parse_base_path(path: &str) -> Option<String> {
    let path = path.trim_end_matches('/');
    let is_path = path.is_empty() || (path.starts_with('/') && !path.starts_with("//"));
    let is_plain = path
        .bytes()
        .all(|b| b.is_ascii_graphic() && !matches!(b, b'?' | b'#' | b'\\'));
    (is_path && is_plain).then(|| path.to_owned())
}
