//! JavaScript from within a test: expressions over values, and what they must be.

use super::package::package;
use js_sys::{Function, JSON, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A promise's end.
pub(super) type Outcome = Result<JsValue, JsValue>;

pub(super) fn function(parameters: &str, statements: &str) -> Function {
    Function::new_with_args(parameters, statements)
}

/// The value of an expression over `it`.
#[track_caller]
pub(super) fn of(it: &JsValue, expression: &str) -> JsValue {
    let outcome = function("it", &format!("return ({expression});")).call1(&JsValue::NULL, it);
    outcome.unwrap_or_else(|error| panic!("{expression} threw {error:?}"))
}

/// Asserts that an expression over `it` is true.
#[track_caller]
pub(super) fn holds(it: &JsValue, expression: &str) {
    assert!(of(it, expression) == JsValue::TRUE, "not true: {expression}\nof it: {}", shown(it));
}

/// Asserts what a failure is: an error of the package, whose message is a sentence.
#[track_caller]
pub(super) fn fails(error: &JsValue, kind: &str, code: &str) {
    let known = "it instanceof EtherealQueryError && isEtherealQueryError(it) && it.name === 'EtherealQueryError'";
    let statements = format!("const {{ EtherealQueryError, isEtherealQueryError }} = facade; return {known};");
    let known = function("facade, it", &statements).call2(&JsValue::NULL, &package(), error);
    assert_eq!(known, Ok(JsValue::TRUE), "{}", shown(error));
    holds(error, "it.message.length > 10 && it.message.endsWith('.') && typeof it.stack === 'string'");
    assert_eq!((text(error, "kind"), text(error, "code")), (kind.into(), code.into()), "{}", shown(error));
}

/// Asserts the own enumerable fields of a failed call: those every call has, and `more`.
#[track_caller]
pub(super) fn has_fields(error: &JsValue, more: &str) {
    let mut names: Vec<&str> = "attempts code elapsedMs endpoint kind retryable url".split(' ').collect();
    names.extend(more.split_whitespace());
    names.sort_unstable();
    assert_eq!(keys(error), names.join(" "), "{}", shown(error));
    holds(
        error,
        "Number.isFinite(it.elapsedMs) && it.elapsedMs >= 0 && it.url.startsWith('https://api.example.com/v1/')",
    );
    let times =
        "Number.isFinite(at.startedMs) && at.startedMs >= 0 && Number.isFinite(at.elapsedMs) && at.elapsedMs >= 0";
    holds(error, &format!("Array.isArray(it.attempts) && it.attempts.every((at) => {times})"));
    holds(error, "it.attempts.every((at) => at.startedMs + at.elapsedMs <= it.elapsedMs + 0.001)");
}

/// Asserts the attempts of a failed call: what each tells besides its times, and in the order in which it came about.
#[track_caller]
pub(super) fn attempted(error: &JsValue, expected: &str) {
    let told = of(error, "it.attempts.map(({ startedMs, elapsedMs, ...rest }) => rest)");
    assert_eq!(shown(&told), expected, "{}", shown(error));
}

/// Asserts that a parameter was refused before the call began: there is no endpoint and no attempt to tell of.
#[track_caller]
pub(super) fn refused(error: &JsValue, parameter: &str) {
    fails(error, "invalid_argument", "invalid_argument");
    assert_eq!(keys(error), "code kind parameter retryable", "{}", shown(error));
    assert_eq!((text(error, "parameter"), get(error, "retryable")), (parameter.into(), JsValue::FALSE));
}

/// The own enumerable fields of a value, sorted.
#[track_caller]
pub(super) fn keys(it: &JsValue) -> String {
    of(it, "Object.keys(it).sort().join(' ')").as_string().unwrap()
}

/// What an expression over `it` throws.
#[track_caller]
pub(super) fn thrown(it: &JsValue, expression: &str) -> JsValue {
    let outcome = function("it", &format!("return ({expression});")).call1(&JsValue::NULL, it);
    outcome.map_or_else(|error| error, |value| panic!("{expression} gave {}", shown(&value)))
}

/// A property that is a string.
#[track_caller]
pub(super) fn text(it: &JsValue, name: &str) -> String {
    get(it, name).as_string().unwrap_or_else(|| panic!("{name} is no string in {}", shown(it)))
}

pub(super) fn get(it: &JsValue, name: &str) -> JsValue {
    Reflect::get(it, &name.into()).unwrap()
}

pub(super) fn json(text: &str) -> JsValue {
    JSON::parse(text).unwrap()
}

/// A value as text, for comparisons and messages.
pub(super) fn shown(it: &JsValue) -> String {
    let text = "JSON.stringify(it, (_, v) => typeof v === 'bigint' ? `${v}n` : v)";
    of(it, text).as_string().unwrap_or_else(|| format!("{it:?}"))
}

/// `Math.random` gives one value, until this is dropped.
pub(super) struct Chance(JsValue);

impl Chance {
    pub(super) fn is(value: f64) -> Self {
        let statements = "const { random } = Math; Math.random = () => value; return () => { Math.random = random; };";
        Self(function("value", statements).call1(&JsValue::NULL, &value.into()).unwrap())
    }
}

impl Drop for Chance {
    fn drop(&mut self) {
        of(&self.0, "it()");
    }
}

/// The end of a promise; one that has none is a failed test, not a test that hangs.
pub(super) async fn settled(promise: &Promise) -> Outcome {
    let statements = "let timer;
        const late = new Promise((resolve) => { timer = setTimeout(resolve, 5000, {}); });
        const end = promise.then((value) => ({ value }), (error) => ({ error }));
        return Promise.race([end, late]).finally(() => clearTimeout(timer));";
    let race = function("promise", statements).call1(&JsValue::NULL, promise).unwrap();
    let end = JsFuture::from(race.unchecked_into::<Promise>()).await.unwrap();
    holds(&end, "'value' in it || 'error' in it");
    if of(&end, "'error' in it") == JsValue::TRUE { Err(get(&end, "error")) } else { Ok(get(&end, "value")) }
}

pub(super) async fn wait(ms: u32) {
    let timer = of(&ms.into(), "new Promise((resolve) => setTimeout(resolve, it))");
    JsFuture::from(timer.unchecked_into::<Promise>()).await.unwrap();
}
