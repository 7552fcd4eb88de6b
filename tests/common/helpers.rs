//! The pure helpers.

use super::{
    js::{json, of, refused, shown, thrown},
    package::package,
};
use ethereal_query::wasm::helpers;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const ACCOUNT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/// What an expression over the package gives, as JSON.
#[track_caller]
fn gives(expression: &str) -> String {
    shown(&of(&package(), expression))
}

#[track_caller]
fn refuses(expression: &str, parameter: &str) {
    refused(&thrown(&package(), expression), parameter);
}

#[wasm_bindgen_test]
fn units_there_and_back() {
    for (value, decimals, shown) in [
        ("1099756711100000000", "18", "1.0997567111"),
        ("1500000", "6", "1.5"),
        ("-1", "2", "-0.01"),
        ("0", "255", "0"),
    ] {
        assert_eq!(gives(&format!("it.formatUnits('{value}', {decimals})")), format!("\"{shown}\""));
        assert_eq!(gives(&format!("it.formatUnits({value}n, '{decimals}')")), format!("\"{shown}\""));
        assert_eq!(gives(&format!("it.parseUnits('{shown}', {decimals})")), format!("\"{value}n\""));
    }
    assert_eq!(gives("it.formatUnits(1099756711100000000n)"), r#""1.0997567111""#);
    assert_eq!(gives("it.parseUnits('1')"), r#""1000000000000000000n""#);
}

#[wasm_bindgen_test]
fn units_that_are_none_are_refused() {
    for value in ["1.5", "true", "{}", "-1.5", "1e21", "\"\"", "\"0x10\"", "null", "\"1 \"", "undefined", "Symbol('1')"]
    {
        refuses(&format!("it.formatUnits({value}, 18)"), "value");
    }
    for value in ["\"1e3\"", "\"1,5\"", "0.1", "null", "{}", "\"\"", "undefined", "() => 1"] {
        refuses(&format!("it.parseUnits({value}, 18)"), "text");
    }
    refuses("it.parseUnits('0.001', 2)", "text");
    for decimals in ["-1", "256", "1.5", "\"x\"", "{}", "\"\"", "null"] {
        refuses(&format!("it.formatUnits('1', {decimals})"), "decimals");
        refuses(&format!("it.parseUnits('1', {decimals})"), "decimals");
    }
}

#[wasm_bindgen_test]
fn addresses() {
    assert_eq!(gives(&format!("it.checksumAddress('{}')", ACCOUNT.to_lowercase())), format!("\"{ACCOUNT}\""));
    for address in ["\"0x12\"", "7", "null", "{}", "\"\""] {
        refuses(&format!("it.checksumAddress({address})"), "address");
    }
    assert_eq!(gives(&format!("it.sameAddress('{ACCOUNT}', '{}')", ACCOUNT.to_lowercase())), "true");
    assert_eq!(gives(&format!("it.sameAddress('{ACCOUNT}', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')")), "false");
    for other in ["null", "7", "\"\"", "{}", "undefined"] {
        assert_eq!(gives(&format!("it.sameAddress({other}, {other})")), "false", "{other}");
    }
}

#[wasm_bindgen_test]
fn uris() {
    let resolve = |uri: &str, options: &str| gives(&format!("it.resolveUri('{uri}', {options}).join(' ')"));
    let hex = format!("{}ff", "0".repeat(62));
    let gateways = r#"{"id":"255","gateways":["https://gw.example/","https://b.example/x"]}"#;
    let expected = format!("\"https://gw.example/ipfs/QmX/{hex} https://b.example/x/ipfs/QmX/{hex}\"");
    assert_eq!(resolve("ipfs://QmX/{id}", gateways), expected);
    for id in ["255", "255n", "'0xff'"] {
        assert_eq!(resolve("https://a.b/{id}", &format!("{{ id: {id} }}")), format!("\"https://a.b/{hex}\""));
    }
    for (uri, options, urls) in [
        ("ar://x/1", r#"{"arweaveGateways":["https://ar.example"]}"#, "https://ar.example/x/1"),
        ("ipns://docs.example", "{}", "https://ipfs.io/ipns/docs.example https://dweb.link/ipns/docs.example"),
        ("data:,x", "undefined", "data:,x"),
        ("{\"a\":1}", "null", "data:application/json,%7B%22a%22%3A1%7D"),
    ] {
        assert_eq!(resolve(uri, options), format!("\"{urls}\""));
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
        ("ar://x", "7", "options"),
    ] {
        refuses(&format!("it.resolveUri('{uri}', {options})"), parameter);
    }
    refuses("it.resolveUri({})", "uri");
    refuses("it.resolveUri()", "uri");
}

/// A transfer's steps, each as `kind role state name chain hash…`, the hash cut to its first digit.
fn route(transfer: &JsValue) -> String {
    let step = "`${kind} ${role} ${state} ${step} ${chainId ?? ''} ${txHash?.slice(0, 3) ?? 'none'}`";
    let steps = format!("({{ kind, role, state, step, chainId, txHash }}) => {step}");
    let given = js_sys::Array::of2(&package(), transfer);
    of(&given, &format!("it[0].routeOf(it[1]).map({steps}).join(', ')")).as_string().unwrap()
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
        let steps = helpers::route_of(nonsense).expect("never an error").as_string().expect("text");
        assert!(steps.split('\0').count() % 6 < 2, "{nonsense:?}");
    }
    for nonsense in ["null", "{}", "{ status: 7, route: 'x' }", "{ route: [null, 5, {}] }", "{ toChain: Symbol('x') }"]
    {
        assert!(of(&package(), &format!("it.routeOf({nonsense})")).is_array(), "{nonsense}");
    }
    refuses("it.routeOf([])", "transfer");
}

#[wasm_bindgen_test]
fn permissions() {
    let can = |granted: &str, permission: &str| {
        gives(&format!("it.can({{ auth: {{ area: {granted} }} }}, 'area', {permission})")) == "true"
    };
    let list = r#"["write","create"]"#;
    assert!(can(list, "'write'") && can(list, "'create'") && can(list, "undefined"));
    assert!(can("true", "'anything'") && can("true", "undefined"));
    for (granted, permission) in [
        (list, "'read'"),
        (list, "''"),
        (list, "'write,create'"),
        (r#"["write,create"]"#, "'write'"),
        ("[]", "undefined"),
        ("[]", "''"),
        ("false", "undefined"),
        ("false", "'x'"),
        ("null", "undefined"),
        ("{}", "undefined"),
        ("7.5", "undefined"),
        ("'true'", "undefined"),
    ] {
        assert!(!can(granted, permission), "{granted} {permission:?}");
    }
    for project in ["null", "undefined", "{}", "{ auth: null }"] {
        assert_eq!(gives(&format!("it.can({project}, 'area')")), "false", "{project}");
    }
}
