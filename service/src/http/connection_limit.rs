//! The limit of open connections. At the limit, the service closes the connection that has waited longest for its
//! client, and gives its slot to a new client. Idle and stalled clients therefore cannot block other clients.

use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge},
    registry::Registry,
};
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

/// Open files besides the connections of clients: the database, chains and gateways, the page.
const OTHER_FILES: u64 = 256;
/// How often the service looks for a waiting connection while all connections are busy.
const RETRY: Duration = Duration::from_millis(50);

pub(super) struct ConnectionLimit {
    max: u32,
    slots: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
    open: Gauge,
    evicted: Counter,
}

/// Connections that wait for their clients, by turn. A connection gets the next turn when it begins to wait, so the
/// first has waited longest.
#[derive(Default)]
struct Waiting {
    by_turn: BTreeMap<u64, Arc<Notify>>,
    last_turn: u64,
}

impl ConnectionLimit {
    pub(super) fn new(max: u32) -> Self {
        let slots = Arc::new(Semaphore::new(max as usize));
        Self { max, slots, waiting: Mutex::default(), open: Gauge::default(), evicted: Counter::default() }
    }

    /// A limit of `wanted` connections, or fewer if the process may not open enough files. Raises the soft limit of
    /// open files (`ulimit -n`) as far as necessary and allowed.
    pub(super) fn within_open_files(wanted: u32) -> Self {
        let files = u64::from(wanted) + OTHER_FILES;
        let files = rlimit::increase_nofile_limit(files).unwrap_or(files);
        // With very few files, connections get half of them.
        let max = u32::try_from(files - OTHER_FILES.min(files / 2)).map_or(wanted, |most| most.min(wanted));
        if max < wanted {
            tracing::warn!(
                "the limit of connections is {max} instead of {wanted}: the process may open {files} files (ulimit -n)"
            );
        }
        Self::new(max)
    }

    pub(super) fn max(&self) -> u32 {
        self.max
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register("connections", "Open connections of clients", self.open.clone());
        let help = "Connections that waited for their clients, and were closed at the limit for new clients";
        registry.register("connections_evicted", help, self.evicted.clone());
    }

    /// Waits for a slot for a new connection, which begins by waiting for its client.
    pub(super) async fn acquire(self: &Arc<Self>) -> Slot {
        let permit = loop {
            if self.slots.available_permits() == 0 {
                self.evict_longest_waiting();
            }
            if let Ok(Ok(permit)) = timeout(RETRY, Arc::clone(&self.slots).acquire_owned()).await {
                break permit;
            }
        };
        self.open.inc();
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
            self.evicted.inc();
            evicted.notify_one();
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slot of an open connection. Dropping it frees the slot.
pub(super) struct Slot {
    limit: Arc<ConnectionLimit>,
    turn: AtomicU64,
    evicted: Arc<Notify>,
    _permit: OwnedSemaphorePermit,
}

impl Slot {
    /// Protects the connection from eviction until the returned guard is dropped, while the service responds.
    pub(super) fn mark_busy(&self) -> impl Drop {
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
        self.limit.open.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The indices of the evicted slots.
    async fn evicted(slots: &[&Slot]) -> Vec<usize> {
        let mut found = Vec::new();
        for (index, slot) in slots.iter().enumerate() {
            if timeout(Duration::ZERO, slot.evicted()).await.is_ok() {
                found.push(index);
            }
        }
        found
    }

    #[tokio::test(start_paused = true)]
    async fn evicts_the_longest_wait_at_the_limit() {
        let limit = Arc::new(ConnectionLimit::new(3));
        let [first, second, third] = [limit.acquire().await, limit.acquire().await, limit.acquire().await];
        // The first connection has just begun to wait again, the second is busy.
        drop(first.mark_busy());
        let busy = second.mark_busy();
        let mut fourth = tokio::spawn({
            let limit = Arc::clone(&limit);
            async move { limit.acquire().await }
        });
        assert!(timeout(RETRY / 2, &mut fourth).await.is_err(), "no slot is free");
        assert_eq!((limit.open.get(), limit.evicted.get()), (3, 1));
        assert_eq!(evicted(&[&first, &second, &third]).await, [2]);
        drop(third);
        let fourth = fourth.await.unwrap();
        assert_eq!(evicted(&[&first, &second, &fourth]).await, [0; 0]);
        drop(busy);
    }

    #[tokio::test(start_paused = true)]
    async fn does_not_evict_a_busy_connection() {
        let limit = Arc::new(ConnectionLimit::new(1));
        let first = limit.acquire().await;
        let busy = first.mark_busy();
        let mut second = Box::pin(limit.acquire());
        assert!(timeout(4 * RETRY, &mut second).await.is_err());
        assert_eq!((limit.evicted.get(), evicted(&[&first]).await.len()), (0, 0));
        // It is evicted when it is no longer busy.
        drop(busy);
        assert!(timeout(4 * RETRY, &mut second).await.is_err(), "the slot is still held");
        assert_eq!((limit.evicted.get(), evicted(&[&first]).await.len()), (1, 1));
        drop(first);
        second.await;
    }

    #[tokio::test(start_paused = true)]
    async fn all_closed_waits_for_every_slot() {
        let limit = Arc::new(ConnectionLimit::new(2));
        let slot = limit.acquire().await;
        assert!(timeout(RETRY, limit.all_closed()).await.is_err());
        drop(slot);
        timeout(RETRY, limit.all_closed()).await.expect("no connection is open");
        assert!(limit.waiting().by_turn.is_empty());
    }
}
