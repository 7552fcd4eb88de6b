//! Many calls on one client, and a client that goes while calls are under way.

use super::{
    host::{Ask, Client, ETHEREALS, PROJECT, Service, TOKEN, TRANSFER, response},
    js::{Outcome, get, holds, of, refused, settled, shown, text, wait},
};
use js_sys::{Function, Promise};
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// A fetch whose answers wait until the test gives them.
#[derive(Clone, Default)]
pub(super) struct Held(Rc<RefCell<Vec<(JsValue, Function)>>>);

impl Held {
    pub(super) fn service(&self) -> Service {
        let held = self.clone();
        Service::rust(move |request| {
            let mut hold = |resolve, _| held.0.borrow_mut().push((request.clone(), resolve));
            Ok(Promise::new(&mut hold).into())
        })
    }

    pub(super) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// The latest request.
    pub(super) fn request(&self) -> JsValue {
        self.0.borrow().last().expect("a request").0.clone()
    }

    /// Answers with a body that tells the path, the last request first.
    pub(super) fn answer(&self) {
        for (request, resolve) in self.0.borrow_mut().drain(..).rev() {
            let path = get(&request, "url").as_string().expect("a URL").replace("https://api.example.com/v1", "");
            let body = format!(
                r#"{{"_id":"{path}","status":"done","requestOwner":"{path}","etherealData":[],"nextCursor":"{path}"}}"#
            );
            resolve.call1(&JsValue::NULL, &response(200, &body)).expect("resolved");
        }
    }
}

#[wasm_bindgen_test]
async fn a_hundred_parallel_calls_each_get_their_own_answer() {
    let held = Held::default();
    let service = held.service();
    let client = Client::new(&service);
    let call = |i: i32| {
        let (id, page) = (i.to_string(), format!(r#"{{"cursor":"c{i}"}}"#));
        let token = Ask { values: &[TOKEN.values[0], &id], ..TOKEN };
        let page = Ask { options: &page, ..ETHEREALS };
        client.start(if i % 2 == 0 { &token } else { &page }, &JsValue::UNDEFINED)
    };
    let calls: Vec<Promise> = (0..100).map(call).collect();
    wait(5).await;
    assert_eq!(held.len(), 100);
    held.answer();
    for (i, call) in calls.iter().enumerate() {
        let value = settled(call).await.unwrap_or_else(|error| panic!("{i}: {}", shown(&error)));
        if i % 2 == 0 {
            assert_eq!(text(&value, "_id"), format!("/tokens/{}/{i}/uri?b=1", TOKEN.values[0]));
        } else {
            assert_eq!(shown(&value), format!(r#"{{"items":[],"nextCursor":"/ethereals?cursor=c{i}"}}"#));
        }
    }
    assert_eq!(service.calls().len(), 100);
}

/// One that fails, one that is aborted and one that hangs take nothing away from the others.
#[wasm_bindgen_test]
async fn calls_do_not_disturb_each_other() {
    let service = Service::js(
        "if (request.url.includes('/tokens/')) return Promise.reject('boom');
         if (request.url.endsWith('/ethereals')) return new Promise(() => {});
         return new Promise((resolve) => setTimeout(() => resolve(new Response('{\"balance\":\"1\"}')), 30));",
    );
    let client = Client::new(&service);
    let controller = of(&JsValue::NULL, "new AbortController()");
    let aborted = client.start(&ETHEREALS, &get(&controller, "signal"));
    let late = client.start(&Ask { options: r#"{"timeoutMs":10}"#, ..ETHEREALS }, &JsValue::UNDEFINED);
    let calls: Vec<Promise> =
        [TOKEN, PROJECT, TOKEN, PROJECT].iter().map(|ask| client.start(ask, &JsValue::UNDEFINED)).collect();
    wait(1).await;
    of(&controller, "it.abort('enough')");
    let mut ends = Vec::new();
    for call in calls.iter().chain([&aborted, &late]) {
        ends.push(settled(call).await.map_or_else(|error| shown(&get(&error, "kind")), |value| shown(&value)));
    }
    let good = r#"{"balance":"1"}"#;
    assert_eq!(ends, [r#""network""#, good, r#""network""#, good, r#""aborted""#, r#""timeout""#]);
}

#[wasm_bindgen_test]
async fn a_client_disposed_while_calls_are_under_way_still_answers_them() {
    let held = Held::default();
    let client = Client::new(&held.service());
    let calls = [TOKEN, TRANSFER, PROJECT, ETHEREALS].map(|ask| client.start(&ask, &JsValue::UNDEFINED));
    // Before anything was sent, and again after.
    of(client.js(), "it.dispose()");
    wait(5).await;
    assert_eq!(held.len(), 4);
    held.answer();
    let mut ends: Vec<Outcome> = Vec::new();
    for call in &calls {
        ends.push(settled(call).await);
    }
    let ends: Vec<JsValue> = ends.into_iter().map(|end| end.expect("an answer")).collect();
    holds(&ends[2], "it.requestOwner === '/project'");
    holds(&ends[3], "it.nextCursor === '/ethereals'");
    assert!(shown(&ends[0]).contains("/tokens/") && shown(&ends[1]).contains("/bridge/transfers/transactions/0x11"));
}

#[wasm_bindgen_test]
async fn a_disposed_client_refuses_later_calls_and_aborts_none() {
    let held = Held::default();
    let client = Client::new(&held.service());
    let controller = of(&JsValue::NULL, "new AbortController()");
    let (call, aborted) =
        (client.start(&PROJECT, &JsValue::UNDEFINED), client.start(&TOKEN, &get(&controller, "signal")));
    wait(1).await;
    let list = of(client.js(), "it.ethereals()");
    of(client.js(), "it.dispose()");
    of(&controller, "it.abort('gone')");
    assert_eq!(shown(&get(&settled(&aborted).await.expect_err("aborted"), "cause")), r#""gone""#);
    for ask in [TOKEN, TRANSFER, PROJECT, ETHEREALS] {
        refused(&client.error(&ask).await, "client");
    }
    for walk in ["it.page()", "it.pages().next()", "it[Symbol.asyncIterator]().next()"] {
        let page = of(&list, walk).unchecked_into::<Promise>();
        refused(&settled(&page).await.expect_err(walk), "client");
    }
    of(client.js(), "it.dispose()");
    assert_eq!(held.len(), 2);
    held.answer();
    assert_eq!(shown(&get(&settled(&call).await.expect("an answer"), "requestOwner")), r#""/project""#);
}
