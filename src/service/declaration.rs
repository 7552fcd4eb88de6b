//! The types with which `dataset.rs` declares a record kind.

use super::record::{Members, TransferHash};
use crate::model::Model;

/// The declaration of a record kind: how the service reads its records and finds them again.
///
/// ```
/// use ethereal_query::service::RecordKind;
/// let declaration = RecordKind::Ethereals.declaration();
/// let names: Vec<&str> = declaration.columns().map(|column| column.name).collect();
/// assert_eq!(names, ["chain", "id", "source_chain", "source_contract", "status"]);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Declaration {
    /// The name of the table for the kind in a database. The table has the columns of the key, the
    /// columns of the filters, and the column `doc` with the text that responses contain.
    pub table: &'static str,
    /// The columns that identify a record. A later record with the same values replaces it.
    pub key: &'static [Column],
    /// The columns that the filters of a list compare.
    pub filters: &'static [Column],
    /// What a record is, and which part of its text responses contain.
    pub content: Content,
    /// Reads the hashes by which requests find a transfer; `None` for a kind that requests find by its key.
    pub(crate) read_hashes: Option<ReadHashes>,
}

/// A column of text that a store finds or filters records by.
#[derive(Debug)]
#[non_exhaustive]
pub struct Column {
    /// The name in a database.
    pub name: &'static str,
    /// The field of the record that has the value.
    pub field: &'static str,
    /// Reads the field, and returns the value of the column.
    pub(crate) read: ReadColumn,
}

/// The part of a record's text that responses contain.
#[derive(Debug)]
pub enum Content {
    /// The whole record, an object of the specification.
    Record(RecordModel),
    /// The JSON document in this field of the record. The columns have the other fields.
    Document(&'static str),
}

/// The model of a record of the specification.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecordModel {
    /// The noun for a record in messages, with its article.
    pub(crate) noun: &'static str,
    pub(crate) model: &'static Model,
    /// Two names of one field. Responses have both, with the same value.
    pub(crate) two_names: Option<[&'static str; 2]>,
}

/// Reads a field of a record. The error is the reason that the record is not valid, as a sentence.
type ReadColumn = fn(&Members<'_>, &'static str) -> Result<String, String>;

/// Reads the hash fields of a transfer. Returns the hashes, and the texts that are not hashes.
type ReadHashes = fn(&Members<'_>) -> Result<(Vec<TransferHash>, Vec<String>), String>;

impl Declaration {
    /// The columns of the key, then the columns of the filters.
    pub fn columns(&self) -> impl Iterator<Item = &'static Column> {
        self.key.iter().chain(self.filters)
    }
}

impl Column {
    pub(crate) const fn new(name: &'static str, field: &'static str, read: ReadColumn) -> Self {
        Self { name, field, read }
    }
}
