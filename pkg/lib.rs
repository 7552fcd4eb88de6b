//! The `cdylib` behind the npm package: the root crate, and the allocator of its WebAssembly modules.
pub use ethereal_query::*;

/// Makes each module 2 kB (brotli) smaller than the allocator of the standard library.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
