//! The tests of `wasm` in a browser: `wasm-pack test --headless --chrome -- --test browser`.
#![cfg(target_arch = "wasm32")]
mod wasm;
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
