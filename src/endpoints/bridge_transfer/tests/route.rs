//! Tests of the steps of a transfer, for every order that occurs, in every status and after each step.

use crate::{BridgeTransfer, StepKind, StepRole, StepState};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// A complete route: name of each step, and the hash fields that name its transaction.
type Order = &'static [(&'static str, &'static [&'static str])];

const FIELDS: [&str; 4] = ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"];
const RELAY_ROLLUP: Order = &[
    ("1", &["originTxnHash"]),
    ("wormhole", &["whTxnHash"]),
    ("42161", &["rbTxnHash"]),
    ("45513", &["deliveryTxnHash"]),
];
const ROLLUP: Order = &[("45513", &["originTxnHash", "rbTxnHash"]), ("42161", &["deliveryTxnHash"])];
const RELAY: Order = &[("8453", &["originTxnHash"]), ("wormhole", &["whTxnHash"]), ("42161", &["deliveryTxnHash"])];
const ROLLUP_RELAY: Order = &[
    ("45513", &["originTxnHash", "rbTxnHash"]),
    ("42161", &[]),
    ("wormhole", &["whTxnHash"]),
    ("8453", &["deliveryTxnHash"]),
];
const ORDERS: [Order; 4] = [RELAY_ROLLUP, ROLLUP, RELAY, ROLLUP_RELAY];
const STATUSES: [&str; 7] = ["done", "wait-wh", "wait-rb", "wait-cc", "manual", "error", "wait-moon"];

/// The record of a transfer after its first `steps` steps; without a route when `has_route` is `false`.
fn record(order: Order, status: &str, steps: usize, has_route: bool) -> BridgeTransfer {
    let mut map = Map::from_iter([("_id".to_owned(), json!("1")), ("status".to_owned(), json!(status))]);
    map.insert("fromChain".into(), order[0].0.parse::<u64>().unwrap().into());
    map.insert("toChain".into(), order[order.len() - 1].0.into());
    for (index, (_, fields)) in order.iter().enumerate().take(steps) {
        map.extend(fields.iter().map(|field| ((*field).to_owned(), json!(format!("0x{index}")))));
    }
    if has_route {
        let name = |name: &str| name.parse::<u64>().map_or_else(|_| json!(name), |id| json!(id));
        let list = order.iter().enumerate().take(steps);
        let list = list.map(|(i, (step, _))| json!({"step": name(step), "txHash": format!("0X{i}").replace('X', "x")}));
        map.insert("route".into(), list.collect());
    }
    serde_json::from_value(Value::Object(map)).unwrap()
}

/// The steps as "role name state", with angle brackets around the name of a relay, and a star after a step with a
/// transaction hash.
fn described(record: &BridgeTransfer) -> String {
    let steps = record.steps().into_iter().map(|step| {
        let star = if step.tx_hash.is_some() { "*" } else { "" };
        assert_eq!(step.chain_id(), step.step.parse::<u64>().is_ok().then_some(step.step.as_str()));
        let name = if step.kind == StepKind::Relay { format!("<{}>", step.step) } else { step.step };
        format!("{} {name} {}{star}", step.role.as_str(), step.state.as_str())
    });
    steps.collect::<Vec<_>>().join(", ")
}

#[test]
fn returns_the_recorded_steps_of_a_finished_transfer() {
    for (order, expected) in [
        (RELAY_ROLLUP, "origin 1 done*, relay <wormhole> done*, rollup 42161 done*, delivery 45513 done*"),
        (ROLLUP, "origin 45513 done*, delivery 42161 done*"),
        (RELAY, "origin 8453 done*, relay <wormhole> done*, delivery 42161 done*"),
        (ROLLUP_RELAY, "origin 45513 done*, step 42161 done*, relay <wormhole> done*, delivery 8453 done*"),
    ] {
        assert_eq!(described(&record(order, "done", 4, true)), expected);
    }
}

#[test]
fn adds_the_steps_to_come_to_a_transfer_in_progress() {
    for (order, status, steps, expected) in [
        (RELAY_ROLLUP, "wait-wh", 1, "origin 1 done*, relay <relay> waiting, delivery 45513 pending"),
        (RELAY_ROLLUP, "wait-wh", 2, "origin 1 done*, relay <wormhole> waiting*, delivery 45513 pending"),
        (
            RELAY_ROLLUP,
            "wait-rb",
            2,
            "origin 1 done*, relay <wormhole> done*, rollup <rollup bridge> waiting, delivery 45513 pending",
        ),
        (
            RELAY_ROLLUP,
            "wait-cc",
            3,
            "origin 1 done*, relay <wormhole> done*, rollup 42161 done*, delivery 45513 waiting",
        ),
        (RELAY_ROLLUP, "manual", 2, "origin 1 done*, relay <wormhole> done*, delivery 45513 manual"),
        (RELAY_ROLLUP, "error", 1, "origin 1 done*, delivery 45513 failed"),
        (ROLLUP, "wait-rb", 1, "origin 45513 done*, rollup <rollup bridge> waiting, delivery 42161 pending"),
        (ROLLUP, "wait-cc", 1, "origin 45513 done*, delivery 42161 waiting"),
        (ROLLUP, "manual", 1, "origin 45513 done*, delivery 42161 manual"),
        (ROLLUP, "error", 1, "origin 45513 done*, delivery 42161 failed"),
        (RELAY, "wait-wh", 1, "origin 8453 done*, relay <relay> waiting, delivery 42161 pending"),
        (RELAY, "manual", 2, "origin 8453 done*, relay <wormhole> done*, delivery 42161 manual"),
        (RELAY, "error", 2, "origin 8453 done*, relay <wormhole> done*, delivery 42161 failed"),
        (ROLLUP_RELAY, "wait-rb", 1, "origin 45513 done*, rollup <rollup bridge> waiting, delivery 8453 pending"),
        (
            ROLLUP_RELAY,
            "wait-wh",
            2,
            "origin 45513 done*, step 42161 done*, relay <relay> waiting, delivery 8453 pending",
        ),
        (
            ROLLUP_RELAY,
            "error",
            3,
            "origin 45513 done*, step 42161 done*, relay <wormhole> done*, delivery 8453 failed",
        ),
        (RELAY, "wait-moon", 1, "origin 8453 done*, delivery 42161 waiting"),
    ] {
        assert_eq!(described(&record(order, status, steps, true)), expected, "{status} after {steps}");
    }
}

#[test]
fn derives_the_steps_from_the_hashes_of_a_record_without_route() {
    for (order, status, steps, expected) in [
        (
            RELAY_ROLLUP,
            "done",
            4,
            "origin 1 done*, relay <relay> done*, rollup <rollup bridge> done*, delivery 45513 done*",
        ),
        (RELAY, "done", 3, "origin 8453 done*, relay <relay> done*, delivery 42161 done*"),
        (RELAY, "wait-wh", 2, "origin 8453 done*, relay <relay> waiting*, delivery 42161 pending"),
        (ROLLUP, "wait-cc", 1, "origin 45513 done*, delivery 42161 waiting"),
        (ROLLUP_RELAY, "manual", 3, "origin 45513 done*, relay <relay> done*, delivery 8453 manual"),
        (RELAY, "error", 0, "delivery 42161 failed"),
    ] {
        assert_eq!(described(&record(order, status, steps, false)), expected, "{status} after {steps}");
    }
}

/// Asserts the properties of every route, for a record with so many completed steps.
fn assert_consistent(record: &BridgeTransfer, recorded: usize) {
    let steps = record.steps();
    let count = |state: StepState| steps.iter().filter(|step| step.state == state).count();
    let (waiting, stuck) = (count(StepState::Waiting), count(StepState::Manual) + count(StepState::Failed));
    let expected = match record.status.as_str() {
        "done" => (0, 0),
        "manual" | "error" => (0, 1),
        _ => (1, 0),
    };
    assert_eq!((waiting, stuck), expected, "exactly one step is in progress: {}", described(record));
    if record.status.as_str() == "done" {
        assert_eq!((count(StepState::Done), steps.len()), (recorded, recorded));
    } else {
        assert_eq!(steps.iter().filter(|step| step.role == StepRole::Delivery).count(), 1);
        assert_eq!(steps.last().unwrap().role, StepRole::Delivery, "{}", described(record));
    }
}

#[test]
fn has_one_step_in_progress_for_every_order_status_and_length() {
    for order in ORDERS {
        for status in STATUSES {
            for steps in 0..=order.len() {
                assert_consistent(&record(order, status, steps, true), steps);
                let known = order.iter().take(steps).filter(|(_, fields)| !fields.is_empty()).count();
                assert_consistent(&record(order, status, steps, false), known);
            }
        }
    }
}

#[test]
fn returns_the_steps_of_incomplete_records() {
    for (members, expected) in [
        (json!({"status": "done"}), ""),
        (
            json!({"status": "wait-rb", "fromChain": 5, "originTxnHash": "0xAB", "rbTxnHash": "0xab"}),
            "origin 5 done*, rollup <rollup bridge> waiting",
        ),
        (json!({"status": "wait-wh"}), "relay <relay> waiting"),
        (json!({"status": "error"}), "delivery  failed"),
        (json!({"status": "wait-cc", "toChain": "Moon"}), "delivery Moon waiting"),
        (
            json!({"status": "done", "route": [{"step": "42161", "txHash": "0x1"}, {}]}),
            "origin 42161 done*, step <> pending",
        ),
        (
            json!({"status": "done", "route": [{"step": "relay-x", "txHash": "0xAB"}], "whTxnHash": "0xab"}),
            "relay <relay-x> done*",
        ),
    ] {
        let mut map = members.as_object().unwrap().clone();
        map.insert("_id".into(), "1".into());
        assert_eq!(described(&serde_json::from_value(Value::Object(map)).unwrap()), expected, "{members}");
    }
}

proptest! {
    #[test]
    fn keeps_the_order_and_hashes_of_recorded_steps(
        status in "done|wait-(wh|rb|cc)|manual|error|[a-z]{1,4}",
        route in proptest::collection::vec(("[0-9]{1,5}|[a-z]{0,5}", proptest::option::of("0x[0-3]")), 0..5),
        hashes in proptest::collection::vec(proptest::option::of("0x[0-3]"), 4),
    ) {
        let list: Vec<Value> = route.iter().map(|(step, hash)| json!({"step": step, "txHash": hash})).collect();
        let mut map = json!({"_id": "1", "status": status, "toChain": 1, "route": list});
        for (field, hash) in FIELDS.iter().zip(&hashes) {
            map[*field] = json!(hash);
        }
        let steps = serde_json::from_value::<BridgeTransfer>(map).unwrap().steps();
        let mut all = steps.iter().map(|step| (step.step.clone(), step.tx_hash.clone()));
        prop_assert!(route.iter().all(|recorded| all.any(|step| step == *recorded)), "{:?}", steps);
        prop_assert!(steps.len() <= route.len().max(4) + 2);
    }
}
