//! The package's own JavaScript, `pkg/js`, over this binary's exports instead of those of the module it ships with.

use super::js::function;
use ethereal_query::wasm::{client, helpers, running, stream, watch};
use js_sys::{Array, Object, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

/// Written by `scripts/bundle.mjs`.
const FACADE: &str = include_str!("../../pkg/wasm/facade.js");

type Export = fn(&[JsValue]) -> Result<JsValue, JsValue>;

const EXPORTS: [(&str, Export); 14] = [
    ("configure", |it| client::configure(&text(it, 0))),
    ("tokenUri", |it| client::token_uri(&text(it, 0))),
    ("bridgeTransfer", |it| client::bridge_transfer(&text(it, 0))),
    ("project", |it| client::project(&text(it, 0))),
    ("ethereals", |it| client::ethereals(&text(it, 0))),
    ("send", |it| Ok(place(client::send(&text(it, 0), it[1].clone().unchecked_into())))),
    ("resume", |it| {
        let at = it[0].as_f64().expect("a place") as usize;
        let body = Array::from(&it[1]).iter().flat_map(|piece| Uint8Array::from(piece).to_vec()).collect();
        Ok(place(running::resume(at, body)))
    }),
    ("watchTransfer", |it| watch::watch_transfer(&text(it, 0))),
    ("formatUnits", |it| helpers::format_units(&text(it, 0))),
    ("parseUnits", |it| helpers::parse_units(&text(it, 0))),
    ("checksumAddress", |it| helpers::checksum_address(&text(it, 0))),
    ("resolveUri", |it| helpers::resolve_uri(&text(it, 0))),
    ("recordsIn", |it| stream::records_in(&text(it, 0))),
    ("routeOf", |it| helpers::route_of(&text(it, 0))),
];

/// A place as the shipped glue gives it: a u32.
fn place(at: usize) -> JsValue {
    JsValue::from(at as u32)
}

#[track_caller]
fn text(given: &[JsValue], at: usize) -> String {
    given.get(at).and_then(JsValue::as_string).expect("only texts cross the boundary")
}

thread_local! {
    static PACKAGE: JsValue = made();
}

/// What `import * as package from "ethereal-query"` gives.
pub(super) fn package() -> JsValue {
    PACKAGE.with(JsValue::clone)
}

fn made() -> JsValue {
    let exports = Object::new();
    let add = function("exports, name, it", "exports[name] = (...given) => it(given);");
    for (name, export) in EXPORTS {
        let closure = Closure::<dyn Fn(Vec<JsValue>) -> Result<JsValue, JsValue>>::new(move |it: Vec<_>| export(&it));
        add.call3(&JsValue::NULL, &exports, &name.into(), &closure.into_js_value()).expect("an export");
    }
    let statements = format!("'use strict'; {FACADE} facade.use(() => exports); return facade;");
    function("exports", &statements).call1(&JsValue::NULL, &exports).expect("the package")
}
