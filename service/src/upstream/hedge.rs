//! Attempts at several endpoints or gateways, which can run in parallel (hedged requests).

use super::failure::FetchError;
use futures_util::stream::{FuturesUnordered, StreamExt};
use std::time::Duration;
use tokio::time::timeout;

/// Starts attempts in their order until an attempt succeeds. The next attempt starts when a running
/// attempt fails, or when no running attempt has a result within `patience`. In the second case,
/// the running attempts continue. So an attempt that hangs delays the result by `patience` at most.
/// Returns the greatest error when all attempts have failed.
pub(super) async fn first_success<T>(
    attempts: Vec<impl Future<Output = Result<T, FetchError>>>,
    patience: Duration,
) -> Result<T, FetchError> {
    let mut waiting = attempts.into_iter();
    let mut running = FuturesUnordered::new();
    let mut greatest_error = None;
    loop {
        if let Some(attempt) = waiting.next() {
            running.push(attempt);
        }
        match timeout(patience, running.next()).await {
            Ok(Some(Ok(value))) => return Ok(value),
            // `None` is less than any error.
            Ok(Some(Err(error))) => greatest_error = greatest_error.max(Some(error)),
            // All attempts have failed, or there are no attempts.
            Ok(None) => return Err(greatest_error.unwrap_or(FetchError::Unreachable)),
            // `patience` is over.
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    const PATIENCE_MS: u64 = 1000;
    /// Less than the patience.
    const QUICK: u64 = PATIENCE_MS - 100;
    /// More than the patience, but less than twice the patience.
    const SLOW: u64 = PATIENCE_MS + 500;
    /// More than the patience for all attempts of a test.
    const HANGS: u64 = 5 * PATIENCE_MS;

    /// Runs attempts, each with its duration in milliseconds and its result. Returns the result,
    /// the indexes of the attempts in the order of their starts, and the elapsed milliseconds.
    async fn run(
        attempts: &[(u64, Result<(), FetchError>)],
    ) -> (Result<usize, FetchError>, Vec<usize>, u64) {
        let started = RefCell::new(Vec::new());
        let mut futures = Vec::new();
        for (index, (ms, result)) in attempts.iter().copied().enumerate() {
            let started = &started;
            futures.push(async move {
                started.borrow_mut().push(index);
                tokio::time::sleep(Duration::from_millis(ms)).await;
                result.map(|()| index)
            });
        }
        let start = tokio::time::Instant::now();
        let result = first_success(futures, Duration::from_millis(PATIENCE_MS)).await;
        let elapsed = start.elapsed().as_millis() as u64;
        (result, started.into_inner(), elapsed)
    }

    #[tokio::test(start_paused = true)]
    async fn starts_the_next_attempt_after_a_failure_or_after_the_patience() {
        assert_eq!(
            run(&[(QUICK, Ok(())), (1, Ok(()))]).await,
            (Ok(0), vec![0], QUICK)
        );
        assert_eq!(
            run(&[(5, Err(FetchError::Timeout)), (1, Ok(()))]).await,
            (Ok(1), vec![0, 1], 6)
        );
        assert_eq!(
            run(&[(HANGS, Ok(())), (HANGS, Ok(())), (10, Ok(()))]).await,
            (Ok(2), vec![0, 1, 2], 2 * PATIENCE_MS + 10)
        );
        // The first attempt continues after `patience`, and can still be the first to succeed.
        assert_eq!(
            run(&[(SLOW, Ok(())), (HANGS, Ok(()))]).await,
            (Ok(0), vec![0, 1], SLOW)
        );
        // The second attempt fails first, but the timeout is the greater error.
        let failures = [
            (HANGS, Err(FetchError::Timeout)),
            (10, Err(FetchError::Unreachable)),
        ];
        assert_eq!(
            run(&failures).await,
            (Err(FetchError::Timeout), vec![0, 1], HANGS)
        );
        assert_eq!(run(&[]).await, (Err(FetchError::Unreachable), vec![], 0));
    }
}
