//! The arguments that `pkg/src/arguments/arguments.ts` passes to Rust. TypeScript checks the names
//! and types, and Rust checks the values by their rules.

use crate::{
    base_url::BaseUrl,
    error::{Error, Secret},
    headers::Headers,
    rules::{Rule, number},
    text::{decimal_text, split},
};
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const ARGUMENTS: &str = r#"
/**
 * A string, an integer from 0 to 2^53-1, or a boolean for a boolean option. For any other value,
 * TypeScript passes its description, such as "an object", and Rust throws an error that shows the
 * description.
 */
export type Argument = string | number | boolean | { shown: string };

/** The items of a list, or a text of items with commas between them. */
export type ListArgument = Argument | Argument[];

/** Pairs of names and values. */
export type HeaderPairs = [string, unknown][];
"#;

#[wasm_bindgen]
extern "C" {
    /// Parameters or options by their names.
    #[wasm_bindgen(typescript_type = "object")]
    #[derive(Debug)]
    pub type Arguments;
    #[wasm_bindgen(method, indexing_getter)]
    pub(super) fn get(this: &Arguments, name: &str) -> Option<Argument>;
    #[wasm_bindgen(method, getter)]
    fn headers(this: &Arguments) -> Option<Array>;

    /// See the declaration in TypeScript above.
    #[derive(Debug)]
    pub(super) type Argument;
    #[wasm_bindgen(method, getter)]
    fn shown(this: &Argument) -> Option<String>;
}

impl Argument {
    /// Checks the value by `rule`, and returns its text in the spelling of a request.
    fn check(&self, name: &'static str, rule: &Rule) -> Result<String, Error> {
        if let Some(text) = self.as_string() {
            return rule.check(name, &text);
        }
        let Some(digits) = self.digits() else {
            return Err(self.invalid(name, rule.expectation));
        };
        // The error of `rule.check` would show the number in quotes.
        (rule.parse)(&digits).ok_or_else(|| Error::breaks_rule(name, &digits, rule.expectation))
    }

    /// Returns the digits of a number; `None` for another value.
    fn digits(&self) -> Option<String> {
        self.as_f64().map(|number| decimal_text(number as u64))
    }

    /// Creates the error of a value of the wrong type. TypeScript has replaced each such value with
    /// its description, except for an array.
    fn invalid(&self, name: &'static str, expectation: &str) -> Error {
        let shown = self.shown();
        Error::breaks_rule(name, shown.as_deref().unwrap_or("an array"), expectation)
    }
}

impl Arguments {
    /// Checks the value `name` by `rule`, and returns its text in the spelling of a request; `None`
    /// when it is absent.
    pub(super) fn checked(&self, name: &'static str, rule: &Rule) -> Result<Option<String>, Error> {
        self.get(name)
            .map(|argument| argument.check(name, rule))
            .transpose()
    }

    /// Returns the items of the list `name`, trimmed; `None` when it is absent. An empty text has no items.
    pub(super) fn items(
        &self,
        name: &'static str,
        expectation: &str,
    ) -> Result<Option<Vec<String>>, Error> {
        let Some(argument) = self.get(name) else {
            return Ok(None);
        };
        let arguments = match argument.dyn_ref::<Array>() {
            Some(array) => array.iter().map(JsCast::unchecked_into).collect(),
            None => vec![argument],
        };
        let mut items = Vec::new();
        for argument in arguments {
            let text = argument.as_string().or_else(|| argument.digits());
            let text = text.ok_or_else(|| argument.invalid(name, expectation))?;
            items.extend(split(&text, b',').map(|item| item.trim_ascii().to_owned()));
        }
        if items == [""] {
            items.clear();
        }
        Ok(Some(items))
    }

    /// Returns the boolean `name`; `false` when it is absent.
    pub(super) fn flag(&self, name: &'static str) -> Result<bool, Error> {
        let Some(argument) = self.get(name) else {
            return Ok(false);
        };
        argument
            .as_bool()
            .ok_or_else(|| argument.invalid(name, "true or false"))
    }

    /// Returns the integer `name`; `default` when it is absent. `rule` must accept only integers
    /// that fit into a `u32`.
    pub(super) fn number(
        &self,
        name: &'static str,
        rule: &Rule,
        default: u32,
    ) -> Result<u32, Error> {
        let Some(digits) = self.checked(name, rule)? else {
            return Ok(default);
        };
        // The rule has accepted the digits, so `number` never returns `None`.
        Ok(number(&digits).map_or(default, |value| value as u32))
    }

    /// Returns the option `baseUrl`.
    pub(super) fn base_url(&self) -> Result<BaseUrl, Error> {
        let any_text = Rule {
            expectation: "a string or URL",
            parse: |text| Some(text.to_owned()),
        };
        let text = self.checked("baseUrl", &any_text)?;
        let text = text.ok_or_else(|| Error::missing("baseUrl", any_text.expectation))?;
        BaseUrl::parse(&text)
    }

    /// Returns the headers. No error shows the value of a header.
    pub(super) fn checked_headers(&self) -> Result<Headers, Error> {
        read_headers("headers", self.headers().as_ref())
    }
}

/// Redacts an error: removes `secret`, and the API key and the values of the headers in `options`.
pub(super) fn redacted(options: Option<&Arguments>, mut secret: Secret, error: Error) -> Error {
    if let Some(options) = options {
        let key = options.get("apiKey").and_then(|key| key.as_string());
        secret.add(key.unwrap_or_default().trim_ascii());
        for (_, value) in header_pairs(options.headers().as_ref()) {
            secret.add(value.unwrap_or_default().trim_ascii());
        }
    }
    secret.redacted(error)
}

/// Checks headers, which have the form of `HeaderPairs`. Errors name `parameter` and show no value.
pub(super) fn read_headers(
    parameter: &'static str,
    headers: Option<&Array>,
) -> Result<Headers, Error> {
    let mut checked = Headers::default();
    for (name, value) in header_pairs(headers) {
        checked.insert(parameter, &name, value.as_deref())?;
    }
    Ok(checked)
}

/// Returns names and values; a value that is not a string is `None`.
fn header_pairs(headers: Option<&Array>) -> impl Iterator<Item = (String, Option<String>)> {
    let pairs = headers.into_iter().flat_map(Array::iter);
    pairs.map(|pair: JsValue| {
        let pair: Array = pair.unchecked_into();
        (
            pair.get(0).as_string().unwrap_or_default(),
            pair.get(1).as_string(),
        )
    })
}

/// Creates the error of a URL to which the client would send a secret unencrypted. `secret_name`
/// is, for example, "the API key".
pub(super) fn insecure_base_url(url: &str, secret_name: &str) -> Error {
    let expectation = [
        "an https:// URL, because http:// reveals ",
        secret_name,
        " (allowInsecure: true permits it)",
    ];
    Error::invalid("baseUrl", url, &expectation.concat())
}
