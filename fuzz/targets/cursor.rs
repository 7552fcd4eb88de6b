//! Sends cursors to the service: cursors that the service returned, changed cursors, and any other
//! text.
//!
//! The first four bytes choose the mode, the list, the cursor and the page size. The rest is for
//! the change of the cursor.
#![no_main]

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ethereal_query::service::{Dataset, MemoryService, Request, Response};
use ethereal_query_fuzz::{percent_encode, text};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Unusual ids: empty, prefixes of each other, with quotation marks, with the separators of the
/// checksum.
const IDS: [&str; 16] = [
    "", "0", "00", "0 ", "\u{1}", "a", "a\u{1}", "a\u{1}b", "aa", "b\"\\", "mainnet", "z,", "é",
    "\u{ffff}", "🙂", "🙂🙂",
];
const FILTERS: [&str; 9] = [
    "",
    "chain=mainnet",
    "chain=sepolia",
    "statuses=active",
    "statuses=active,unfunded",
    "sourceChains=1",
    "sourceChains=1,10",
    "sourceChains=10&statuses=unfunded",
    "sourceContracts=0x0000000000000000000000000000000000000001",
];

/// A list: its filter, its ids in order, and the cursor after each id but the last.
struct List {
    filter: &'static str,
    ids: Vec<String>,
    cursors: Vec<String>,
}

struct Fixture {
    service: MemoryService,
    lists: Vec<List>,
}

static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let record = |(i, id): (usize, &&str)| {
        let chain_type = ["mainnet", "sepolia"][i / 2 % 2];
        let status = ["active", "unfunded"][i % 2];
        let chain = [1, 10, 137][i % 3];
        let contract = format!("0x{:040}", i % 2);
        json!({
            "_id": id,
            "chainType": chain_type,
            "status": status,
            "sourceChain": chain,
            "sourceContract": contract,
        })
    };
    // Each id has a record of each chain type. Adding 18 to the index `i` changes the chain type,
    // because 18 / 2 is odd. `i % 2` and `i % 3`, which choose the other fields, stay the same.
    let records: Value = IDS
        .iter()
        .enumerate()
        .chain(IDS.iter().enumerate().map(|(i, id)| (i + 18, id)))
        .map(record)
        .collect();
    let ethereals = records.to_string();
    let service = MemoryService::new(&Dataset {
        keys: r#"{"key":"key","requestOwner":"me","auth":{}}"#,
        ethereals: &ethereals,
        ..Dataset::default()
    });
    let service = service.expect("the records fit");
    let lists = FILTERS.map(|filter| read_list(&service, filter)).into();
    Fixture { service, lists }
});

/// Reads the list record by record, and checks that one page of all records is the same.
fn read_list(service: &MemoryService, filter: &'static str) -> List {
    let mut ids = Vec::new();
    let mut cursors = Vec::new();
    loop {
        let cursor = cursors.last().map(String::as_str).unwrap_or_default();
        let (page, next) = parse_page(&get_page(service, filter, 1, cursor));
        assert_eq!(page.len(), 1);
        ids.extend(page);
        let Some(next) = next else { break };
        cursors.push(next);
    }
    // A page of 500 records has the whole list.
    let (all, next) = parse_page(&get_page(service, filter, 500, ""));
    assert_eq!((&all, next), (&ids, None));
    assert!(ids.is_sorted() && cursors.len() + 1 == ids.len());
    let leaves_out_ids = !filter.is_empty() && !filter.starts_with("chain=");
    assert!(
        ids.len() == IDS.len() || leaves_out_ids,
        "a record is missing: {ids:?}"
    );
    List {
        filter,
        ids,
        cursors,
    }
}

fn get_page(service: &MemoryService, filter: &str, size: usize, cursor: &str) -> Response {
    let target = format!(
        "/ethereals?{filter}&page_size={size}&cursor={}",
        percent_encode(cursor)
    );
    service.handle(&Request {
        method: "GET",
        target: &target,
        api_key: Some("key"),
    })
}

/// The ids and the cursor of a page.
fn parse_page(response: &Response) -> (Vec<String>, Option<String>) {
    assert_eq!(response.status, 200, "{}", response.body);
    let body: Value = serde_json::from_str(&response.body).expect("every body is JSON");
    let ids = body["etherealData"]
        .as_array()
        .expect("the list is an array")
        .iter();
    let ids = ids
        .map(|record| {
            record["_id"]
                .as_str()
                .expect("a record has an id")
                .to_owned()
        })
        .collect();
    (ids, body["nextCursor"].as_str().map(str::to_owned))
}

fuzz_target!(|data: &[u8]| {
    let [mode, list, index, size, rest @ ..] = data else {
        return;
    };
    let Fixture { service, lists } = &*FIXTURE;
    let list = &lists[usize::from(*list) % lists.len()];
    let index = usize::from(*index) % list.cursors.len();
    let cursor = list.cursors[index].as_str();
    let size = usize::from(size % 8) + 1;
    let mode = mode % 6;
    let encodes_any_bytes = mode == 2;
    let changed = match mode {
        0 => return check_continues(service, list, index, size),
        // Any text.
        1 => text(rest),
        // Any bytes in the encoding of a cursor.
        2 => URL_SAFE_NO_PAD.encode(rest),
        3 => flip_bits(cursor, rest),
        4 => shorten_or_insert(cursor, rest),
        _ => {
            let other = rest.first().map_or(0, |b| usize::from(*b) % lists.len());
            return check_other_filters(service, list, &lists[other], cursor, size);
        }
    };
    // The service reads both texts as no cursor.
    if changed.is_empty() || changed == "null" {
        let (ids, _) = parse_page(&get_page(service, list.filter, size, &changed));
        assert_eq!(ids, list.ids[..size.min(list.ids.len())]);
    } else if let Some(index) = list.cursors.iter().position(|cursor| *cursor == changed) {
        check_continues(service, list, index, size);
    } else {
        let response = get_page(service, list.filter, size, &changed);
        if encodes_any_bytes && response.status == 200 {
            // The fuzzer wrote a cursor with a valid checksum. The page has records of the same
            // list.
            let (ids, _) = parse_page(&response);
            assert!(ids.is_empty() || list.ids.windows(ids.len()).any(|run| run == ids));
            return;
        }
        assert_rejected(&response, &changed);
    }
});

/// Checks that a cursor of the service continues with the next record.
fn check_continues(service: &MemoryService, list: &List, index: usize, size: usize) {
    let (ids, next) = parse_page(&get_page(service, list.filter, size, &list.cursors[index]));
    let end = (index + 1 + size).min(list.ids.len());
    assert_eq!(ids, list.ids[index + 1..end]);
    assert_eq!(next.as_ref(), list.cursors.get(end - 1));
}

fn assert_rejected(response: &Response, cursor: &str) {
    assert_eq!(
        response.status, 400,
        "{cursor:?} is accepted: {}",
        response.body
    );
    let body: Value = serde_json::from_str(&response.body).expect("every body is JSON");
    assert!(
        body["message"]
            .as_str()
            .is_some_and(|message| message.contains("cursor")),
        "{}",
        response.body
    );
}

/// Changes bits of a character, or of a byte that the cursor encodes. If `rest` is too short,
/// returns a text that is not a cursor.
fn flip_bits(cursor: &str, rest: &[u8]) -> String {
    let [at, mask, level, ..] = rest else {
        return "!".to_owned();
    };
    let changes_encoded_byte = level % 2 == 0;
    let mut bytes = if changes_encoded_byte {
        URL_SAFE_NO_PAD
            .decode(cursor)
            .expect("a cursor is base64url")
    } else {
        cursor.as_bytes().to_vec()
    };
    let at = usize::from(*at) % bytes.len();
    // A mask of 0 would change nothing.
    bytes[at] ^= mask.max(&1);
    if changes_encoded_byte {
        URL_SAFE_NO_PAD.encode(bytes)
    } else {
        text(&bytes)
    }
}

/// Cuts off the end of a cursor when `rest` has only one byte. Inserts text when `rest` has more
/// bytes. If nothing can change, returns a text that is not a cursor.
fn shorten_or_insert(cursor: &str, rest: &[u8]) -> String {
    let [at, change @ ..] = rest else {
        return "=".to_owned();
    };
    let (before, after) = cursor.split_at(usize::from(*at) % (cursor.len() + 1));
    match change {
        [] if after.is_empty() => "*".to_owned(),
        [] => before.to_owned(),
        // The first byte only asks for the insertion.
        [_, inserted @ ..] => [before, &text(inserted), after].concat(),
    }
}

/// Checks that the service rejects a cursor of other filters.
fn check_other_filters(service: &MemoryService, from: &List, to: &List, cursor: &str, size: usize) {
    // A list without chain type is the list of the default chain type.
    let name = |list: &List| list.filter.replace("chain=mainnet", "");
    if name(from) != name(to) {
        assert_rejected(&get_page(service, to.filter, size, cursor), cursor);
    }
}
