//! The limit of open connections. At the limit, the service closes the connection that has waited
//! longest for its client, and gives its slot to a new client. Idle and stalled clients therefore
//! cannot block other clients.

use crate::metrics::registered;
use hashlink::LinkedHashMap;
use parking_lot::Mutex;
use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge},
    registry::Registry,
};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// Open files besides the connections of clients: the database, chains, gateways and files of
/// `--www`.
const OTHER_FILES: u64 = 256;
/// The interval at which the service looks for a waiting connection while all connections are busy.
const RETRY: Duration = Duration::from_millis(50);

pub(super) struct ConnectionLimit {
    max: u32,
    slots: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
    open: Gauge,
    evictions: Counter,
}

/// The connections that wait for their clients; the first has waited longest. Notifying the
/// `Notify` of a connection evicts the connection. The key is the address of the `Notify` in
/// memory.
type Waiting = LinkedHashMap<usize, Arc<Notify>>;

impl ConnectionLimit {
    pub(super) fn new(max: u32, registry: &mut Registry) -> Self {
        let help = "Connections that waited for their clients, and were closed at the limit for new clients";
        Self {
            max,
            slots: Arc::new(Semaphore::new(max as usize)),
            waiting: Mutex::default(),
            open: registered(registry, "connections", "Open connections of clients"),
            evictions: registered(registry, "connections_evicted", help),
        }
    }

    /// A limit of `wanted` connections, or fewer if the process may not open enough files. Raises
    /// the soft limit of open files (`ulimit -n`) as far as necessary and allowed.
    pub(super) fn within_open_files(wanted: u32, registry: &mut Registry) -> Self {
        let wanted_files = u64::from(wanted) + OTHER_FILES;
        // If the limit is not known, the service assumes that it is high enough.
        let allowed_files = rlimit::increase_nofile_limit(wanted_files).unwrap_or(wanted_files);
        // If the process may open very few files, the connections get half of the files.
        let other_files = OTHER_FILES.min(allowed_files / 2);
        let allowed_connections = allowed_files - other_files;
        // A number that does not fit into 32 bits is larger than `wanted`.
        let max = u32::try_from(allowed_connections)
            .unwrap_or(wanted)
            .min(wanted);
        if max < wanted {
            tracing::warn!(
                "the limit of connections is {max} instead of {wanted}: the process may open {allowed_files} files (ulimit -n)"
            );
        }
        Self::new(max, registry)
    }

    pub(super) fn max(&self) -> u32 {
        self.max
    }

    /// Waits for a slot for a new connection. The new connection counts as waiting for its client.
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
        let slot = Slot {
            limit: Arc::clone(self),
            eviction: Arc::default(),
            _permit: permit,
        };
        slot.wait_for_client();
        slot
    }

    /// Waits until every connection is closed.
    pub(super) async fn all_closed(&self) {
        drop(self.slots.acquire_many(self.max).await);
    }

    fn evict_longest_waiting(&self) {
        let first = self.waiting.lock().pop_front();
        if let Some((_, eviction)) = first {
            self.evictions.inc();
            eviction.notify_one();
        }
    }
}

/// The slot of an open connection. Dropping it frees the slot.
pub(super) struct Slot {
    limit: Arc<ConnectionLimit>,
    /// Notified when the connection has to close for a new client.
    eviction: Arc<Notify>,
    _permit: OwnedSemaphorePermit,
}

impl Slot {
    /// Protects the connection from eviction until the returned guard is dropped, while the service
    /// responds.
    pub(super) fn mark_busy(&self) -> impl Drop {
        self.stop_waiting();
        scopeguard::guard((), |()| self.wait_for_client())
    }

    /// Resolves when the connection has to close for a new client.
    pub(super) async fn evicted(&self) {
        self.eviction.notified().await;
    }

    fn wait_for_client(&self) {
        self.limit.waiting.lock().insert(
            Arc::as_ptr(&self.eviction).addr(),
            Arc::clone(&self.eviction),
        );
    }

    fn stop_waiting(&self) {
        self.limit
            .waiting
            .lock()
            .remove(&Arc::as_ptr(&self.eviction).addr());
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

    /// The indices of the slots that were evicted since the last call.
    async fn evicted(slots: &[&Slot]) -> Vec<usize> {
        let mut indices = Vec::new();
        for (index, slot) in slots.iter().enumerate() {
            if timeout(Duration::ZERO, slot.evicted()).await.is_ok() {
                indices.push(index);
            }
        }
        indices
    }

    #[tokio::test(start_paused = true)]
    async fn evicts_the_longest_wait_at_the_limit() {
        let limit = Arc::new(ConnectionLimit::new(3, &mut Registry::default()));
        let [first, second, third] = [
            limit.acquire().await,
            limit.acquire().await,
            limit.acquire().await,
        ];
        // The first connection has just begun to wait again, and the second is busy. So the third
        // connection has waited longest.
        drop(first.mark_busy());
        let busy = second.mark_busy();
        let mut fourth = tokio::spawn({
            let limit = Arc::clone(&limit);
            async move { limit.acquire().await }
        });
        assert!(
            timeout(RETRY / 2, &mut fourth).await.is_err(),
            "no slot is free"
        );
        assert_eq!((limit.open.get(), limit.evictions.get()), (3, 1));
        assert_eq!(evicted(&[&first, &second, &third]).await, [2]);
        drop(third);
        let fourth = fourth.await.unwrap();
        assert!(evicted(&[&first, &second, &fourth]).await.is_empty());
        drop(busy);
    }

    #[tokio::test(start_paused = true)]
    async fn does_not_evict_a_busy_connection() {
        let limit = Arc::new(ConnectionLimit::new(1, &mut Registry::default()));
        let first = limit.acquire().await;
        let busy = first.mark_busy();
        let mut second = Box::pin(limit.acquire());
        assert!(timeout(4 * RETRY, &mut second).await.is_err());
        assert_eq!(
            (limit.evictions.get(), evicted(&[&first]).await.len()),
            (0, 0)
        );
        // The first connection is evicted when it is no longer busy.
        drop(busy);
        assert!(
            timeout(4 * RETRY, &mut second).await.is_err(),
            "the slot is still held"
        );
        assert_eq!(
            (limit.evictions.get(), evicted(&[&first]).await.len()),
            (1, 1)
        );
        drop(first);
        second.await;
    }

    #[tokio::test(start_paused = true)]
    async fn all_closed_waits_for_every_slot() {
        let limit = Arc::new(ConnectionLimit::new(2, &mut Registry::default()));
        let slot = limit.acquire().await;
        assert!(timeout(RETRY, limit.all_closed()).await.is_err());
        drop(slot);
        timeout(RETRY, limit.all_closed())
            .await
            .expect("no connection is open");
        assert!(limit.waiting.lock().is_empty());
    }
}
