//! `stream`: records that are handed out while their page is on its way, by the streams of each host.

use super::{
    js::{function, holds, settled, shown},
    package::package,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// A page of 100 records in pieces of 700 bytes. The first request's body breaks off in its middle when `breaks` is true;
/// gives how many records came before the last piece was sent, and all of them.
const WALK: &str =
    "const rows = Array.from({ length: 100 }, (_, n) => ({ _id: `r${n}`, status: 'active', tokenName: 'é' }));
    const bytes = new TextEncoder().encode(JSON.stringify({ etherealData: rows, nextCursor: null }));
    let requests = 0;
    let sent = false;
    const fetch = async () => {
        const end = breaks && requests++ === 0 ? bytes.length / 2 : bytes.length;
        let at = 0;
        return new Response(new ReadableStream({ async pull(body) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            body.enqueue(bytes.slice(at, Math.min(end, (at += 700))));
            if (at < end) return;
            if (end < bytes.length) return body.error(new TypeError('broke off'));
            sent = true;
            body.close();
        } }));
    };
    const { Client, stream } = facade;
    const client = new Client({ baseUrl: 'https://api.example.com', apiKey: 'key', fetch });
    const walked = async () => {
        const ids = [];
        let early = 0;
        for await (const { _id } of stream(client.ethereals())) {
            ids.push(_id);
            if (!sent) early++;
        }
        return { early, requests, right: ids.join() === rows.map(({ _id }) => _id).join() };
    };
    return walked();";

async fn walk(breaks: bool) -> JsValue {
    let promise = function("facade, breaks", WALK).call2(&JsValue::NULL, &package(), &breaks.into());
    settled(&promise.expect("a promise").unchecked_into()).await.unwrap_or_else(|error| panic!("{}", shown(&error)))
}

#[wasm_bindgen_test]
async fn records_come_before_the_end_of_their_page() {
    holds(&walk(false).await, "it.right && it.early > 50");
}

#[wasm_bindgen_test]
async fn a_page_that_breaks_off_goes_on_where_it_was() {
    holds(&walk(true).await, "it.right && it.early > 50 && it.requests === 2");
}
