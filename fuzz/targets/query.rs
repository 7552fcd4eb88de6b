//! The service reads any target, and the client writes the decoded request again.
//!
//! The first byte chooses the method and the key, the rest is the path and query.
#![no_main]

use ethereal_query::{
    Endpoint, GetProject,
    service::{Dataset, MemoryService, Operation, Request, Response, match_route},
};
use ethereal_query_fuzz::{is_clean, text};
use libfuzzer_sys::fuzz_target;
use std::{collections::BTreeMap, sync::LazyLock};
use url::form_urlencoded;

static SERVICE: LazyLock<MemoryService> = LazyLock::new(|| {
    let keys = r#"{"key":"key","requestOwner":"me","auth":{},"balanceWei":"1"}"#;
    let ethereals = include_str!("../../tests/fixtures/ethereals.json");
    let ethereals: serde_json::Value = serde_json::from_str(ethereals).expect("the fixture is JSON");
    let ethereals = ethereals["etherealData"].to_string();
    MemoryService::new(&Dataset { keys, ethereals: &ethereals, ..Dataset::default() }).expect("the records fit")
});
const METHODS: [&str; 8] = ["GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "G\u{1}"];

fuzz_target!(|data: &[u8]| {
    let Some((how, rest)) = data.split_first() else { return };
    let (target, method) = (text(rest), METHODS[usize::from(how % 8)]);
    let api_key = if how & 8 == 0 { Some("key") } else { None };
    let request = Request { method, target: &target, api_key };
    let answer = SERVICE.handle(&request);
    answered(&request, &answer);
    let Ok(route_match) = match_route(&request) else {
        assert!(matches!(answer.status, 204 | 400 | 404 | 405));
        return;
    };
    if route_match.route.requires_api_key && api_key.is_none() {
        assert_eq!(answer.status, 401);
        return;
    }
    match route_match.operation() {
        Ok(op) => {
            assert!(matches!(answer.status, 200 | 404));
            agrees(&op, &target);
            stable(&op);
        }
        Err(refused) => assert_eq!((refused.status, answer.status), (400, 400)),
    }
});

fn answered(request: &Request<'_>, answer: &Response) {
    assert!(matches!(answer.status, 200 | 204 | 400 | 401 | 404 | 405), "{answer:?}");
    assert!(answer.headers.iter().all(|(name, value)| is_clean(value) && *name == name.to_ascii_lowercase()));
    assert!(answer.headers.contains(&("access-control-allow-origin", "*".to_owned())));
    if request.method == "HEAD" || answer.status == 204 {
        assert!(answer.body.is_empty());
        return;
    }
    let body: serde_json::Value = serde_json::from_str(&answer.body).expect("every body is JSON");
    assert!(answer.status == 200 || body["message"].as_str().is_some_and(is_clean), "{answer:?}");
}

/// The path and query of an operation, without the cursor of a page: only the service can write one.
fn target(op: &Operation) -> String {
    match op {
        Operation::TokenUri(token) => token.call().target,
        Operation::BridgeTransfer(transfer) => transfer.call().target,
        Operation::Project => GetProject.call().target,
        Operation::Ethereals(page) => {
            let target = page.filter.call().target;
            let sign = if target.contains('?') { '&' } else { '?' };
            format!("{target}{sign}page_size={}", page.size)
        }
    }
}

/// Checks that an operation is the same after it is encoded and decoded again, and encoded the same way.
fn stable(op: &Operation) {
    let written = target(op);
    let request = Request { method: "GET", target: &written, api_key: None };
    let again = match_route(&request).and_then(|route_match| route_match.operation());
    let again = again.unwrap_or_else(|answer| panic!("{written} is refused: {answer:?}"));
    assert_eq!(target(&again), written);
    match (op, &again) {
        (Operation::Ethereals(page), Operation::Ethereals(same)) => {
            assert_eq!((&page.filter, page.size), (&same.filter, same.size));
        }
        (op, again) => assert_eq!(op, again),
    }
}

/// Checks the values against another parser of query strings.
fn agrees(op: &Operation, target: &str) {
    let (_, query) = target.split_once('?').unwrap_or_default();
    let pairs: BTreeMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let given = |name: &str| pairs.get(name).map(String::as_str).filter(|value| !value.is_empty());
    let number = |name: &str| given(name).map(|text| text.parse::<u64>().expect("an accepted number is one"));
    let (pairs_sent, size) = match op {
        Operation::TokenUri(token) => (sent(&token.call().target), None),
        Operation::BridgeTransfer(transfer) => (sent(&transfer.call().target), None),
        Operation::Ethereals(page) => (sent(&page.filter.call().target), Some(page.size as u64)),
        _ => return,
    };
    for (name, value) in &pairs_sent {
        match name.as_str() {
            "b" => assert_eq!(Some(value), number("b").map(|n| n.to_string()).as_ref()),
            "s" | "chain" => assert_eq!(Some(value.as_str()), given(name)),
            list => assert_eq!(items(value), items(given(list).unwrap_or_default()), "{list}"),
        }
    }
    assert_eq!(size, size.map(|_| number("page_size").unwrap_or(50)));
    let names: &[&str] = match op {
        Operation::TokenUri(_) => &["b", "s"],
        Operation::BridgeTransfer(_) => &["chain"],
        _ => &["chain", "sourceChains", "sourceContracts", "statuses"],
    };
    for name in names {
        let there = given(name).is_some_and(|value| !items(value).is_empty());
        assert_eq!(pairs_sent.iter().any(|(sent, _)| sent == name), there, "{name}");
    }
}

/// The query parameters of a target that the crate has written.
fn sent(target: &str) -> Vec<(String, String)> {
    let (_, query) = target.split_once('?').unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

/// The items of a list as a set, without case.
fn items(text: &str) -> Vec<String> {
    let items = text.split(',').map(|item| item.trim().to_lowercase()).filter(|item| !item.is_empty());
    let mut items: Vec<_> = items.collect();
    items.sort();
    items.dedup();
    items
}
