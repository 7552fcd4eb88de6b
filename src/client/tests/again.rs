//! Attempts after the first: which failures have them, how long they wait, and what they leave of the budget.

use super::{
    fails, token,
    world::{World, run},
};
use crate::{Error, ErrorKind, ProjectOfKey, Response, retry::Stop};

fn status(status: u16) -> Result<Response, Error> {
    Ok(Response { status, body: b"{}".to_vec(), ..Response::default() })
}

fn asking(code: u16, header: &str) -> Result<Response, Error> {
    status(code).map(|answer| Response { retry_after: Some(header.to_owned()), ..answer })
}

fn in_turn(answers: Vec<Result<Response, Error>>) -> World {
    World { answers, ..World::answering(200, "{}") }
}

#[test]
fn what_may_pass_is_tried_three_times() {
    let mut passing: Vec<_> = [408, 429, 500, 502, 503, 504].map(status).into();
    passing.extend([Err(Error::network("no")), Err(Error::attempt_timeout(7))]);
    for failure in passing {
        let client = in_turn(vec![failure.clone(), failure.clone(), status(200)]).persistent();
        assert!(run(&client, &ProjectOfKey).is_ok(), "{failure:?}");
        assert_eq!(client.world.sent.borrow().len(), 3);
        assert_eq!(client.world.chances.get(), 2, "success leaves nothing to chance");
        let client = in_turn(vec![failure.clone()]).persistent();
        let error = fails(&client);
        assert_eq!((client.world.sent.borrow().len(), error.gave_up), (3, Some(Stop::Attempts)), "{failure:?}");
    }
}

#[test]
fn nothing_else_is_tried_again() {
    let lasting = (100..700).filter(|code| !matches!(code, 200..=299 | 408 | 429 | 500 | 502 | 503 | 504)).map(status);
    let garbled = Ok(Response { status: 200, body: b"{".to_vec(), ..Response::default() });
    for failure in lasting.chain([garbled, Err(Error::too_large(1))]) {
        let client = in_turn(vec![failure.clone(), status(200)]).persistent();
        let error = fails(&client);
        assert_eq!((client.world.sent.borrow().len(), error.gave_up, error.retryable), (1, None, false), "{failure:?}");
    }
}

#[test]
fn waits_double_and_a_hint_is_the_least() {
    let client = in_turn(vec![status(500), status(500), status(200)]).persistent();
    assert!(run(&client, &token()).is_ok());
    assert_eq!(client.world.waits.take(), [200, 400]);
    let client = in_turn(vec![status(429), asking(503, "5"), status(200)]).persistent();
    assert!(run(&client, &token()).is_ok());
    assert_eq!(client.world.waits.take(), [1000, 5000]);
    let client = in_turn(vec![asking(503, "0"), status(200)]).persistent();
    assert!(run(&client, &token()).is_ok());
    assert_eq!(client.world.waits.take(), [1000], "a service that asks for no time at all still gets some");
}

#[test]
fn a_long_retry_after_ends_the_call_and_tells_how_long() {
    let client = in_turn(vec![asking(429, "61"), status(200)]).persistent();
    let error = fails(&client);
    assert_eq!((error.kind, error.retry_after_ms), (ErrorKind::RateLimited, Some(61_000)));
    assert_eq!((error.gave_up, client.world.waits.take()), (Some(Stop::RetryAfter), vec![]));
}

#[test]
fn the_deadline_covers_attempts_and_waits() {
    let client = in_turn(vec![asking(503, "20"), asking(503, "20"), status(200)]).persistent();
    let error = fails(&client);
    assert_eq!((error.kind, error.gave_up), (ErrorKind::Server, Some(Stop::Deadline)));
    assert_eq!((client.world.waits.take(), client.world.now.get()), (vec![20_000], 20_000), "no wait beyond it");
    let client = World { answer_after: u32::MAX, ..in_turn(vec![status(200)]) }.persistent();
    let error = fails(&client);
    let times: Vec<_> = client.world.sent.borrow().iter().map(|request| request.timeout_ms).collect();
    assert_eq!((times, error.code), (vec![10_000, 10_000, 9400], "deadline_exceeded"));
    assert_eq!(client.world.now.get(), 30_000);
}

#[test]
fn an_empty_budget_ends_retries_and_success_refills_it() {
    let dead = in_turn(vec![status(500)]).persistent();
    for _ in 0..100 {
        fails(&dead);
    }
    assert_eq!((dead.world.sent.borrow().len(), dead.world.budget.get()), (100 + 35, 10));
    assert_eq!(fails(&dead).gave_up, Some(Stop::Budget));
    let well = World { budget: 10.into(), ..in_turn(vec![status(200)]) }.persistent();
    for _ in 0..4 {
        run(&well, &token()).unwrap();
    }
    assert_eq!(well.world.budget.get(), 14);
    let client = World { budget: 14.into(), ..in_turn(vec![status(500), status(200)]) }.persistent();
    run(&client, &token()).unwrap();
    assert_eq!(client.world.budget.get(), 14, "what the retry took comes back");
}
