//! Checks that each case of `tests/json/cases.json` is accepted or has the expected error, as token
//! metadata and as a field of a typed body. `tests/json/suite.test.mjs` compares the parsed values.

use super::{BigIntegers, FREE_DEPTH, PROJECT, Read, TYPED_DEPTH, check, locate};
use crate::{client::tests::helpers::decode_error, error::Secret, model::Kind};
use serde_json::Value;

const CASES: &str = include_str!("../../../tests/json/cases.json");
const ANY: Read = |scanner| locate(scanner, &Kind::Any);

/// The bytes of a case: a text, hexadecimal digits, or parts, each with a number of repetitions.
fn bytes(case: &Value) -> Vec<u8> {
    if let Some(hex) = case["hex"].as_str() {
        return hex::decode(hex).unwrap();
    }
    if let Some(text) = case["text"].as_str() {
        return text.into();
    }
    let mut text = String::new();
    for part in case["parts"].as_array().unwrap() {
        let repeated = part[0].as_str().unwrap();
        let repetitions = part[1].as_u64().unwrap() as usize;
        text.push_str(&repeated.repeat(repetitions));
    }
    text.into()
}

/// The body as the value of a field that the model does not name. A byte order mark stays at the front.
fn in_field(body: &[u8]) -> Vec<u8> {
    let mark = "\u{feff}".as_bytes();
    match body.strip_prefix(mark) {
        Some(rest) => [mark, b"{\"later\":", rest, b"}"].concat(),
        None => [b"{\"later\":", body, b"}"].concat(),
    }
}

/// Returns "accepted" or the code of the error. Asserts that an error shows at most 256 bytes of
/// the body.
fn outcome(body: Vec<u8>, depth: u32, big: BigIntegers, read: Read) -> &'static str {
    match check(body, depth, big, &read) {
        Ok(checked) => {
            assert!(checked.json().is_some());
            "accepted"
        }
        Err((cause, body)) => {
            let status = 200;
            let error = decode_error(&cause, Secret::default().snippet(&body), status);
            assert!(cause.offset <= body.len(), "{cause:?}");
            assert!(error.body_snippet.as_ref().unwrap().len() <= 256);
            error.code.as_str()
        }
    }
}

#[test]
fn every_case_has_its_outcome() {
    let cases: Vec<Value> = serde_json::from_str(CASES).unwrap();
    // The loop would pass without cases.
    assert!(cases.len() > 500, "{} cases", cases.len());
    for case in &cases {
        let (name, body) = (&case["name"], bytes(case));
        for big in [BigIntegers::Keep, BigIntegers::Exact] {
            assert_eq!(
                outcome(body.clone(), FREE_DEPTH, big, ANY),
                case["free"],
                "{name}, metadata, {big:?}"
            );
        }
        let typed = outcome(in_field(&body), TYPED_DEPTH, BigIntegers::Quote, PROJECT);
        assert_eq!(typed, case["typed"], "{name}, typed");
    }
}
