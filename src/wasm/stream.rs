//! Passes the records of a page to JavaScript while the page arrives; `pkg/src/stream.ts` yields them.

use crate::{BodyObserver, endpoints::PartialPage};
use js_sys::{Array, Function};
use std::cell::RefCell;
use wasm_bindgen::JsValue;

/// Calls a function of JavaScript without an argument when a body begins, and with an array of JSON texts when records
/// have arrived completely.
pub(super) struct RecordObserver {
    function: Function,
    skips_invalid_records: bool,
    page: RefCell<PartialPage>,
}

impl RecordObserver {
    pub(super) fn new(function: Function, skips_invalid_records: bool) -> Self {
        Self { function, skips_invalid_records, page: PartialPage::new(skips_invalid_records).into() }
    }
}

impl BodyObserver for RecordObserver {
    fn begin(&self) {
        self.page.replace(PartialPage::new(self.skips_invalid_records));
        // The function of the package does not throw.
        let _ = self.function.call0(&JsValue::UNDEFINED);
    }

    fn receive(&self, body: &[u8]) {
        let records = self.page.borrow_mut().receive(body);
        if !records.is_empty() {
            let records: Array = records.iter().map(|record| JsValue::from_str(record)).collect();
            let _ = self.function.call1(&JsValue::UNDEFINED, &records);
        }
    }
}
