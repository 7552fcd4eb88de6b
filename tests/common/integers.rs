//! Integers no double can hold.

use super::{
    host::{Ask, Client, ETHEREALS, PROJECT, Service, TOKEN, TRANSFER, response},
    js::{holds, of},
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const MOST: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

async fn answer(ask: &Ask<'_>, body: String) -> JsValue {
    let service = Service::rust(move |_| Ok(response(200, &body)));
    Client::new(&service).value(ask).await
}

#[wasm_bindgen_test]
async fn in_typed_fields_become_exact_strings() {
    let record = format!(
        r#"{{"_id":"1","status":"done","tokenIds":[5801,{MOST}],"tokenAmount":9007199254740993,
            "fromChain":1,"later":[{MOST},-{MOST},12]}}"#
    );
    let transfer = answer(&TRANSFER, format!(r#"{{"bridgeData":{{"bridgeData":[{record}]}}}}"#)).await;
    holds(
        &transfer,
        &format!("it.tokenIds[1] === '{MOST}' && it.tokenAmount === '9007199254740993' && it.fromChain === 1"),
    );
    holds(&transfer, &format!("it.later[0] === '{MOST}' && it.later[1] === '-{MOST}' && it.later[2] === 12"));
    let project = answer(&PROJECT, format!(r#"{{"balanceWei":{MOST},"balance":"1.5"}}"#)).await;
    holds(&project, &format!("it.balanceWei === '{MOST}' && it.balance === '1.5'"));
    let record = r#"{"_id":"1","status":"active","balance":1099756711100000000,"lastCheckedTimestamp":1740953590}"#;
    let page = answer(&ETHEREALS, format!("[{record}]")).await;
    holds(&page, "it.items[0].balance === '1099756711100000000' && it.items[0].lastCheckedTimestamp === 1740953590");
}

const METADATA: &str = r#"{"big":9007199254740993,"negative":-9007199254740993,"safe":9007199254740991,
    "list":[{"n":18446744073709551616}],
    "fraction":9007199254740993.5,"exponent":1e30,"text":"9007199254740993",
    "marked":"\u0001x","two":"\u0001\u0001y","z":1,"b":2}"#;

#[wasm_bindgen_test]
async fn in_exact_metadata_become_bigints() {
    let ask = Ask { options: r#"{"chainId":1,"integers":"exact"}"#, ..TOKEN };
    let value = answer(&ask, METADATA.into()).await;
    holds(&value, "it.big === 9007199254740993n && it.negative === -9007199254740993n");
    holds(&value, "it.list[0].n === 18446744073709551616n && it.safe === 9007199254740991");
    holds(&value, "it.fraction === 9007199254740993.5 && it.exponent === 1e30 && it.text === '9007199254740993'");
    holds(&value, "it.marked === '\\u0001x' && it.two === '\\u0001\\u0001y'");
    holds(&value, "Object.keys(it).slice(-2).join() === 'z,b'");
    // Marks alone, without any large integer, come through as well.
    holds(&answer(&ask, r#"["\u00015"]"#.into()).await, "it[0] === '\\u00015'");
    holds(&answer(&ask, "9007199254740993".into()).await, "it === 9007199254740993n");
}

#[wasm_bindgen_test]
async fn only_what_the_document_has_is_looked_at() {
    // As careless scripts of other people do it.
    of(
        &JsValue::NULL,
        "Object.defineProperty(Object.prototype, 'stray', { value: '\\u00015', enumerable: true, configurable: true })",
    );
    let ask = Ask { options: r#"{"chainId":1,"integers":"exact"}"#, ..TOKEN };
    let value = answer(&ask, r#"{"big":9007199254740993,"__proto__":{"big":9007199254740993}}"#.into()).await;
    holds(&value, "Object.keys(it).join() === 'big,__proto__' && it.big === 9007199254740993n");
    holds(&value, "Object.getOwnPropertyDescriptor(it, '__proto__').value.big === 9007199254740993n");
    holds(&value, "Object.getPrototypeOf(it) === Object.prototype && Object.prototype.stray === '\\u00015'");
    of(&JsValue::NULL, "delete Object.prototype.stray");
}

#[wasm_bindgen_test]
async fn in_other_metadata_are_left_to_json_parse() {
    let value = answer(&TOKEN, METADATA.into()).await;
    holds(&value, "it.big === 9007199254740992 && it.marked === '\\u0001x' && it.two === '\\u0001\\u0001y'");
}

#[wasm_bindgen_test]
async fn exact_and_raw_go_together() {
    let ask = Ask { options: r#"{"chainId":1,"integers":"exact","raw":true}"#, ..TOKEN };
    let value = answer(&ask, "[ 9007199254740993 ]".into()).await;
    holds(&value, "it.text === '[ 9007199254740993 ]' && it.data[0] === 9007199254740993n && it.status === 200");
}
