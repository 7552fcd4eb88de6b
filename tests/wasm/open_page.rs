//! `open_ethereals`: a page as bytes, and its records while it arrives.

use super::{
    service::{BodyEnd, Reply, Service},
    support::{NONE, client, error_of, get, to_json, value_of},
};
use js_sys::{Function, Uint8Array, Uint32Array};
use serde_json::{Value, json};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_test::wasm_bindgen_test;

const RECORDS: [&str; 3] =
    [r#"{"_id":"1","status":"active"}"#, r#"{"_id":"é","status":"active"}"#, r#"{"_id":"3","status":"active"}"#];
const CHUNKS: [&str; 4] = [
    r#"{"etherealData":[{"_id":"1","sta"#,
    r#"tus":"active"},{"_id":"é","status":"active"}"#,
    r#",{"_id":"3","status":"active"}],"next"#,
    r#"Cursor":"x"}"#,
];

/// A function that records its arguments: `null` for a call without one.
fn recorder() -> (Function, Rc<RefCell<Vec<Value>>>) {
    let calls = Rc::new(RefCell::new(Vec::new()));
    let recorded = Rc::clone(&calls);
    let function = Closure::<dyn FnMut(JsValue)>::new(move |texts| recorded.borrow_mut().push(to_json(&texts)));
    (function.into_js_value().unchecked_into(), calls)
}

#[wasm_bindgen_test]
async fn a_page_is_bytes_and_the_offsets_of_its_records() {
    let service = Service::new([Reply::stream(&CHUNKS, BodyEnd::Complete)]);
    let page = value_of(client(&service, &[]).open_ethereals(NONE, NONE, 1, None)).await;
    assert_eq!(get(&page, "nextCursor"), "x");
    let bytes = get(&page, "bytes").dyn_into::<Uint8Array>().unwrap().to_vec();
    let offsets = get(&page, "offsets").dyn_into::<Uint32Array>().unwrap().to_vec();
    let records = offsets.iter().map(|&offset| {
        let rest = std::str::from_utf8(&bytes[offset as usize..]).unwrap();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        values.next().unwrap().unwrap()
    });
    let expected = RECORDS.map(|record| serde_json::from_str::<Value>(record).unwrap());
    assert_eq!(records.collect::<Vec<Value>>(), expected);
}

#[wasm_bindgen_test]
async fn an_empty_page_has_no_records() {
    let service = Service::with_body(r#"{"etherealData":[],"nextCursor":null}"#);
    let page = value_of(client(&service, &[]).open_ethereals(NONE, NONE, 1, None)).await;
    assert_eq!(get(&page, "offsets").unchecked_into::<Uint32Array>().length(), 0);
    assert!(get(&page, "nextCursor").is_undefined());
}

#[wasm_bindgen_test]
async fn records_are_handed_out_as_they_become_complete() {
    let service = Service::new([Reply::stream(&CHUNKS, BodyEnd::Complete)]);
    let (on_records, calls) = recorder();
    value_of(client(&service, &[]).open_ethereals(NONE, NONE, 1, Some(on_records))).await;
    assert_eq!(*calls.borrow(), [Value::Null, json!(RECORDS[..2]), json!(RECORDS[2..])]);
}

#[wasm_bindgen_test]
async fn a_retry_begins_the_records_again() {
    let broken = Reply::stream(&[CHUNKS[0], CHUNKS[1]], BodyEnd::Break);
    let service = Service::new([Reply::response(503, ""), broken, Reply::stream(&CHUNKS, BodyEnd::Complete)]);
    let (on_records, calls) = recorder();
    let client = client(&service, &[("maxRetries", 2.into())]);
    value_of(client.open_ethereals(NONE, NONE, 1, Some(on_records))).await;
    let [first, last] = [json!(RECORDS[..2]), json!(RECORDS[2..])];
    assert_eq!(*calls.borrow(), [Value::Null, first.clone(), Value::Null, first, last]);
    assert_eq!(service.count(), 3);
}

#[wasm_bindgen_test]
async fn a_record_of_another_shape_fails_the_page_after_the_records_before_it() {
    let service = Service::with_body(r#"{"etherealData":[{"_id":"1","status":"active"},{"_id":"2","status":5}]}"#);
    let (on_records, calls) = recorder();
    let error = error_of(client(&service, &[]).open_ethereals(NONE, NONE, 1, Some(on_records))).await;
    error.assert("decode", "unexpected_shape");
    assert_eq!(error["pointer"], "/etherealData/1/status");
    assert_eq!(*calls.borrow(), [Value::Null, json!(RECORDS[..1])]);
}
