//! The rules of our service where they differ from the rules of the client.
#![cfg_attr(not(feature = "service"), allow(dead_code))]

use super::{ADDRESS, CURSOR, Rule, integer_rule};

/// An address in lower case, because the service compares addresses without regard to case.
pub(crate) const LOWER_CASE_ADDRESS: Rule = Rule {
    parse: |text| (ADDRESS.parse)(text).map(|address| address.to_ascii_lowercase()),
    ..ADDRESS
};
/// A status that the service filters by.
pub(crate) const ETHEREAL_STATUS: Rule = Rule {
    expectation: "active or unfunded",
    parse: |text| matches!(text, "active" | "unfunded").then(|| text.to_owned()),
};
/// The number of records of a page.
pub(crate) const PAGE_SIZE: Rule = integer_rule!(1, 500);
/// A token standard.
pub(crate) const STANDARD: Rule = Rule {
    expectation: "0 (ERC721) or 1 (ERC1155)",
    parse: |text| matches!(text, "0" | "1").then(|| text.to_owned()),
};
/// A cursor. Some clients send the word `null` for the first page, because the specification prints
/// `null` as the default. The rule turns `null` into an empty text, which means no cursor. The rule
/// accepts any other text: the service checks a cursor when it decodes the cursor.
pub(crate) const CURSOR_OR_NULL: Rule = Rule {
    parse: |text| {
        Some(if text == "null" {
            String::new()
        } else {
            text.to_owned()
        })
    },
    ..CURSOR
};
