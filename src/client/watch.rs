//! Following a transfer as a stream, for native programs. In JavaScript `pkg/src/watch.ts` polls; both ask
//! [`WatchState::decide`] what follows from a poll.

use super::{Client, Clock, Transport, exchange};
use crate::{
    BridgeTransfer, Error, GetTransfer, Step, WatchEnd, WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState,
};
use futures_util::{
    future::{Either, select},
    stream::{self, Stream},
};
use std::pin::pin;

/// A change of a watched transfer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TransferUpdate {
    /// The record; `None` while no transfer has the hash.
    pub transfer: Option<BridgeTransfer>,
    /// Where the transfer stands.
    pub phase: WatchPhase,
    /// The steps of its route, in order.
    pub steps: Vec<Step>,
    /// What a later watch needs to go on from here, see [`WatchState::text`].
    pub state: WatchState,
}

impl<T: Transport + Clock + 'static> Client<T> {
    /// Follows a transfer until it is done. Yields changes only: of the record, or that it is not found (once). `state`
    /// is that of an earlier watch of the same hash, or the default.
    ///
    /// Network, time and service failures do not end the watch. The last item is an error when the transfer fails, when
    /// it is not found for longer than the grace, when the time is up, and when another poll would not help.
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

/// A watch under way.
struct Watch<T> {
    client: Client<T>,
    request: GetTransfer,
    settings: WatchSettings,
    state: WatchState,
    /// When the watch began, earlier runs included, and when the last poll ended, on the transport's clock.
    started_ms: f64,
    polled_ms: f64,
    /// What follows from the last poll.
    next: WatchNext,
    /// The error of the last poll.
    error: Option<Error>,
    /// The last record.
    transfer: Option<BridgeTransfer>,
}

impl<T: Transport + Clock + 'static> Watch<T> {
    /// The next change, or the error that ends the watch; `None` after the end.
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

    /// Waits and polls; `None` when the time of the watch is up first.
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

    /// Takes in the outcome of a poll; `true` when there is a change to report.
    fn decide(&mut self, outcome: Option<Result<Option<BridgeTransfer>, Error>>) -> bool {
        let Some(outcome) = outcome else {
            self.next = WatchNext::Fail(WatchEnd::Expired);
            return false;
        };
        let clock = self.client.transport();
        self.polled_ms = clock.now_ms();
        let elapsed_ms = (self.polled_ms - self.started_ms).max(0.0) as u64;
        let turn = self.state.decide(&self.settings, WatchOutcome::from(&outcome), elapsed_ms, clock.random());
        self.next = turn.next;
        match outcome {
            Ok(transfer) => {
                self.error = None;
                self.transfer = transfer.or(self.transfer.take());
            }
            Err(error) => self.error = Some(error),
        }
        turn.report
    }

    fn update(&self) -> TransferUpdate {
        TransferUpdate {
            transfer: self.transfer.clone(),
            phase: self.state.phase().unwrap_or(WatchPhase::Missing),
            steps: self.transfer.as_ref().map(BridgeTransfer::steps).unwrap_or_default(),
            state: self.state,
        }
    }

    /// The error of `end`; its cause is the failure of the last poll.
    fn end_error(&mut self, end: WatchEnd) -> Error {
        let status = self.transfer.as_ref().map_or("", |transfer| transfer.status.as_str());
        let error = end.error(&self.settings, self.request.hash.as_str(), status);
        match self.error.take() {
            Some(cause) => error.with_cause(cause),
            None => error,
        }
    }
}
