//! The `cdylib` behind the npm package. Everything lives in the root crate.
pub use ethereal_query::*;

/// 2.4 kB (brotli) smaller than the standard library's.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
