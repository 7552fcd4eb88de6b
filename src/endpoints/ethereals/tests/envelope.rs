//! Where the records and the cursor are found.

use super::all;
use crate::{
    ErrorKind,
    client::tests::helpers::{checked, get, json, json_offset, there_and_back},
};

const ROWS: &str = r#"[{"_id":"1","status":"active"}]"#;
const OTHER: &str = r#"[{"_id":"2","status":"active"}]"#;

/// Rows and cursor, or code and pointer of an error.
type Outcome = Result<(Option<String>, Option<String>), (&'static str, String)>;

/// The rows' text and the cursor of an answer in which `R` stands for records and `S` for others.
fn read(envelope: &str) -> Outcome {
    let body = envelope.replace('R', ROWS).replace('S', OTHER);
    let checked = checked(&all(), &body)?;
    Ok((checked.json().map(|json| json.into_owned()), checked.next_cursor().map(str::to_owned)))
}

fn rows(envelope: &str) {
    assert_eq!(read(envelope).map(|(rows, _)| rows), Ok(Some(ROWS.to_owned())), "{envelope}");
}

fn refused(envelope: &str, pointer: &str) {
    assert_eq!(read(envelope), Err(("unexpected_shape", pointer.to_owned())), "{envelope}");
}

#[test]
fn every_name_of_the_array_is_known() {
    for name in ["etherealData", "ethereals", "data", "items", "results"] {
        rows(&format!(r#"{{"{name}":R,"nextCursor":null}}"#));
        rows(&format!(r#"{{"nextCursor":null,"x":5,"{name}":R}}"#));
        rows(&format!(r#"{{"{name}":R,"links":S,"meta":{{"data":S}}}}"#));
        rows(&format!(r#"{{"links":S,"meta":{{"data":S}},"{name}":R}}"#));
    }
    rows(r#"{"ethereal\u0044ata":R}"#);
}

#[test]
fn the_better_name_wins_wherever_it_stands() {
    let names = ["etherealData", "ethereals", "data", "items", "results"];
    for pair in names.windows(2) {
        rows(&format!(r#"{{"{}":R,"{}":S}}"#, pair[0], pair[1]));
        rows(&format!(r#"{{"{}":S,"{}":R}}"#, pair[1], pair[0]));
    }
}

#[test]
fn the_place_of_every_record_is_known() {
    for body in [
        r#"{"etherealData":R}"#,
        r#"{"nextCursor":"x","items":[{"_id":"}{","status":"a"} , {"_id":"2","status":"b","deposits":[{},{}]}]}"#,
        r#"{"data":[{"balance":null,"_id":"1","status":"a"},{"_id":"2","balance":5,"status":"b"},{"_id":"3","status":""}]}"#,
        " [ ]",
    ] {
        let checked = checked(&all(), &body.replace('R', ROWS)).unwrap();
        let json = checked.json().unwrap();
        let records: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
        let read =
            |start: usize| serde_json::Deserializer::from_str(&json[start..]).into_iter().next().unwrap().unwrap();
        assert_eq!(checked.rows().into_iter().map(read).collect::<Vec<serde_json::Value>>(), records, "{body}");
    }
}

#[test]
fn a_list_that_did_not_have_to_change_stands_in_the_body() {
    let offset = |body: &str| json_offset(&checked(&all(), &body.replace('R', ROWS)).unwrap());
    assert_eq!(offset(r#"{"etherealData":R}"#), Some(16));
    assert_eq!(offset("\u{feff} {\"etherealData\":R}"), Some(20));
    assert_eq!(offset(r#"[{"_id":"1","status":"active","balance":null}]"#), None);
}

#[test]
fn a_bare_array_has_no_next_page() {
    assert_eq!(read(" R\n"), Ok((Some(ROWS.to_owned()), None)));
    assert_eq!(read("[]"), Ok((Some("[]".to_owned()), None)));
}

#[test]
fn the_only_array_is_taken_whatever_its_name() {
    rows(r#"{"collections":R,"nextCursor":"x","total":1,"ok":true,"note":"[]"}"#);
    rows(r#"{"":R}"#);
    rows(r#"{"meta":{"list":S},"collections":R}"#);
}

#[test]
fn one_level_deeper_is_searched_too() {
    rows(r#"{"data":{"etherealData":R,"nextCursor":null}}"#);
    rows(r#"{"etherealData":{"etherealData":R},"nextCursor":null}"#);
    rows(r#"{"response":{"collections":R}}"#);
    rows(r#"{"meta":{},"data":{"items":R}}"#);
    refused(r#"{"data":{"data":{"data":R}}}"#, "/data");
}

#[test]
fn two_arrays_of_unknown_name_are_not_guessed_at() {
    refused(r#"{"a":R,"b":S}"#, "");
    refused(r#"{"a":R,"b":S,"a":R}"#, "");
    refused(r#"{"data":{"a":R,"b":S}}"#, "/data");
    refused(r#"{"a":{"data":R},"b":{"data":S}}"#, "");
    rows(r#"{"a":S,"b":S,"items":R}"#);
    rows(r#"{"items":R,"a":S,"b":S}"#);
    rows(r#"{"a":{},"b":{},"data":{"c":R}}"#);
}

#[test]
fn of_a_repeated_name_the_last_counts() {
    rows(r#"{"etherealData":S,"etherealData":R}"#);
    rows(r#"{"data":S,"data":R}"#);
    rows(r#"{"collections":S,"collections":R}"#);
    assert_eq!(read(r#"{"nextCursor":"a","data":R,"nextCursor":null}"#).unwrap().1, None);
}

#[test]
fn what_has_no_array_is_a_decode_error() {
    refused("{}", "");
    refused(r#"{"etherealData":null,"nextCursor":null}"#, "");
    refused(r#"{"nextCursor":"x"}"#, "");
    refused(r#"{"data":{}}"#, "/data");
    for body in ["null", "5", "\"x\"", "true"] {
        refused(body, "");
    }
    for body in ["", "<html>", "[", r#"{"data":[}"#, r#"{"x":nul}"#] {
        assert_eq!(read(body).unwrap_err().0, "invalid_json", "{body}");
    }
}

#[test]
fn a_pointer_leads_to_the_record_at_fault() {
    refused(r#"[{"_id":"1"}]"#, "/0/status");
    refused(r#"{"etherealData":[{"_id":"1","status":"active"},null]}"#, "/etherealData/1");
    refused(r#"{"items":[{"_id":[],"status":"active"}]}"#, "/items/0/_id");
    refused(r#"{"data":{"list":[{"_id":"1","status":"a","deposits":5}]}}"#, "/data/list/0/deposits");
    refused(r#"{"data":R,"nextCursor":{}}"#, "/nextCursor");
    refused(r#"{"data":R,"nextCursor":true}"#, "/nextCursor");
    let error = get(&all(), 200, r#"{"items":[5]}"#).unwrap_err();
    assert_eq!((error.kind, error.pointer.as_deref()), (ErrorKind::Decode, Some("/items/0")));
    assert_eq!(
        error.message,
        "The response body does not match the specification: expected an object at \"/items/0\" (byte 10)."
    );
}

#[test]
fn a_cursor_is_any_text_or_number() {
    for (member, cursor) in [
        (r#","nextCursor":null"#, None),
        ("", None),
        (r#","nextCursor":"""#, None),
        (r#","nextCursor":"eyJ2IjoxfQ==""#, Some("eyJ2IjoxfQ==")),
        (r#","nextCursor":"a\"\\\/\n\u00e9\uD83D\uDE00""#, Some("a\"\\/\né😀")),
        (r#","nextCursor":50"#, Some("50")),
        (r#","nextCursor":0"#, Some("0")),
        (r#","nextCursor":115792089237316195423570985008687907853"#, Some("115792089237316195423570985008687907853")),
        (r#","nextCursor":-1.50e3"#, Some("-1.50e3")),
        (r#","next\u0043ursor":"x""#, Some("x")),
    ] {
        for envelope in [format!(r#"{{"etherealData":R{member}}}"#), format!(r#"{{"data":{{"items":R{member}}}}}"#)] {
            assert_eq!(read(&envelope).unwrap().1.as_deref(), cursor, "{envelope}");
        }
    }
}

#[test]
fn a_cursor_that_arrives_is_sent_back_as_it_came() {
    for cursor in ["\0", "a\r\nb", "\u{fffd}", "null\u{7f}", &"é".repeat(32_768)] {
        let json = serde_json::Value::from(cursor);
        let page = get(&all(), 200, format!(r#"{{"etherealData":[],"nextCursor":{json}}}"#)).unwrap();
        assert_eq!(page.next_cursor.as_deref(), Some(cursor));
        let request = all().after(cursor.parse().unwrap());
        assert_eq!(there_and_back(&request).unwrap(), request);
    }
}

#[test]
fn a_cursor_that_could_not_be_sent_back_is_refused_with_its_page() {
    for cursor in
        [format!("\"{}\"", "c".repeat(65_537)), "1".repeat(65_537), r#""\ud800""#.to_owned(), "true".to_owned()]
    {
        let error = get(&all(), 200, format!(r#"{{"etherealData":[],"nextCursor":{cursor}}}"#)).unwrap_err();
        assert_eq!((error.kind, error.pointer.as_deref()), (ErrorKind::Decode, Some("/nextCursor")));
        let expected = "expected a cursor of at most 65,536 bytes of Unicode text at \"/nextCursor\" (byte 32).";
        assert_eq!(error.message, format!("The response body does not match the specification: {expected}"));
    }
}

#[test]
fn the_outer_cursor_comes_before_the_inner_one() {
    assert_eq!(read(r#"{"data":{"items":R,"nextCursor":"in"},"nextCursor":"out"}"#).unwrap().1.as_deref(), Some("out"));
    assert_eq!(read(r#"{"nextCursor":null,"data":{"items":R,"nextCursor":"in"}}"#).unwrap().1.as_deref(), Some("in"));
}

#[test]
fn an_empty_page_may_have_a_next_one() {
    let page = get(&all(), 200, r#"{"etherealData":[],"nextCursor":"x"}"#).unwrap();
    assert_eq!((page.items.len(), page.next_cursor.as_deref()), (0, Some("x")));
}

#[test]
fn nothing_outside_of_the_rows_is_rewritten() {
    let envelope =
        r#"{"total":9007199254740993,"deposits":null,"x":[9007199254740993],"y":[{"balance":null}],"items":R}"#;
    assert_eq!(json(&all(), &envelope.replace('R', ROWS)), Ok(Some(ROWS.to_owned())));
    let message = get(&all(), 200, r#"{"message":"Invalid API key."}"#).unwrap_err();
    assert_eq!(message.kind, ErrorKind::Unauthenticated);
}
