//! The record kinds: one table, from which everything that has a name for each kind comes.
//!
//! To add a record kind:
//! 1. Add it to the table, and its reader to `record.rs`. Then `npm run generate` gives its name to the
//!    package, the scripts, the site and the tests.
//! 2. The compiler names what lacks it: `memory.rs`, and in the native service the sample data of `store.rs` and
//!    `prepared_record.rs`. Add its lookup to both stores, and its table to `service/src/store/migrations`.
//! 3. `npx tsc -p pkg --noEmit` names `pkg/src/embedded/dataset.ts`. Let `seed/generate.mjs` write `seed/KIND.ndjson`.
//! 4. If another kind has the same required fields, tell them apart in `record/kind.rs`.

/// Declares each kind: the documentation of its list, its variant, its name, and its description.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:ident, $description:literal;)+) => {
        /// The kind of a record.
        ///
        /// ```
        /// use ethereal_query::service::RecordKind;
        /// assert_eq!(RecordKind::Transfers.name(), "transfers");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum RecordKind {
            $(#[doc = $description] $kind,)+
        }

        impl RecordKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),+];

            /// The name of the kind: of its list in a [`Dataset`], and of its file.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => stringify!($name),)+ }
            }

            /// The description of the kind, as a sentence.
            #[must_use]
            pub fn description(self) -> &'static str {
                match self { $(Self::$kind => $description,)+ }
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
        }
    };
}

kinds! {
    /// `{"chainId", "address", "id", "standard", "uri", "document"}`; `document` is a string with the exact metadata
    /// text.
    Tokens = tokens, "Token metadata.";
    /// Transfers of the specification, with the field `chainType`; mainnet when it is absent.
    Transfers = transfers, "Bridge transfers.";
    /// Collections of the specification, with the field `chainType`; mainnet when it is absent.
    Ethereals = ethereals, "Mirrored collections.";
}
