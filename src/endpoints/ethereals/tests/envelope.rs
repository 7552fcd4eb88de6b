//! Tests of the envelope: where the records and the cursor are.

use super::default_query;
use crate::{
    client::tests::helpers::{checked, get, json, json_offset, round_trip},
    error::ErrorKind,
};

const RECORDS: &str = r#"[{"_id":"1","status":"active"}]"#;
/// The names of the array that the client knows, in order of preference.
const KNOWN_NAMES: [&str; 5] = ["etherealData", "ethereals", "data", "items", "results"];
/// The maximum length of a cursor.
const MAX_CURSOR_BYTES: usize = 65_536;
/// Records that no test expects in the result.
const OTHER: &str = r#"[{"_id":"2","status":"active"}]"#;

/// The text of the records and the cursor, or the code and pointer of an error.
type Outcome = Result<(Option<String>, Option<String>), (&'static str, String)>;

/// Reads a body in which `R` stands for [`RECORDS`] and `S` for [`OTHER`].
fn read(envelope: &str) -> Outcome {
    let body = envelope.replace('R', RECORDS).replace('S', OTHER);
    let checked = checked(&default_query(), &body)?;
    Ok((
        checked.json().map(|json| json.into_owned()),
        checked.next_cursor().map(str::to_owned),
    ))
}

/// Returns the cursor of a valid body.
fn next_cursor(envelope: &str) -> Option<String> {
    let (_, next_cursor) = read(envelope).unwrap();
    next_cursor
}

/// Asserts that the records are [`RECORDS`].
fn assert_records(envelope: &str) {
    assert_eq!(
        read(envelope).map(|(records, _)| records),
        Ok(Some(RECORDS.to_owned())),
        "{envelope}"
    );
}

/// Asserts that the body has an unexpected shape at `pointer`.
fn assert_rejected(envelope: &str, pointer: &str) {
    assert_eq!(
        read(envelope),
        Err(("unexpected_shape", pointer.to_owned())),
        "{envelope}"
    );
}

#[test]
fn finds_the_array_under_each_known_name() {
    for name in KNOWN_NAMES {
        assert_records(&format!(r#"{{"{name}":R,"nextCursor":null}}"#));
        assert_records(&format!(r#"{{"nextCursor":null,"x":5,"{name}":R}}"#));
        assert_records(&format!(r#"{{"{name}":R,"links":S,"meta":{{"data":S}}}}"#));
        assert_records(&format!(r#"{{"links":S,"meta":{{"data":S}},"{name}":R}}"#));
    }
    // `\u0044` is the escape sequence of `D`.
    assert_records(r#"{"ethereal\u0044ata":R}"#);
}

#[test]
fn prefers_the_earlier_of_two_known_names() {
    for pair in KNOWN_NAMES.windows(2) {
        let (earlier, later) = (pair[0], pair[1]);
        assert_records(&format!(r#"{{"{earlier}":R,"{later}":S}}"#));
        assert_records(&format!(r#"{{"{later}":S,"{earlier}":R}}"#));
    }
}

#[test]
fn a_list_without_edits_is_a_slice_of_the_body() {
    for envelope in [r#"{"etherealData":R}"#, "\u{feff} {\"etherealData\":R}"] {
        let body = envelope.replace('R', RECORDS);
        let checked = checked(&default_query(), &body).unwrap();
        assert_eq!(json_offset(&checked), body.find('['), "{envelope}");
    }
    let body = r#"[{"_id":"1","status":"active","balance":null}]"#;
    let edited = checked(&default_query(), body).unwrap();
    assert_eq!(json_offset(&edited), None);
}

#[test]
fn reads_a_bare_array_as_the_last_page() {
    assert_eq!(read(" R\n"), Ok((Some(RECORDS.to_owned()), None)));
    assert_eq!(read("[]"), Ok((Some("[]".to_owned()), None)));
}

#[test]
fn takes_the_only_array_under_any_name() {
    assert_records(r#"{"collections":R,"nextCursor":"x","total":1,"ok":true,"note":"[]"}"#);
    assert_records(r#"{"":R}"#);
    assert_records(r#"{"meta":{"list":S},"collections":R}"#);
}

#[test]
fn searches_one_level_deeper() {
    assert_records(r#"{"data":{"etherealData":R,"nextCursor":null}}"#);
    assert_records(r#"{"etherealData":{"etherealData":R},"nextCursor":null}"#);
    assert_records(r#"{"response":{"collections":R}}"#);
    assert_records(r#"{"meta":{},"data":{"items":R}}"#);
    assert_rejected(r#"{"data":{"data":{"data":R}}}"#, "/data");
}

#[test]
fn rejects_two_arrays_of_unknown_name() {
    assert_rejected(r#"{"a":R,"b":S}"#, "");
    assert_rejected(r#"{"a":R,"b":S,"a":R}"#, "");
    assert_rejected(r#"{"data":{"a":R,"b":S}}"#, "/data");
    assert_rejected(r#"{"a":{"data":R},"b":{"data":S}}"#, "");
    // Unknown names do not matter next to a known name.
    assert_records(r#"{"a":S,"b":S,"items":R}"#);
    assert_records(r#"{"items":R,"a":S,"b":S}"#);
    assert_records(r#"{"a":{},"b":{},"data":{"c":R}}"#);
}

#[test]
fn takes_the_last_of_a_repeated_name() {
    assert_records(r#"{"etherealData":S,"etherealData":R}"#);
    assert_records(r#"{"data":S,"data":R}"#);
    assert_records(r#"{"collections":S,"collections":R}"#);
    assert_eq!(
        next_cursor(r#"{"nextCursor":"a","data":R,"nextCursor":null}"#),
        None
    );
}

#[test]
fn rejects_a_body_without_array() {
    assert_rejected("{}", "");
    assert_rejected(r#"{"etherealData":null,"nextCursor":null}"#, "");
    assert_rejected(r#"{"nextCursor":"x"}"#, "");
    assert_rejected(r#"{"data":{}}"#, "/data");
    for body in ["null", "5", "\"x\"", "true"] {
        assert_rejected(body, "");
    }
    for body in ["", "<html>", "[", r#"{"data":[}"#, r#"{"x":nul}"#] {
        let (code, _) = read(body).unwrap_err();
        assert_eq!(code, "invalid_json", "{body}");
    }
}

#[test]
fn an_error_points_at_the_invalid_record_or_cursor() {
    assert_rejected(r#"[{"_id":"1"}]"#, "/0/status");
    assert_rejected(
        r#"{"etherealData":[{"_id":"1","status":"active"},null]}"#,
        "/etherealData/1",
    );
    assert_rejected(
        r#"{"items":[{"_id":[],"status":"active"}]}"#,
        "/items/0/_id",
    );
    // `deposits` is optional, so its invalid value is not an error.
    assert_rejected(
        r#"{"data":{"list":[{"_id":"1","deposits":5,"status":[]}]}}"#,
        "/data/list/0/status",
    );
    assert_rejected(r#"{"data":R,"nextCursor":{}}"#, "/nextCursor");
    assert_rejected(r#"{"data":R,"nextCursor":true}"#, "/nextCursor");
    let error = get(&default_query(), 200, r#"{"items":[5]}"#).unwrap_err();
    assert_eq!(
        (error.kind, error.pointer.as_deref()),
        (ErrorKind::Decode, Some("/items/0"))
    );
    assert_eq!(
        error.message,
        "The response body does not match the specification: expected an object at \"/items/0\" (byte 10)."
    );
}

#[test]
fn reads_a_cursor_of_any_text_or_number() {
    for (member, cursor) in [
        (r#","nextCursor":null"#, None),
        ("", None),
        (r#","nextCursor":"""#, None),
        (r#","nextCursor":"eyJ2IjoxfQ==""#, Some("eyJ2IjoxfQ==")),
        (
            r#","nextCursor":"a\"\\\/\n\u00e9\uD83D\uDE00""#,
            Some("a\"\\/\né😀"),
        ),
        (r#","nextCursor":50"#, Some("50")),
        (r#","nextCursor":0"#, Some("0")),
        (
            r#","nextCursor":115792089237316195423570985008687907853"#,
            Some("115792089237316195423570985008687907853"),
        ),
        (r#","nextCursor":-1.50e3"#, Some("-1.50e3")),
        (r#","next\u0043ursor":"x""#, Some("x")),
    ] {
        for envelope in [
            format!(r#"{{"etherealData":R{member}}}"#),
            format!(r#"{{"data":{{"items":R{member}}}}}"#),
        ] {
            assert_eq!(next_cursor(&envelope).as_deref(), cursor, "{envelope}");
        }
    }
}

#[test]
fn sends_a_cursor_back_unchanged() {
    for cursor in [
        "\0",
        "a\r\nb",
        "\u{fffd}",
        // Only the cursor `null`, without another character, counts as absent.
        "null\u{7f}",
        // A character of two bytes.
        &"é".repeat(MAX_CURSOR_BYTES / 2),
    ] {
        let json = serde_json::Value::from(cursor);
        let page = get(
            &default_query(),
            200,
            format!(r#"{{"etherealData":[],"nextCursor":{json}}}"#),
        )
        .unwrap();
        assert_eq!(page.next_cursor.as_deref(), Some(cursor));
        let request = default_query().after(cursor.parse().unwrap());
        assert_eq!(round_trip(&request).unwrap(), request);
    }
}

#[test]
fn rejects_a_page_whose_cursor_cannot_be_sent_back() {
    for cursor in [
        format!("\"{}\"", "c".repeat(MAX_CURSOR_BYTES + 1)),
        "1".repeat(MAX_CURSOR_BYTES + 1),
        // A lone surrogate.
        r#""\ud800""#.to_owned(),
        "true".to_owned(),
    ] {
        let error = get(
            &default_query(),
            200,
            format!(r#"{{"etherealData":[],"nextCursor":{cursor}}}"#),
        )
        .unwrap_err();
        assert_eq!(
            (error.kind, error.pointer.as_deref()),
            (ErrorKind::Decode, Some("/nextCursor"))
        );
        let expected = "expected a cursor of at most 65,536 bytes of Unicode text at \"/nextCursor\" (byte 32).";
        assert_eq!(
            error.message,
            format!("The response body does not match the specification: {expected}")
        );
    }
}

#[test]
fn prefers_the_outer_cursor() {
    let cursor = next_cursor(r#"{"data":{"items":R,"nextCursor":"in"},"nextCursor":"out"}"#);
    assert_eq!(cursor.as_deref(), Some("out"));
    let cursor = next_cursor(r#"{"nextCursor":null,"data":{"items":R,"nextCursor":"in"}}"#);
    assert_eq!(cursor.as_deref(), Some("in"));
}

#[test]
fn reads_an_empty_page_with_a_next_cursor() {
    let page = get(
        &default_query(),
        200,
        r#"{"etherealData":[],"nextCursor":"x"}"#,
    )
    .unwrap();
    assert_eq!(
        (page.items.len(), page.next_cursor.as_deref()),
        (0, Some("x"))
    );
}

#[test]
fn edits_nothing_outside_of_the_records() {
    let envelope = r#"{"total":9007199254740993,"deposits":null,"x":[9007199254740993],"y":[{"balance":null}],"items":R}"#;
    assert_eq!(
        json(&default_query(), &envelope.replace('R', RECORDS)),
        Ok(Some(RECORDS.to_owned()))
    );
}

#[test]
fn reads_a_lone_message_with_status_200_as_an_error() {
    let error = get(&default_query(), 200, r#"{"message":"Invalid API key."}"#).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unauthenticated);
}
