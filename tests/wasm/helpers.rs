//! The pure helpers.

use super::support::{ADDRESS, NONE, object, thrown, to_json};
use ethereal_query::wasm::{
    checksum_address, format_units, normalize_metadata, parse_token_ref, parse_units, resolve_uri, route_of,
};
use js_sys::{Array, BigInt, Function, JSON, Object, Symbol};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(outcome: Result<T, JsValue>, parameter: &str) {
    let error = thrown(outcome);
    error.assert("invalid_argument", "invalid_argument");
    assert_eq!(error["parameter"], parameter, "{error:?}");
}

#[wasm_bindgen_test]
fn units_are_formatted_and_parsed() {
    for (units, decimals, shown) in
        [("1099756711100000000", 18, "1.0997567111"), ("1500000", 6, "1.5"), ("-1", 2, "-0.01"), ("0", 255, "0")]
    {
        assert_eq!(format_units(&units.into(), &decimals.into()).unwrap(), shown);
        let big = BigInt::new(&units.into()).unwrap();
        assert_eq!(format_units(&big.into(), &decimals.to_string().into()).unwrap(), shown);
        assert_eq!(parse_units(&shown.into(), &decimals.into()).unwrap(), units);
    }
}

#[wasm_bindgen_test]
fn units_of_other_types_and_forms_are_refused() {
    let any = [true.into(), Object::new().into(), "".into(), JsValue::NULL, Symbol::iterator().into(), "1e3".into()];
    for value in any.iter().chain(&[1.5.into(), "0x10".into(), "1 ".into()]) {
        assert_refused(format_units(value, &18.into()), "value");
    }
    for value in any.iter().chain(&[0.1.into(), "1,5".into(), Function::new_no_args("").into()]) {
        assert_refused(parse_units(value, &18.into()), "text");
    }
    assert_refused(parse_units(&"0.001".into(), &2.into()), "text");
    for decimals in [JsValue::from(-1), 256.into(), 1.5.into(), "x".into(), JsValue::NULL] {
        assert_refused(format_units(&"1".into(), &decimals), "decimals");
        assert_refused(parse_units(&"1".into(), &decimals), "decimals");
    }
}

#[wasm_bindgen_test]
fn an_address_gets_its_checksum() {
    assert_eq!(checksum_address(&ADDRESS.to_lowercase().into()).unwrap(), ADDRESS);
    for address in [JsValue::from("0x12"), 7.into(), JsValue::NULL, Object::new().into()] {
        assert_refused(checksum_address(&address), "address");
    }
}

#[wasm_bindgen_test]
fn a_token_reference_is_an_object_or_null() {
    let parse = |text: &str| parse_token_ref(&text.into()).unwrap();
    let caip = json!({ "chainId": 1, "address": ADDRESS, "id": "771769", "standard": "ERC721" });
    assert_eq!(to_json(&parse(&format!("eip155:1/erc721:{ADDRESS}/771769"))), caip);
    assert_eq!(to_json(&parse(&format!("{ADDRESS} #7"))), json!({ "address": ADDRESS, "id": "7" }));
    for text in ["", ADDRESS, "a\0b", &"7".repeat(5000)] {
        assert!(parse(text).is_null(), "{text}");
    }
    for value in [JsValue::NULL, 7.into(), true.into(), Object::new().into(), Array::new().into()] {
        assert_refused(parse_token_ref(&value), "text");
    }
}

#[wasm_bindgen_test]
fn metadata_keeps_exact_integers_and_leaves_out_other_types() {
    let attribute =
        object(&[("trait_type", "Age".into()), ("value", BigInt::new(&"18446744073709551616".into()).unwrap().into())]);
    let document = object(&[
        ("name", 7.into()),
        ("image", "ipfs://QmX/{id}".into()),
        ("attributes", Array::of2(&attribute, &JsValue::NULL).into()),
        ("external_url", "javascript:alert(1)".into()),
    ]);
    let gateways = Array::of1(&"https://gw.example".into()).into();
    let token = normalize_metadata(&document, &object(&[("id", 255.into()), ("gateways", gateways)])).unwrap();
    let url = ["https://gw.example/ipfs/QmX/", &"0".repeat(62), "ff"].concat();
    let expected = json!({
        "image": [url],
        "animation": [],
        "attributes": [{ "name": "Age", "value": "18446744073709551616" }],
        "properties": [],
    });
    assert_eq!(to_json(&token), expected);
    assert_refused(normalize_metadata(&document, &object(&[("id", "-1".into())])), "id");
    for document in [JsValue::NULL, 7.into(), "x".into(), Array::new().into(), Symbol::iterator().into()] {
        assert!(normalize_metadata(&document, NONE).is_ok());
    }
}

#[wasm_bindgen_test]
fn a_uri_resolves_to_urls_in_the_order_of_the_gateways() {
    let hex = ["0".repeat(62).as_str(), "ff"].concat();
    let gateways = Array::of2(&"https://gw.example/".into(), &"https://b.example/x".into()).into();
    let urls = resolve_uri(&"ipfs://QmX/{id}".into(), &object(&[("id", 255.into()), ("gateways", gateways)])).unwrap();
    assert_eq!(urls, [format!("https://gw.example/ipfs/QmX/{hex}"), format!("https://b.example/x/ipfs/QmX/{hex}")]);
    for (uri, options, urls) in [
        ("ar://x/1", object(&[("arweaveGateways", "https://ar.example".into())]), vec!["https://ar.example/x/1"]),
        (
            "ipns://docs.example",
            NONE.clone(),
            vec!["https://ipfs.io/ipns/docs.example", "https://dweb.link/ipns/docs.example"],
        ),
        ("data:,x", JsValue::NULL, vec!["data:,x"]),
    ] {
        assert_eq!(resolve_uri(&uri.into(), &options).unwrap(), urls);
    }
}

#[wasm_bindgen_test]
fn a_uri_that_leads_nowhere_is_refused() {
    for (uri, name, value, parameter) in [
        ("javascript:alert(1)", "id", JsValue::UNDEFINED, "uri"),
        ("", "id", JsValue::UNDEFINED, "uri"),
        ("ipfs://a/../b", "id", JsValue::UNDEFINED, "uri"),
        ("ipfs://QmX", "id", "-1".into(), "id"),
        ("ipfs://QmX", "gateways", true.into(), "gateways"),
        ("ipfs://QmX", "gateways", Array::of1(&"gw.example".into()).into(), "gateways"),
        ("ar://x", "arweaveGateways", Array::of1(&"ftp://x".into()).into(), "arweaveGateways"),
        ("ar://x", "gateway", "https://x".into(), "options"),
    ] {
        assert_refused(resolve_uri(&uri.into(), &object(&[(name, value)])), parameter);
    }
    assert_refused(resolve_uri(&"ar://x".into(), &7.into()), "options");
    assert_refused(resolve_uri(NONE, NONE), "uri");
}

fn route(body: &str) -> Value {
    to_json(&route_of(&JSON::parse(body).unwrap()).unwrap())
}

#[wasm_bindgen_test]
fn a_route_has_the_state_of_each_step() {
    let failed = route(r#"{"status":"error","fromChain":1,"toChain":10,"originTxnHash":"0x1"}"#);
    let expected = json!([
        { "kind": "chain", "role": "origin", "state": "done", "step": "1", "chainId": "1", "txHash": "0x1" },
        { "kind": "chain", "role": "delivery", "state": "failed", "step": "10", "chainId": "10" },
    ]);
    assert_eq!(failed, expected);
    let body: Value = serde_json::from_str(include_str!("../fixtures/transfer_native.json")).unwrap();
    let native = route(&body["bridgeData"]["bridgeData"][0].to_string());
    let roles: Vec<_> = native.as_array().unwrap().iter().map(|step| step["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["origin", "relay", "rollup", "delivery"]);
}

#[wasm_bindgen_test]
fn a_route_of_a_partial_record_is_no_error() {
    for record in ["{}", r#"{"status":7,"route":"x"}"#, r#"{"route":[null,5,{}]}"#] {
        assert!(route(record).is_array(), "{record}");
    }
    assert!(route_of(NONE).is_ok());
    assert_refused(route_of(&Array::new().into()), "transfer");
}
