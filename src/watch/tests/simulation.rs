//! Simulations of whole watches, with services that respond by the clock or at random.

use super::{MIDDLE, Watch, WatchSettings, watch};
use crate::{WatchEnd, WatchNext, WatchOutcome};

type Service<'a> = &'a mut dyn FnMut(u64) -> WatchOutcome;

/// The reports of a watch with their times, its end, and its polls.
#[derive(Debug, Default)]
struct Simulation {
    reported: Vec<(u64, WatchOutcome)>,
    /// `None` while the watch continues.
    end: Option<WatchNext>,
    polls: u64,
    ms: u64,
}

impl Simulation {
    fn phases(&self) -> Vec<&'static str> {
        let phase = |outcome: &WatchOutcome| match outcome {
            WatchOutcome::Record { phase, .. } => phase.as_str(),
            _ => "missing",
        };
        self.reported.iter().map(|(_, outcome)| phase(outcome)).collect()
    }
}

/// Pseudo-random numbers (xorshift).
struct RandomNumbers(u64);

impl RandomNumbers {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }
}

/// Runs `watch` to its end, or for `polls` polls. Each poll takes `latency` milliseconds.
fn simulate(
    watch: &mut Watch,
    latency: u64,
    random: &mut dyn FnMut() -> u32,
    polls: u64,
    respond: Service<'_>,
) -> Simulation {
    let mut simulation = Simulation { ms: watch.state.elapsed_ms(), ..Simulation::default() };
    for _ in 0..polls {
        simulation.ms += latency;
        let outcome = respond(simulation.ms);
        let decision = watch.decide(outcome, simulation.ms, random());
        simulation.polls = watch.state.polls();
        if decision.report {
            simulation.reported.push((simulation.ms, outcome));
        }
        match decision.next {
            WatchNext::Wait(ms) => simulation.ms += ms.min(watch.left_ms()),
            end => {
                simulation.end = Some(end);
                break;
            }
        }
    }
    simulation
}

fn simulate_with_defaults(respond: fn(u64) -> WatchOutcome) -> Simulation {
    simulate(&mut watch(WatchSettings::default()), 100, &mut || MIDDLE, 1_000, &mut { respond })
}

/// A transfer that is indexed after 3 s, at the relay until 60 s, at the bridge until 20 min, then done.
fn ordinary_transfer(ms: u64) -> WatchOutcome {
    match ms {
        0..3_000 => WatchOutcome::Absent,
        3_000..60_000 => WatchOutcome::record("wait-wh", "1"),
        60_000..1_200_000 => WatchOutcome::record("wait-rb", "2"),
        _ => WatchOutcome::record("done", "3"),
    }
}

#[test]
fn each_change_of_a_transfer_is_reported_until_it_is_done() {
    let simulation = simulate_with_defaults(ordinary_transfer);
    assert_eq!(simulation.phases(), ["missing", "pending", "pending", "done"]);
    assert_eq!(simulation.end, Some(WatchNext::End));
    // The watch reports each change within the maximal interval, and needs few polls for twenty minutes.
    assert!(simulation.ms < 1_200_000 + 60_200, "{}", simulation.ms);
    assert!((25..40).contains(&simulation.polls), "{}", simulation.polls);
}

#[test]
fn a_failed_transfer_ends_the_watch() {
    let simulation = simulate_with_defaults(|ms| match ms {
        0..30_000 => WatchOutcome::record("wait-cc", "1"),
        _ => WatchOutcome::record("error", "2"),
    });
    assert_eq!(
        (simulation.phases(), simulation.end),
        (vec!["pending", "failed"], Some(WatchNext::Fail(WatchEnd::Failed)))
    );
}

#[test]
fn a_transfer_without_changes_ends_at_the_timeout() {
    let simulation = simulate_with_defaults(|_| WatchOutcome::record("wait-rb", "1"));
    assert_eq!((simulation.phases(), simulation.end), (vec!["pending"], Some(WatchNext::Fail(WatchEnd::Expired))));
    assert!(
        (3_600_000..=3_600_100).contains(&simulation.ms) && simulation.polls < 75,
        "{} {}",
        simulation.ms,
        simulation.polls
    );
}

#[test]
fn an_unknown_hash_ends_after_the_grace() {
    let simulation = simulate_with_defaults(|_| WatchOutcome::Absent);
    assert_eq!((simulation.phases(), simulation.end), (vec!["missing"], Some(WatchNext::Fail(WatchEnd::NotFound))));
    assert!((120_000..=120_300).contains(&simulation.ms), "{}", simulation.ms);
}

#[test]
fn a_rejected_key_ends_the_watch() {
    let simulation = simulate_with_defaults(|_| WatchOutcome::failure("unauthenticated", false, 0));
    assert_eq!((simulation.polls, simulation.phases().len(), simulation.end), (1, 0, Some(WatchNext::Rethrow)));
}

#[test]
fn a_watch_continues_after_an_outage() {
    let simulation = simulate_with_defaults(|ms| match ms {
        10_000..1_000_000 => WatchOutcome::failure("network", true, 0),
        ms => ordinary_transfer(ms),
    });
    assert_eq!(simulation.phases(), ["missing", "pending", "pending", "done"]);
    assert!(simulation.reported[2].0 < 1_000_000 + 60_200);
}

/// Simulates ten thousand transfers with random statuses, failures, gaps, latencies and reloads of the page.
#[test]
fn every_watch_ends_and_reports_each_change_once() {
    let mut draws = RandomNumbers(0x9e37_79b9_7f4a_7c15);
    for round in 0..10_000 {
        let latency = u64::from(draws.next() % 3_000);
        let mut statuses = RandomNumbers(u64::from(draws.next()) + 1);
        let mut respond = |_| match statuses.next() % 100 {
            0..30 => WatchOutcome::failure("server", true, 0),
            30..40 => WatchOutcome::Absent,
            40..42 => WatchOutcome::record("done", "done"),
            42 => WatchOutcome::record("error", "error"),
            43..60 => WatchOutcome::record("wait-rb", "2"),
            _ => WatchOutcome::record("wait-wh", "1"),
        };
        let mut watched =
            watch(WatchSettings { timeout_ms: 600_000, not_found_grace_ms: 60_000, ..WatchSettings::default() });
        let mut reported = Vec::new();
        let simulation = loop {
            let polls = u64::from(draws.next() % 40) + 1;
            let simulation = simulate(&mut watched, latency, &mut || draws.next(), polls, &mut respond);
            reported.extend(simulation.reported.iter().copied());
            if simulation.end.is_some() {
                break simulation;
            }
            watched = watched.reloaded();
        };
        assert!(
            reported.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 != pair[1].1),
            "{round}: {reported:?}"
        );
        assert!(reported.iter().skip(1).all(|(_, outcome)| *outcome != WatchOutcome::Absent), "{round}: {reported:?}");
        assert!(
            simulation.ms <= 600_000 + latency && simulation.polls < 200,
            "{round}: {} ms, {} polls",
            simulation.ms,
            simulation.polls
        );
        assert!(simulation.end != Some(WatchNext::Rethrow), "{round}");
    }
}
