//! Request deduplication: the same request is in flight once, and all callers share its future.

use super::{Limits, answer::Answer, cache::CacheKey, timeline::Timeline};
use crate::Error;
use futures_util::{
    FutureExt,
    future::{LocalBoxFuture, Shared, WeakShared},
};
use std::{cell::RefCell, rc::Rc};

/// What a request resolves to.
pub(super) type Outcome = Result<Rc<Answer>, Error>;

type Exchange = LocalBoxFuture<'static, Outcome>;

/// Requests with the same key are the same request.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct RequestKey {
    pub(super) request: CacheKey,
    pub(super) limits: Limits,
    /// Tells requests apart whose chunks are observed; 0 for all others.
    pub(super) observer: usize,
}

/// A caller's share of a request. The request ends when its last share is dropped.
pub(super) struct Share {
    pub(super) outcome: Shared<Exchange>,
    pub(super) timeline: Rc<Timeline>,
    /// Whether another caller started the request.
    pub(super) is_joined: bool,
}

struct Entry {
    key: RequestKey,
    outcome: WeakShared<Exchange>,
    timeline: Rc<Timeline>,
}

/// The requests in flight.
#[derive(Default)]
pub(super) struct InFlight(Rc<RefCell<Vec<Entry>>>);

impl std::fmt::Debug for InFlight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("InFlight").field(&self.0.borrow().len()).finish()
    }
}

impl InFlight {
    /// Joins the request with this key, or starts it.
    pub(super) fn share(&self, key: RequestKey, timeline: &Rc<Timeline>, start: impl FnOnce() -> Exchange) -> Share {
        let mut entries = self.0.borrow_mut();
        if let Some(entry) = entries.iter().find(|entry| entry.key == key)
            && let Some(outcome) = entry.outcome.upgrade()
        {
            return Share { outcome, timeline: Rc::clone(&entry.timeline), is_joined: true };
        }
        // The entry goes with the future, before any caller sees the outcome: a later call must not join a finished one.
        let registration = Registration { entries: Rc::clone(&self.0), timeline: Rc::clone(timeline) };
        let exchange = start();
        let outcome = async move {
            let outcome = exchange.await;
            drop(registration);
            outcome
        };
        let outcome = outcome.boxed_local().shared();
        if let Some(weak) = outcome.downgrade() {
            entries.push(Entry { key, outcome: weak, timeline: Rc::clone(timeline) });
        }
        Share { outcome, timeline: Rc::clone(timeline), is_joined: false }
    }
}

/// Removes the entry of a request when it is dropped.
struct Registration {
    entries: Rc<RefCell<Vec<Entry>>>,
    timeline: Rc<Timeline>,
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.entries.borrow_mut().retain(|entry| !Rc::ptr_eq(&entry.timeline, &self.timeline));
    }
}
