//! The export of the proxy. TypeScript sends the requests.

use super::{
    arg::{Arg, read_arg},
    error::js_error,
    headers::read_headers,
    options::Options,
    shared_options::{MILLISECONDS, insecure_base_url, take_function},
};
use crate::{
    BaseUrl, Error, Headers, Limits,
    error::Secret,
    rules::{self, Rule},
    service,
};
use js_sys::Array;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const DECISION: &str = r#"
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

const ENDPOINT: Rule = Rule {
    expectation: "a list of \"tokenUri\", \"bridgeTransfer\", \"project\" and \"ethereals\"",
    normalize: |text| {
        let is_endpoint = service::Proxy::ENDPOINTS.iter().any(|(name, _)| *name == text);
        is_endpoint.then(|| text.to_owned())
    },
};
const BASE_PATH: Rule =
    Rule { expectation: "a path such as /api/eq, without query and fragment", normalize: normalize_base_path };

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
    /// Checks the options. JavaScript uses `apiKey` and `fetch` itself.
    ///
    /// # Errors
    /// An object with the fields of [`crate::ErrorDetails`].
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<Proxy, JsValue> {
        read(options).map_err(js_error)
    }

    /// The timeout of a request to the upstream service, in milliseconds.
    #[wasm_bindgen(getter, js_name = timeoutMs)]
    pub fn timeout_ms(&self) -> u32 {
        self.timeout_ms
    }

    /// The headers of the option `headers`, as pairs.
    #[wasm_bindgen(getter, unchecked_return_type = "[string, string][]")]
    pub fn headers(&self) -> Array {
        self.headers.iter().map(|(name, value)| Array::of2(&name.into(), &value.into())).collect()
    }

    /// Returns the response that a page gets for a failure of the service; see [`service::Proxy::failure`].
    ///
    /// # Errors
    /// Never in practice: the response is plain data.
    #[wasm_bindgen(js_name = failureResponse, unchecked_return_type = "OwnResponse")]
    pub fn failure_response(&self, status: u16, body: &[u8], api_key: Option<String>) -> Result<JsValue, JsValue> {
        let mut headers = self.headers.clone();
        if let Some(key) = api_key {
            headers.set_api_key(key);
        }
        Ok(serde_wasm_bindgen::to_value(&service::Proxy::failure(status, body, &headers))?)
    }

    /// Returns the request to send for a request of the page, or the response that rejects it.
    ///
    /// # Errors
    /// Never in practice: both are plain data.
    #[wasm_bindgen(unchecked_return_type = "Forward | OwnResponse")]
    pub fn forward(&self, method: &str, target: &str) -> Result<JsValue, JsValue> {
        Ok(match self.proxy.forward(method, target) {
            Ok(forward) => serde_wasm_bindgen::to_value(&forward)?,
            Err(response) => serde_wasm_bindgen::to_value(&response)?,
        })
    }
}

/// Returns the response of a proxy that has no usable key; see [`service::Proxy::without_key`].
///
/// # Errors
/// Never in practice: the response is plain data.
#[wasm_bindgen(js_name = withoutKeyResponse, unchecked_return_type = "OwnResponse")]
pub fn without_key_response(message: &str) -> Result<JsValue, JsValue> {
    Ok(serde_wasm_bindgen::to_value(&service::Proxy::without_key(message))?)
}

/// Returns the response for a failure without a response of the service.
///
/// # Errors
/// Never in practice: the response is plain data.
#[wasm_bindgen(js_name = messageResponse, unchecked_return_type = "OwnResponse")]
pub fn message_response(status: u16, message: &str) -> Result<JsValue, JsValue> {
    Ok(serde_wasm_bindgen::to_value(&service::Response::error(status, message))?)
}

/// Checks a key, which is an option or the result of a key function, and returns it.
///
/// # Errors
/// An object with the fields of [`crate::ErrorDetails`], without the key, for a value that cannot be a key.
#[wasm_bindgen(js_name = checkApiKey)]
pub fn check_api_key(key: &JsValue) -> Result<String, JsValue> {
    read_api_key(key).map_err(js_error)
}

fn read_api_key(key: &JsValue) -> Result<String, Error> {
    if key.is_null_or_undefined() {
        return Err(Error::missing("apiKey", rules::API_KEY.expectation));
    }
    let key = key.as_string().filter(|key| (rules::API_KEY.normalize)(key).is_some());
    key.ok_or_else(Error::unusable_api_key)
}

fn read(options: &JsValue) -> Result<Proxy, Error> {
    Options::read("options", options)?.read_secret(Secret::default(), take_all)
}

fn take_all(mut options: Options) -> Result<Proxy, Error> {
    let base_url = match read_arg(&options.take_needed("baseUrl")?) {
        Arg::Text(text) => BaseUrl::parse(&text)?,
        other => return Err(other.breaks_rule("baseUrl", "a URL (string or URL)")),
    };
    let api_key = options.take("apiKey");
    let allow = options.take("allow");
    let base_path = options.take_checked("basePath", &BASE_PATH)?.unwrap_or_default();
    let allow_insecure = options.take_flag("allowInsecure")?;
    let timeout_ms = options.take_number("timeoutMs", &MILLISECONDS, Limits::default().timeout_ms.into())? as u32;
    take_function(&mut options, "fetch")?;
    let headers = read_headers("headers", &options.take("headers"))?;
    options.finish()?;
    if !api_key.is_function() {
        read_api_key(&api_key)?;
    }
    if !allow_insecure && !base_url.is_confidential() {
        return Err(insecure_base_url(base_url.as_str(), "the API key"));
    }
    Ok(Proxy { proxy: service::Proxy::new(base_url, base_path, &read_allow(&allow)?), headers, timeout_ms })
}

/// Reads the names in `allow`; none when it is `undefined`, which allows all. A setting that was not found is often
/// `null`, so that `null` must not allow all. A proxy with an empty list would forward nothing.
fn read_allow(value: &JsValue) -> Result<Vec<String>, Error> {
    if value.is_null() {
        return Err(Error::breaks_rule("allow", "null", ENDPOINT.expectation));
    }
    let names = read_arg(value).check_list("allow", &ENDPOINT)?;
    if names.is_empty() && !value.is_undefined() {
        return Err(read_arg(value).breaks_rule("allow", ENDPOINT.expectation));
    }
    Ok(names)
}

fn normalize_base_path(path: &str) -> Option<String> {
    let path = path.trim_end_matches('/');
    let is_path = path.is_empty() || (path.starts_with('/') && !path.starts_with("//"));
    let is_plain = path.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'?' | b'#' | b'\\'));
    (is_path && is_plain).then(|| path.to_owned())
}
