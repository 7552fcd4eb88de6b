//! Tests of the headers that a caller adds.

use super::{
    KEY,
    clock::Task,
    helpers::{call, run},
    scripted::ScriptedTransport,
    slow, token,
};
use crate::{
    client::{Client, Response},
    endpoints::GetProject,
    error::Error,
    headers::Headers,
};

/// The value of a header. The tests search the texts of errors for its beginning, `gateway`.
const SECRET: &str = "gateway-token+1";

fn headers(pairs: &[(&str, &str)]) -> Headers {
    Headers::new(pairs.iter().copied()).unwrap()
}

fn client_with_headers(
    transport: ScriptedTransport,
    pairs: &[(&str, &str)],
) -> Client<ScriptedTransport> {
    transport.client_with(|config| config.headers = headers(pairs))
}

/// Makes a call for a token with `pairs` as its headers.
fn run_with(client: &Client<ScriptedTransport>, pairs: &[(&str, &str)]) -> Result<(), Error> {
    let call = call(client, &token()).with_headers(headers(pairs));
    client.transport().clock.run(call.response()).map(|_| ())
}

#[test]
fn headers_of_a_call_replace_headers_of_the_client_with_the_same_name() {
    let client = client_with_headers(
        ScriptedTransport::responding(200, "{}"),
        &[("x-a", "1"), ("X-B", "2")],
    );
    run(&client, &GetProject).unwrap();
    run_with(&client, &[("X-A", "3"), ("accept-language", "fr")]).unwrap();
    let sent = client.transport().sent.borrow();
    assert_eq!(
        sent[0].headers.iter().collect::<Vec<_>>(),
        [("x-a", "1"), ("x-b", "2"), ("x-api-key", KEY)]
    );
    assert_eq!(
        sent[1].headers.iter().collect::<Vec<_>>(),
        [("x-b", "2"), ("x-a", "3"), ("accept-language", "fr")]
    );
}

#[test]
fn a_request_with_a_key_or_headers_follows_no_redirect() {
    let client = ScriptedTransport::responding(200, "{}").client();
    run(&client, &GetProject).unwrap();
    run(&client, &token()).unwrap();
    run_with(&client, &[("x-a", "1")]).unwrap();
    let may_redirect: Vec<_> = client
        .transport()
        .sent
        .borrow()
        .iter()
        .map(|request| request.may_redirect())
        .collect();
    assert_eq!(may_redirect, [false, true, false]);
}

#[test]
fn calls_share_a_request_only_if_their_headers_are_equal() {
    let different: [&[(&str, &str)]; 4] = [&[], &[("x-a", "1")], &[("x-a", "2")], &[("x-b", "1")]];
    assert_eq!(count_requests(&different), 4);
    // The case of a name does not matter, and white space around a value does not.
    let equal: [&[(&str, &str)]; 2] = [
        &[("x-a", "1"), ("X-B", "2")],
        &[("X-A", " 1"), ("x-b", "2")],
    ];
    assert_eq!(count_requests(&equal), 1);
}

/// Makes a call with each of `headers_of_calls` at the same time, and returns the number of
/// requests.
fn count_requests(headers_of_calls: &[&[(&str, &str)]]) -> usize {
    let client = slow(10).client();
    let mut calls = Vec::new();
    for pairs in headers_of_calls {
        calls.push(call(&client, &token()).with_headers(headers(pairs)));
    }
    let mut tasks: Vec<_> = calls
        .iter()
        .map(|call| Task::new(call.response()))
        .collect();
    let mut task_refs: Vec<_> = tasks.iter_mut().collect();
    client.transport().clock.finish(&mut task_refs);
    client.transport().request_count()
}

#[test]
fn an_error_names_the_header_and_never_its_value() {
    let too_long = "v".repeat(8192 + 1);
    let error = Headers::new([("x-a", too_long)]).unwrap_err();
    let rule = "at most 8192 printable ASCII characters";
    assert_eq!(
        error.message,
        format!("Invalid headers: \"x-a\" (value hidden). Expected {rule}.")
    );
    for (name, value, start) in [
        (
            "cookie",
            SECRET,
            "Invalid headers: \"cookie\". Expected a header name of 1 to 64 letters",
        ),
        (
            "X-Api-Key",
            SECRET,
            "Invalid headers: \"X-Api-Key\". Expected a header name",
        ),
        (
            "a b",
            SECRET,
            "Invalid headers: \"a b\". Expected a header name",
        ),
        (
            "Authorization",
            "gateway-token+1\r\n",
            "Invalid headers: \"authorization\" (value hidden). Expected at most 8192 printable",
        ),
    ] {
        let error = Headers::new([(name, value)]).unwrap_err();
        assert_eq!(error.parameter, Some("headers"));
        assert!(
            error.message.starts_with(start) && !format!("{error:?}").contains("gateway"),
            "{error}"
        );
    }
}

#[test]
fn errors_have_the_names_of_headers_and_redact_words_of_their_values() {
    let body = format!(
        r#"{{"message":"Bad token {SECRET}, {}, or {KEY} in eu-west (fr)"}}"#,
        SECRET.replace('+', "%2B")
    );
    let transport = ScriptedTransport::new(vec![Ok(Response {
        status: 500,
        headers: vec![("x-request-id".to_owned(), SECRET.to_owned())],
        body: body.into_bytes(),
    })]);
    let authorization = format!("Bearer {SECRET}");
    let client = client_with_headers(transport, &[("authorization", &authorization)]);
    let error = run_with(&client, &[("x-region", "eu-west"), ("x-language", "fr")]).unwrap_err();
    assert_eq!(
        error.header_names.as_deref(),
        Some(
            ["authorization", "x-region", "x-language"]
                .map(str::to_owned)
                .as_slice()
        )
    );
    // `fr` is not redacted: a word of fewer than four characters would match by chance.
    assert_eq!(
        error.server_message.as_deref(),
        Some("Bad token [redacted], [redacted], or [redacted] in [redacted] (fr)")
    );
    assert_eq!(error.request_id.as_deref(), Some("[redacted]"));
    assert!(!format!("{error:?}").contains("gateway"), "{error:?}");
}

#[test]
fn debug_texts_never_show_a_value() {
    let client = client_with_headers(
        ScriptedTransport::responding(200, "{}"),
        &[("x-secret", SECRET)],
    );
    run(&client, &GetProject).unwrap();
    let request = format!("{:?}", client.transport().sent.borrow()[0]);
    assert!(
        request.contains(r#"headers: ["x-secret", "x-api-key"]"#),
        "{request}"
    );
    for text in [
        request,
        format!("{:?}", client.0.config),
        format!("{:?}", call(&client, &GetProject)),
    ] {
        assert!(!text.contains("gateway"), "{text}");
    }
}
