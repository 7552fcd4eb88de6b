//! Helpers that start calls of a client with valid arguments, and wait for their outcomes.

use super::service::Service;
use ethereal_query::wasm::Client;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{JSON, Object, Promise, Reflect};
use serde_json::Value;
use std::ops::Index;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

pub(super) const ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const API_KEY: &str = "q9/Tn+key=";
/// No query or no options.
pub(super) const NONE: &JsValue = &JsValue::UNDEFINED;

/// The number of a call, which the package counts. The tests do not read the number.
const CALL_ID: u32 = 1;

/// The time that a test waits, at most, before it fails.
const PATIENCE_MS: u32 = 5000;

/// A client of the stand-in `service` with an API key and without retries.
pub(super) fn client(service: &Service) -> Client {
    let options = object(&[
        ("baseUrl", "https://api.example.com/v1".into()),
        ("apiKey", API_KEY.into()),
        ("maxRetries", 0.into()),
    ]);
    // The options also serve as the object of hooks. They contain no hook.
    Client::new(
        options.unchecked_ref(),
        service.fetch(),
        options.unchecked_ref(),
    )
    .expect("a client")
}

/// An object with these fields.
pub(super) fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &(*name).into(), value).expect("a new object takes any property");
    }
    object.into()
}

/// A call, with valid arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    TokenUri,
    BridgeTransfer,
    Project,
    Ethereals,
}

impl Call {
    /// The call in `tests/calls.json`.
    fn declared(self) -> Value {
        let calls: Vec<Value> =
            serde_json::from_str(include_str!("../calls.json")).expect("a list of calls");
        let method = match self {
            Self::TokenUri => "tokenUri",
            Self::BridgeTransfer => "bridgeTransfer",
            Self::Project => "project",
            Self::Ethereals => "ethereals",
        };
        calls
            .into_iter()
            .find(|call| call["method"] == method)
            .expect("the call is in the list")
    }

    /// Starts the call with valid arguments. `fields` has the options, and may replace arguments.
    pub(super) fn start(self, client: &Client, fields: &JsValue) -> Result<Promise, JsValue> {
        let declared = self.declared();
        let arguments = object(&[]);
        // `values` has the values in the path. A call without a query has no field `query`.
        for part in ["values", "query"] {
            for (name, value) in declared[part].as_object().into_iter().flatten() {
                let argument = JSON::parse(&value.to_string()).expect("JSON");
                Reflect::set(&arguments, &name.into(), &argument)
                    .expect("a new object takes any property");
            }
        }
        Object::assign(&arguments.clone().into(), &fields.clone().into());
        let signal = get(&arguments, "signal").dyn_into().ok();
        // One object has both the parameters and the options.
        let parameters = arguments.unchecked_ref();
        let options = Some(arguments.clone().unchecked_into());
        match self {
            Self::TokenUri => client.token_uri(parameters, options, signal, CALL_ID),
            Self::BridgeTransfer => client.bridge_transfer(parameters, options, signal, CALL_ID),
            Self::Project => client.project(parameters, options, signal, CALL_ID),
            Self::Ethereals => client.ethereals(parameters, options, signal, CALL_ID),
        }
    }
}

/// An error as it reaches JavaScript.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) value: JsValue,
    fields: Value,
}

impl Failure {
    pub(super) fn new(value: JsValue) -> Self {
        Self {
            fields: to_json(&value),
            value,
        }
    }
}

impl Index<&str> for Failure {
    type Output = Value;

    /// A field of the error. `null` if the field is absent.
    fn index(&self, name: &str) -> &Value {
        &self.fields[name]
    }
}

/// The error that a call throws or rejects with.
pub(super) async fn error_of(call: Result<Promise, JsValue>) -> Failure {
    match settle(call).await {
        Ok(value) => panic!("The call succeeded with {}.", to_json(&value)),
        Err(thrown) => Failure::new(thrown),
    }
}

/// The value that a call resolves to.
pub(super) async fn value_of(call: Result<Promise, JsValue>) -> JsValue {
    settle(call)
        .await
        .unwrap_or_else(|thrown| panic!("The call failed with {}.", to_json(&thrown)))
}

/// The value that a call resolves to, as JSON.
pub(super) async fn result_of(call: Result<Promise, JsValue>) -> Value {
    to_json(&value_of(call).await)
}

async fn settle(call: Result<Promise, JsValue>) -> Result<JsValue, JsValue> {
    match select(JsFuture::from(call?), TimeoutFuture::new(PATIENCE_MS)).await {
        Either::Left((outcome, _)) => outcome,
        Either::Right(_) => panic!("The call did not end."),
    }
}

/// A value as `JSON.stringify` writes it. `null` for a value that JSON cannot represent.
pub(super) fn to_json(value: &JsValue) -> Value {
    let text = JSON::stringify(value)
        .ok()
        .and_then(|text| text.as_string());
    text.map_or(Value::Null, |text| {
        serde_json::from_str(&text).expect("JSON")
    })
}

/// A property of a value. `undefined` if the property is absent.
pub(super) fn get(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap_or_default()
}

pub(super) async fn wait(ms: u32) {
    TimeoutFuture::new(ms).await;
}

/// Waits until `condition` holds.
pub(super) async fn until(condition: impl Fn() -> bool) {
    for _ in 0..PATIENCE_MS {
        if condition() {
            return;
        }
        wait(1).await;
    }
    panic!("What the test waits for did not happen.");
}
