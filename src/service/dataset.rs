//! The record kinds: one table with the names of all kinds, and a declaration of each kind.
//!
//! To add a record kind:
//! 1. Declare it here. Then `npm run generate` gives its name to the package, the scripts, the site and the tests.
//! 2. Create its table in a new file of `service/src/store/migrations`. A test of
//!    `service/src/store/migrations.rs` compares the table with the declaration. Add the sample
//!    data in `service/src/store.rs`, where the compiler reports the missing kind.
//! 3. Extend `pkg/src/embedded/dataset.ts`, in which `npx tsc -p pkg --noEmit` reports the missing
//!    kind. Let `seed/generate.mjs` write `seed/KIND.ndjson`.
//!
//! For an endpoint that responds with one record of the kind, implement `RecordRequest` in
//! `record_request.rs`.

use super::{
    declaration::{Column, Content, Declaration, RecordModel},
    record::{columns, transfer_hashes},
};
use crate::endpoints::{BridgeTransfer, Ethereal};

/// Declares each kind: the documentation of its list, its variant, its name, its description, and its declaration.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:ident, $description:literal, $declaration:ident;)+) => {
        /// The kind of a record.
        ///
        /// ```
        /// use ethereal_query::service::RecordKind;
        /// assert_eq!(RecordKind::Transfers.name(), "transfers");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum RecordKind {
            $(#[doc = $description] $kind,)+
        }

        impl RecordKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// The name of the kind. Its list in a [`Dataset`] and its file have the same name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => stringify!($name),)+ }
            }

            /// The description of the kind, as a sentence.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self { $(Self::$kind => $description,)+ }
            }

            /// The declaration of the kind.
            #[must_use]
            pub fn declaration(self) -> &'static Declaration {
                match self { $(Self::$kind => &$declaration,)+ }
            }
        }

        /// Records to serve. Each list is a JSON array or NDJSON (one record per line). See the example of
        /// [`MemoryService`](super::MemoryService).
        #[derive(Debug, Clone, Copy, Default)]
        pub struct Dataset<'a> {
            $($(#[doc = $doc])+ pub $name: &'a str,)+
            /// `{"key", "requestOwner", "auth", "sponsoredAccount", "balanceWei"}`.
            pub keys: &'a str,
        }

        impl<'a> Dataset<'a> {
            /// The records that `list` returns for each kind, without keys.
            ///
            /// ```
            /// use ethereal_query::service::{Dataset, RecordKind};
            /// let dataset = Dataset::of(|kind| if kind == RecordKind::Transfers { "[]" } else { "" });
            /// assert_eq!((dataset.transfers, dataset.tokens), ("[]", ""));
            /// ```
            #[must_use]
            pub fn of(list: impl Fn(RecordKind) -> &'a str) -> Self {
                Self { $($name: list(RecordKind::$kind),)+ keys: "" }
            }

            /// The records of a kind.
            pub(crate) fn list(&self, kind: RecordKind) -> &'a str {
                match kind { $(RecordKind::$kind => self.$name,)+ }
            }
        }
    };
}

kinds! {
    /// `{"chainId", "address", "id", "standard", "uri", "document"}`; `document` is a string with the exact metadata
    /// text.
    Tokens = tokens, "Token metadata.", TOKENS;
    /// Transfers of the specification, with the field `chainType`; mainnet when it is absent.
    Transfers = transfers, "Bridge transfers.", TRANSFERS;
    /// Collections of the specification, with the field `chainType`; mainnet when it is absent.
    Ethereals = ethereals, "Mirrored collections.", ETHEREALS;
}

static TOKENS: Declaration = Declaration {
    table: "token",
    key: &[
        Column::new("chain_id", "chainId", columns::chain_id),
        Column::new("address", "address", columns::address),
        Column::new("id", "id", columns::token_id),
        Column::new("standard", "standard", columns::standard),
    ],
    filters: &[],
    content: Content::Document("document"),
    read_hashes: None,
};

static TRANSFERS: Declaration = Declaration {
    table: "transfer",
    key: &[Column::new("id", "_id", columns::id)],
    filters: &[],
    content: Content::Record(RecordModel {
        noun: "a transfer",
        model: &BridgeTransfer::MODEL,
        two_names: None,
    }),
    read_hashes: Some(transfer_hashes),
};

static ETHEREALS: Declaration = Declaration {
    table: "ethereal",
    key: &[
        Column::new("chain", "chainType", columns::chain_type),
        Column::new("id", "_id", columns::id),
    ],
    filters: &[
        Column::new("source_chain", "sourceChain", columns::text),
        Column::new("source_contract", "sourceContract", columns::lower_case),
        Column::new("status", "status", columns::text),
    ],
    content: Content::Record(RecordModel {
        noun: "an ethereal",
        model: &Ethereal::MODEL,
        // The specification prints the field `ethereal` as `the service`, so responses have both.
        two_names: Some(["ethereal", "the service"]),
    }),
    read_hashes: None,
};
