//! What the tests hand to the client, and the calls they make.

use super::{
    js::{Outcome, function, holds, of, settled, shown},
    package::package,
};
use js_sys::{Array, Function, Promise};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

pub(super) const BASE: &str = "https://api.example.com/v1/";
/// As long and as odd as keys get.
pub(super) const KEY: &str = "q9/Tn+abcdEFGHijklMNOPqrstUVWXyz0123456789+=";

/// One call of an exported method.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    pub(super) method: &'static str,
    pub(super) values: &'a [&'a str],
    /// An object in JavaScript.
    pub(super) options: &'a str,
    pub(super) endpoint: &'static str,
}

pub(super) const TOKEN: Ask<'static> = Ask {
    method: "tokenUri",
    values: &["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "7"],
    options: r#"{"chainId":1}"#,
    endpoint: "GET /tokens/:address/:id/uri",
};
pub(super) const TRANSFER: Ask<'static> = Ask {
    method: "bridgeTransfer",
    values: &["0x1111111111111111111111111111111111111111111111111111111111111111"],
    options: "{}",
    endpoint: "GET /bridge/transfers/transactions/:hash",
};
pub(super) const PROJECT: Ask<'static> =
    Ask { method: "project", values: &[], options: "{}", endpoint: "GET /project" };
pub(super) const ETHEREALS: Ask<'static> =
    Ask { method: "ethereals", values: &[], options: "{}", endpoint: "GET /ethereals" };

/// The package's class. It makes one attempt unless a test asks for more.
#[derive(Debug)]
pub(super) struct Client(JsValue);

impl Client {
    pub(super) fn new(service: &Service) -> Self {
        Self::with(service, KEY, "{}")
    }

    /// `options` is an object in JavaScript.
    pub(super) fn with(service: &Service, key: impl Into<JsValue>, options: &str) -> Self {
        Self::made(service, BASE, key.into(), options).unwrap_or_else(|error| panic!("no client: {}", shown(&error)))
    }

    /// The same, where further options are no text.
    pub(super) fn over(service: &Service, options: &JsValue) -> Self {
        let made = Self::of(service, &BASE.into(), &KEY.into(), options);
        made.unwrap_or_else(|error| panic!("no client: {}", shown(&error)))
    }

    pub(super) fn made(service: &Service, base: &str, key: JsValue, options: &str) -> Result<Self, JsValue> {
        Self::of(service, &base.into(), &key, &of(&JsValue::NULL, &format!("({options})")))
    }

    pub(super) fn of(service: &Service, base: &JsValue, key: &JsValue, options: &JsValue) -> Result<Self, JsValue> {
        let statements = "const [{ Client }, baseUrl, apiKey, fetch, options] = it;
            return new Client({ baseUrl, apiKey, fetch, maxRetries: 0, ...options });";
        let given = Array::of5(&package(), base, key, &service.function, options);
        function("it", statements).call1(&JsValue::NULL, &given).map(Self)
    }

    pub(super) fn js(&self) -> &JsValue {
        &self.0
    }

    pub(super) fn start(&self, ask: &Ask<'_>, signal: &JsValue) -> Promise {
        let statements = format!(
            "const [client, method, values, signal] = it;
             const options = {};
             const call = method === 'project' ? client.project({{ ...options, signal }})
                 : method === 'ethereals' ? client.ethereals(options, {{ signal }}).page()
                 : client[method](...values, options, {{ signal }});
             // Looked at later, so that Node does not take a failure for one nobody handles.
             call.catch(() => {{}});
             return call;",
            ask.options
        );
        let values: Array = ask.values.iter().map(|value| JsValue::from(*value)).collect();
        let call = function("it", &statements)
            .call1(&JsValue::NULL, &Array::of4(&self.0, &ask.method.into(), &values, signal));
        call.expect("a method never throws").unchecked_into()
    }

    pub(super) async fn call(&self, ask: &Ask<'_>) -> Outcome {
        settled(&self.start(ask, &JsValue::UNDEFINED)).await
    }

    pub(super) async fn value(&self, ask: &Ask<'_>) -> JsValue {
        self.call(ask).await.unwrap_or_else(|error| panic!("{} failed: {}", ask.method, shown(&error)))
    }

    pub(super) async fn error(&self, ask: &Ask<'_>) -> JsValue {
        self.call(ask).await.map_or_else(|error| error, |value| panic!("{} gave {}", ask.method, shown(&value)))
    }
}

/// A function of JavaScript that notes what it is called with: a `fetch`, or a source of keys.
pub(super) struct Noted {
    function: Function,
    calls: Array,
}

pub(super) type Service = Noted;

impl Noted {
    pub(super) fn new(answer: &Function) -> Self {
        let calls = Array::new();
        let statements = "return (...given) => { calls.push(given); return answer(...given); };";
        let noting = function("calls, answer", statements).call2(&JsValue::NULL, &calls, answer);
        Self { function: noting.unwrap().unchecked_into(), calls }
    }

    /// JavaScript statements over `request`.
    pub(super) fn js(statements: &str) -> Self {
        Self::new(&function("request", statements))
    }

    /// The same over `value` as well.
    pub(super) fn over(value: &JsValue, statements: &str) -> Self {
        let made = function("value", &format!("return (request) => {{ {statements} }};"));
        Self::new(made.call1(&JsValue::NULL, value).unwrap().unchecked_ref())
    }

    /// JavaScript statements over `request` for each call in turn; the last are for all that follow.
    pub(super) fn turns(answers: &[&str]) -> Self {
        let answers: Vec<String> = answers.iter().map(|answer| format!("(request) => {{ {answer} }}")).collect();
        let statements = format!(
            "const answers = [{}];
             const bytes = (text) => new TextEncoder().encode(text);
             return (request) => (answers.length > 1 ? answers.shift() : answers[0])(request);",
            answers.join(", ")
        );
        Self::new(function("", &statements).call0(&JsValue::NULL).unwrap().unchecked_ref())
    }

    /// A function as it is, which notes nothing.
    pub(super) fn bare(function: Function) -> Self {
        Self { function, calls: Array::new() }
    }

    pub(super) fn rust(answer: impl FnMut(JsValue) -> Outcome + 'static) -> Self {
        let closure = Closure::<dyn FnMut(JsValue) -> Outcome>::new(answer);
        Self::new(closure.into_js_value().unchecked_ref())
    }

    /// A fresh answer with this status and body for each request.
    pub(super) fn says(status: u16, body: &'static str) -> Self {
        Self::rust(move |_| Ok(response(status, body)))
    }

    pub(super) fn hanging() -> Self {
        Self::js("return new Promise(() => {});")
    }

    pub(super) fn function(&self) -> &Function {
        &self.function
    }

    /// The arguments of the calls so far.
    pub(super) fn calls(&self) -> Vec<JsValue> {
        self.calls.iter().collect()
    }

    /// The only request so far.
    pub(super) fn request(&self) -> JsValue {
        holds(&self.calls, "it.length === 1 && it[0].length === 1 && it[0][0] instanceof Request");
        of(&self.calls, "it[0][0]")
    }
}

pub(super) fn response(status: u16, body: &str) -> JsValue {
    let init = of(&status.into(), "({ status: it, headers: { 'content-type': 'application/json' } })");
    let body = if body.is_empty() { JsValue::NULL } else { body.into() };
    function("body, init", "return new Response(body, init);").call2(&JsValue::NULL, &body, &init).unwrap()
}
