//! Arguments and options that are refused before anything is sent.

use super::{
    service::Service,
    support::{ADDRESS, Call, HASH, NONE, client, client_options, error_of, get, object, thrown, to_json, value_of},
};
use ethereal_query::wasm::Client;
use js_sys::{Array, Function, Object, Symbol};
use wasm_bindgen::{JsValue, closure::Closure};
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
    let token = object(&[("chainId", 1.into())]);
    let object_with = |name: &str, value: JsValue| object(&[(name, value)]);
    let address = ADDRESS.into();
    let hash = HASH.into();
    for (parameter, outcome) in [
        ("chainId", client.token_uri(&address, &7.into(), NONE, NONE, 1)),
        ("address", client.token_uri(&"0x12".into(), &7.into(), &token, NONE, 1)),
        ("id", client.token_uri(&address, &(-1).into(), &token, NONE, 1)),
        ("id", client.token_uri(&address, &1.5.into(), &token, NONE, 1)),
        ("id", client.token_uri(&address, &Symbol::iterator().into(), &token, NONE, 1)),
        ("token", client.token_uri(&address, &7.into(), &"1".into(), NONE, 1)),
        ("integers", client.token_uri(&address, &7.into(), &token, &object_with("integers", "big".into()), 1)),
        ("raw", client.token_uri(&address, &7.into(), &token, &object_with("raw", "yes".into()), 1)),
        ("hash", client.bridge_transfer(&"0x11".into(), NONE, NONE, 1)),
        ("chain", client.bridge_transfer(&hash, &object_with("chain", "goerli".into()), NONE, 1)),
        ("query", client.ethereals(&Array::new().into(), NONE, 1)),
        ("options", client.ethereals(NONE, &7.into(), 1)),
        ("options", client.ethereals(&object_with("page", 1.into()), NONE, 1)),
        ("pageSize", client.ethereals(&object_with("pageSize", 0.into()), NONE, 1)),
        ("cursor", client.ethereals(&object_with("cursor", true.into()), NONE, 1)),
        ("timeoutMs", client.project(&object_with("timeoutMs", 0.into()), 1)),
        ("deadlineMs", client.project(&object_with("deadlineMs", 1.5.into()), 1)),
        ("maxBodyBytes", client.project(&object_with("maxBodyBytes", "many".into()), 1)),
        ("maxRetries", client.project(&object_with("maxRetries", 11.into()), 1)),
        ("maxRetryAfterMs", client.project(&object_with("maxRetryAfterMs", (-1).into()), 1)),
        ("signal", client.project(&object_with("signal", Object::new().into()), 1)),
    ] {
        assert_refused(outcome, parameter);
    }
    assert_eq!(service.count(), 0);
}

#[wasm_bindgen_test]
fn a_client_refuses_invalid_options() {
    let service = Service::with_body("{}");
    for (parameter, name, value) in [
        ("options", "timeout", 1.into()),
        ("baseUrl", "baseUrl", JsValue::UNDEFINED),
        ("baseUrl", "baseUrl", "v1".into()),
        ("baseUrl", "baseUrl", "ftp://a.b".into()),
        ("baseUrl", "baseUrl", "https://a.b/?x=1".into()),
        ("baseUrl", "baseUrl", true.into()),
        ("baseUrl", "baseUrl", Symbol::iterator().into()),
        ("timeoutMs", "timeoutMs", (-1).into()),
        ("maxRetries", "maxRetries", 1.5.into()),
        ("allowInsecure", "allowInsecure", "yes".into()),
        ("fetch", "fetch", "fetch".into()),
        ("onRequest", "onRequest", Object::new().into()),
        ("onDrift", "onDrift", 7.into()),
    ] {
        assert_refused(Client::new(&client_options(&service, &[(name, value)])), parameter);
    }
    for options in [7.into(), Array::new().into()] {
        assert_refused(Client::new(&options), "options");
    }
}

#[wasm_bindgen_test]
fn options_whose_property_throws_are_refused_with_that_cause() {
    let fail = Closure::<dyn Fn() -> Result<JsValue, JsValue>>::new(|| Err("a getter".into())).into_js_value();
    let options = Object::new();
    let getter = object(&[("get", fail), ("enumerable", true.into())]);
    Object::define_property(&options, &"timeoutMs".into(), &getter.into());
    let service = Service::with_body("{}");
    let error = thrown(client(&service, &[]).project(&options, 1));
    error.assert("invalid_argument", "invalid_argument");
    assert_eq!(error["parameter"], "options");
    assert_eq!(error.cause(), "a getter");
}

#[wasm_bindgen_test]
fn the_error_of_a_wrong_type_shows_no_string_which_could_be_an_api_key() {
    for (options, shown) in
        [("canary".into(), "a string"), (Array::of1(&"canary".into()).into(), "an array"), (7.into(), "7")]
    {
        let error = thrown(Client::new(&options));
        assert_eq!(error["message"], format!("Invalid options: {shown}. Expected an object."));
    }
}

#[wasm_bindgen_test]
async fn an_api_key_goes_over_plain_http_only_with_allow_insecure() {
    let service = Service::with_body("{}");
    let base_url = ("baseUrl", JsValue::from("http://api.example.com"));
    let error = thrown(Client::new(&client_options(&service, std::slice::from_ref(&base_url))));
    assert_eq!(error["parameter"], "baseUrl");
    assert!(error["message"].as_str().unwrap().contains("allowInsecure"));
    for more in [("allowInsecure", true.into()), ("apiKey", JsValue::UNDEFINED)] {
        value_of(Call::TokenUri.start(&client(&service, &[base_url.clone(), more]), NONE)).await;
    }
}

#[wasm_bindgen_test]
fn an_unusable_api_key_is_refused_without_being_shown() {
    let service = Service::with_body("{}");
    for key in
        ["canary one".into(), "canary\r\nx: 1".into(), "canary-ключ".into(), object(&[("secret", "canary".into())])]
    {
        let error = thrown(Client::new(&client_options(&service, &[("apiKey", key)])));
        assert_eq!(error["parameter"], "apiKey");
        assert!(!to_json(&error.value).to_string().contains("canary"), "{error:?}");
    }
}

/// Only the host knows that a part of this address is too large.
#[wasm_bindgen_test]
async fn a_base_url_that_the_host_refuses_ends_the_call() {
    let service = Service::with_body("{}");
    let client = client(&service, &[("baseUrl", "https://256.256.256.256".into())]);
    let error = error_of(client.project(NONE, 1)).await;
    error.assert("invalid_argument", "invalid_argument");
    assert_eq!((&error["parameter"], &error["endpoint"]), (&"baseUrl".into(), &"GET /project".into()));
    assert_eq!(error.attempts(), serde_json::json!([]));
    assert_eq!(service.count(), 0);
}

#[wasm_bindgen_test]
fn values_of_every_type_are_shown_in_the_message() {
    let service = Service::with_body("{}");
    let client = client(&service, &[]);
    let function: JsValue = Function::new_no_args("").into();
    for (value, shown) in [
        (true.into(), "true"),
        (1.5.into(), "1.5"),
        (Object::new().into(), "an object"),
        (Symbol::iterator().into(), "a symbol"),
        (function, "a function"),
    ] {
        let error = thrown(client.bridge_transfer(&value, NONE, NONE, 1));
        let message = get(&error.value, "message").as_string().unwrap();
        assert_eq!(message, format!("Invalid hash: {shown}. Expected 0x followed by 64 hexadecimal digits."));
    }
}

#[wasm_bindgen_test]
async fn lists_are_arrays_or_text_with_commas() {
    let service = Service::with_body(r#"{"etherealData":[]}"#);
    let client = client(&service, &[]);
    let list = |items: &[JsValue]| JsValue::from(items.iter().collect::<Array>());
    let all = [
        (list(&["1".into(), "10".into()]), "?sourceChains=1,10"),
        (list(&[1.into(), 10.into()]), "?sourceChains=1,10"),
        (" 1 ,\t10\n".into(), "?sourceChains=1,10"),
        (list(&["10".into(), "1".into(), "10".into(), " 1".into()]), "?sourceChains=10,1"),
        ("solana".into(), "?sourceChains=solana"),
        (1.into(), "?sourceChains=1"),
        (list(&[]), ""),
        ("".into(), ""),
        (JsValue::NULL, ""),
    ];
    for (index, (chains, query)) in all.into_iter().enumerate() {
        value_of(client.ethereals(&object(&[("sourceChains", chains)]), NONE, 1)).await;
        assert_eq!(service.requests()[index].url(), format!("https://api.example.com/v1/ethereals{query}"));
    }
}

#[wasm_bindgen_test]
fn a_list_with_an_invalid_item_is_refused_by_its_rule() {
    let service = Service::with_body("{}");
    let client = client(&service, &[]);
    let rule = "1 to 64 visible ASCII characters without a comma";
    for (name, value, shown, rule) in [
        ("sourceChains", "1,,10".into(), "\"\"", rule),
        ("sourceChains", "1,".into(), "\"\"", rule),
        ("sourceChains", true.into(), "true", rule),
        ("sourceChains", Object::new().into(), "an object", rule),
        ("statuses", Array::of1(&"a b".into()).into(), "\"a b\"", rule),
        ("sourceContracts", Array::of1(&"0x1".into()).into(), "\"0x1\"", "0x followed by 40 hexadecimal digits"),
    ] {
        let error = thrown(client.ethereals(&object(&[(name, value)]), NONE, 1));
        assert_eq!(error["parameter"], name);
        assert_eq!(error["message"], format!("Invalid {name}: {shown}. Expected {rule}."));
    }
}

#[wasm_bindgen_test]
async fn an_unknown_option_is_refused_with_the_known_ones() {
    let service = Service::with_body("{}");
    let client = client(&service, &[]);
    let known = "signal, deadlineMs, timeoutMs, maxBodyBytes, maxRetries, maxRetryAfterMs, headers, chain";
    for (option, advice) in [
        ("chainId", format!("Known options: {known}.")),
        ("Chain", "Did you mean \"chain\"?".to_owned()),
        ("timeout_ms", "Did you mean \"timeoutMs\"?".to_owned()),
    ] {
        let error = thrown(client.bridge_transfer(&HASH.into(), &object(&[(option, 1.into())]), NONE, 1));
        assert_eq!(error["parameter"], "options");
        assert_eq!(error["message"], format!("Unknown option \"{option}\". {advice}"));
    }
    // `undefined` is no option.
    value_of(client.project(&object(&[("chainId", JsValue::UNDEFINED)]), 1)).await;
}

#[wasm_bindgen_test]
fn a_missing_chain_id_is_refused() {
    let service = Service::with_body("{}");
    let client = client(&service, &[]);
    for token in [Object::new().into(), object(&[("chainId", JsValue::NULL)]), JsValue::UNDEFINED] {
        let error = thrown(client.token_uri(&ADDRESS.into(), &7.into(), &token, NONE, 1));
        assert_eq!(error["parameter"], "chainId");
        let rule = "a chain id, an integer from 1 to 9007199254740991";
        assert_eq!(error["message"], format!("Missing chainId. Expected {rule}."));
    }
}

#[wasm_bindgen_test]
async fn a_cursor_may_be_a_number_and_an_empty_one_is_none() {
    let service = Service::with_body(r#"{"etherealData":[]}"#);
    let client = client(&service, &[]);
    for (index, (cursor, query)) in [(JsValue::from(5), "?cursor=5"), ("".into(), "")].into_iter().enumerate() {
        value_of(client.ethereals(&object(&[("cursor", cursor)]), NONE, 1)).await;
        assert_eq!(service.requests()[index].url(), format!("https://api.example.com/v1/ethereals{query}"));
    }
}
