//! The hashes by which requests find a transfer.

use super::{
    columns,
    members::{Members, elements, not_json},
};
use crate::{
    json::{FREE_DEPTH, integer_part},
    rules,
};

/// A hash of a transfer or of its route. Stores keep the hashes in the order of these fields. So
/// the last of the values with the same chain type and hash belongs to the newest transfer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct TransferHash {
    /// The chain type of the transfer.
    pub chain: String,
    /// `0x` and 64 digits in lower case. A record may have the hash without `0x`, or between
    /// spaces.
    pub hash: String,
    /// `originTimestamp` in Unix seconds; 0 when it is absent. At most 2^63-1, the largest integer
    /// of the databases.
    pub timestamp: u64,
    /// The `_id` of the transfer.
    pub id: String,
}

impl TransferHash {
    /// The smallest value for a chain type and a hash, in the order of the fields.
    pub(crate) fn first(chain: &str, hash: &str) -> Self {
        Self {
            chain: chain.to_owned(),
            hash: hash.to_owned(),
            timestamp: 0,
            id: String::new(),
        }
    }
}

/// Reads the hash fields of a transfer. Returns the hashes, and the texts that are not hashes.
pub(crate) fn transfer_hashes(
    record: &Members<'_>,
) -> Result<(Vec<TransferHash>, Vec<String>), String> {
    let mut texts = Vec::new();
    for name in ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"] {
        texts.extend(record.string_or_number(name)?);
    }
    let route = elements(record.raw("route").unwrap_or("[]"))
        .map_err(|error| not_json("route", &error, FREE_DEPTH))?;
    for step in route {
        texts.extend(Members::of(step)?.string_or_number("txHash")?);
    }
    let chain = columns::chain_type(record, "chainType")?;
    let id = columns::id(record, "_id")?;
    let timestamp = integer_part(&columns::text(record, "originTimestamp")?);
    let (mut hashes, mut invalid_hash_texts) = (Vec::new(), Vec::new());
    for text in texts {
        match normalised_hash(&text) {
            Some(hash) => hashes.push(TransferHash {
                chain: chain.clone(),
                hash,
                timestamp,
                id: id.clone(),
            }),
            None if text.trim().is_empty() => {}
            None => invalid_hash_texts.push(text),
        }
    }
    hashes.sort_unstable();
    hashes.dedup();
    Ok((hashes, invalid_hash_texts))
}

/// The hash in a text as lookups compare it; `None` for a text that cannot be a hash.
fn normalised_hash(text: &str) -> Option<String> {
    let lower_case = text.trim().to_ascii_lowercase();
    let digits = lower_case.strip_prefix("0x").unwrap_or(&lower_case);
    let hash = ["0x", digits].concat();
    rules::HASH.accepts(&hash).then_some(hash)
}
