//! Whole watches over a virtual clock, against services that answer by the clock or by random.

use super::{MIDDLE, Watch, WatchSettings, watch};
use crate::{WatchEnd, WatchNext, WatchOutcome};

type Answer<'a> = &'a mut dyn FnMut(u64) -> WatchOutcome;

/// What a watch told and when, how it ended, and what it took.
#[derive(Debug, Default)]
struct Life {
    told: Vec<(u64, WatchOutcome)>,
    /// Nothing while it goes on.
    end: Option<WatchNext>,
    polls: u64,
    ms: u64,
}

impl Life {
    fn phases(&self) -> Vec<&'static str> {
        let phase = |outcome: &WatchOutcome| match outcome {
            WatchOutcome::Record { phase, .. } => phase.as_str(),
            _ => "missing",
        };
        self.told.iter().map(|(_, outcome)| phase(outcome)).collect()
    }
}

/// Numbers of which each looks drawn at random (xorshift).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }
}

/// Drives `watch` to its end, or for `polls` polls, of which each takes `latency`.
fn live(watch: &mut Watch, latency: u64, random: &mut dyn FnMut() -> u32, polls: u64, answer: Answer<'_>) -> Life {
    let mut life = Life { ms: watch.state.elapsed_ms(), ..Life::default() };
    for _ in 0..polls {
        life.ms += latency;
        let outcome = answer(life.ms);
        let turn = watch.decide(outcome, life.ms, random());
        life.polls = watch.state.polls();
        if turn.report {
            life.told.push((life.ms, outcome));
        }
        match turn.next {
            WatchNext::Wait(ms) => life.ms += ms.min(watch.left_ms()),
            end => {
                life.end = Some(end);
                break;
            }
        }
    }
    life
}

fn steady(answer: fn(u64) -> WatchOutcome) -> Life {
    live(&mut watch(WatchSettings::default()), 100, &mut || MIDDLE, 1_000, &mut { answer })
}

/// A transfer that is indexed after 3 s, at the relay until 60 s, at the bridge until 20 min, then done.
fn ordinary(ms: u64) -> WatchOutcome {
    match ms {
        0..3_000 => WatchOutcome::Absent,
        3_000..60_000 => WatchOutcome::record("wait-wh", "1"),
        60_000..1_200_000 => WatchOutcome::record("wait-rb", "2"),
        _ => WatchOutcome::record("done", "3"),
    }
}

#[test]
fn an_ordinary_transfer() {
    let life = steady(ordinary);
    assert_eq!(life.phases(), ["missing", "pending", "pending", "done"]);
    assert_eq!(life.end, Some(WatchNext::End));
    // Each change is seen within the longest interval; twenty minutes cost few polls.
    assert!(life.ms < 1_200_000 + 60_200, "{}", life.ms);
    assert!((25..40).contains(&life.polls), "{}", life.polls);
}

#[test]
fn a_transfer_that_fails() {
    let life = steady(|ms| match ms {
        0..30_000 => WatchOutcome::record("wait-cc", "1"),
        _ => WatchOutcome::record("error", "2"),
    });
    assert_eq!((life.phases(), life.end), (vec!["pending", "failed"], Some(WatchNext::Fail(WatchEnd::Failed))));
}

#[test]
fn a_transfer_that_hangs() {
    let life = steady(|_| WatchOutcome::record("wait-rb", "1"));
    assert_eq!((life.phases(), life.end), (vec!["pending"], Some(WatchNext::Fail(WatchEnd::Expired))));
    assert!((3_600_000..=3_600_100).contains(&life.ms) && life.polls < 75, "{} {}", life.ms, life.polls);
}

#[test]
fn a_hash_nobody_knows() {
    let life = steady(|_| WatchOutcome::Absent);
    assert_eq!((life.phases(), life.end), (vec!["missing"], Some(WatchNext::Fail(WatchEnd::NotFound))));
    assert!((120_000..=120_300).contains(&life.ms), "{}", life.ms);
}

#[test]
fn a_key_that_is_refused() {
    let life = steady(|_| WatchOutcome::failure("unauthenticated", false, 0));
    assert_eq!((life.polls, life.phases().len(), life.end), (1, 0, Some(WatchNext::Rethrow)));
}

#[test]
fn an_outage_is_outlived() {
    let life = steady(|ms| match ms {
        10_000..1_000_000 => WatchOutcome::failure("network", true, 0),
        ms => ordinary(ms),
    });
    assert_eq!(life.phases(), ["missing", "pending", "pending", "done"]);
    assert!(life.told[2].0 < 1_000_000 + 60_200);
}

/// Ten thousand transfers with random statuses, failures, gaps and latencies; the page is closed and opened at random.
#[test]
fn every_life_ends_and_tells_each_change_once() {
    let mut draws = Chance(0x9e37_79b9_7f4a_7c15);
    for round in 0..10_000 {
        let latency = u64::from(draws.next() % 3_000);
        let mut answers = Chance(u64::from(draws.next()) + 1);
        let mut answer = |_| match answers.next() % 100 {
            0..30 => WatchOutcome::failure("server", true, 0),
            30..40 => WatchOutcome::Absent,
            40..42 => WatchOutcome::record("done", "done"),
            42 => WatchOutcome::record("error", "error"),
            43..60 => WatchOutcome::record("wait-rb", "2"),
            _ => WatchOutcome::record("wait-wh", "1"),
        };
        let mut one =
            watch(WatchSettings { timeout_ms: 600_000, not_found_grace_ms: 60_000, ..WatchSettings::default() });
        let mut told = Vec::new();
        let life = loop {
            let polls = u64::from(draws.next() % 40) + 1;
            let life = live(&mut one, latency, &mut || draws.next(), polls, &mut answer);
            told.extend(life.told.iter().copied());
            if life.end.is_some() {
                break life;
            }
            one = one.reloaded();
        };
        assert!(told.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 != pair[1].1), "{round}: {told:?}");
        assert!(told.iter().skip(1).all(|(_, outcome)| *outcome != WatchOutcome::Absent), "{round}: {told:?}");
        assert!(life.ms <= 600_000 + latency && life.polls < 200, "{round}: {} ms, {} polls", life.ms, life.polls);
        assert!(life.end != Some(WatchNext::Rethrow), "{round}");
    }
}
