//! The pure helpers, with the texts `pkg/js/helpers.js` hands to them.

use super::{
    js::{fails, json, of, shown, text},
    wire,
};
use ethereal_query::wasm::helpers;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const ACCOUNT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

#[track_caller]
fn refused<T>(outcome: Result<T, JsValue>, parameter: &str) {
    let error = wire::thrown(&outcome.err().expect("refused"));
    fails(&error, "invalid_argument", "invalid_argument");
    assert_eq!(text(&error, "parameter"), parameter, "{}", shown(&error));
}

#[wasm_bindgen_test]
fn units_there_and_back() {
    for (value, decimals, shown) in [
        ("1099756711100000000", "18", "1.0997567111"),
        ("1500000", "6", "1.5"),
        ("-1", "2", "-0.01"),
        ("0", "255", "0"),
    ] {
        assert_eq!(helpers::format_units(value, decimals).ok().as_deref(), Some(shown));
        assert_eq!(helpers::parse_units(shown, decimals).ok().as_deref(), Some(value));
    }
}

#[wasm_bindgen_test]
fn units_that_are_none_are_refused() {
    for value in ["1.5", "true", "{}", "-1.5", "1e21", "\"\"", "\"0x10\"", "null", "\"1 \""] {
        refused(helpers::format_units(&wire::value(value), "18"), "value");
    }
    for value in ["\"1e3\"", "\"1,5\"", "0.1", "null", "{}", "\"\""] {
        refused(helpers::parse_units(&wire::value(value), "18"), "text");
    }
    refused(helpers::parse_units("0.001", "2"), "text");
    for decimals in ["-1", "256", "1.5", "\"x\"", "{}", "\"\""] {
        refused(helpers::format_units("1", &wire::value(decimals)), "decimals");
        refused(helpers::parse_units("1", &wire::value(decimals)), "decimals");
    }
}

#[wasm_bindgen_test]
fn addresses() {
    assert_eq!(helpers::checksum_address(&ACCOUNT.to_lowercase()).ok().as_deref(), Some(ACCOUNT));
    for address in ["\"0x12\"", "7", "null", "{}", "\"\""] {
        refused(helpers::checksum_address(&wire::value(address)), "address");
    }
    assert!(helpers::same_address(ACCOUNT, &ACCOUNT.to_lowercase()));
    assert!(!helpers::same_address(ACCOUNT, "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"));
    for other in ["null", "7", "\"\"", "{}"] {
        assert!(!helpers::same_address(&wire::value(other), &wire::value(other)), "{other}");
    }
}

#[wasm_bindgen_test]
fn uris() {
    let resolve = |uri: &str, options: &str| helpers::resolve_uri(uri, &wire::options(options)).ok();
    let hex = format!("{}ff", "0".repeat(62));
    let gateways = r#"{"id":"255","gateways":["https://gw.example/","https://b.example/x"]}"#;
    let expected = format!("https://gw.example/ipfs/QmX/{hex}\nhttps://b.example/x/ipfs/QmX/{hex}");
    assert_eq!(resolve("ipfs://QmX/{id}", gateways), Some(expected));
    assert_eq!(resolve("https://a.b/{id}", r#"{"id":255}"#), Some(format!("https://a.b/{hex}")));
    for (uri, options, urls) in [
        ("ar://x/1", r#"{"arweaveGateways":["https://ar.example"]}"#, "https://ar.example/x/1"),
        ("ipns://docs.example", "{}", "https://ipfs.io/ipns/docs.example\nhttps://dweb.link/ipns/docs.example"),
        ("data:,x", "{}", "data:,x"),
        ("{\"a\":1}", "{}", "data:application/json,%7B%22a%22%3A1%7D"),
    ] {
        assert_eq!(resolve(uri, options).as_deref(), Some(urls));
    }
}

#[wasm_bindgen_test]
fn uris_that_lead_nowhere_are_refused() {
    for (uri, options, parameter) in [
        ("javascript:alert(1)", "{}", "uri"),
        ("", "{}", "uri"),
        ("ipfs://a/../b", "{}", "uri"),
        ("ipfs://QmX", r#"{"id":"-1"}"#, "id"),
        ("ipfs://QmX", r#"{"gateways":true}"#, "gateways"),
        ("ipfs://QmX", r#"{"gateways":["gw.example"]}"#, "gateways"),
        ("ipfs://QmX", r#"{"gateways":[7]}"#, "gateways"),
        ("ar://x", r#"{"arweaveGateways":["ftp://x"]}"#, "arweaveGateways"),
        ("ar://x", r#"{"gateway":"https://x"}"#, "options"),
    ] {
        refused(helpers::resolve_uri(uri, &wire::options(options)), parameter);
    }
    refused(helpers::resolve_uri(&wire::value("{}"), ""), "uri");
}

/// A transfer's steps, each as `kind role state name chain hash…`, the hash cut to its first digit.
fn route(transfer: &JsValue) -> String {
    let fields =
        "[it.status, it.fromChain, it.toChain, it.originTxnHash, it.whTxnHash, it.rbTxnHash, it.deliveryTxnHash,
        ...(it.route ?? []).flatMap((step) => [step.step, step.txHash])].map((field) => field ?? '').join('\\0')";
    let steps = helpers::route_of(&of(transfer, fields).as_string().unwrap());
    let fields: Vec<&str> = steps.split('\0').collect();
    assert_eq!(fields.len() % 6, 0, "{fields:?}");
    let step = |step: &[&str]| [&step[..5], &[step[5].get(..3).unwrap_or("none")]].concat().join(" ");
    fields.chunks(6).map(step).collect::<Vec<_>>().join(", ")
}

#[wasm_bindgen_test]
fn a_route_says_where_each_step_stands() {
    let native = of(&json(include_str!("../fixtures/transfer_native.json")), "it.bridgeData.bridgeData[0]");
    assert_eq!(
        route(&native),
        "chain origin done 1 1 0x1, relay relay done wormhole  0x2, chain rollup done 42161 42161 0x3, \
         chain delivery done 45513 45513 0x4"
    );
    let waiting = of(&json(include_str!("../fixtures/transfer_token.json")), "it.bridgeData.bridgeData[0]");
    assert_eq!(
        route(&waiting),
        "chain origin done 11145513 11145513 0x1, relay rollup waiting rollup bridge  none, \
         chain delivery pending 421614 421614 none"
    );
    let failed = json(r#"{"status":"error","fromChain":1,"toChain":10,"originTxnHash":"0x1"}"#);
    assert_eq!(route(&failed), "chain origin done 1 1 0x1, chain delivery failed 10 10 none");
}

#[wasm_bindgen_test]
fn a_route_of_nonsense_is_no_trap() {
    for nonsense in ["", "\0", "\0\0\0\0\0\0\0\0\0", "done", "\u{1}an object\0\0\0\0\0\0\0x"] {
        assert!(helpers::route_of(nonsense).split('\0').count() % 6 < 2, "{nonsense:?}");
    }
}

#[wasm_bindgen_test]
fn permissions() {
    let can =
        |granted: &str, permission: Option<&str>| helpers::can(&wire::value(granted), permission.map(str::to_owned));
    let list = r#"["write","create"]"#;
    assert!(can(list, Some("write")) && can(list, Some("create")) && can(list, None));
    assert!(can("true", Some("anything")) && can("true", None));
    for (granted, permission) in [
        (list, Some("read")),
        (list, Some("")),
        (list, Some("write,create")),
        ("[]", None),
        ("[]", Some("")),
        ("false", None),
        ("false", Some("x")),
        ("null", None),
        ("{}", None),
        ("7.5", None),
    ] {
        assert!(!can(granted, permission), "{granted} {permission:?}");
    }
}
