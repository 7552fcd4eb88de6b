//! The steps of a transfer, for any record, with absent and repeated fields.
//!
//! Each byte is one choice, so that the fuzzer changes records instead of JSON.
#![no_main]

use ethereal_query::{BridgeTransfer, RouteStep, Step, StepKind, StepRole, StepState};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};

const STATUSES: [&str; 8] = ["done", "wait-wh", "wait-rb", "wait-cc", "manual", "error", "wait-moon", ""];
const FIELDS: [&str; 4] = ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"];

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter().copied();
    let mut next = || bytes.next().unwrap_or_default();
    let status = STATUSES[usize::from(next() % 8)];
    let mut map = Map::from_iter([("_id".to_owned(), json!("1")), ("status".to_owned(), json!(status))]);
    for name in ["fromChain", "toChain"] {
        insert(&mut map, name, chain(next()));
    }
    for name in FIELDS {
        insert(&mut map, name, hash(next()));
    }
    let route: Vec<Value> = (0..next() % 9)
        .map(|_| {
            let mut step = Map::new();
            insert(&mut step, "step", chain(next()));
            insert(&mut step, "txHash", hash(next()));
            Value::Object(step)
        })
        .collect();
    if next() % 4 > 0 {
        map.insert("route".to_owned(), Value::Array(route));
    }
    let record = serde_json::from_value(Value::Object(map)).expect("the record fits its type");
    check(&record, status);
});

fn insert(map: &mut Map<String, Value>, name: &str, value: Value) {
    if !value.is_null() {
        map.insert(name.to_owned(), value);
    }
}

fn chain(byte: u8) -> Value {
    match byte % 8 {
        0 => Value::Null,
        1 => json!(1),
        2 => json!("42161"),
        3 => json!("wormhole"),
        4 => json!(""),
        5 => json!(-1.5e300),
        6 => json!("1\u{0}é"),
        _ => json!(byte),
    }
}

fn hash(byte: u8) -> Value {
    match byte % 8 {
        0..=1 => Value::Null,
        2 => json!(""),
        3 => json!("0xA"),
        4 => json!("0xa"),
        _ => json!(format!("0x{byte}")),
    }
}

fn check(record: &BridgeTransfer, status: &str) {
    let steps = record.steps();
    let recorded: Vec<_> = record.route.iter().flatten().collect();
    let same = |steps: &[Step], recorded: &[&RouteStep]| {
        steps.len() == recorded.len()
            && steps.iter().zip(recorded).all(|(step, recorded)| {
                let name = recorded.step.as_ref().map(ToString::to_string).unwrap_or_default();
                let hash = recorded.tx_hash.as_deref().filter(|hash| !hash.is_empty());
                step.step == name && step.tx_hash.as_deref() == hash
            })
    };
    if recorded.is_empty() {
        assert!(steps.len() <= 6, "{steps:?}");
    } else {
        // The other steps follow the recorded ones; only a recorded delivery comes after them.
        let more = steps.len().saturating_sub(recorded.len());
        let only_delivery_follows = |at: usize| at == recorded.len() || steps[at + more].role == StepRole::Delivery;
        let fits = |at: usize| {
            same(&steps[..at], &recorded[..at])
                && same(&steps[at + more..], &recorded[at..])
                && only_delivery_follows(at)
        };
        assert!(more <= 2 && (0..=recorded.len()).any(fits), "{steps:?}");
    }
    for step in &steps {
        assert!(step.tx_hash.as_ref().is_none_or(|hash| !hash.is_empty()));
        assert!(step.state != StepState::Done || step.tx_hash.is_some(), "{step:?}");
        let digits = !step.step.is_empty() && step.step.bytes().all(|b| b.is_ascii_digit());
        assert_eq!(step.chain_id(), digits.then_some(step.step.as_str()));
        // A delivery to come is a step of a chain, even when the record does not name the chain.
        assert!(digits == (step.kind == StepKind::Chain) || step.role == StepRole::Delivery, "{step:?}");
    }
    let count = |states: &[StepState]| steps.iter().filter(|step| states.contains(&step.state)).count();
    let (waiting, stuck) = (count(&[StepState::Waiting]), count(&[StepState::Manual, StepState::Failed]));
    let expected = match status {
        "done" => (0, 0),
        "manual" | "error" => (0, 1),
        _ => (1, 0),
    };
    assert_eq!((waiting, stuck), expected, "exactly one step is in progress: {steps:?}");
    // When each hash occurs once, as it does without a route, no role but `step` occurs twice.
    let mut hashes: Vec<_> = steps.iter().filter_map(|step| step.tx_hash.as_ref()).map(|h| h.to_lowercase()).collect();
    let all = hashes.len();
    hashes.sort();
    hashes.dedup();
    assert!(hashes.len() == all || !recorded.is_empty(), "{steps:?}");
    for role in [StepRole::Relay, StepRole::Rollup, StepRole::Delivery] {
        let count = steps.iter().filter(|step| step.role == role).count();
        assert!(count <= 1 || hashes.len() < all, "{role:?} twice: {steps:?}");
    }
}
