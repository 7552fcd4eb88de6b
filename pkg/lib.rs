//! The `cdylib` behind the npm package. Everything lives in the root crate.
pub use ethereal_query::*;

/// 3 kB (brotli) smaller than the standard library's, 0.6 kB smaller than talc.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());
