//! Tests of the intervals between polls, and of their jitter.

use super::{MIDDLE, WatchNext, WatchOutcome, WatchSettings, decide_at, failure, record, watch};
use crate::watch::add_jitter;

#[test]
fn the_interval_grows_while_nothing_changes() {
    let mut watch = watch(WatchSettings::default());
    let mut wait = |outcome| match decide_at(&mut watch, outcome, 0).next {
        WatchNext::Wait(ms) => ms,
        next => panic!("{next:?}"),
    };
    let mut same = |status, n| (0..n).map(|_| wait(record(status))).collect::<Vec<_>>();
    assert_eq!(same("wait-wh", 8), [5_000, 7_500, 11_250, 16_875, 25_313, 37_970, 56_955, 60_000]);
    assert_eq!(same("wait-rb", 2), [5_000, 7_500]);
    assert_eq!([failure(true), record("wait-rb"), WatchOutcome::Absent].map(wait), [11_250, 16_875, 5_000]);
}

#[test]
fn the_first_wait_is_the_interval_after_every_outcome() {
    for outcome in [record("wait-wh"), record("manual"), failure(true), WatchOutcome::Absent] {
        assert_eq!(
            decide_at(&mut watch(WatchSettings { interval_ms: 77, ..WatchSettings::default() }), outcome, 0).next,
            WatchNext::Wait(77)
        );
    }
}

#[test]
fn jitter_is_a_fifth_either_way() {
    for (interval, least, most) in [(1, 1, 1), (4, 4, 4), (5, 4, 6), (5_000, 4_000, 6_000)] {
        assert_eq!((add_jitter(interval, 0), add_jitter(interval, u32::MAX)), (least, most));
        assert_eq!(add_jitter(interval, MIDDLE), interval);
    }
    let longest = (1 << 31) - 1;
    assert!(add_jitter(longest, u32::MAX) <= longest * 6 / 5);
}

#[test]
fn intervals_grow_from_one_millisecond() {
    let mut watch = watch(WatchSettings { interval_ms: 1, max_interval_ms: 5, ..WatchSettings::default() });
    let waits = [0; 5].map(|_| decide_at(&mut watch, record("wait-wh"), 0).next);
    assert_eq!(waits, [1, 2, 3, 5, 5].map(WatchNext::Wait));
}

#[test]
fn no_interval_is_longer_than_max_interval_ms() {
    let bounds = |interval_ms, max_interval_ms| {
        let mut watch = watch(WatchSettings { interval_ms, max_interval_ms, ..WatchSettings::default() });
        [0; 12].map(|_| match decide_at(&mut watch, failure(true), 0).next {
            WatchNext::Wait(ms) => ms,
            next => panic!("{next:?}"),
        })
    };
    let ends = |interval_ms, max_interval_ms| {
        let all = bounds(interval_ms, max_interval_ms);
        (all[0], all[11])
    };
    assert_eq!(ends(5_000, 60_000), (5_000, 60_000));
    assert_eq!(ends(5_000, 300), (300, 300));
    assert_eq!(ends(20, 30), (20, 30));
    assert_eq!(ends(21, 20), (20, 20));
}
