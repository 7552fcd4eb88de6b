//! Attempts at several endpoints or gateways.

use super::failure::FetchError;
use futures_util::stream::{FuturesUnordered, StreamExt};
use std::time::Duration;
use tokio::time::timeout;

/// Runs attempts in their order until one succeeds. The next one starts when an attempt fails, and also when none has a
/// result for `patience`: the earlier ones go on, so that one that hangs costs no more than that. Returns the greatest
/// error when all have failed.
pub(super) async fn first_success<T>(
    attempts: Vec<impl Future<Output = Result<T, FetchError>>>,
    patience: Duration,
) -> Result<T, FetchError> {
    let mut waiting = attempts.into_iter();
    let mut running: FuturesUnordered<_> = waiting.by_ref().take(1).collect();
    let mut worst = None;
    loop {
        match timeout(patience, running.next()).await {
            Ok(Some(Ok(value))) => return Ok(value),
            Ok(Some(Err(error))) => worst = worst.max(Some(error)),
            Ok(None) => return Err(worst.unwrap_or(FetchError::Unreachable)),
            Err(_) => {}
        }
        running.extend(waiting.next());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// Runs attempts that last some milliseconds. Returns the result, the order of starts, and the time.
    async fn run(
        attempts: &[(u64, Result<(), FetchError>)],
    ) -> (Result<usize, FetchError>, Vec<usize>, u64) {
        let started = RefCell::new(Vec::new());
        let attempt = |(index, (ms, result)): (usize, &(u64, Result<(), FetchError>))| {
            let (started, ms, result) = (&started, *ms, *result);
            async move {
                started.borrow_mut().push(index);
                tokio::time::sleep(Duration::from_millis(ms)).await;
                result.map(|()| index)
            }
        };
        let start = tokio::time::Instant::now();
        let result = first_success(
            attempts.iter().enumerate().map(attempt).collect(),
            Duration::from_millis(1000),
        )
        .await;
        let elapsed = start.elapsed().as_millis() as u64;
        (result, started.into_inner(), elapsed)
    }

    #[tokio::test(start_paused = true)]
    async fn starts_the_next_attempt_after_a_failure_or_a_while() {
        const HANGS: u64 = 5000;
        let failed = |error| Err(error);
        assert_eq!(
            run(&[(900, Ok(())), (1, Ok(()))]).await,
            (Ok(0), vec![0], 900)
        );
        assert_eq!(
            run(&[(5, failed(FetchError::Timeout)), (1, Ok(()))]).await,
            (Ok(1), vec![0, 1], 6)
        );
        assert_eq!(
            run(&[(HANGS, Ok(())), (HANGS, Ok(())), (10, Ok(()))]).await,
            (Ok(2), vec![0, 1, 2], 2010)
        );
        // The first one may still be the quickest.
        assert_eq!(
            run(&[(1500, Ok(())), (HANGS, Ok(()))]).await,
            (Ok(0), vec![0, 1], 1500)
        );
        let all = [
            (HANGS, failed(FetchError::Timeout)),
            (10, failed(FetchError::Unreachable)),
        ];
        assert_eq!(
            run(&all).await,
            (Err(FetchError::Timeout), vec![0, 1], HANGS)
        );
        assert_eq!(run(&[]).await, (Err(FetchError::Unreachable), vec![], 0));
    }
}
