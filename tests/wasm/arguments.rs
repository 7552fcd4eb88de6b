//! Arguments and options that are refused before anything is sent. `tests/client/arguments.test.mjs` has the values of
//! JavaScript that are no texts.

use super::{
    service::Service,
    support::{ADDRESS, API_KEY, Call, arguments_of, client, new_client, object, thrown, value_of},
};
use js_sys::{Array, Object};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

/// Asserts an error outside of a call: it has no endpoint, no URL and no attempts.
#[track_caller]
fn assert_refused<T: std::fmt::Debug>(outcome: Result<T, JsValue>, parameter: &str) {
    let error = thrown(outcome);
    error.assert("invalid_argument", "invalid_argument");
    assert_eq!(error["parameter"], parameter, "{error:?}");
    let mut names: Vec<_> =
        Object::keys(&error.value.clone().into()).iter().filter_map(|name| name.as_string()).collect();
    names.sort_unstable();
    assert_eq!(names, ["code", "kind", "message", "parameter", "retryable"]);
}

#[wasm_bindgen_test]
fn a_call_throws_for_an_invalid_argument_and_sends_nothing() {
    let service = Service::with_body("{}");
    let client = client(&service, &[]);
    for (call, parameter, value) in [
        (Call::TokenUri, "chainId", "0"),
        (Call::TokenUri, "address", "0x12"),
        (Call::TokenUri, "id", "-1"),
        (Call::TokenUri, "standard", "ERC20"),
        (Call::TokenUri, "integers", "big"),
        (Call::TokenUri, "raw", "yes"),
        (Call::BridgeTransfer, "hash", "0x11"),
        (Call::BridgeTransfer, "chain", "goerli"),
        (Call::Ethereals, "pageSize", "0"),
        (Call::Ethereals, "onInvalidRecord", "ignore"),
        (Call::Project, "timeoutMs", "0"),
        (Call::Project, "deadlineMs", "1.5"),
        (Call::Project, "maxBodyBytes", "many"),
        (Call::Project, "maxRetries", "11"),
        (Call::Project, "maxRetryAfterMs", "-1"),
    ] {
        assert_refused(call.start(&client, &object(&[(parameter, value.into())])), parameter);
    }
    assert_eq!(service.count(), 0);
}

#[wasm_bindgen_test]
fn a_client_refuses_invalid_options() {
    let service = Service::with_body("{}");
    for (name, value) in [
        ("baseUrl", JsValue::UNDEFINED),
        ("baseUrl", "v1".into()),
        ("baseUrl", "ftp://a.b".into()),
        ("baseUrl", "https://a.b/?x=1".into()),
        ("timeoutMs", (-1).into()),
        ("maxRetries", 1.5.into()),
        ("allowInsecure", "yes".into()),
    ] {
        assert_refused(new_client(&service, &[(name, value)]), name);
    }
}

#[wasm_bindgen_test]
fn a_value_that_is_no_text_is_refused_as_it_is_shown() {
    let service = Service::with_body("{}");
    let client = client(&service, &[]);
    for (call, name, rule) in [
        (Call::BridgeTransfer, "hash", "0x followed by 64 hexadecimal digits"),
        (Call::Ethereals, "sourceChains", "1 to 64 visible ASCII characters without a comma"),
        (Call::Ethereals, "cursor", "a nextCursor of the service, a string of at most 65536 bytes"),
        (Call::Project, "maxRetries", "an integer from 0 to 10"),
        (Call::TokenUri, "raw", "true or false"),
    ] {
        let texts = ["address", ADDRESS, "id", "7", "chainId", "1"];
        let texts: Array = texts.into_iter().map(JsValue::from).collect();
        let arguments = arguments_of(&texts, &Array::of2(&name.into(), &"an object".into()));
        let error = thrown(call.send(&client, &arguments, None));
        assert_eq!(error["parameter"], name);
        assert_eq!(error["message"], format!("Invalid {name}: an object. Expected {rule}."));
    }
}

#[wasm_bindgen_test]
fn a_missing_argument_is_refused() {
    let client = client(&Service::with_body("{}"), &[]);
    for (call, name, rule) in [
        (Call::TokenUri, "address", "0x followed by 40 hexadecimal digits"),
        (Call::TokenUri, "chainId", "a chain id, an integer from 1 to 9007199254740991"),
        (Call::BridgeTransfer, "hash", "0x followed by 64 hexadecimal digits"),
    ] {
        let error = thrown(call.start(&client, &object(&[(name, JsValue::UNDEFINED)])));
        assert_eq!(error["message"], format!("Missing {name}. Expected {rule}."));
    }
}

#[wasm_bindgen_test]
async fn the_items_of_a_list_are_trimmed_and_sent_once() {
    let service = Service::with_body(r#"{"etherealData":[]}"#);
    let client = client(&service, &[]);
    let lists = [
        ("1,10", "?sourceChains=1,10"),
        (" 1 ,\t10\n", "?sourceChains=1,10"),
        ("10,1,10, 1", "?sourceChains=10,1"),
        ("solana", "?sourceChains=solana"),
        ("", ""),
    ];
    for (index, (list, query)) in lists.into_iter().enumerate() {
        value_of(Call::Ethereals.start(&client, &object(&[("sourceChains", list.into())]))).await;
        assert_eq!(service.requests()[index].url(), format!("https://api.example.com/v1/ethereals{query}"));
    }
    for (name, list, shown, rule) in [
        ("sourceChains", "1,,10", "\"\"", "1 to 64 visible ASCII characters without a comma"),
        ("sourceChains", "1,", "\"\"", "1 to 64 visible ASCII characters without a comma"),
        ("statuses", "a b", "\"a b\"", "1 to 64 visible ASCII characters without a comma"),
        ("sourceContracts", "0x1", "\"0x1\"", "0x followed by 40 hexadecimal digits"),
    ] {
        let error = thrown(Call::Ethereals.start(&client, &object(&[(name, list.into())])));
        assert_eq!(error["message"], format!("Invalid {name}: {shown}. Expected {rule}."));
    }
}

#[wasm_bindgen_test]
fn the_api_key_in_another_argument_is_redacted() {
    let service = Service::with_body("{}");
    let error = thrown(new_client(&service, &[("timeoutMs", API_KEY.into())]));
    assert!(error["message"].as_str().unwrap().starts_with("Invalid timeoutMs: \"[redacted]\"."), "{error:?}");
    let hash = object(&[("hash", API_KEY.into())]);
    let error = thrown(Call::BridgeTransfer.start(&client(&service, &[]), &hash));
    assert!(error["message"].as_str().unwrap().starts_with("Invalid hash: \"[redacted]\"."), "{error:?}");
}
