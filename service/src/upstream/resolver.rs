//! Names to addresses, without those the guard refuses.

use super::{count::Counts, guard::Guard};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The machine's own resolver.
#[derive(Debug)]
pub(super) struct System;

impl Resolve for System {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let addresses: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// A resolver behind the guard. The connection is made to exactly what it lets through, never to a second look-up's
/// result, so a name that changes its mind (DNS rebinding) gains nothing.
pub(super) struct Filter {
    pub(super) inner: Arc<dyn Resolve>,
    pub(super) guard: Guard,
    /// Look-ups at once: the machine's resolver blocks a thread for each, long after its caller has given up, and the
    /// names are anyone's choice.
    pub(super) places: Arc<Semaphore>,
    pub(super) counts: Arc<Counts>,
}

impl Resolve for Filter {
    fn resolve(&self, name: Name) -> Resolving {
        let (inner, places) = (Arc::clone(&self.inner), Arc::clone(&self.places));
        let (guard, counts) = (self.guard.clone(), Arc::clone(&self.counts));
        Box::pin(async move {
            let place = places.acquire_owned().await?;
            // A task of its own, so that the place is taken until the look-up has really ended.
            let found = tokio::spawn(async move {
                let found = inner.resolve(name).await;
                drop(place);
                found
            });
            let (good, bad): (Vec<_>, Vec<_>) = found.await??.partition(|to| guard.admits_address(to.ip()));
            for _ in bad {
                Counts::add(&counts.refused);
            }
            if good.is_empty() {
                return Err("no address that may be connected to".into());
            }
            Ok(Box::new(good.into_iter()) as Addrs)
        })
    }
}
