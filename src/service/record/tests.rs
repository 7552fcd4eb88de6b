//! What a record may be, and how a bad one is told.

#![allow(clippy::unwrap_used)]

use super::*;

#[test]
fn whole_seconds_of_any_number() {
    for (text, expected) in [
        ("1740953590", 1_740_953_590),
        ("1740953590.9", 1_740_953_590),
        ("1.74095359e9", 1_740_953_590),
        ("17409535900E-1", 1_740_953_590),
        ("0.00000000017e+19", 1_700_000_000),
        ("0", 0),
        ("-1", 0),
        ("", 0),
        ("e5", 0),
        ("2025-03-02", 0),
        ("1e-99999999999", 0),
        ("0e99999999999", 0),
        ("1e99999999999", i64::MAX as u64),
        ("1e400", i64::MAX as u64),
        ("9223372036854775807", i64::MAX as u64),
        ("9223372036854775806.9", i64::MAX as u64 - 1),
        ("18446744073709551616", i64::MAX as u64),
    ] {
        assert_eq!(seconds(text), expected, "{text}");
    }
    assert_eq!(seconds(&["0.", &"0".repeat(4000), "17e4002"].concat()), 17);
    assert_eq!(seconds(&["17", &"0".repeat(4000), "e-4000"].concat()), 17);
}

fn told<T>(read: Result<T, String>) -> String {
    read.err().unwrap()
}

#[test]
fn a_token_that_cannot_be_taken_is_told_by_its_member() {
    let of = |change: &str, to: &str| {
        let address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";
        let rest = r#""id":"1","standard":"ERC721","document":"{}"}"#;
        let text = format!(r#"{{"chainId":1,"address":"{address}",{rest}"#);
        assert!(text.contains(change));
        token(&text.replace(change, to)).map(|row| row.text)
    };
    assert_eq!(of("{}", "\\ufffd\u{fffd}").unwrap_err(), "document is not JSON at byte 0: expected a JSON value");
    assert_eq!(of("{}", "[\\\"\\ufffd\u{fffd}\\\"]").unwrap(), "[\"\u{fffd}\u{fffd}\"]");
    assert_eq!(told(of("{}", "[\\\"\\ud83d\\\"]")), "document holds half of a surrogate pair");
    assert_eq!(of("{}", "[\\\"\\ud83c\\udf33\\\"]").unwrap(), "[\"\u{1f333}\"]");
    assert_eq!(told(of("\"id\":\"1\",", "")), "id is missing");
    assert_eq!(told(of("\"id\":\"1\"", "\"id\":1")), "id must be a string");
    assert!(told(of("\"chainId\":1", "\"chainId\":1.5")).contains("a chain id"));
    assert_eq!(told(of("\"{}\"}", "\"{}\"")), "not JSON at byte 112: expected a comma or a closing bracket");
}

#[test]
fn a_key_that_cannot_be_taken_is_told_by_its_member() {
    let good = r#"{"key":"k","requestOwner":"me","auth":{},"sponsoredAccount":null,"balanceWei":"1"}"#;
    assert_eq!(key(good).unwrap().1.balance().unwrap(), "0.000000000000000001");
    for (change, to, why) in [
        ("\"k\"", "\"a b\"", "key must be 1 to 512 visible ASCII characters without spaces"),
        ("\"me\"", "null", "requestOwner is missing"),
        ("{},", "[],", "auth must be an object"),
        ("\"1\"", "1", "balanceWei must be a string"),
        ("\"1\"", "\"0x1\"", "balanceWei must be a whole number in a string"),
    ] {
        assert_eq!(told(key(&good.replace(change, to))), why);
    }
}

#[test]
fn a_list_names_the_record() {
    let read = |text: &str| list("keys", text, key).map(|keys| keys.len());
    let good = r#"{"key":"k","requestOwner":"me","auth":{}}"#;
    assert_eq!(read("").unwrap() + read(" [] ").unwrap(), 0);
    assert_eq!(read(&format!("{good}\r\n\n{good}\n")).unwrap(), 2);
    assert_eq!(read(&format!("[{good},{good} ]")).unwrap(), 2);
    assert_eq!(read(&format!("{good}\n\n{{}}")).unwrap_err().to_string(), "keys[1]: key is missing");
    let open = read(&format!("[{good}")).unwrap_err().to_string();
    assert_eq!(open, "keys: not JSON at byte 42: expected a comma or a closing bracket");
}
