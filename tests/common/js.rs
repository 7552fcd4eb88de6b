//! JavaScript from within a test: expressions over values, and what they must be.

use super::wire;
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

/// Asserts what a failure is, and that it has the fields every failure has.
#[track_caller]
pub(super) fn fails(error: &JsValue, kind: &str, code: &str) {
    holds(error, "typeof it.retryable === 'boolean'");
    holds(error, "typeof it.message === 'string' && it.message.length > 10 && it.message.endsWith('.')");
    assert_eq!((text(error, "kind"), text(error, "code")), (kind.into(), code.into()), "{}", shown(error));
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

/// The end of a promise; one that has none is a failed test, not a test that hangs.
pub(super) async fn settled(promise: &Promise) -> Outcome {
    let statements = "let timer;
        const late = new Promise((resolve) => { timer = setTimeout(resolve, 5000, {}); });
        const end = promise.then((value) => ({ value }), (error) => ({ error }));
        return Promise.race([end, late]).finally(() => clearTimeout(timer));";
    let race = function("promise", statements).call1(&JsValue::NULL, promise).unwrap();
    let end = JsFuture::from(race.unchecked_into::<Promise>()).await.unwrap();
    holds(&end, "'value' in it || 'error' in it");
    if of(&end, "'error' in it") == JsValue::TRUE {
        Err(wire::thrown(&get(&end, "error")))
    } else {
        Ok(get(&end, "value"))
    }
}

pub(super) async fn wait(ms: u32) {
    let timer = of(&ms.into(), "new Promise((resolve) => setTimeout(resolve, it))");
    JsFuture::from(timer.unchecked_into::<Promise>()).await.unwrap();
}
