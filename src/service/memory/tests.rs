//! Pages, and what an update changes and what not.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;

const KEYS: &str = r#"{"key":"k","requestOwner":"me","auth":{}}"#;
const ADDRESS: &str = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";

fn hash(digit: char) -> String {
    ["0x", &digit.to_string().repeat(64)].concat()
}

fn transfer(id: &str, status: &str, time: u64, hashes: &str) -> String {
    let route: Vec<String> = hashes.chars().map(|c| format!(r#"{{"step":1,"txHash":"{}"}}"#, hash(c))).collect();
    let route = route.join(",");
    format!(r#"{{"_id":"{id}","status":"{status}","originTimestamp":{time},"route":[{route}]}}"#)
}

fn service(transfers: &str) -> MemoryService {
    MemoryService::new(&Dataset { keys: KEYS, transfers, ..Dataset::default() }).unwrap()
}

fn ask(service: &MemoryService, target: &str) -> (u16, serde_json::Value) {
    let answer = service.handle(&Request { method: "GET", target, api_key: Some("k") });
    (answer.status, serde_json::from_str(&answer.body).unwrap())
}

/// The statuses found by hashes of one repeated digit; `-` where there is none.
fn found(service: &MemoryService, digits: &str) -> String {
    let one = |digit| {
        let (_, body) = ask(service, &format!("/bridge/transfers/transactions/{}", hash(digit)));
        body.pointer("/bridgeData/bridgeData/0/status").and_then(serde_json::Value::as_str).unwrap_or("-").to_owned()
    };
    digits.chars().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_empty_id_is_the_first_of_a_list() {
    let ethereals = r#"[{"_id":"a","status":"active"},{"_id":"","status":"active"}]"#;
    let service = MemoryService::new(&Dataset { keys: KEYS, ethereals, ..Dataset::default() }).unwrap();
    let page = |target: &str| {
        let (_, body) = ask(&service, target);
        (body["etherealData"][0]["_id"].clone(), body["nextCursor"].as_str().map(str::to_owned))
    };
    let (id, next) = page("/ethereals?page_size=1");
    assert_eq!(id, "");
    assert_eq!(page(&format!("/ethereals?page_size=1&cursor={}", next.unwrap())), ("a".into(), None));
}

#[test]
fn a_transfer_is_found_by_the_hashes_of_its_newest_record_only() {
    let mut service = service(&transfer("a", "wait-wh", 5, "12"));
    assert_eq!(found(&service, "123"), "wait-wh wait-wh -");
    let transfers = transfer("a", "done", 5, "13");
    service.update(&Dataset { transfers: &transfers, ..Dataset::default() }).unwrap();
    assert_eq!(found(&service, "123"), "done - done");
    assert_eq!(service.hashes.len(), 2);
}

#[test]
fn of_several_transfers_with_a_hash_the_newest_is_found_after_an_update_too() {
    let both = [transfer("a", "manual", 7, "1"), transfer("b", "wait-rb", 6, "1")];
    let mut service = service(&both.join("\n"));
    assert_eq!(found(&service, "1"), "manual");
    for (record, expected) in [
        (transfer("b", "error", 8, "1"), "error"),
        (transfer("b", "error", 7, "12"), "error"),
        (transfer("b", "error", 8, "2"), "manual"),
        (transfer("a", "done", 0, ""), "-"),
    ] {
        service.update(&Dataset { transfers: &record, ..Dataset::default() }).unwrap();
        assert_eq!(found(&service, "1"), expected, "{record}");
    }
    assert_eq!(found(&service, "2"), "error");
}

#[test]
fn a_transfer_moves_to_another_chain_type() {
    let mut service = service(&transfer("a", "done", 5, "1"));
    let transfers = transfer("a", "done", 5, "1").replace("{\"_id\"", "{\"chainType\":\"sepolia\",\"_id\"");
    service.update(&Dataset { transfers: &transfers, ..Dataset::default() }).unwrap();
    assert_eq!(found(&service, "1"), "-");
    assert_eq!(ask(&service, &format!("/bridge/transfers/transactions/{}?chain=sepolia", hash('1'))).0, 200);
}

#[test]
fn tokens_collections_and_keys_are_replaced_and_added() {
    let token = |id: &str, document: &str| {
        format!(r#"{{"chainId":1,"address":"{ADDRESS}","id":"{id}","standard":"ERC721","document":"{document}"}}"#)
    };
    let ethereal = |id: &str, status: &str| format!(r#"{{"_id":"{id}","status":"{status}"}}"#);
    let (tokens, ethereals) = (token("1", "[1]"), ethereal("a", "active"));
    let first = Dataset { tokens: &tokens, ethereals: &ethereals, keys: KEYS, transfers: "" };
    let mut service = MemoryService::new(&first).unwrap();
    let tokens = [token("0x01", "[2]"), token("2", "[3]")].join("\n");
    let ethereals = format!("[{},{}]", ethereal("a", "unfunded"), ethereal("b", "active"));
    let keys = r#"[{"key":"k","requestOwner":"you","auth":{}},{"key":"other","requestOwner":"them","auth":{}}]"#;
    service.update(&Dataset { tokens: &tokens, ethereals: &ethereals, keys, transfers: "" }).unwrap();
    let document = |id: &str| ask(&service, &format!("/tokens/{ADDRESS}/{id}/uri?s=0&b=1")).1.to_string();
    assert_eq!((document("1"), document("2")), ("[2]".to_owned(), "[3]".to_owned()));
    let (_, page) = ask(&service, "/ethereals");
    let statuses: Vec<_> = page["etherealData"].as_array().unwrap().iter().map(|row| &row["status"]).collect();
    assert_eq!(statuses, ["unfunded", "active"]);
    assert_eq!(ask(&service, "/project").1["requestOwner"], "you");
    assert_eq!(service.key("other").unwrap().request_owner, "them");
}

#[test]
fn an_error_leaves_the_service_as_it_was() {
    let mut service = service(&transfer("a", "wait-wh", 5, "1"));
    let transfers = [transfer("a", "done", 5, "2"), transfer("b", "done", 5, "3")].join("\n");
    for dataset in [
        Dataset { transfers: &format!("{transfers}\n{{\"_id\":\"c\"}}"), ..Dataset::default() },
        Dataset { transfers: &transfers, ethereals: "[{}]", ..Dataset::default() },
        Dataset { transfers: &transfers, keys: "[{]", ..Dataset::default() },
    ] {
        service.update(&dataset).unwrap_err();
        assert_eq!(found(&service, "123"), "wait-wh - -");
        assert_eq!(ask(&service, "/project").1["requestOwner"], "me");
    }
}
