//! Tests of a list as a stream.

use super::scripted::ScriptedTransport;
use crate::{
    client::{Client, Response},
    endpoints::EtherealsQuery,
    error::{Error, ErrorKind},
};
use futures_util::{Stream, StreamExt};
use std::pin::pin;

/// A response with a page of records. An empty cursor ends the list.
fn page(ids: &[&str], next_cursor: &str) -> Result<Response, Error> {
    let records: Vec<_> = ids
        .iter()
        .map(|id| format!(r#"{{"_id":"{id}","status":"active"}}"#))
        .collect();
    let body = format!(
        r#"{{"etherealData":[{}],"nextCursor":"{next_cursor}"}}"#,
        records.join(",")
    );
    Ok(Response {
        status: 200,
        body: body.into_bytes(),
        ..Response::default()
    })
}

fn client(pages: Vec<Result<Response, Error>>) -> Client<ScriptedTransport> {
    ScriptedTransport::new(pages).client()
}

/// Returns the next item of a stream, in virtual time.
fn next<I>(
    client: &Client<ScriptedTransport>,
    stream: &mut (impl Stream<Item = I> + Unpin),
) -> Option<I> {
    client.transport().clock.run(stream.next())
}

/// Returns the paths and queries of the requests.
fn targets(client: &Client<ScriptedTransport>) -> Vec<String> {
    let sent = client.transport().sent.borrow();
    sent.iter()
        .map(|request| request.url.replace("https://api.example.com/v1", ""))
        .collect()
}

#[test]
fn pages_follow_the_cursor_to_the_last_page() {
    let client = client(vec![
        page(&["a", "b"], "1"),
        page(&[], "2"),
        page(&["c"], ""),
    ]);
    let mut pages = pin!(client.pages(EtherealsQuery::default().source_chain(1)));
    let mut ids = Vec::new();
    while let Some(page) = next(&client, &mut pages) {
        let records = page.unwrap().items;
        let page_ids: Vec<_> = records.into_iter().map(|record| record.id).collect();
        ids.push(page_ids);
    }
    assert_eq!(ids, [vec!["a", "b"], vec![], vec!["c"]]);
    let expected =
        ["", "&cursor=1", "&cursor=2"].map(|cursor| format!("/ethereals?sourceChains=1{cursor}"));
    assert_eq!(targets(&client), expected);
}

#[test]
fn a_list_skips_an_invalid_record_only_if_the_query_allows_it() {
    let page_with_invalid_record = || {
        let body =
            br#"{"etherealData":[{"_id":"a","status":"active"},{"_id":"b"}],"nextCursor":"1"}"#
                .to_vec();
        Ok(Response {
            status: 200,
            body,
            ..Response::default()
        })
    };
    let query = EtherealsQuery::default();
    let skipping = client(vec![page_with_invalid_record(), page(&["c"], "")]);
    let mut records = pin!(skipping.ethereals(query.clone().skip_invalid_records()));
    for id in ["a", "c"] {
        assert_eq!(next(&skipping, &mut records).unwrap().unwrap().id, id);
    }
    assert!(next(&skipping, &mut records).is_none());
    let failing = client(vec![page_with_invalid_record()]);
    assert_eq!(
        next(&failing, &mut pin!(failing.ethereals(query)))
            .unwrap()
            .unwrap_err()
            .kind,
        ErrorKind::Decode
    );
}

#[test]
fn a_page_is_requested_when_the_stream_is_polled_for_it() {
    let client = client(vec![page(&["a", "b"], "1"), page(&["c"], "")]);
    let mut records = pin!(client.ethereals(EtherealsQuery::default()));
    assert_eq!(client.transport().request_count(), 0);
    for (id, requests) in [("a", 1), ("b", 1), ("c", 2)] {
        assert_eq!(next(&client, &mut records).unwrap().unwrap().id, id);
        assert_eq!(client.transport().request_count(), requests);
    }
    assert!(next(&client, &mut records).is_none());
}

#[test]
fn after_an_error_the_same_page_is_requested_again() {
    let failure = Ok(Response {
        status: 500,
        ..Response::default()
    });
    let client = client(vec![page(&["a"], "1"), failure, page(&["b"], "")]);
    let mut records = pin!(client.ethereals(EtherealsQuery::default()));
    assert_eq!(next(&client, &mut records).unwrap().unwrap().id, "a");
    assert_eq!(
        next(&client, &mut records).unwrap().unwrap_err().kind,
        ErrorKind::Server
    );
    assert_eq!(next(&client, &mut records).unwrap().unwrap().id, "b");
    assert_eq!(
        targets(&client),
        ["/ethereals", "/ethereals?cursor=1", "/ethereals?cursor=1"]
    );
    assert!(next(&client, &mut records).is_none());
}

#[test]
fn a_cursor_that_repeats_ends_the_list_with_an_error() {
    let client = client(vec![page(&["a"], "1"), page(&["b"], "1")]);
    let mut pages = pin!(client.pages(EtherealsQuery::default()));
    for id in ["a", "b"] {
        assert_eq!(next(&client, &mut pages).unwrap().unwrap().items[0].id, id);
    }
    let error = next(&client, &mut pages).unwrap().unwrap_err();
    assert_eq!(
        (error.kind, error.endpoint),
        (ErrorKind::PaginationStalled, Some("GET /ethereals"))
    );
    assert!(next(&client, &mut pages).is_none());
    assert_eq!(client.transport().request_count(), 2);
}
