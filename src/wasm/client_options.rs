//! The options of a client, and those of a call.

use super::{
    abort::take_signal,
    base_url,
    error::JsCause,
    fetch::FetchTransport,
    headers::read_headers,
    hooks::JsHooks,
    options::Options,
    promise::settle,
    shared_options::{MILLISECONDS, insecure_base_url, take_function},
};
use crate::{
    ApiKey, Config, Error, ErrorCode, Headers, Limits,
    error::Secret,
    rules::{self, Rule},
};
use js_sys::Function;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::AbortSignal;

/// Creates a client from its options. The inner error is that of every call (see [`base_url::read`]).
pub(super) fn new_client(options: &JsValue) -> Result<Result<crate::Client<FetchTransport>, Error>, Error> {
    Options::read("options", options)?.read_secret(Secret::default(), take_all)
}

fn take_all(mut options: Options) -> Result<Result<crate::Client<FetchTransport>, Error>, Error> {
    let fetch = take_function(&mut options, "fetch")?;
    let hooks = JsHooks::take(&mut options)?;
    let base = base_url::read(&options.take_needed("baseUrl")?)?;
    let api_key = options.take("apiKey");
    let headers = read_headers("headers", &options.take("headers"))?;
    let is_proxied = options.take_flag("proxied")?;
    let allow_insecure = options.take_flag("allowInsecure")?;
    let limits = take_limits(&mut options, Limits::default())?;
    options.finish()?;
    let api_key = read_api_key(&api_key, is_proxied)?;
    let base = match base {
        Ok(base) => base,
        Err(error) => return Ok(Err(error)),
    };
    let may_send_secrets = allow_insecure || base.is_confidential();
    if api_key.is_sent() && !may_send_secrets {
        return Err(insecure_base_url(base.as_str(), "the API key"));
    }
    let config = Config { base, api_key, headers, limits, hooks: Some(Rc::new(hooks)) };
    let transport = FetchTransport::new(fetch.map_or(JsValue::UNDEFINED, JsValue::from), is_proxied, may_send_secrets);
    Ok(Ok(crate::Client::new(config, transport)))
}

fn read_api_key(value: &JsValue, is_proxied: bool) -> Result<ApiKey, Error> {
    match (value.is_null_or_undefined(), is_proxied) {
        (true, true) => return Ok(ApiKey::AddedByProxy),
        (true, false) => return Ok(ApiKey::None),
        (false, true) => {
            return Err(Error::invalid_api_key("no apiKey with proxied: true, because the proxy adds the key"));
        }
        (false, false) => {}
    }
    if let Some(function) = value.dyn_ref::<Function>() {
        let function = function.clone();
        return Ok(ApiKey::Provider(Rc::new(move || Box::pin(call_key_function(function.clone())))));
    }
    match value.as_string() {
        Some(key) if (rules::API_KEY.normalize)(&key).is_some() => Ok(ApiKey::Value(key)),
        _ => Err(Error::unusable_api_key()),
    }
}

async fn call_key_function(function: Function) -> Result<Option<String>, Error> {
    let key = settle(function.call0(&JsValue::UNDEFINED)).await.map_err(|thrown| {
        let message = "The function apiKey failed. See cause.";
        let mut error = Error::invalid_argument("apiKey", message).with_cause(JsCause(thrown));
        error.code = ErrorCode::ApiKeyUnavailable;
        error
    })?;
    // A value that is not a string becomes an empty key, which breaks the rule of keys.
    Ok(if key.is_null_or_undefined() { None } else { Some(key.as_string().unwrap_or_default()) })
}

/// The options of every call.
pub(super) struct CallOptions {
    pub(super) signal: Option<AbortSignal>,
    pub(super) limits: Limits,
    pub(super) headers: Headers,
    /// Whether the result includes the response (token metadata only).
    pub(super) raw: bool,
}

impl CallOptions {
    /// Takes the options of a call. `defaults` has the limits for absent options.
    pub(super) fn take(options: &mut Options, defaults: Limits, has_raw: bool) -> Result<Self, Error> {
        Ok(Self {
            raw: has_raw && options.take_flag("raw")?,
            signal: take_signal(options)?,
            limits: take_limits(options, defaults)?,
            headers: read_headers("headers", &options.take("headers"))?,
        })
    }
}

const BYTES: Rule = Rule { expectation: "an integer from 1 to 2147483647 (bytes)", ..MILLISECONDS };
const RETRIES: Rule = Rule { expectation: "an integer from 0 to 10", normalize: |text| rules::integer(text, 0, 10) };
const RETRY_AFTER: Rule = Rule {
    expectation: "an integer from 0 to 2147483647 (milliseconds)",
    normalize: |text| rules::integer(text, 0, (1 << 31) - 1),
};

fn take_limits(options: &mut Options, mut limits: Limits) -> Result<Limits, Error> {
    for (name, rule, limit) in [
        ("deadlineMs", &MILLISECONDS, &mut limits.deadline_ms),
        ("timeoutMs", &MILLISECONDS, &mut limits.timeout_ms),
        ("maxBodyBytes", &BYTES, &mut limits.max_body_bytes),
        ("maxRetries", &RETRIES, &mut limits.retry.max_retries),
        ("maxRetryAfterMs", &RETRY_AFTER, &mut limits.retry.max_retry_after_ms),
    ] {
        *limit = options.take_number(name, rule, (*limit).into())? as u32;
    }
    Ok(limits)
}
