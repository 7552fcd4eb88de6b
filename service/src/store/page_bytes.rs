//! Finds the row before which a page ends, because a page has at most `MAX_PAGE_BYTES`.

use super::{Row, Value};
use ethereal_query::service::MAX_PAGE_BYTES;

/// Counts the rows and bytes of a page while they are read.
#[derive(Default)]
pub(super) struct PageBytes {
    rows: usize,
    bytes: usize,
}

impl PageBytes {
    /// Counts a row, whose last column has the record. Returns whether the page ends before this
    /// row. A page always has its first row, even if the row is too long.
    pub(super) fn ends_before(&mut self, row: &Row) -> bool {
        self.rows += 1;
        self.bytes += row.last().map_or(0, Value::text_bytes);
        self.rows > 1 && self.bytes > MAX_PAGE_BYTES
    }
}
