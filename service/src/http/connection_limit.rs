//! The limit of open connections. At the limit, the service closes the connection that has waited longest for its client,
//! and gives its slot to the new one. Idle and stalled clients therefore cannot block other clients.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Files that the process opens besides its clients' connections: the database, chains and gateways, the page.
const OTHER_FILES: u64 = 256;
/// While every connection is being answered: how long until one that waits is looked for again.
const RETRY: Duration = Duration::from_millis(50);

pub(super) struct ConnectionLimit {
    max: u32,
    slots: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
    evicted: AtomicU64,
}

/// Connections that wait for their clients, the longest wait first. A connection gets a new turn whenever a wait begins.
#[derive(Default)]
struct Waiting {
    by_turn: BTreeMap<u64, Arc<Notify>>,
    last_turn: u64,
}

impl ConnectionLimit {
    pub(super) fn new(max: u32) -> Self {
        let slots = Arc::new(Semaphore::new(max as usize));
        Self { max, slots, waiting: Mutex::default(), evicted: AtomicU64::new(0) }
    }

    /// As many connections as are wanted, if the process may open that many files; raises its soft limit when it has to.
    pub(super) fn within_open_files(wanted: u32) -> Self {
        let files = u64::from(wanted) + OTHER_FILES;
        let files = rlimit::increase_nofile_limit(files).unwrap_or(files);
        // Of very few files the connections get half.
        let max = u32::try_from(files - OTHER_FILES.min(files / 2)).map_or(wanted, |most| most.min(wanted));
        if max < wanted {
            tracing::warn!(
                "only {max} of {wanted} connections at once: the process may open {files} files (ulimit -n)"
            );
        }
        Self::new(max)
    }

    pub(super) fn max(&self) -> u32 {
        self.max
    }

    /// Connections that are open.
    pub(super) fn open(&self) -> u64 {
        (self.max as usize).saturating_sub(self.slots.available_permits()) as u64
    }

    /// Connections that were closed for new clients since the start.
    pub(super) fn evicted(&self) -> u64 {
        self.evicted.load(Relaxed)
    }

    /// A slot for a new connection, which counts as waiting for its client.
    pub(super) async fn acquire(self: &Arc<Self>) -> Slot {
        let permit = loop {
            if self.slots.available_permits() == 0 {
                self.evict_longest_waiting();
            }
            if let Ok(Ok(permit)) = timeout(RETRY, Arc::clone(&self.slots).acquire_owned()).await {
                break permit;
            }
        };
        let slot = Slot { limit: Arc::clone(self), turn: AtomicU64::new(0), evicted: Arc::default(), _permit: permit };
        slot.wait_for_client();
        slot
    }

    /// Waits until every connection is closed.
    pub(super) async fn all_closed(&self) {
        drop(self.slots.acquire_many(self.max).await);
    }

    fn evict_longest_waiting(&self) {
        let first = self.waiting().by_turn.pop_first();
        if let Some((_, evicted)) = first {
            self.evicted.fetch_add(1, Relaxed);
            evicted.notify_one();
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slot of an open connection; dropping it makes it free for another one.
pub(super) struct Slot {
    limit: Arc<ConnectionLimit>,
    turn: AtomicU64,
    evicted: Arc<Notify>,
    _permit: OwnedSemaphorePermit,
}

impl Slot {
    /// Protects the connection while a request is answered, until the returned guard is dropped.
    pub(super) fn answering(&self) -> impl Drop {
        self.stop_waiting();
        scopeguard::guard((), |()| self.wait_for_client())
    }

    /// Resolves when the connection has to close for a new client.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    fn wait_for_client(&self) {
        let mut waiting = self.limit.waiting();
        waiting.last_turn += 1;
        let turn = waiting.last_turn;
        waiting.by_turn.insert(turn, Arc::clone(&self.evicted));
        self.turn.store(turn, Relaxed);
    }

    fn stop_waiting(&self) {
        self.limit.waiting().by_turn.remove(&self.turn.load(Relaxed));
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.stop_waiting();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slots in `slots` that were told to close.
    async fn evicted(slots: &[&Slot]) -> Vec<usize> {
        let mut found = Vec::new();
        for (index, slot) in slots.iter().enumerate() {
            if timeout(Duration::ZERO, slot.evicted()).await.is_ok() {
                found.push(index);
            }
        }
        found
    }

    #[tokio::test]
    async fn at_the_limit_the_longest_wait_ends() {
        let limit = Arc::new(ConnectionLimit::new(3));
        let [first, second, third] = [limit.acquire().await, limit.acquire().await, limit.acquire().await];
        // The first connection waits again since its request was answered, the second is being answered.
        drop(first.answering());
        let answering = second.answering();
        let mut fourth = tokio::spawn({
            let limit = Arc::clone(&limit);
            async move { limit.acquire().await }
        });
        assert!(timeout(RETRY / 2, &mut fourth).await.is_err(), "there is no slot yet");
        assert_eq!((limit.open(), limit.evicted()), (3, 1));
        assert_eq!(evicted(&[&first, &second, &third]).await, [2]);
        drop(third);
        let fourth = fourth.await.unwrap();
        assert_eq!(evicted(&[&first, &second, &fourth]).await, [0; 0]);
        drop(answering);
    }

    #[tokio::test]
    async fn connections_that_are_being_answered_stay_and_a_new_client_waits() {
        let limit = Arc::new(ConnectionLimit::new(1));
        let first = limit.acquire().await;
        let answering = first.answering();
        let mut second = Box::pin(limit.acquire());
        assert!(timeout(4 * RETRY, &mut second).await.is_err());
        assert_eq!((limit.evicted(), evicted(&[&first]).await.len()), (0, 0));
        // As soon as it is answered it makes way.
        drop(answering);
        assert!(timeout(4 * RETRY, &mut second).await.is_err(), "the slot is still held");
        assert_eq!((limit.evicted(), evicted(&[&first]).await.len()), (1, 1));
        drop(first);
        second.await;
    }

    #[tokio::test]
    async fn all_closed_waits_for_every_slot() {
        let limit = Arc::new(ConnectionLimit::new(2));
        let slot = limit.acquire().await;
        assert!(timeout(RETRY, limit.all_closed()).await.is_err());
        drop(slot);
        timeout(RETRY, limit.all_closed()).await.expect("no connection is open");
        assert!(limit.waiting().by_turn.is_empty());
    }
}
