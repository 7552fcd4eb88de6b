//! Gives any response to any call, and checks how the client reads the body.
//!
//! The first byte chooses the call. The second byte chooses the mode: the status, and whether the
//! rest is the body, or makes the choices that generate a body.
#![no_main]

use ethereal_query::{
    BaseUrl, Call, Checked, Client, Endpoint, Error, ErrorKind, EtherealsQuery, GetProject,
    GetTokenUri, GetTransfer, Integers, MODELS, Operation, Project, Response, TypeScript,
    service::{Request, match_route},
};
use ethereal_query_fuzz::{
    client::{self, KEY, PreparedTransport},
    generate, is_clean,
    json::{self, Json},
    rules,
};
use libfuzzer_sys::fuzz_target;
use std::{ops::Range, sync::LazyLock};

/// A call that gets any response.
struct FuzzedCall {
    operation: Operation,
    call: Call,
    /// The model of its records; `None` for a body that may be any JSON.
    model: Option<&'static TypeScript>,
}

impl FuzzedCall {
    fn new(operation: Operation, model: Option<&'static TypeScript>) -> Self {
        let call = operation.call();
        Self {
            operation,
            call,
            model,
        }
    }
}

/// The calls of `tests/calls.json`, then those for a token again with exact integers.
static CALLS: LazyLock<Vec<FuzzedCall>> = LazyLock::new(|| {
    let json: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/calls.json")).expect("JSON");
    let mut calls: Vec<_> = json
        .as_array()
        .expect("a list")
        .iter()
        .map(fuzzed)
        .collect();
    let exact: Vec<_> = calls.iter().filter_map(with_exact_integers).collect();
    calls.extend(exact);
    calls
});

fn fuzzed(call: &serde_json::Value) -> FuzzedCall {
    let target = call["target"].as_str().expect("a target");
    let model = call["model"].as_str().map(model_named);
    FuzzedCall::new(operation(target), model)
}

fn model_named(name: &str) -> &'static TypeScript {
    MODELS
        .iter()
        .find(|model| model.name == name)
        .expect("a model of the crate")
}

fn operation(target: &str) -> Operation {
    let request = Request {
        method: "GET",
        target,
        api_key: None,
    };
    match_route(&request)
        .and_then(|route_match| route_match.operation())
        .expect("a valid request")
}

fn with_exact_integers(call: &FuzzedCall) -> Option<FuzzedCall> {
    let Operation::TokenUri(token) = &call.operation else {
        return None;
    };
    let exact = GetTokenUri {
        integers: Integers::Exact,
        ..token.clone()
    };
    Some(FuzzedCall::new(Operation::TokenUri(exact), None))
}

/// Statuses other than 200.
const FAILURES: [u16; 12] = [302, 304, 400, 401, 403, 404, 408, 418, 429, 500, 503, 600];
/// The modes that generate a body. All other modes take the rest of the input as the body.
const GENERATING_MODES: Range<usize> = 20..40;
/// From this mode on, each mode has a status of `FAILURES`. The status of all modes before is 200.
const FIRST_FAILURE_MODE: usize = 40;
const MODES: usize = FIRST_FAILURE_MODE + FAILURES.len();

/// A deeper body would overflow the stack of the recursive parser `json::parse`.
const MAX_TREE_DEPTH: usize = 2000;
/// The limits on the texts of an error.
const MAX_SNIPPET_BYTES: usize = 256;
const MAX_MESSAGE_CHARS: usize = 1024;

thread_local! {
    static CLIENT: Client<PreparedTransport> = client::client(BaseUrl::parse("https://a.example/api").unwrap());
}

fuzz_target!(|data: &[u8]| {
    let [first, second, rest @ ..] = data else {
        return;
    };
    let FuzzedCall {
        operation,
        call,
        model,
    } = &CALLS[usize::from(*first) % CALLS.len()];
    let mode = usize::from(*second) % MODES;
    let generated = GENERATING_MODES
        .contains(&mode)
        .then(|| generate::document(*model, rest).into_bytes());
    let body = generated.as_deref().unwrap_or(rest);
    let status = if mode >= FIRST_FAILURE_MODE {
        FAILURES[mode - FIRST_FAILURE_MODE]
    } else {
        200
    };
    let response = Response {
        status,
        body: body.to_vec(),
        ..Response::default()
    };
    let (outcome, _) = CLIENT.with(|client| client::call(client, call, response));
    match outcome {
        Ok(response) if status == 200 => check_accepted(operation, body, &response.checked),
        // With status 404, the result is that no transfer exists.
        Ok(response) => {
            assert!(matches!(operation, Operation::BridgeTransfer(_)) && status == 404);
            assert!(response.checked.json().is_none());
        }
        Err(error) => check_error(operation, status, body, &error),
    }
});

/// Whether the body of a call has a model.
fn has_model(operation: &Operation) -> bool {
    !matches!(operation, Operation::TokenUri(_))
}

fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn max_depth(operation: &Operation) -> usize {
    if has_model(operation) { 64 } else { 512 }
}

/// Checks an accepted body: `serde_json` accepts it too, and the result follows the rules.
fn check_accepted(operation: &Operation, body: &[u8], checked: &Checked) {
    let text =
        without_byte_order_mark(std::str::from_utf8(body).expect("an accepted body is UTF-8"));
    assert_eq!(checked.text(), text);
    assert!(json::depth(body) <= max_depth(operation));
    let document = json::parse(text).expect("serde_json accepts the body too");
    let rewritten = checked.json();
    let result = rewritten
        .as_deref()
        .map(|json| json::parse(json).expect("the rewritten text is JSON"));
    let exact = checked
        .exact_json()
        .map(|json| json::parse(&json).expect("the exact text is JSON"));
    assert!(matches!(operation, Operation::Ethereals(_)) || checked.next_cursor().is_none());
    match operation {
        Operation::TokenUri(token) => {
            assert_same(result.as_ref(), Some(&document));
            if token.integers == Integers::Exact {
                // A document without large integers has no second text.
                let exact = exact.as_ref().unwrap_or(&document);
                assert_same(Some(exact), Some(&rules::quote_big_integers(&document)));
            } else {
                assert!(exact.is_none());
            }
        }
        Operation::BridgeTransfer(_) => {
            let expected = rules::transfer(&document).expect("the rules accept the body too");
            assert_same(result.as_ref(), expected.as_ref());
        }
        Operation::Project(_) => {
            assert!(
                !is_message(&document),
                "a body with only a message is not a project"
            );
            let expected = rules::record(Project::TYPESCRIPT.members, &document)
                .expect("the rules accept the body too");
            assert_same(result.as_ref(), Some(&expected));
        }
        Operation::Ethereals(_) => {
            let result = result.expect("every response to a list has a list");
            check_list(&document, &result, checked.next_cursor());
        }
    }
    check_typed(operation, rewritten.as_deref(), checked);
}

fn assert_same(found: Option<&Json>, expected: Option<&Json>) {
    let equal = match (found, expected) {
        (Some(found), Some(expected)) => found.equals(expected),
        (found, expected) => found.is_none() && expected.is_none(),
    };
    assert!(equal, "found {found:?}\nexpected {expected:?}");
}

/// Checks that `result`, the list that the client read, is a list of the document, and that the
/// cursor is in the document.
fn check_list(document: &Json, result: &Json, cursor: Option<&str>) {
    let preferred = document
        .get("etherealData")
        .filter(|value| matches!(value, Json::List(_)));
    let fits = |value: &Json| rules::ethereals(value).is_some_and(|records| records.equals(result));
    let is_a_list = match preferred {
        Some(list) => fits(list),
        None => rules::candidate_lists(document).into_iter().any(fits),
    };
    assert!(
        is_a_list,
        "the records are not the records of a list in the body"
    );
    let is_in_a_member = |value: &Json| match value {
        Json::Object(members) => members
            .iter()
            .any(|(_, value)| next_cursor(value).as_deref() == cursor),
        _ => false,
    };
    match next_cursor(document) {
        Some(next) => assert_eq!(cursor, Some(next.as_str())),
        None => assert!(
            cursor.is_none() || is_in_a_member(document),
            "the cursor is not in the body"
        ),
    }
}

/// The cursor of an object, as `JSON.parse` returns it.
fn next_cursor(value: &Json) -> Option<String> {
    match value.get("nextCursor")? {
        Json::Text(text) if !text.is_empty() => Some(String::from_utf16_lossy(text)),
        Json::Number(number) => Some(number.clone()),
        _ => None,
    }
}

/// Checks that an accepted text deserialises, unless even `serde_json::Value` cannot hold it, for
/// instance because of the number `1e400`.
fn check_typed(operation: &Operation, json: Option<&str>, checked: &Checked) {
    let untyped = json.map_or(Ok(()), |json| {
        serde_json::from_str::<serde_json::Value>(json).map(drop)
    });
    let typed = match operation {
        Operation::TokenUri(_) => {
            GetTokenUri::output(checked).map(|document| assert_eq!(document.text(), checked.text()))
        }
        Operation::BridgeTransfer(_) => GetTransfer::output(checked).map(drop),
        Operation::Project(_) => GetProject::output(checked).map(drop),
        Operation::Ethereals(_) => EtherealsQuery::output(checked).map(drop),
    };
    assert!(
        typed.is_ok() || (has_model(operation) && untyped.is_err()),
        "{typed:?}"
    );
}

/// Whether a body is an object with the member `message` and no other.
fn is_message(value: &Json) -> bool {
    let Json::Object(members) = value else {
        return false;
    };
    let message = json::utf16("message");
    !members.is_empty()
        && members
            .iter()
            .all(|(key, value)| *key == message && matches!(value, Json::Text(_)))
}

/// Checks that an error has the status and the endpoint, only the beginning of the body, and not
/// the API key.
fn check_error(operation: &Operation, status: u16, body: &[u8], error: &Error) {
    let server_message = error.server_message.as_deref();
    for text in [
        Some(error.message.as_str()),
        error.pointer.as_deref(),
        error.body_snippet.as_deref(),
        server_message,
    ] {
        assert!(
            !has_model(operation) || !text.is_some_and(has_key),
            "{error:?}"
        );
    }
    assert!(is_clean(&error.message), "{error:?}");
    assert_eq!(
        (error.status, error.endpoint.is_some()),
        (Some(status), true)
    );
    assert!(
        error
            .body_snippet
            .as_ref()
            .is_none_or(|snippet| snippet.len() <= MAX_SNIPPET_BYTES),
        "{error:?}"
    );
    assert!(
        server_message
            .is_none_or(|text| is_clean(text) && text.chars().count() <= MAX_MESSAGE_CHARS),
        "{error:?}"
    );
    // A body with status 200 and only a message means that the service refuses the key, or limits
    // the rate.
    if matches!(
        error.kind,
        ErrorKind::Unauthenticated | ErrorKind::RateLimited
    ) && status == 200
    {
        assert!(has_model(operation) && server_message.is_some());
        return;
    }
    assert_eq!(error.kind == ErrorKind::Decode, status == 200, "{error:?}");
    if status == 200 {
        check_decode_error(operation, body, error);
    }
}

/// Whether a text has the API key, plain or with the escapes of a JSON Pointer or of a JSON string.
fn has_key(text: &str) -> bool {
    text.contains(KEY)
        || (text.contains(['~', '\\']) && text.replace("~1", "/").replace("\\/", "/").contains(KEY))
}

fn check_decode_error(operation: &Operation, body: &[u8], error: &Error) {
    let pointer = error
        .pointer
        .as_deref()
        .expect("a decode error has a pointer");
    assert!(
        pointer.is_empty() || pointer.starts_with('/'),
        "{pointer:?}"
    );
    assert!(error.body_snippet.is_some());
    let text = std::str::from_utf8(body).map(without_byte_order_mark);
    let tree = text
        .ok()
        .filter(|_| json::depth(body) <= MAX_TREE_DEPTH)
        .and_then(json::parse);
    match (error.code.as_str(), text, tree) {
        ("invalid_utf8", text, _) => assert!(text.is_err()),
        ("invalid_json", _, tree) => assert!(tree.is_none(), "{error:?}"),
        ("too_deep", ..) => assert!(json::depth(body) > max_depth(operation)),
        ("unexpected_shape", _, None) => assert!(has_model(operation)),
        ("unexpected_shape", _, Some(tree)) => {
            assert!(has_model(operation));
            assert!(
                tree.has_pointer(pointer) || pointer.contains("[redacted]"),
                "{pointer:?}"
            );
            // The client checks every value of a repeated key, the rules only the last one.
            assert!(
                tree.has_repeated_keys() || !matches_rules(operation, &tree),
                "{error:?}"
            );
        }
        (code, ..) => panic!("an unknown code: {code}"),
    }
}

/// Whether the rules accept a document. A list may be in `etherealData`, or without an envelope.
fn matches_rules(operation: &Operation, tree: &Json) -> bool {
    match operation {
        Operation::TokenUri(_) => true,
        Operation::BridgeTransfer(_) => rules::transfer(tree).is_ok(),
        Operation::Project(_) => rules::record(Project::TYPESCRIPT.members, tree).is_some(),
        Operation::Ethereals(_) => {
            let has_valid_cursor = tree.get("nextCursor").is_none_or(|cursor| match cursor {
                Json::Word(_) => cursor.is_null(),
                other => matches!(other, Json::Text(_) | Json::Number(_)),
            });
            rules::ethereals(tree.get("etherealData").unwrap_or(tree)).is_some() && has_valid_cursor
        }
    }
}
