//! Request deduplication: equal requests of several callers share one future.

use super::{Limits, response::CheckedResponse, timeline::Timeline};
use crate::{error::Error, headers::Headers};
use futures_util::{
    FutureExt,
    future::{LocalBoxFuture, Shared, WeakShared},
};
use std::{cell::RefCell, rc::Rc};

/// The result of a request.
pub(super) type Outcome = Result<Rc<CheckedResponse>, Error>;

/// The future that sends a request. All calls that share the request await this future.
pub(super) type SharedRequest = LocalBoxFuture<'static, Outcome>;

/// The properties by which the client recognises equal requests.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct RequestKey {
    pub(super) url: String,
    pub(super) exact: bool,
    pub(super) skip_invalid_records: bool,
    pub(super) headers: Headers,
    pub(super) limits: Limits,
}

/// A caller's share of a request. Dropping the last share cancels the request.
pub(super) struct Share {
    pub(super) outcome: Shared<SharedRequest>,
    pub(super) timeline: Rc<Timeline>,
    /// Whether another caller started the request.
    pub(super) is_joined: bool,
}

struct Entry {
    key: RequestKey,
    outcome: WeakShared<SharedRequest>,
    timeline: Rc<Timeline>,
}

/// The requests in flight.
#[derive(Default)]
pub(super) struct InFlight(Rc<RefCell<Vec<Entry>>>);

impl std::fmt::Debug for InFlight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("InFlight")
            .field(&self.0.borrow().len())
            .finish()
    }
}

impl InFlight {
    /// Joins the request with this key, or starts it with `start`.
    pub(super) fn share(
        &self,
        key: RequestKey,
        timeline: &Rc<Timeline>,
        start: impl FnOnce() -> SharedRequest,
    ) -> Share {
        let mut entries = self.0.borrow_mut();
        if let Some(entry) = entries.iter().find(|entry| entry.key == key)
            && let Some(outcome) = entry.outcome.upgrade()
        {
            return Share {
                outcome,
                timeline: Rc::clone(&entry.timeline),
                is_joined: true,
            };
        }
        // The future removes the entry before a caller receives the outcome, because a later call
        // must not join a request that has ended.
        let registration = Registration {
            entries: Rc::clone(&self.0),
            timeline: Rc::clone(timeline),
        };
        let request = start();
        let request_and_removal = async move {
            let outcome = request.await;
            drop(registration);
            outcome
        };
        let outcome = request_and_removal.boxed_local().shared();
        // `downgrade` returns `None` only for a future that has ended. This future has not started.
        if let Some(weak) = outcome.downgrade() {
            entries.push(Entry {
                key,
                outcome: weak,
                timeline: Rc::clone(timeline),
            });
        }
        Share {
            outcome,
            timeline: Rc::clone(timeline),
            is_joined: false,
        }
    }
}

/// When a registration is dropped, it removes the entry of its request: after the request has
/// ended, or when the last share is dropped.
struct Registration {
    entries: Rc<RefCell<Vec<Entry>>>,
    timeline: Rc<Timeline>,
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.entries
            .borrow_mut()
            .retain(|entry| !Rc::ptr_eq(&entry.timeline, &self.timeline));
    }
}
