//! Tests of numbers, of API keys, and of the messages for invalid records of a list.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::json::integer_part;

/// The error of a record that must be invalid.
fn error<T>(read: Result<T, String>) -> String {
    read.err().unwrap()
}

#[test]
fn reads_the_integer_part_of_a_number_up_to_the_largest_i64() {
    for (text, expected) in [
        ("1740953590", 1_740_953_590),
        ("1740953590.9", 1_740_953_590),
        ("1.74095359e9", 1_740_953_590),
        ("17409535900E-1", 1_740_953_590),
        ("0.00000000017e+19", 1_700_000_000),
        ("0", 0),
        // 0 for a negative number, and for text that is not a number.
        ("-1", 0),
        ("", 0),
        ("e5", 0),
        ("2025-03-02", 0),
        // Numbers with a huge exponent, and numbers beyond the largest i64.
        ("1e-99999999999", 0),
        ("0e99999999999", 0),
        ("1e99999999999", i64::MAX as u64),
        ("1e400", i64::MAX as u64),
        ("9223372036854775807", i64::MAX as u64),
        ("9223372036854775806.9", i64::MAX as u64 - 1),
        ("18446744073709551616", i64::MAX as u64),
    ] {
        assert_eq!(integer_part(text), expected, "{text}");
    }
    // Many zeros, which the exponent cancels.
    let zeros = "0".repeat(4000);
    assert_eq!(integer_part(&format!("0.{zeros}17e4002")), 17);
    assert_eq!(integer_part(&format!("17{zeros}e-4000")), 17);
}

#[test]
fn rejects_a_key_and_names_the_member() {
    let good =
        r#"{"key":"k","requestOwner":"me","auth":{},"sponsoredAccount":null,"balanceWei":"1"}"#;
    let (_, record) = key(good).unwrap();
    assert_eq!(record.balance().unwrap(), "0.000000000000000001");
    let rule = crate::rules::API_KEY.expectation;
    let hidden = format!("Invalid key (value hidden). Expected {rule}.");
    let missing_key = format!("Missing key. Expected {rule}.");
    for (change, to, message) in [
        ("\"k\"", "\"a b\"", &*hidden),
        ("\"k\"", "7", &*hidden),
        ("\"k\"", "null", &missing_key),
        ("\"me\"", "null", "Missing requestOwner. Expected a string."),
        ("{},", "[],", "Invalid auth: []. Expected an object."),
        // A balance that is not a string is read as its JSON text.
        (
            "\"1\"",
            "1.5",
            "Invalid balanceWei: \"1.5\". Expected an integer in decimal digits.",
        ),
        (
            "\"1\"",
            "true",
            "Invalid balanceWei: \"true\". Expected an integer in decimal digits.",
        ),
        (
            "\"1\"",
            "\"0x1\"",
            "Invalid balanceWei: \"0x1\". Expected an integer in decimal digits.",
        ),
    ] {
        assert_eq!(error(key(&good.replace(change, to))), message);
    }
}

#[test]
fn names_the_list_and_the_index_of_an_invalid_record() {
    let read = |text: &str| list("keys", text, key).map(|keys| keys.len());
    let good = r#"{"key":"k","requestOwner":"me","auth":{}}"#;
    assert_eq!(read("").unwrap() + read(" [] ").unwrap(), 0);
    assert_eq!(read(&format!("{good}\r\n\n{good}\n")).unwrap(), 2);
    assert_eq!(read(&format!("[{good},{good} ]")).unwrap(), 2);
    assert_eq!(
        read(&format!("{good}\n\n{{}}")).unwrap_err().to_string(),
        "keys[1]: Missing key. Expected 1 to 512 visible ASCII characters without spaces."
    );
    let unclosed_array = format!("[{good}");
    let end = unclosed_array.len();
    assert_eq!(
        read(&unclosed_array).unwrap_err().to_string(),
        format!("keys: Invalid JSON at byte {end}. Expected a comma or a closing bracket.")
    );
}
