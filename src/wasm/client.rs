//! The calls as exported: one function per endpoint makes a plan, [`send`] carries any plan out.
//!
//! A plan is text: endpoint, `1` where it needs a key, URL, `1` for exact integers, then the limits. It is checked, it
//! names the request among those in flight, and no memory is lost when it is not carried out. The calls under way are all
//! that is kept, so that a fresh instance of the module can follow one that broke.

use super::{
    convert::{SEPARATOR, thrown},
    host::Host,
    running::{NONE, begin},
    values::Parts,
};
use crate::{
    BaseUrl, BridgeTransferByHash, Call, Endpoint, Error, Ethereals, Limits, ProjectOfKey, ROUTES, Route, TokenUri,
    args::{ArgRef, ArgsRef, broken},
    client::{Sending, bad_key},
    endpoints::LIMITS,
    retry::Policy,
    rules::{self, Rule},
    text::number_text,
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// Checks a client's base URL, key and options; the result goes into every plan. The key is empty for none, `?` for a
/// function's.
///
/// # Errors
/// The broken rule; so for every function here.
#[wasm_bindgen]
pub fn configure(given: &str) -> Result<JsValue, JsValue> {
    let mut given = Parts::new(given);
    let configured = || {
        let base = match given.arg() {
            ArgRef::Text(text) => BaseUrl::parse(text)?,
            other => return Err(broken("baseUrl", other, "an absolute URL (string or URL)")),
        };
        let key = given.text();
        let mut options = given.args();
        let Limits { deadline_ms, timeout_ms, max_body_bytes, retry } = Limits::default();
        let default = [deadline_ms, timeout_ms, max_body_bytes, retry.max_retries, retry.max_retry_after_ms];
        let limits = limits(&mut options, default)?;
        let open = flag(&mut options, "allowInsecure")?;
        options.finish(&[OPTIONS, LIMITS].concat())?;
        if !key.is_empty() && key != "?" && (rules::API_KEY.canonical)(key).is_none() {
            return Err(bad_key());
        }
        if !key.is_empty() && !open && !base.is_confidential() {
            let message = "`baseUrl` is not https://, so anyone on the way could read the API key: change it, or set \
                           `allowInsecure: true`.";
            return Err(Error::refused("baseUrl", message));
        }
        Ok(with_limits(base.as_str(), limits))
    };
    thrown(configured())
}

const OPTIONS: &str = "baseUrl, apiKey, fetch, allowInsecure, cache, onRequest, onResponse, onRetry, onDrift, ";

/// `GET /tokens/:address/:id/uri`; takes what [`configure`] gave, address, id, options.
#[wasm_bindgen(js_name = tokenUri)]
pub fn token_uri(given: &str) -> Result<JsValue, JsValue> {
    plan(given, TokenUri::ROUTE)
}

/// `GET /bridge/transfers/transactions/:hash`; takes what [`configure`] gave, hash, options.
#[wasm_bindgen(js_name = bridgeTransfer)]
pub fn bridge_transfer(given: &str) -> Result<JsValue, JsValue> {
    plan(given, BridgeTransferByHash::ROUTE)
}

/// `GET /project`; takes what [`configure`] gave, options.
#[wasm_bindgen]
pub fn project(given: &str) -> Result<JsValue, JsValue> {
    plan(given, ProjectOfKey::ROUTE)
}

/// `GET /ethereals`; takes what [`configure`] gave, options.
#[wasm_bindgen]
pub fn ethereals(given: &str) -> Result<JsValue, JsValue> {
    plan(given, Ethereals::ROUTE)
}

/// Makes the call a plan describes; the key follows the plan, if there is one. `host` hears the end. Gives the place for
/// [`super::running::resume`].
#[wasm_bindgen]
pub fn send(given: &str, host: Host) -> usize {
    let mut given = Parts::new(given);
    let name = given.text();
    let Some(route) = ROUTES.into_iter().find(|route| route.name == name) else { return NONE };
    let (_keyed, url, exact) = (given.text(), given.text().to_owned(), given.text() == "1");
    let limits = from_list(numbers(&mut given));
    let api_key = given.next().map(str::to_owned);
    begin(Sending::new(route, exact, url, api_key, limits), host)
}

/// The plan of a request; options that are no limits are the endpoint's.
fn plan(given: &str, route: &'static Route) -> Result<JsValue, JsValue> {
    let mut given = Parts::new(given);
    let base = given.text();
    let limits_of_client = numbers(&mut given);
    let mut variables = Vec::new();
    for _ in route.variables {
        variables.push(given.arg());
    }
    let mut options = given.args();
    let planned = || {
        let limits = limits(&mut options, limits_of_client)?;
        let Call { target, exact, .. } = route.call(&route.values(&variables, options)?);
        let bit = |bit| if bit { "1" } else { "" };
        let head = [route.name, "\0", bit(route.keyed), "\0", base, &target, "\0", bit(exact)].concat();
        Ok(with_limits(&head, limits))
    };
    thrown(planned())
}

const WORDS: &str = "a whole number of milliseconds from 1 to 2^31-1";
/// A timer of JavaScript cannot wait longer.
const MILLISECONDS: Rule = Rule { words: WORDS, canonical: |text| rules::whole(text, 1, (1 << 31) - 1) };

/// The limits by name, in the order of the plan: the deadline first, which `call.js` reads too.
static NUMBERS: [(&str, Rule); 5] = [
    ("deadlineMs", MILLISECONDS),
    ("timeoutMs", MILLISECONDS),
    ("maxBodyBytes", Rule { words: "a whole number of bytes from 1 to 2^31-1", ..MILLISECONDS }),
    ("maxRetries", Rule { words: "a whole number from 0 to 10", canonical: |text| rules::whole(text, 0, 10) }),
    (
        "maxRetryAfterMs",
        Rule {
            words: "a whole number of milliseconds from 0 to 2^31-1",
            canonical: |text| rules::whole(text, 0, (1 << 31) - 1),
        },
    ),
];

/// The limits of a call or a client, as they stand in a plan.
type Numbers = [u32; 5];

fn from_list([deadline_ms, timeout_ms, max_body_bytes, max_retries, max_retry_after_ms]: Numbers) -> Limits {
    Limits { deadline_ms, timeout_ms, max_body_bytes, retry: Policy { max_retries, max_retry_after_ms } }
}

/// The limits of which `options` names some.
fn limits(options: &mut ArgsRef<'_>, mut numbers: Numbers) -> Result<Numbers, Error> {
    for (number, (name, rule)) in numbers.iter_mut().zip(&NUMBERS) {
        if let Some(text) = options.by(name, rule)? {
            *number = rules::number(&text).unwrap_or_default() as u32;
        }
    }
    Ok(numbers)
}

/// `text` and, after it, the limits.
fn with_limits(text: &str, limits: Numbers) -> String {
    let mut out = text.to_owned();
    for n in limits {
        out.push(SEPARATOR);
        out.push_str(&number_text(u64::from(n)));
    }
    out
}

fn numbers(parts: &mut Parts<'_>) -> Numbers {
    let mut numbers = [0; 5];
    for number in &mut numbers {
        *number = rules::number(parts.text()).unwrap_or_default() as u32;
    }
    numbers
}

/// Whether an option that is true or false is true.
fn flag(options: &mut ArgsRef<'_>, name: &'static str) -> Result<bool, Error> {
    match options.take(name) {
        ArgRef::Absent => Ok(false),
        ArgRef::Other(shown) if shown == "true" || shown == "false" => Ok(shown == "true"),
        other => Err(broken(name, other, "true or false")),
    }
}
