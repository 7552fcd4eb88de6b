//! The texts of an error: they are bounded, have no control characters, and never show the key.

use super::{
    INVALID_KEY, KEY,
    helpers::{get, run},
    run_to_error,
    scripted::ScriptedTransport,
    token,
};
use crate::{
    base_url::BaseUrl,
    client::{ApiKey, Response},
    endpoints::{EtherealsQuery, GetProject},
    error::{Error, ErrorKind},
};
use proptest::prelude::*;

fn texts(error: &Error) -> [&str; 4] {
    [
        &error.message,
        error.body_snippet.as_deref().unwrap_or_default(),
        error.server_message.as_deref().unwrap_or_default(),
        error.pointer.as_deref().unwrap_or_default(),
    ]
}

/// Asserts that no text of an error has eight or more characters of the key.
fn assert_key_is_hidden(error: &Error) {
    for text in texts(error) {
        // JSON may escape characters of the key, as in `\/`.
        let without_backslashes = text.replace('\\', "");
        for piece in KEY.as_bytes().windows(8) {
            let piece = std::str::from_utf8(piece).unwrap();
            assert!(
                !without_backslashes.contains(piece),
                "{piece} is left in {text:?}"
            );
        }
    }
}

/// The key with the escapes that services and proxies write.
fn spellings() -> Vec<String> {
    let escape_each = |write: fn(u8) -> String| KEY.bytes().map(write).collect::<String>();
    let escape_special = |[slash, plus, equals]: [&str; 3]| {
        KEY.replace('/', slash)
            .replace('+', plus)
            .replace('=', equals)
    };
    vec![
        KEY.to_owned(),
        escape_special(["\\/", "\\u002B", "\\u003d"]),
        escape_special(["%2F", "%2B", "%3D"]),
        escape_special(["%2f", "%2b", "%3d"]),
        escape_special(["%2f", "%2B", "="]),
        escape_each(|byte| format!("%{byte:02x}")),
        escape_each(|byte| format!("\\u{byte:04X}")),
    ]
}

#[test]
fn a_repeated_key_is_replaced_in_every_text() {
    for key in spellings() {
        for (status, body) in [
            (500, format!(r#"{{"message":"{key} and {key}"}}"#)),
            (400, format!(r#"{{"message":"The key {key} is unknown."}}"#)),
            (401, format!(r#"{{"message":"{key}"}}"#)),
            (200, format!(r#"{{"message":"{key}"}}"#)),
            (502, format!("<p>x-api-key: {key}</p>")),
            (200, format!("<p>x-api-key: {key}</p>")),
            (200, format!(r#"["{key}"]"#)),
            // Invalid JSON: the key is in the JSON Pointer of the error.
            (200, format!(r#"{{"auth":{{"{key}":[1,{{"a":}}]}}}}"#)),
        ] {
            let error = get(&GetProject, status, body.clone()).unwrap_err();
            assert_key_is_hidden(&error);
            for text in texts(&error) {
                assert!(!text.contains(&key), "{key} is left in {text:?}");
            }
            assert!(
                texts(&error).iter().any(|text| text.contains("[redacted]")),
                "{body}: {error:?}"
            );
        }
    }
}

#[test]
fn a_repeated_key_is_replaced_in_the_request_id_the_url_and_the_cursor() {
    for key in spellings() {
        let headers = vec![("x-request-id".to_owned(), key.clone())];
        let transport = ScriptedTransport::new(vec![Ok(Response {
            status: 500,
            headers,
            body: Vec::new(),
        })]);
        let client = transport.client_with(|config| {
            config.base = BaseUrl::parse(&format!("https://a/{KEY}/")).unwrap()
        });
        let error = run(
            &client,
            &EtherealsQuery::default().after(key.parse().unwrap()),
        )
        .unwrap_err();
        let shown =
            [&error.request_id, &error.url, &error.cursor].map(|text| text.as_deref().unwrap());
        for text in shown {
            assert!(
                text.contains("[redacted]") && !text.contains(&key) && !text.contains(KEY),
                "{text}"
            );
        }
    }
}

#[test]
fn a_key_with_the_characters_of_escapes_is_redacted() {
    for key in [
        "%2F-%25-key",
        "%252F%25",
        "back\\slash\\n",
        "til~de~1~01",
        "\\\\two",
    ] {
        // The key as plain text, in JSON, percent-encoded, and in a JSON Pointer.
        let spelled = [
            key.to_owned(),
            serde_json::Value::from(key).to_string(),
            key.replace('%', "%25").replace('\\', "%5c"),
            key.replace('~', "~0"),
        ];
        for text in spelled {
            let transport = ScriptedTransport::responding(500, format!("-{text}-"));
            let client =
                transport.client_with(|config| config.api_key = ApiKey::Value(key.to_owned()));
            let snippet = run_to_error(&client).into_details().body_snippet.unwrap();
            // A key that is written as JSON is in quotation marks.
            assert_eq!(snippet.replace('"', ""), "-[redacted]-", "{key} as {text}");
        }
    }
}

#[test]
fn long_texts_are_redacted() {
    // Each text repeats the key, or characters with which an escaped key could begin.
    for unit in ["\\", "\\u", "%25", "~0", "=", KEY] {
        let one_mebibyte = unit.repeat((1 << 20) / unit.len());
        assert_key_is_hidden(&get(&GetProject, 500, one_mebibyte).unwrap_err());
    }
}

#[test]
fn a_shortened_text_does_not_end_with_a_part_of_the_key() {
    // A body snippet ends at 256 bytes, within or near the key.
    for length in 200..260 {
        assert_key_is_hidden(
            &get(&GetProject, 500, format!("{}{KEY}", "-".repeat(length))).unwrap_err(),
        );
        assert_key_is_hidden(
            &get(&GetProject, 200, format!("{}{KEY}", " ".repeat(length))).unwrap_err(),
        );
        // Invalid JSON: the message shows at most 256 characters of the JSON Pointer.
        let body = format!(r#"{{"auth":{{"{}{KEY}":tru}}}}"#, "-".repeat(length));
        assert_key_is_hidden(&get(&GetProject, 200, body).unwrap_err());
    }
    // A server message ends at 1024 characters, within or near the key.
    for length in 970..1030 {
        let body = format!(r#"{{"message":"{}{KEY}"}}"#, "-".repeat(length));
        assert_key_is_hidden(&get(&GetProject, 500, body.clone()).unwrap_err());
        assert_key_is_hidden(&get(&GetProject, 200, body).unwrap_err());
    }
}

#[test]
fn a_key_in_the_error_of_a_transport_is_replaced() {
    let broken = Error::network(&format!("fetch failed: x-api-key: {KEY}"));
    assert_eq!(
        run_to_error(&ScriptedTransport::new(vec![Err(broken)]).client()).message,
        "fetch failed: x-api-key: [redacted] GET https://api.example.com/v1/project."
    );
}

#[test]
fn a_key_below_4_characters_is_not_redacted() {
    let transport = ScriptedTransport::responding(500, r#"{"message":"the end"}"#);
    let client = transport.client_with(|config| config.api_key = ApiKey::Value("the".to_owned()));
    assert_eq!(
        run_to_error(&client).server_message.as_deref(),
        Some("the end")
    );
}

#[test]
fn a_successful_result_may_contain_the_key() {
    let project = get(&GetProject, 200, format!(r#"{{"requestOwner":"{KEY}"}}"#)).unwrap();
    assert_eq!(project.request_owner.as_deref(), Some(KEY));
}

#[test]
fn a_call_without_a_key_redacts_the_key_of_the_client() {
    let error = get(&token(), 400, format!(r#"{{"message":"{KEY}"}}"#)).unwrap_err();
    assert_eq!(error.server_message.as_deref(), Some("[redacted]"));
}

#[test]
fn a_client_without_a_key_redacts_nothing() {
    let client = ScriptedTransport::responding(400, INVALID_KEY)
        .client_with(|config| config.api_key = ApiKey::None);
    let error = run(&client, &token()).unwrap_err();
    assert_eq!(
        (error.kind, error.server_message.as_deref()),
        (ErrorKind::BadRequest, Some("Invalid API key."))
    );
}

#[test]
fn a_body_snippet_ends_between_two_characters() {
    // A snippet has as many whole characters as fit into 256 bytes.
    for (text, expected_bytes) in [
        ("a", 256),
        ("é", 256),
        ("€", 255),
        ("😀", 256),
        // Two bytes and one byte: 85 pairs have 255 bytes, and the next character does not fit.
        ("\u{7ff}b", 255),
    ] {
        let body = text.repeat(300);
        let error = get(&token(), 500, body.clone()).unwrap_err();
        let snippet = error.into_details().body_snippet.unwrap();
        assert_eq!(snippet.len(), expected_bytes, "{text}");
        assert!(body.starts_with(&snippet), "{text}");
    }
    // The last character has four bytes, so at most three bytes of the limit remain unused.
    for before in 0..4 {
        let body = format!("{}{}", "-".repeat(before), "😀".repeat(80));
        let snippet = get(&token(), 200, body.clone())
            .unwrap_err()
            .into_details()
            .body_snippet
            .unwrap();
        assert!(
            body.starts_with(&snippet) && (253..=256).contains(&snippet.len()),
            "{snippet}"
        );
    }
}

#[test]
fn a_server_message_is_shortened_and_has_no_control_characters() {
    let error = get(
        &token(),
        500,
        r#"{"message":"a\nb\u0000c\u001b[31m\u0085d"}"#,
    )
    .unwrap_err();
    assert_eq!(
        error.server_message.as_deref(),
        Some("a\u{fffd}b\u{fffd}c\u{fffd}[31m\u{fffd}d")
    );
    let error = get(
        &token(),
        500,
        format!(r#"{{"message":"{}"}}"#, "€".repeat(2000)),
    )
    .unwrap_err();
    assert_eq!(
        error.into_details().server_message.unwrap().chars().count(),
        1024
    );
    let error = get(&token(), 200, r#"{"a\nb\u001b":{"c":tru}}"#).unwrap_err();
    assert_eq!(
        error.pointer.as_deref(),
        Some("/a\nb\u{1b}/c"),
        "the pointer is exact"
    );
    assert!(!error.message.contains(char::is_control), "{error}");
    let long_pointer = format!(r#"{{"{}":tru}}"#, "k".repeat(100_000));
    let error = get(&token(), 200, long_pointer).unwrap_err();
    assert!(error.message.len() < 1024, "{} bytes", error.message.len());
}

#[test]
fn only_a_string_in_message_is_a_server_message() {
    for body in [
        r#"{"message":5}"#,
        r#"{"error":"x"}"#,
        r#"["message"]"#,
        r#"{"message":"x""#,
        "x",
        "",
    ] {
        assert_eq!(
            get(&token(), 500, body).unwrap_err().server_message,
            None,
            "{body}"
        );
    }
    let error = get(&token(), 500, r#" {"code":1,"message":"a \"b\"","x":[1]} "#).unwrap_err();
    assert_eq!(error.server_message.as_deref(), Some("a \"b\""));
}

proptest! {
    #[test]
    fn every_body_snippet_is_bounded(status in 300_u16..600, body in prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..600),
        // Up to 300 characters, without control characters.
        "\\PC{0,300}".prop_map(String::into_bytes),
    ]) {
        let error = get(&GetProject, status, body.clone()).unwrap_err();
        let snippet = error.into_details().body_snippet.unwrap_or_default();
        prop_assert!(snippet.len() <= 256);
        if let Ok(text) = String::from_utf8(body) {
            prop_assert!(text.starts_with(&snippet));
            // A character has at most 4 bytes, so a shortened snippet has at least 253 bytes.
            prop_assert!(text == snippet || snippet.len() >= 253);
        }
    }
}

#[test]
fn a_network_error_names_origin_path_and_causes() {
    let cause = std::io::Error::other(format!("connect refused {KEY}.\n"));
    let error = Error::network("Network error.").with_cause(cause);
    let transport = ScriptedTransport::new(vec![Err(error)]);
    let query = EtherealsQuery::default().source_chain(1);
    let error = run(&transport.client(), &query).unwrap_err();
    let expected =
        "Network error. GET https://api.example.com/v1/ethereals: connect refused [redacted].";
    assert_eq!(error.message, expected);
    assert!(error.url.as_deref().unwrap().contains("sourceChains=1"));
}

#[test]
fn a_long_cause_is_cut_without_half_a_key() {
    // The text of the causes ends at 256 characters, within or near the key.
    for length in 225..260 {
        let cause = std::io::Error::other(format!("{}{KEY}", "x".repeat(length)));
        let transport = ScriptedTransport::new(vec![Err(Error::network("no").with_cause(cause))]);
        let error = run_to_error(&transport.client());
        assert_key_is_hidden(&error);
        let start = "no GET https://api.example.com/v1/project";
        let causes = error.message.strip_prefix(start).unwrap();
        let causes = causes.strip_suffix('.').unwrap();
        assert!(causes.chars().count() <= 256, "{}", error.message);
    }
}
