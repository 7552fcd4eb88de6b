//! The check of bodies: any response to any call.
//!
//! The first byte chooses the call, the status, and whether the rest is the body or the choices that generate one.
#![no_main]

use ethereal_query::{
    BaseUrl, Call, Checked, Client, Endpoint, Error, ErrorKind, EtherealsQuery, GetProject, GetTokenUri, GetTransfer,
    Integers, Project, Response,
};
use ethereal_query_fuzz::{
    client::{self, HandedTransport, KEY},
    is_clean,
    json::{self, Json},
    rules, spell,
};
use libfuzzer_sys::fuzz_target;
use std::{borrow::Cow, sync::LazyLock};

static CALLS: LazyLock<[Call; 5]> = LazyLock::new(|| {
    let address = format!("0x{:040}", 1).parse().unwrap();
    let token = GetTokenUri::new("1".parse().unwrap(), address, 1.into());
    [
        token.call(),
        GetTokenUri { integers: Integers::Exact, ..token }.call(),
        GetTransfer::new(format!("0x{:064}", 1).parse().unwrap()).call(),
        GetProject.call(),
        EtherealsQuery::default().call(),
    ]
});
const ROUNDED: usize = 0;
const EXACT: usize = 1;
const TRANSFER: usize = 2;
const PROJECT: usize = 3;
const LIST: usize = 4;

const FAILURES: [u16; 12] = [302, 304, 400, 401, 403, 404, 408, 418, 429, 500, 503, 600];

thread_local! {
    static CLIENT: Client<HandedTransport> = client::client(BaseUrl::parse("https://a.example/api").unwrap());
}

fuzz_target!(|data: &[u8]| {
    let Some((how, rest)) = data.split_first() else { return };
    let (which, how) = (usize::from(how % 5), usize::from(how / 5));
    let spelled = (20..40).contains(&how).then(|| spell::document(which, rest).into_bytes());
    let body = spelled.as_deref().unwrap_or(rest);
    let status = how.checked_sub(40).and_then(|i| FAILURES.get(i)).copied().unwrap_or(200);
    let response = Response { status, body: body.to_vec(), ..Response::default() };
    let (outcome, _) = CLIENT.with(|client| client::call(client, &CALLS[which], response));
    match outcome {
        Ok(answer) if status == 200 => accepted(which, body, &answer.checked),
        Ok(answer) => assert!(which == TRANSFER && status == 404 && answer.checked.json().is_none()),
        Err(error) => refused(which, status, body, &error),
    }
});

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn limit(which: usize) -> usize {
    if which <= EXACT { 512 } else { 64 }
}

/// Checks an accepted body: `serde_json` accepts it too, and the result is that of the rules.
fn accepted(which: usize, body: &[u8], checked: &Checked) {
    let text = without_mark(std::str::from_utf8(body).expect("an accepted body is UTF-8"));
    assert_eq!(checked.text(), text);
    assert!(json::depth(body) <= limit(which));
    let given = json::read(text).expect("serde_json takes what was accepted");
    let rewritten = checked.json();
    let found = rewritten.as_deref().map(|json| json::read(json).expect("the rewritten text is JSON"));
    assert_eq!(checked.is_tagged(), which == EXACT && matches!(rewritten, Some(Cow::Owned(_))));
    assert!(which == LIST || checked.next_cursor().is_none());
    match which {
        ROUNDED => same(found.as_ref(), Some(&given)),
        EXACT => same(found.as_ref(), Some(&rules::tagged(&given))),
        TRANSFER => {
            let expected = rules::transfer(&given).expect("the rules take what was accepted");
            same(found.as_ref(), expected.as_ref());
        }
        PROJECT => {
            assert!(!is_message(&given), "a message and nothing else is no project");
            let expected =
                rules::record(Project::TYPESCRIPT.members, &given).expect("the rules take what was accepted");
            same(found.as_ref(), Some(&expected));
        }
        _ => list(&given, found.as_ref().expect("a list is always there"), checked.next_cursor()),
    }
    typed(which, rewritten.as_deref(), checked);
}

fn same(found: Option<&Json>, expected: Option<&Json>) {
    let equal = match (found, expected) {
        (Some(found), Some(expected)) => found.same(expected),
        (found, expected) => found.is_none() && expected.is_none(),
    };
    assert!(equal, "found {found:?}\nexpected {expected:?}");
}

fn list(given: &Json, found: &Json, cursor: Option<&str>) {
    let best = given.get("etherealData").filter(|value| matches!(value, Json::List(_)));
    let fits = |value: &Json| rules::rows(value).is_some_and(|rows| rows.same(found));
    assert!(
        best.map_or_else(|| rules::candidates(given).into_iter().any(fits), fits),
        "the rows are from somewhere else"
    );
    let inner = |value: &Json| match value {
        Json::Object(members) => members.iter().any(|(_, value)| next(value).as_deref() == cursor),
        _ => false,
    };
    match next(given) {
        Some(next) => assert_eq!(cursor, Some(next.as_str())),
        None => assert!(cursor.is_none() || inner(given), "a cursor from nowhere"),
    }
}

/// The cursor of an object, as `JSON.parse` returns it.
fn next(value: &Json) -> Option<String> {
    match value.get("nextCursor")? {
        Json::Text(text) if !text.is_empty() => Some(String::from_utf16_lossy(text)),
        Json::Number(number) => Some(number.clone()),
        _ => None,
    }
}

/// Checks that an accepted text deserialises, unless it has a value that no Rust type holds.
fn typed(which: usize, json: Option<&str>, checked: &Checked) {
    let value = json.map_or(Ok(()), |json| serde_json::from_str::<serde_json::Value>(json).map(drop));
    let typed = match which {
        TRANSFER => GetTransfer::output(checked).map(drop),
        PROJECT => GetProject::output(checked).map(drop),
        LIST => EtherealsQuery::output(checked).map(drop),
        _ => GetTokenUri::output(checked).map(|document| assert_eq!(document.text(), checked.text())),
    };
    assert!(typed.is_ok() || (which > EXACT && value.is_err()), "{typed:?}");
}

/// Whether a body is an object with the member `message` and no other.
fn is_message(value: &Json) -> bool {
    let Json::Object(members) = value else { return false };
    let message = json::utf16("message");
    !members.is_empty() && members.iter().all(|(key, value)| *key == message && matches!(value, Json::Text(_)))
}

/// Checks an error: it has the place and the reason, little of the body, and not the API key.
fn refused(which: usize, status: u16, body: &[u8], error: &Error) {
    let said = error.server_message.as_deref();
    for text in [Some(error.message.as_str()), error.pointer.as_deref(), error.body_snippet.as_deref(), said] {
        assert!(which <= EXACT || !text.is_some_and(has_key), "{error:?}");
    }
    assert!(is_clean(&error.message), "{error:?}");
    assert_eq!((error.status, error.endpoint.is_some()), (Some(status), true));
    assert!(error.body_snippet.as_ref().is_none_or(|snippet| snippet.len() <= 256), "{error:?}");
    assert!(said.is_none_or(|said| is_clean(said) && said.chars().count() <= 1024), "{error:?}");
    if error.kind == ErrorKind::Unauthenticated && status == 200 {
        assert!(which > EXACT && said.is_some());
        return;
    }
    assert_eq!(error.kind == ErrorKind::Decode, status == 200, "{error:?}");
    if status == 200 {
        undecodable(which, body, error);
    }
}

/// Whether a text has the API key, plain or with the escapes of a JSON Pointer or of a JSON string.
fn has_key(text: &str) -> bool {
    text.contains(KEY) || (text.contains(['~', '\\']) && text.replace("~1", "/").replace("\\/", "/").contains(KEY))
}

fn undecodable(which: usize, body: &[u8], error: &Error) {
    let pointer = error.pointer.as_deref().expect("a decode error has a pointer");
    assert!(pointer.is_empty() || pointer.starts_with('/'), "{pointer:?}");
    assert!(error.body_snippet.is_some());
    let text = std::str::from_utf8(body).map(without_mark);
    let tree = text.ok().filter(|_| json::depth(body) <= 2000).and_then(json::read);
    match (error.code.as_str(), text, tree) {
        ("invalid_utf8", text, _) => assert!(text.is_err()),
        ("invalid_json", _, tree) => assert!(tree.is_none(), "{error:?}"),
        ("too_deep", ..) => assert!(json::depth(body) > limit(which)),
        ("unexpected_shape", _, None) => assert!(which > EXACT),
        ("unexpected_shape", _, Some(tree)) => {
            assert!(which > EXACT);
            assert!(tree.has(pointer) || pointer.contains("[api key]"), "{pointer:?}");
            // The client checks every value of a repeated key, the rules only the last one.
            assert!(tree.repeats() || !fits(which, &tree), "{error:?}");
        }
        (code, ..) => panic!("an unknown code: {code}"),
    }
}

/// Whether the rules accept a document. Of the lists, only the plainest count.
fn fits(which: usize, tree: &Json) -> bool {
    match which {
        TRANSFER => rules::transfer(tree).is_some(),
        PROJECT => rules::record(Project::TYPESCRIPT.members, tree).is_some(),
        _ => {
            let cursor = tree.get("nextCursor").is_none_or(|cursor| match cursor {
                Json::Word(_) => cursor.is_null(),
                other => matches!(other, Json::Text(_) | Json::Number(_)),
            });
            rules::rows(tree.get("etherealData").unwrap_or(tree)).is_some() && cursor
        }
    }
}
