//! Gives any path and query to the service, and checks the response. If the service decodes the
//! request, checks that the client writes the same request.
//!
//! The first byte chooses the method and whether the request has the key. The rest is the path and
//! query.
#![no_main]

use ethereal_query::{
    Operation, Place, Presence,
    service::{Dataset, MemoryService, Request, Response, match_route},
};
use ethereal_query_fuzz::{is_clean, text};
use libfuzzer_sys::fuzz_target;
use std::{collections::BTreeMap, sync::LazyLock};
use url::form_urlencoded;

static SERVICE: LazyLock<MemoryService> = LazyLock::new(|| {
    let keys = r#"{"key":"key","requestOwner":"me","auth":{},"balanceWei":"1"}"#;
    let ethereals = include_str!("../../tests/fixtures/ethereals.json");
    let ethereals: serde_json::Value =
        serde_json::from_str(ethereals).expect("the fixture is JSON");
    let ethereals = ethereals["etherealData"].to_string();
    MemoryService::new(&Dataset {
        keys,
        ethereals: &ethereals,
        ..Dataset::default()
    })
    .expect("the records fit")
});
/// Half of the requests have the method `GET`.
const METHODS: [&str; 8] = [
    "GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "G\u{1}",
];

fuzz_target!(|data: &[u8]| {
    let Some((mode, rest)) = data.split_first() else {
        return;
    };
    let target = text(rest);
    // Three bits of the mode choose the method, and the next bit chooses the key.
    let method = METHODS[usize::from(mode % 8)];
    let api_key = if mode & 8 == 0 { Some("key") } else { None };
    let request = Request {
        method,
        target: &target,
        api_key,
    };
    let response = SERVICE.handle(&request);
    check_response(&request, &response);
    let Ok(route_match) = match_route(&request) else {
        assert!(matches!(response.status, 204 | 400 | 404 | 405));
        return;
    };
    if route_match.route.requires_api_key && api_key.is_none() {
        assert_eq!(response.status, 401);
        return;
    }
    match route_match.operation() {
        Ok(op) => {
            // The cursor may be any text: only the store checks it.
            let has_cursor = op.call().cursor.is_some();
            assert!(matches!(response.status, 200 | 404) || (has_cursor && response.status == 400));
            check_values(&op, &target);
            check_round_trip(&op);
        }
        Err(rejection) => assert_eq!((rejection.status, response.status), (400, 400)),
    }
});

/// Checks the status, the headers and the body of any response.
fn check_response(request: &Request<'_>, response: &Response) {
    assert!(
        matches!(response.status, 200 | 204 | 400 | 401 | 404 | 405),
        "{response:?}"
    );
    assert!(
        response
            .headers
            .iter()
            .all(|(name, value)| is_clean(value) && *name == name.to_ascii_lowercase())
    );
    assert!(
        response
            .headers
            .contains(&("access-control-allow-origin", "*".to_owned()))
    );
    if request.method == "HEAD" || response.status == 204 {
        assert!(response.body.is_empty());
        return;
    }
    let body: serde_json::Value = serde_json::from_str(&response.body).expect("every body is JSON");
    assert!(
        response.status == 200 || body["message"].as_str().is_some_and(is_clean),
        "{response:?}"
    );
}

/// Checks that the client and the service agree: the client writes the target of an operation, and
/// the service reads the same operation from the target.
fn check_round_trip(op: &Operation) {
    let written = op.call().target;
    let request = Request {
        method: "GET",
        target: &written,
        api_key: None,
    };
    let decoded = match_route(&request).and_then(|route_match| route_match.operation());
    let decoded = decoded.unwrap_or_else(|response| panic!("{written} is rejected: {response:?}"));
    assert_eq!(decoded.call().target, written);
    assert_eq!(&decoded, op);
}

/// Checks the values against a second parser of query strings.
fn check_values(op: &Operation, target: &str) {
    let (_, query) = target.split_once('?').unwrap_or_default();
    let pairs: BTreeMap<String, String> = form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect();
    let value_of = |name: &str| {
        pairs
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    };
    let pairs_sent = query_pairs(&op.call().target);
    let parameters = op.call().route.parameters;
    for parameter in parameters
        .iter()
        .filter(|parameter| parameter.place == Place::Query)
    {
        let (name, is_list) = (parameter.wire, parameter.presence == Presence::List);
        let sent = pairs_sent
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, value)| value.as_str());
        // The service reads the cursor `null` as no cursor.
        let received = value_of(name).filter(|value| name != "cursor" || *value != "null");
        if is_list {
            // The client sends a list without its empty items.
            assert_eq!(
                items(sent.unwrap_or_default()),
                items(received.unwrap_or_default()),
                "{name}"
            );
        } else if parameter.schema.text().contains("\"integer\"") {
            let number = received.map(|text| {
                text.parse::<u64>()
                    .expect("an accepted number has only digits")
            });
            assert_eq!(
                sent,
                number.map(|number| number.to_string()).as_deref(),
                "{name}"
            );
        } else {
            assert_eq!(sent, received, "{name}");
        }
    }
    assert!(
        pairs_sent
            .iter()
            .all(|(name, _)| parameters.iter().any(|parameter| parameter.wire == name))
    );
}

/// The query parameters of a target that the crate has written.
fn query_pairs(target: &str) -> Vec<(String, String)> {
    let (_, query) = target.split_once('?').unwrap_or_default();
    form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect()
}

/// The items of a list as a set, without case.
fn items(text: &str) -> Vec<String> {
    let items = text
        .split(',')
        .map(|item| item.trim().to_lowercase())
        .filter(|item| !item.is_empty());
    let mut items: Vec<_> = items.collect();
    items.sort();
    items.dedup();
    items
}
