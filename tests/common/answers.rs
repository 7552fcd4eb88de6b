//! The four answers, built by the host's own `JSON.parse`.

use super::{
    host::{Ask, Client, ETHEREALS, PROJECT, Service, TOKEN, TRANSFER},
    js::{holds, json, keys, of, shown},
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const TOKEN_JSON: &str = include_str!("../fixtures/token.json");
const PROJECT_JSON: &str = include_str!("../fixtures/project.json");
const ETHEREALS_JSON: &str = include_str!("../fixtures/ethereals.json");
const TRANSFERS: [&str; 2] =
    [include_str!("../fixtures/transfer_native.json"), include_str!("../fixtures/transfer_token.json")];

async fn answer(ask: &Ask<'_>, body: &'static str) -> JsValue {
    Client::new(&Service::says(200, body)).value(ask).await
}

#[wasm_bindgen_test]
async fn token_metadata_is_what_json_parse_gives() {
    let value = answer(&TOKEN, TOKEN_JSON).await;
    assert_eq!(shown(&value), shown(&json(TOKEN_JSON)));
    holds(&value, "Object.getPrototypeOf(it) === Object.prototype && Array.isArray(it.attributes)");
    // Any JSON is metadata, and a body may begin with a byte order mark.
    for (body, same) in [
        ("[]", "[]"),
        ("\"text\"", "\"text\""),
        (" null\n", "null"),
        ("\u{feff}{\"z\":1,\"a\":2}", "{\"z\":1,\"a\":2}"),
    ] {
        assert_eq!(shown(&answer(&TOKEN, body).await), same);
    }
}

#[wasm_bindgen_test]
async fn a_proto_key_is_an_own_property() {
    let value = answer(&TOKEN, r#"{"__proto__":{"polluted":true},"constructor":1}"#).await;
    holds(&value, "Object.hasOwn(it, '__proto__') && it.polluted === undefined && ({}).polluted === undefined");
    holds(&value, "Object.getPrototypeOf(it) === Object.prototype && it.constructor === 1");
}

#[wasm_bindgen_test]
async fn a_transfer_comes_without_its_envelope() {
    for body in TRANSFERS {
        let value = answer(&TRANSFER, body).await;
        assert_eq!(shown(&value), shown(&of(&json(body), "it.bridgeData.bridgeData[0]")));
        holds(&value, "it.route[0].txHash === it.originTxnHash && typeof it.route[0].step === 'number'");
    }
}

#[wasm_bindgen_test]
async fn an_unknown_hash_is_null() {
    for (status, body) in [
        (200, r#"{"bridgeData":{"bridgeData":[],"nextCursor":null}}"#),
        (404, r#"{"message":"No transfer has this hash."}"#),
        (404, ""),
    ] {
        let value = Client::new(&Service::says(status, body)).value(&TRANSFER).await;
        assert!(value.is_null(), "{status} {body}: {}", shown(&value));
    }
}

#[wasm_bindgen_test]
async fn a_project_keeps_every_field_in_order() {
    assert_eq!(shown(&answer(&PROJECT, PROJECT_JSON).await), PROJECT_JSON);
}

#[wasm_bindgen_test]
async fn a_page_is_items_and_next_cursor() {
    let value = answer(&ETHEREALS, ETHEREALS_JSON).await;
    holds(&value, "it.nextCursor === 'eyJ2IjoxfQ=='");
    assert_eq!(keys(&value), "items nextCursor");
    let renamed: String = ETHEREALS_JSON.replace("\"the service\"", "\"ethereal\"");
    assert_eq!(shown(&of(&value, "it.items")), shown(&of(&json(&renamed), "it.etherealData")));
    holds(&value, "it.items[0].ethereal === '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'");
    for end in [
        r#"{"etherealData":[],"nextCursor":null}"#,
        r#"{"etherealData":[],"nextCursor":""}"#,
        r#"{"etherealData":[]}"#,
        "[]",
    ] {
        assert_eq!(shown(&answer(&ETHEREALS, end).await), r#"{"items":[],"nextCursor":null}"#, "{end}");
    }
    // An empty page may have a next one.
    assert_eq!(
        shown(&answer(&ETHEREALS, r#"{"etherealData":[],"nextCursor":"x"}"#).await),
        r#"{"items":[],"nextCursor":"x"}"#
    );
}

#[wasm_bindgen_test]
async fn fields_and_values_to_come_are_kept_and_null_is_absent() {
    let body = r#"[{"z":null,"_id":"1","tokenName":null,"status":"sleeping","new":{"b":[1,null],"a":"\u00e9"}}]"#;
    let record = r#"{"z":null,"_id":"1","status":"sleeping","new":{"b":[1,null],"a":"\u00e9"}}"#;
    assert_eq!(shown(&of(&answer(&ETHEREALS, body).await, "it.items[0]")), shown(&json(record)));
}

#[wasm_bindgen_test]
async fn raw_gives_text_data_status_and_headers() {
    let service = Service::js(
        r#"const headers = { "X-Trace": "t/1", "Content-Type": "application/json" };
        return new Response(' {"b" : 1.50,\n"a":[9007199254740993]} ', { status: 203, headers });"#,
    );
    let ask = Ask { options: r#"{"chainId":1,"raw":true}"#, ..TOKEN };
    let value = Client::new(&service).value(&ask).await;
    assert_eq!(keys(&value), "data headers status text");
    holds(&value, "it.status === 203");
    holds(&value, r#"it.text === ' {"b" : 1.50,\n"a":[9007199254740993]} '"#);
    holds(&value, "it.data.b === 1.5 && it.data.a[0] === 9007199254740992 && Object.keys(it.data).join() === 'b,a'");
    holds(&value, "it.headers['x-trace'] === 't/1' && it.headers['content-type'] === 'application/json'");
    holds(&value, "Object.keys(it.headers).length === 2");
    // Not raw: the document alone.
    let plain = Client::new(&service).value(&Ask { options: r#"{"chainId":1,"raw":false}"#, ..TOKEN }).await;
    assert_eq!(shown(&plain), r#"{"b":1.5,"a":[9007199254740992]}"#);
}
