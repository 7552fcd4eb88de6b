//! The options of a client and of a call.

use super::{
    arguments::{Arguments, insecure_base_url},
    error::JsCause,
    fetch::{FetchFunctions, FetchTransport},
    hooks::hooks_from,
    promise::settle,
};
use crate::{
    client::{self, ApiKey, ApiKeyFuture, Config},
    error::{Error, ErrorCode},
    limits::Limits,
    rules,
};
use js_sys::{Function, Object};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const CLIENT_OPTIONS: &str = r#"
/** The options of a client. Functions are separate arguments, except `apiKey`. */
export interface ClientOptions extends CallOptions {
  baseUrl?: Argument;
  /** The API key, or the function that returns the key. */
  apiKey?: unknown;
  proxied?: Argument;
  allowInsecure?: Argument;
}
"#;

/// Creates a client from its options.
pub(super) fn new_client(
    options: &Arguments,
    fetch: FetchFunctions,
    hooks: &Object,
) -> Result<client::Client<FetchTransport>, Error> {
    let base = options.base_url()?;
    let headers = options.checked_headers()?;
    let is_proxied = options.flag("proxied")?;
    let allow_insecure = options.flag("allowInsecure")?;
    let limits = read_limits(options, Limits::DEFAULT)?;
    let api_key = read_api_key(options, is_proxied)?;
    let may_send_secrets = allow_insecure || base.is_confidential();
    if api_key.is_sent() && !may_send_secrets {
        return Err(insecure_base_url(base.as_str(), "the API key"));
    }
    let config = Config {
        base,
        api_key,
        headers,
        limits,
        hooks: hooks_from(hooks),
    };
    Ok(client::Client::new(
        config,
        FetchTransport::new(fetch, may_send_secrets),
    ))
}

fn read_api_key(options: &Arguments, is_proxied: bool) -> Result<ApiKey, Error> {
    let Some(key) = options.get("apiKey") else {
        return Ok(if is_proxied {
            ApiKey::AddedByProxy
        } else {
            ApiKey::None
        });
    };
    if is_proxied {
        return Err(Error::invalid_api_key(
            "no apiKey with proxied: true, because the proxy adds the key",
        ));
    }
    if let Some(function) = key.dyn_ref::<Function>() {
        let function = function.clone();
        let provider = move || -> ApiKeyFuture { Box::pin(call_key_function(function.clone())) };
        return Ok(ApiKey::Provider(Rc::new(provider)));
    }
    match key.as_string() {
        Some(key) if rules::API_KEY.accepts(&key) => Ok(ApiKey::Value(key)),
        // The message does not show the value.
        _ => Err(Error::unusable_api_key()),
    }
}

async fn call_key_function(function: Function) -> Result<Option<String>, Error> {
    let key = settle(function.call0(&JsValue::UNDEFINED))
        .await
        .map_err(|thrown| {
            let message = "The function apiKey failed. See cause.";
            let mut error = Error::invalid_argument("apiKey", message).with_cause(JsCause(thrown));
            error.code = ErrorCode::ApiKeyUnavailable;
            error
        })?;
    if key.is_null_or_undefined() {
        return Ok(None);
    }
    // A value that is not a string becomes an empty key, which breaks the rule of keys.
    Ok(Some(key.as_string().unwrap_or_default()))
}

/// Reads the limits among the options of a client or a call. A limit that is absent keeps its value
/// in `limits`.
pub(super) fn read_limits(options: &Arguments, limits: Limits) -> Result<Limits, Error> {
    limits.read(|name, rule, limit| options.number(name, rule, limit))
}
