//! A watched transfer as a stream, for native programs. In JavaScript `pkg/src/watch.ts` polls. In both,
//! [`WatchState::decide`] decides what follows from a poll.

use super::{Client, Clock, Transport, exchange};
use crate::{
    BridgeTransfer, Error, GetTransfer, Step, WatchEnd, WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState,
};
use futures_util::{
    future::{Either, select},
    stream::{self, Stream},
};
use std::pin::pin;

/// A change of a watched transfer. See the example of [`Client::watch_transfer`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TransferUpdate {
    /// The record; `None` while no transfer has the hash.
    pub transfer: Option<BridgeTransfer>,
    /// The phase of the transfer.
    pub phase: WatchPhase,
    /// The steps of its route, in order. Empty while no transfer has the hash.
    pub steps: Vec<Step>,
    /// The state from which a later watch of the same hash can continue; see [`WatchState::text`].
    pub state: WatchState,
}

impl<T: Transport + Clock + 'static> Client<T> {
    /// Watches a transfer until it is done. The stream yields an update when the record has changed, and one when the
    /// transfer is not found at first.
    ///
    /// `state` is the state of an earlier watch of the same hash, or the default. Failures of network, time or service
    /// do not end the watch. The last item is an error when the transfer fails, when it is not found for longer than
    /// `not_found_grace_ms`, when `timeout_ms` has passed, or when a poll fails permanently.
    ///
    /// ```no_run
    /// # use ethereal_query::{Client, Clock, GetTransfer, Transport, WatchSettings, WatchState};
    /// use futures_util::TryStreamExt;
    /// # async fn example<T: Transport + Clock + 'static>(client: Client<T>) -> Result<(), ethereal_query::Error> {
    /// let request = GetTransfer::new(format!("0x{}", "1".repeat(64)).parse()?);
    /// let updates = client.watch_transfer(request, WatchSettings::default(), WatchState::default());
    /// let mut updates = std::pin::pin!(updates);
    /// while let Some(update) = updates.try_next().await? {
    ///     println!("{}", update.phase.as_str());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn watch_transfer(
        &self,
        request: GetTransfer,
        settings: WatchSettings,
        state: WatchState,
    ) -> impl Stream<Item = Result<TransferUpdate, Error>> + use<T> {
        let clock = self.transport();
        let watch = Watch {
            started_ms: clock.now_ms() - state.elapsed_ms() as f64,
            polled_ms: clock.now_ms(),
            next: WatchNext::Wait(0),
            error: None,
            transfer: None,
            client: self.clone(),
            request,
            settings,
            state,
        };
        stream::unfold(watch, |mut watch| async {
            let update = watch.next_update().await?;
            Some((update, watch))
        })
    }
}

/// The state of a watch in progress.
struct Watch<T> {
    client: Client<T>,
    request: GetTransfer,
    settings: WatchSettings,
    state: WatchState,
    /// The start of the watch by [`Clock::now_ms`], earlier by the time of earlier runs.
    started_ms: f64,
    /// The end of the last poll by [`Clock::now_ms`].
    polled_ms: f64,
    /// The decision after the last poll.
    next: WatchNext,
    /// The error of the last poll.
    error: Option<Error>,
    /// The last record.
    transfer: Option<BridgeTransfer>,
}

impl<T: Transport + Clock + 'static> Watch<T> {
    /// Returns the next update, or the error that ends the watch; `None` after the end.
    async fn next_update(&mut self) -> Option<Result<TransferUpdate, Error>> {
        loop {
            match self.next {
                WatchNext::Wait(delay_ms) => {
                    let outcome = self.poll(delay_ms).await;
                    if self.decide(outcome) {
                        return Some(Ok(self.update()));
                    }
                }
                WatchNext::End => return None,
                WatchNext::Rethrow => {
                    self.next = WatchNext::End;
                    return self.error.take().map(Err);
                }
                WatchNext::Fail(end) => {
                    self.next = WatchNext::End;
                    return Some(Err(self.end_error(end)));
                }
            }
        }
    }

    /// Waits and polls; `None` when `timeout_ms` passes first.
    async fn poll(&self, delay_ms: u64) -> Option<Result<Option<BridgeTransfer>, Error>> {
        let clock = self.client.transport();
        let remaining_ms = (self.settings.timeout_ms as f64 - (clock.now_ms() - self.started_ms)).max(0.0);
        let delay_ms = (self.polled_ms + delay_ms as f64 - clock.now_ms()).max(0.0);
        let poll = async {
            clock.sleep(delay_ms as u32).await;
            self.client.get(&self.request).await
        };
        match select(pin!(poll), pin!(exchange::timeout(clock, remaining_ms as u32))).await {
            Either::Left((outcome, _)) => Some(outcome),
            Either::Right(_) => None,
        }
    }

    /// Decides after a poll. Returns whether there is an update to report.
    fn decide(&mut self, outcome: Option<Result<Option<BridgeTransfer>, Error>>) -> bool {
        let Some(outcome) = outcome else {
            self.next = WatchNext::Fail(WatchEnd::Expired);
            return false;
        };
        let clock = self.client.transport();
        self.polled_ms = clock.now_ms();
        let elapsed_ms = (self.polled_ms - self.started_ms).max(0.0) as u64;
        let decision = self.state.decide(&self.settings, WatchOutcome::from(&outcome), elapsed_ms, clock.random());
        self.next = decision.next;
        match outcome {
            Ok(transfer) => {
                self.error = None;
                self.transfer = transfer.or(self.transfer.take());
            }
            Err(error) => self.error = Some(error),
        }
        decision.report
    }

    fn update(&self) -> TransferUpdate {
        TransferUpdate {
            transfer: self.transfer.clone(),
            phase: self.state.phase().unwrap_or(WatchPhase::Missing),
            steps: self.transfer.as_ref().map(BridgeTransfer::steps).unwrap_or_default(),
            state: self.state,
        }
    }

    /// Creates the error of `end`. Its cause is the error of the last poll, if that failed.
    fn end_error(&mut self, end: WatchEnd) -> Error {
        let status = self.transfer.as_ref().map_or("", |transfer| transfer.status.as_str());
        let error = end.error(&self.settings, self.request.hash.as_str(), status);
        match self.error.take() {
            Some(cause) => error.with_cause(cause),
            None => error,
        }
    }
}
