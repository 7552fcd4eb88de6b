//! Tests of each extended form, and of dates.

use super::*;

#[test]
fn replaces_forms_at_every_depth_and_changes_nothing_around_them() {
    for (extended, plain) in [
        (
            r#"{ "_id" : {"$oid": "65f0"} , "x":12345678901234567890.10 }"#,
            r#"{ "_id" : "65f0" , "x":12345678901234567890.10 }"#,
        ),
        (
            r#"{"a":[{"b":{"$numberInt":"-7"}},{ "$numberLong" : "9007199254740993" }]}"#,
            r#"{"a":[{"b":-7},9007199254740993]}"#,
        ),
        (
            r#"[{"$numberDouble":"1.5"},{"$numberDouble":"-Infinity"},{"$numberDouble":"1.0E+20"}]"#,
            "[1.5,null,1.0E+20]",
        ),
        (
            r#"[{"$numberDecimal":"1E+3"},{"$numberDecimal":"0.10"},{"$numberDecimal":"NaN"}]"#,
            r#"["1000","0.10",null]"#,
        ),
        (
            r#"{"$uuid":"3b241101-e2bb-4255-8caf-4136c566a962"}"#,
            r#""3b241101-e2bb-4255-8caf-4136c566a962""#,
        ),
        (
            r#"{"$binary":{"base64":"OyQRAeK7QlWMr0E2xWapYg==","subType":"04"}}"#,
            r#""3b241101-e2bb-4255-8caf-4136c566a962""#,
        ),
    ] {
        assert_eq!(without_extended_forms(extended), plain);
    }
}

#[test]
fn keeps_text_that_is_not_an_extended_form() {
    for (reason, text) in [
        ("no name with $", r#"{"_id":{"oid":"x"},"b":"$"}"#),
        ("a second member", r#"{"_id":{"$oid":"x","b":1}}"#),
        ("a value of another type", r#"{"_id":{"$oid":7}}"#),
        ("not a number", r#"{"a":{"$numberLong":"0x1"}}"#),
        ("not a date", r#"{"a":{"$date":"yesterday"}}"#),
        (
            "not a UUID",
            r#"{"a":{"$binary":{"base64":"AA==","subType":"00"}}}"#,
        ),
        (
            "in a string",
            r#"{"document":"{\"$oid\":\"x\"}","b":"\"$"}"#,
        ),
        ("not JSON: an open string", r#"{"a":{"$oid":"x"#),
        ("not JSON: an open object", r#"{"$oid":"x","#),
        ("not JSON: a letter", r#"é"$"#),
    ] {
        assert_eq!(without_extended_forms(text), text, "{reason}");
    }
}

/// From the first second of the year 0 to the last second of the year 9999.
const SUPPORTED_SECONDS: std::ops::RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;

#[test]
fn the_last_second_of_every_seventh_day_has_its_text() {
    for midnight in SUPPORTED_SECONDS.step_by(7 * DAY as usize) {
        let seconds = midnight + DAY - 1;
        let text = date_text(seconds, 0).unwrap();
        assert!(text.ends_with("T23:59:59Z"), "{text}");
        assert_eq!(seconds_of(&text), Some(seconds), "{text}");
    }
    assert_eq!(date_text(SUPPORTED_SECONDS.start() - 1, 0), None);
    assert_eq!(date_text(SUPPORTED_SECONDS.end() + 1, 0), None);
}

#[test]
fn a_text_of_another_form_is_not_a_date() {
    assert!(
        seconds_of("2024-12-31T23:59:60Z").is_some(),
        "a leap second"
    );
    for text in [
        "2024-00-01T00:00:00Z",
        "2024-13-01T00:00:00Z",
        "2024-01-00T00:00:00Z",
        "2024-01-32T00:00:00Z",
        "2024-01-01T24:00:00Z",
        "2024-01-01T00:60:00Z",
        "2024-01-01T00:00:61Z",
        "2024-01-01T00:00:00",
        "2024-01-01 00:00:00Z",
        "2024-01-01",
    ] {
        assert_eq!(seconds_of(text), None, "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn every_time_has_its_text(seconds in SUPPORTED_SECONDS, milliseconds in 0..1000_i64) {
        let text = date_text(seconds, milliseconds).unwrap();
        proptest::prop_assert_eq!(seconds_of(&text), Some(seconds), "{}", &text);
        let fraction = text[DATE_FORM.len()..].trim_end_matches('Z');
        let expected = format!("{:.3}", milliseconds as f64 / 1000.0);
        // `0.500` becomes `.5`, and `0.000` becomes an empty text.
        let expected = expected[1..].trim_end_matches(['0', '.']);
        proptest::prop_assert_eq!(fraction, expected);
    }
}

#[test]
fn a_date_is_unix_seconds_in_a_timestamp_and_a_text_elsewhere() {
    for (date, seconds, text) in [
        (r#""1970-01-01T00:00:00Z""#, "0", "1970-01-01T00:00:00Z"),
        (
            r#""2025-03-02T12:13:10Z""#,
            "1740917590",
            "2025-03-02T12:13:10Z",
        ),
        (
            r#""2025-03-02T12:13:10.5Z""#,
            "1740917590",
            "2025-03-02T12:13:10.5Z",
        ),
        (
            r#"{"$numberLong":"1740917590500"}"#,
            "1740917590",
            "2025-03-02T12:13:10.5Z",
        ),
        ("1740917590500", "1740917590", "2025-03-02T12:13:10.5Z"),
        (r#"{"$numberLong":"-1"}"#, "-1", "1969-12-31T23:59:59.999Z"),
        (
            r#""2024-02-29T00:00:00Z""#,
            "1709164800",
            "2024-02-29T00:00:00Z",
        ),
        (
            r#""0000-01-01T00:00:00Z""#,
            "-62167219200",
            "0000-01-01T00:00:00Z",
        ),
        (
            r#""9999-12-31T23:59:59.999Z""#,
            "253402300799",
            "9999-12-31T23:59:59.999Z",
        ),
    ] {
        let record = format!(
            r#"{{"originTimestamp":{{"$date":{date}}},"lastCheckedAt":{{"$date":{date}}}}}"#
        );
        let expected = format!(r#"{{"originTimestamp":{seconds},"lastCheckedAt":"{text}"}}"#);
        assert_eq!(without_extended_forms(&record), expected);
    }
    // A date after the year 9999 stays a `$date`. Only the number in it is replaced.
    let beyond_year_9999 = r#"{"a":{"$date":{"$numberLong":"9223372036854775807"}}}"#;
    assert_eq!(
        without_extended_forms(beyond_year_9999),
        r#"{"a":{"$date":9223372036854775807}}"#
    );
}
