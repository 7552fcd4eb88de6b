//! DNS lookups, and the check of their addresses by the guard.

use super::{guard::Guard, metrics::Metrics};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The resolver of the system.
#[derive(Debug)]
pub(super) struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            // The HTTP client replaces port 0 by the port of the URL.
            let addresses: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// A resolver that returns only addresses that the guard allows. The connection uses these
/// addresses without a second lookup, which prevents DNS rebinding.
pub(super) struct GuardedResolver {
    pub(super) inner: Arc<dyn Resolve>,
    pub(super) guard: Guard,
    /// Limits the lookups in parallel. A lookup blocks a thread of the system's resolver until it
    /// ends, even if the caller gives up earlier.
    pub(super) slots: Arc<Semaphore>,
    pub(super) metrics: Metrics,
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (inner, slots) = (Arc::clone(&self.inner), Arc::clone(&self.slots));
        let (guard, metrics) = (self.guard.clone(), self.metrics.clone());
        Box::pin(async move {
            let slot = slots.acquire_owned().await?;
            // A separate task, so that the slot stays taken until the lookup ends, even if the
            // caller gives up.
            let lookup = tokio::spawn(async move {
                let result = inner.resolve(name).await;
                drop(slot);
                result
            });
            let addresses = lookup.await??;
            let (allowed, refused): (Vec<_>, Vec<_>) =
                addresses.partition(|address| guard.allows_address(address.ip()));
            metrics.refused.inc_by(refused.len() as u64);
            if allowed.is_empty() {
                return Err("no allowed address".into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}
