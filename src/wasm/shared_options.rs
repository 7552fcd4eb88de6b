//! The options that the client and the proxy have in common.

use super::{
    arg::{breaks_type_rule, read_arg},
    options::Options,
};
use crate::{
    Error,
    rules::{self, Rule},
};
use js_sys::Function;
use wasm_bindgen::JsCast;

/// Timers of JavaScript wait at most 2^31-1 milliseconds.
pub(super) const MILLISECONDS: Rule = Rule {
    expectation: "an integer from 1 to 2147483647 (milliseconds)",
    normalize: |text| rules::integer(text, 1, (1 << 31) - 1),
};

impl Options {
    /// Takes the boolean `name`; `false` when it is absent.
    pub(super) fn take_flag(&mut self, name: &'static str) -> Result<bool, Error> {
        let value = self.take(name);
        match value.as_bool() {
            Some(flag) => Ok(flag),
            None if value.is_null_or_undefined() => Ok(false),
            None => Err(read_arg(&value).breaks_rule(name, "true or false")),
        }
    }

    /// Takes the integer `name`, checked by `rule`; `default` when it is absent.
    pub(super) fn take_number(&mut self, name: &'static str, rule: &Rule, default: u64) -> Result<u64, Error> {
        let text = self.take_checked(name, rule)?;
        Ok(text.and_then(|text| rules::number(&text)).unwrap_or(default))
    }
}

/// Takes the option `name`, a function; `None` when it is absent.
pub(super) fn take_function(options: &mut Options, name: &'static str) -> Result<Option<Function>, Error> {
    let value = options.take(name);
    if value.is_falsy() {
        return Ok(None);
    }
    value.dyn_into().map(Some).map_err(|value| breaks_type_rule(name, &value, "a function"))
}

/// Creates the error of a URL to which `secret`, such as "the API key", would go unencrypted.
pub(super) fn insecure_base_url(url: &str, secret: &str) -> Error {
    let expectation = ["an https:// URL, because http:// reveals ", secret, " (allowInsecure: true permits it)"];
    Error::invalid("baseUrl", url, &expectation.concat())
}
