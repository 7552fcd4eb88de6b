//! The caller's signal.

use super::host::{Ask, Client, ETHEREALS, PROJECT, Service, TOKEN, TRANSFER, fails, get, holds, of, response, settled, shown, text, wait};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// A controller whose signal notes the listeners it has, and how many it ever had.
fn controller() -> JsValue {
    let statements = "const controller = new AbortController();
        const { signal } = controller;
        const listeners = [];
        signal.addEventListener = function (...given) {
            listeners.push(given);
            controller.added = (controller.added ?? 0) + 1;
            return AbortSignal.prototype.addEventListener.apply(this, given);
        };
        signal.removeEventListener = function (...given) {
            const at = listeners.findIndex(([type, listener]) => type === given[0] && listener === given[1]);
            if (at >= 0) listeners.splice(at, 1);
            return AbortSignal.prototype.removeEventListener.apply(this, given);
        };
        return Object.assign(controller, { listeners });";
    super::host::function("", statements).call0(&JsValue::NULL).expect("a controller")
}

fn signal(controller: &JsValue) -> JsValue {
    get(controller, "signal")
}

/// What signals are aborted with.
const REASONS: [&str; 5] = ["new Error('navigated away')", "'a plain string'", "null", "42", "({ code: 7 })"];

fn abort(controller: &JsValue, reason: &JsValue) {
    let abort = super::host::function("controller, reason", "controller.abort(reason);");
    abort.call2(&JsValue::NULL, controller, reason).expect("aborted");
}

#[track_caller]
fn aborted(outcome: super::host::Outcome, ask: &Ask, reason: &JsValue) {
    let error = outcome.map_or_else(|error| error, |value| panic!("{} gave {}", ask.method, shown(&value)));
    fails(&error, "aborted", "aborted");
    assert_eq!(text(&error, "endpoint"), ask.endpoint);
    assert!(&get(&error, "cause") == reason, "cause is {:?}, not {reason:?}", get(&error, "cause"));
    holds(&error, "it.retryable === false");
}

#[wasm_bindgen_test]
async fn before_the_call_sends_nothing_and_asks_no_key() {
    for reason in REASONS {
        let reason = of(&JsValue::NULL, reason);
        let (service, controller) = (Service::hanging(), controller());
        let key = of(&service_log(), "() => { it.push('asked'); return 'key'; }");
        let client = Client::with(&service, key.clone(), "{}");
        abort(&controller, &reason);
        for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
            aborted(settled(&client.start(&ask, &signal(&controller))).await, &ask, &reason);
        }
        assert!(service.calls().is_empty());
        holds(&of(&key, "it.log ?? []"), "it.length === 0");
        holds(&controller, "it.listeners.length === 0");
    }
}

fn service_log() -> JsValue {
    js_sys::Array::new().into()
}
