//! `Watch`: what follows from each poll of a watched transfer.

use super::support::{Failure, HASH, NONE, get, object, thrown, to_json};
use ethereal_query::wasm::Watch;
use js_sys::JSON;
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// Half of the range of the jitter: the delay is the interval.
const NO_JITTER: f64 = 0.5;

fn watch(options: &[(&str, JsValue)], waits_for_done: bool) -> Watch {
    Watch::new(&HASH.into(), &object(options), waits_for_done).unwrap()
}

/// The transfer of a poll by its status.
fn transfer(status: &str) -> JsValue {
    JSON::parse(
        &json!({ "_id": "1", "status": status, "fromChain": 1, "toChain": 10, "originTxnHash": HASH }).to_string(),
    )
    .unwrap()
}

fn poll(watch: &Watch, status: &str, elapsed_ms: f64) -> Value {
    to_json(&watch.on_record(&transfer(status), elapsed_ms, NO_JITTER).unwrap())
}

#[wasm_bindgen_test]
fn a_status_decides_phase_and_end() {
    for (status, phase, delay) in [
        ("wait-wh", "pending", json!(5000)),
        ("wait-rb", "pending", json!(5000)),
        ("unheard of", "pending", json!(5000)),
        ("manual", "manual", json!(5000)),
        ("done", "done", Value::Null),
        ("error", "failed", Value::Null),
    ] {
        let decision = poll(&watch(&[], true), status, 10.0);
        assert_eq!((&decision["phase"], &decision["delayMs"]), (&json!(phase), &delay), "{decision}");
        assert_eq!((&decision["report"], &decision["rethrow"]), (&json!(true), &json!(false)));
        assert_eq!((&decision["polls"], &decision["elapsedMs"]), (&json!(1), &json!(10)));
        assert!(decision["steps"][0]["role"].is_string(), "{decision}");
        assert_eq!(decision["error"]["kind"], if status == "error" { json!("transfer_failed") } else { Value::Null });
    }
}

#[wasm_bindgen_test]
fn an_unchanged_record_is_not_reported_and_polled_less_often() {
    let watch = watch(&[("intervalMs", 1000.into()), ("maxIntervalMs", 2000.into())], true);
    let decisions = [0.0, 1000.0, 2500.0].map(|elapsed_ms| poll(&watch, "wait-rb", elapsed_ms));
    assert_eq!(decisions.each_ref().map(|decision| decision["report"] == true), [true, false, false]);
    assert_eq!(decisions.each_ref().map(|decision| decision["delayMs"].as_f64().unwrap()), [1000.0, 1500.0, 2000.0]);
    assert_eq!((watch.elapsed_ms(), watch.remaining_ms()), (2500.0, 3_597_500.0));
    // Half of the range of the jitter is a fifth of the interval.
    let early = to_json(&watch.on_record(&transfer("wait-cc"), 4500.0, 0.0).unwrap());
    assert_eq!((&early["report"], &early["delayMs"]), (&json!(true), &json!(800)));
}

#[wasm_bindgen_test]
fn a_transfer_that_is_not_found_fails_the_watch_after_the_grace() {
    let watch = watch(&[("notFoundGraceMs", 3000.into())], true);
    let missing = |elapsed_ms| to_json(&watch.on_record(&JsValue::NULL, elapsed_ms, NO_JITTER).unwrap());
    let first = missing(0.0);
    assert_eq!((&first["phase"], &first["report"], &first["delayMs"]), (&json!("missing"), &json!(true), &json!(3000)));
    assert_eq!(first["steps"], json!([]));
    let last = missing(3000.0);
    assert_eq!((&last["report"], &last["delayMs"]), (&json!(false), &Value::Null));
    assert_eq!((&last["error"]["kind"], &last["error"]["code"]), (&json!("not_found"), &json!("transfer_not_found")));
}

#[wasm_bindgen_test]
fn a_watch_continues_after_transient_failures() {
    for (kind, retryable, retry_after_ms, delay) in [
        ("network", true, None, json!(5000)),
        ("server", false, None, json!(5000)),
        ("rate_limited", true, Some(9000.0), json!(9000)),
        ("unauthenticated", false, None, Value::Null),
        ("decode", false, Some(9000.0), Value::Null),
    ] {
        let decision = watch(&[], true).on_failure(kind, retryable, retry_after_ms, 10.0, NO_JITTER).unwrap();
        let decision = to_json(&decision);
        assert_eq!(decision["delayMs"], delay, "{decision}");
        assert_eq!((&decision["report"], &decision["rethrow"]), (&json!(false), &json!(delay.is_null())));
    }
}

#[wasm_bindgen_test]
fn a_manual_transfer_may_stop_the_watch() {
    for (waits_for_done, code) in [(true, json!("manual_action_required")), (false, Value::Null)] {
        let watch = watch(&[("onManual", "stop".into())], waits_for_done);
        let decision = poll(&watch, "manual", 0.0);
        assert_eq!((&decision["report"], &decision["delayMs"]), (&json!(true), &Value::Null));
        assert_eq!(decision["error"]["code"], code);
    }
}

#[wasm_bindgen_test]
fn the_errors_of_a_watch_name_its_last_status() {
    let watch = watch(&[("timeoutMs", 2000.into())], true);
    let timeout = Failure::new(watch.timeout_error());
    timeout.assert("timeout", "wait_timeout");
    assert_eq!(timeout["retryable"], true);
    assert!(timeout["message"].as_str().unwrap().ends_with("within 2000 ms (timeoutMs). Last status: unknown."));
    poll(&watch, "wait-rb", 0.0);
    let aborted = Failure::new(watch.abort_error());
    aborted.assert("aborted", "aborted");
    assert!(aborted["message"].as_str().unwrap().contains("wait-rb"));
    // The poll at the end of the time is the last.
    let decision = poll(&watch, "wait-rb", 2000.0);
    assert_eq!((&decision["error"]["code"], watch.remaining_ms()), (&json!("wait_timeout"), 0.0));
}

#[wasm_bindgen_test]
fn a_watch_goes_on_from_the_state_of_an_earlier_one() {
    let earlier = watch(&[], true);
    let decision = poll(&earlier, "wait-rb", 700.0);
    assert_eq!(decision["state"], earlier.state());
    let later = watch(&[("state", earlier.state().into())], true);
    assert_eq!(later.elapsed_ms(), 700.0);
    let decision = poll(&later, "wait-rb", 800.0);
    assert_eq!((&decision["report"], &decision["polls"]), (&json!(false), &json!(2)));
}

#[wasm_bindgen_test]
fn a_watch_refuses_invalid_options() {
    let state = watch(&[], true).state();
    let other = ["0x", &"2".repeat(64)].concat();
    for (hash, parameter, name, value) in [
        (HASH, "timeoutMs", "timeoutMs", JsValue::from(0)),
        (HASH, "intervalMs", "intervalMs", 1.5.into()),
        (HASH, "notFoundGraceMs", "notFoundGraceMs", "long".into()),
        (HASH, "onManual", "onManual", "go".into()),
        (HASH, "options", "interval", 1.into()),
        (HASH, "state", "state", "1.2.3.".into()),
        (&other, "state", "state", state.into()),
    ] {
        let error = thrown(Watch::new(&hash.into(), &object(&[(name, value)]), true));
        error.assert("invalid_argument", "invalid_argument");
        assert_eq!(error["parameter"], parameter);
    }
    assert_eq!(thrown(Watch::new(&HASH.into(), &7.into(), true))["parameter"], "options");
    assert!(get(&thrown(Watch::new(&HASH.into(), &7.into(), true)).value, "cause").is_undefined());
    assert!(Watch::new(&HASH.into(), NONE, false).is_ok());
}

#[wasm_bindgen_test]
fn options_follow_their_rules() {
    let parameter_at_fault = |name: &str, value: JsValue| {
        let outcome = Watch::new(&HASH.into(), &object(&[(name, value)]), true);
        outcome.err().map(|error| get(&error, "parameter").as_string().unwrap())
    };
    for (name, most) in [
        ("timeoutMs", "9007199254740991"),
        ("notFoundGraceMs", "9007199254740991"),
        ("intervalMs", "2147483647"),
        ("maxIntervalMs", "2147483647"),
    ] {
        assert_eq!(parameter_at_fault(name, "1".into()), None);
        assert_eq!(parameter_at_fault(name, most.into()), None);
        assert_eq!(parameter_at_fault(name, 0.into()).is_none(), name == "notFoundGraceMs");
        let over = (most.parse::<u64>().unwrap() + 1).to_string();
        for invalid in [&*over, "", "-1", "1.5", "1e3", "Infinity", " 1", "99999999999999999999"] {
            assert_eq!(parameter_at_fault(name, invalid.into()).as_deref(), Some(name), "{invalid}");
        }
    }
    assert_eq!(parameter_at_fault("onManual", "ask".into()).as_deref(), Some("onManual"));
    assert_eq!(parameter_at_fault("pollMs", 1.into()).as_deref(), Some("options"));
}

#[wasm_bindgen_test]
fn a_long_interval_raises_the_default_of_the_longest() {
    let delay = |options: &[(&str, JsValue)]| poll(&watch(options, true), "wait-rb", 0.0)["delayMs"].as_f64();
    assert_eq!(delay(&[("intervalMs", 90_000.into())]), Some(90_000.0));
    assert_eq!(delay(&[("intervalMs", 90_000.into()), ("maxIntervalMs", 300.into())]), Some(300.0));
}
