//! The rules of our service where they differ from those of the client.
#![cfg_attr(not(feature = "service"), allow(dead_code))]

use super::{ADDRESS, CURSOR, Rule, integer_rule, one_of};

/// An address that is compared. Normalises to lower case.
pub(crate) const LOWER_CASE_ADDRESS: Rule =
    Rule { normalize: |text| (ADDRESS.normalize)(text).map(|address| address.to_ascii_lowercase()), ..ADDRESS };
/// A token standard in a request.
pub(crate) const STANDARD_DIGIT: Rule =
    Rule { expectation: "0 (ERC721) or 1 (ERC1155)", normalize: |text| one_of(text, &["0", "1"]) };
/// A status that the service filters by.
pub(crate) const ETHEREAL_STATUS: Rule =
    Rule { expectation: "active or unfunded", normalize: |text| one_of(text, &["active", "unfunded"]) };
/// The number of records of a page.
pub(crate) const PAGE_SIZE: Rule = integer_rule!(1, 500);
/// A cursor. Some clients send the word null for the first page, because the specification
/// prints it as the default.
pub(crate) const CURSOR_OR_NULL: Rule =
    Rule { normalize: |text| Some(if text == "null" { String::new() } else { text.to_owned() }), ..CURSOR };
