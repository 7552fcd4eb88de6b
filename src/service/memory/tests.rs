//! Tests of the service in memory: pages, lookups and updates.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;

const KEYS: &str = r#"{"key":"k","requestOwner":"me","auth":{}}"#;
const ADDRESS: &str = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47";

fn hash(digit: char) -> String {
    ["0x", &digit.to_string().repeat(64)].concat()
}

/// A transfer whose route has a hash for each digit: `0x` and 64 times the digit.
fn transfer(id: &str, status: &str, time: u64, digits: &str) -> String {
    let route: Vec<String> = digits
        .chars()
        .map(|c| format!(r#"{{"step":1,"txHash":"{}"}}"#, hash(c)))
        .collect();
    let route = route.join(",");
    format!(r#"{{"_id":"{id}","status":"{status}","originTimestamp":{time},"route":[{route}]}}"#)
}

fn service(transfers: &str) -> MemoryService {
    MemoryService::new(&Dataset {
        keys: KEYS,
        transfers,
        ..Dataset::default()
    })
    .unwrap()
}

/// Sends a request with the API key of [`KEYS`]. Returns the status and the parsed body.
fn get(service: &MemoryService, target: &str) -> (u16, serde_json::Value) {
    let response = service.handle(&Request {
        method: "GET",
        target,
        api_key: Some("k"),
    });
    (
        response.status,
        serde_json::from_str(&response.body).unwrap(),
    )
}

/// The statuses of the transfers with the hashes of these digits; `-` for no transfer.
fn statuses(service: &MemoryService, digits: &str) -> String {
    let status = |digit| {
        let (_, body) = get(
            service,
            &format!("/bridge/transfers/transactions/{}", hash(digit)),
        );
        body.pointer("/bridgeData/bridgeData/0/status")
            .and_then(serde_json::Value::as_str)
            .unwrap_or("-")
            .to_owned()
    };
    digits.chars().map(status).collect::<Vec<_>>().join(" ")
}

#[test]
fn lists_an_empty_id_first() {
    let ethereals = r#"[{"_id":"a","status":"active"},{"_id":"","status":"active"}]"#;
    let service = MemoryService::new(&Dataset {
        keys: KEYS,
        ethereals,
        ..Dataset::default()
    })
    .unwrap();
    let page = |target: &str| {
        let (_, body) = get(&service, target);
        (
            body["etherealData"][0]["_id"].clone(),
            body["nextCursor"].as_str().map(str::to_owned),
        )
    };
    let (id, next) = page("/ethereals?page_size=1");
    assert_eq!(id, "");
    assert_eq!(
        page(&format!("/ethereals?page_size=1&cursor={}", next.unwrap())),
        ("a".into(), None)
    );
}

#[test]
fn a_page_has_the_records_that_pass_every_filter() {
    let record = |id: &str, chain: u8, contract: &str, status: &str| {
        format!(
            r#"{{"_id":"{id}","sourceChain":"{chain}","sourceContract":"{contract}","status":"{status}"}}"#
        )
    };
    // One letter in upper case, because filters ignore the case of addresses.
    let other = ADDRESS.replace("0xc1", "0xC2");
    let records = [
        record("a", 1, ADDRESS, "active"),
        record("b", 1, ADDRESS, "unfunded"),
        record("c", 2, ADDRESS, "active"),
        record("d", 1, &other, "active"),
        record("e", 3, &other, "unfunded"),
        r#"{"_id":"f","chainType":"sepolia","status":"active"}"#.to_owned(),
    ];
    let service = MemoryService::new(&Dataset {
        keys: KEYS,
        ethereals: &format!("[{}]", records.join(",")),
        ..Dataset::default()
    })
    .unwrap();
    let ids = |query: &str| {
        let (_, body) = get(&service, &format!("/ethereals?{query}"));
        let records = body["etherealData"].as_array().unwrap();
        let ids: Vec<_> = records.iter().filter_map(|r| r["_id"].as_str()).collect();
        ids.concat()
    };
    assert_eq!(ids(""), "abcde");
    assert_eq!(ids("sourceChains=1"), "abd");
    assert_eq!(ids("sourceChains=2,3"), "ce");
    assert_eq!(ids("statuses=active"), "acd");
    assert_eq!(ids(&format!("sourceContracts={ADDRESS}")), "abc");
    assert_eq!(ids(&format!("sourceContracts={other}")), "de");
    assert_eq!(ids("sourceChains=1&statuses=active"), "ad");
    let all_filters = format!("sourceChains=1&statuses=active&sourceContracts={ADDRESS}");
    assert_eq!(ids(&all_filters), "a");
    assert_eq!(ids("chain=sepolia"), "f");
}

#[test]
fn names_the_hash_and_the_chain_type_of_an_unknown_transfer() {
    let target = format!("/bridge/transfers/transactions/{}?chain=sepolia", hash('1'));
    let (status, body) = get(&service(""), &target);
    let message = format!(
        "There is no transfer with the hash {} on sepolia.",
        hash('1')
    );
    assert_eq!((status, body["message"].as_str()), (404, Some(&*message)));
}

#[test]
fn finds_a_transfer_by_the_hashes_of_its_latest_record_only() {
    let mut service = service(&transfer("a", "wait-wh", 5, "12"));
    assert_eq!(statuses(&service, "123"), "wait-wh wait-wh -");
    let transfers = transfer("a", "done", 5, "13");
    service
        .update(&Dataset {
            transfers: &transfers,
            ..Dataset::default()
        })
        .unwrap();
    assert_eq!(statuses(&service, "123"), "done - done");
    assert_eq!(service.hashes.len(), 2);
}

#[test]
fn finds_the_newest_of_several_transfers_with_a_hash_after_updates_too() {
    let both = [
        transfer("a", "manual", 7, "1"),
        transfer("b", "wait-rb", 6, "1"),
    ];
    let mut service = service(&both.join("\n"));
    assert_eq!(statuses(&service, "1"), "manual");
    for (record, expected) in [
        // Now b is newer than a, which has the time 7.
        (transfer("b", "error", 8, "1"), "error"),
        // At the same time, the larger id counts.
        (transfer("b", "error", 7, "12"), "error"),
        // Now only a has the hash.
        (transfer("b", "error", 8, "2"), "manual"),
        // Now no transfer has the hash.
        (transfer("a", "done", 0, ""), "-"),
    ] {
        service
            .update(&Dataset {
                transfers: &record,
                ..Dataset::default()
            })
            .unwrap();
        assert_eq!(statuses(&service, "1"), expected, "{record}");
    }
    assert_eq!(statuses(&service, "2"), "error");
}

#[test]
fn an_update_moves_a_transfer_to_another_chain_type() {
    let mut service = service(&transfer("a", "done", 5, "1"));
    let transfers =
        transfer("a", "done", 5, "1").replace("{\"_id\"", "{\"chainType\":\"sepolia\",\"_id\"");
    service
        .update(&Dataset {
            transfers: &transfers,
            ..Dataset::default()
        })
        .unwrap();
    assert_eq!(statuses(&service, "1"), "-");
    assert_eq!(
        get(
            &service,
            &format!("/bridge/transfers/transactions/{}?chain=sepolia", hash('1'))
        )
        .0,
        200
    );
}

#[test]
fn an_update_replaces_and_adds_tokens_collections_and_keys() {
    let token = |id: &str, document: &str| {
        format!(
            r#"{{"chainId":1,"address":"{ADDRESS}","id":"{id}","standard":"ERC721","document":"{document}"}}"#
        )
    };
    let ethereal = |id: &str, status: &str| format!(r#"{{"_id":"{id}","status":"{status}"}}"#);
    let (tokens, ethereals) = (token("1", "[1]"), ethereal("a", "active"));
    let first = Dataset {
        tokens: &tokens,
        ethereals: &ethereals,
        keys: KEYS,
        ..Dataset::default()
    };
    let mut service = MemoryService::new(&first).unwrap();
    // `0x01` is the id 1 in another spelling, so the record replaces the first token.
    let tokens = [token("0x01", "[2]"), token("2", "[3]")].join("\n");
    let ethereals = format!(
        "[{},{}]",
        ethereal("a", "unfunded"),
        ethereal("b", "active")
    );
    let keys = r#"[{"key":"k","requestOwner":"you","auth":{}},{"key":"other","requestOwner":"them","auth":{}}]"#;
    service
        .update(&Dataset {
            tokens: &tokens,
            ethereals: &ethereals,
            keys,
            ..Dataset::default()
        })
        .unwrap();
    // `s` is the token standard, with 0 for ERC721, and `b` is the chain id.
    let document = |id: &str| {
        get(&service, &format!("/tokens/{ADDRESS}/{id}/uri?s=0&b=1"))
            .1
            .to_string()
    };
    assert_eq!(
        (document("1"), document("2")),
        ("[2]".to_owned(), "[3]".to_owned())
    );
    let (_, page) = get(&service, "/ethereals");
    let statuses: Vec<_> = page["etherealData"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["status"])
        .collect();
    assert_eq!(statuses, ["unfunded", "active"]);
    assert_eq!(get(&service, "/project").1["requestOwner"], "you");
    assert_eq!(service.key("other").unwrap().request_owner, "them");
}

#[test]
fn an_invalid_record_changes_nothing() {
    let mut service = service(&transfer("a", "wait-wh", 5, "1"));
    let transfers = [transfer("a", "done", 5, "2"), transfer("b", "done", 5, "3")].join("\n");
    for dataset in [
        Dataset {
            transfers: &format!("{transfers}\n{{\"_id\":\"c\"}}"),
            ..Dataset::default()
        },
        Dataset {
            transfers: &transfers,
            ethereals: "[{}]",
            ..Dataset::default()
        },
        Dataset {
            transfers: &transfers,
            keys: "[{]",
            ..Dataset::default()
        },
    ] {
        service.update(&dataset).unwrap_err();
        assert_eq!(statuses(&service, "123"), "wait-wh - -");
        assert_eq!(get(&service, "/project").1["requestOwner"], "me");
    }
}

#[test]
fn a_page_ends_before_the_record_that_exceeds_the_byte_limit() {
    let record_of_mebibytes = |id: &str, mebibytes: usize| {
        format!(
            r#"{{"_id":"{id}","status":"active","ethereal":"0x1","the service":"0x1","note":"{}"}}"#,
            "x".repeat(mebibytes << 20)
        )
    };
    let records = [("a", 5), ("b", 1), ("c", 2), ("d", 2), ("e", 0)]
        .map(|(id, mebibytes)| record_of_mebibytes(id, mebibytes))
        .join("\n");
    let service = MemoryService::new(&Dataset {
        ethereals: &records,
        keys: KEYS,
        ..Dataset::default()
    })
    .unwrap();
    let (mut pages, mut cursor) = (Vec::new(), Some(String::new()));
    while let Some(text) = cursor {
        let (_, page) = get(&service, &format!("/ethereals?page_size=500&cursor={text}"));
        let ids = page["etherealData"]
            .as_array()
            .unwrap()
            .iter()
            .map(|record| record["_id"].as_str().unwrap());
        pages.push(ids.collect::<String>());
        cursor = page["nextCursor"].as_str().map(str::to_owned);
    }
    // A page has at most 4 MiB of records. The first record alone is longer.
    assert_eq!(pages, ["a", "bc", "de"]);
    // A page has at most half of the bytes that a client accepts by default.
    assert!(2 * crate::service::MAX_PAGE_BYTES <= crate::Limits::default().max_body_bytes as usize);
}
