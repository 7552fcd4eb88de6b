//! Tests of the grammar, the limits and the edits.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{
    BigIntegers, Checked, DecodeError, DecodeErrorKind, FREE_DEPTH, Located, Scanner, TYPED_DEPTH,
    check,
};
use crate::{
    client::tests::helpers::json_offset,
    endpoints::{BridgeTransfer, Ethereal, Project, locate},
    model::Kind,
};
use std::borrow::Cow;

mod grammar;
mod properties;
mod record;
mod suite;

/// The function of an endpoint that finds the record in a body.
type Read = fn(&mut Scanner<'_>) -> Result<Located, DecodeError>;

const COLLECTION: Read = |scanner| locate(scanner, &Kind::Record(&Ethereal::MODEL));
const TRANSFER: Read = |scanner| locate(scanner, &Kind::Record(&BridgeTransfer::MODEL));
const PROJECT: Read = |scanner| locate(scanner, &Kind::Record(&Project::MODEL));

/// Checks a body that may be any JSON, with a depth limit. Returns the kind, the offset and the
/// pointer of an error.
fn bounded(
    body: impl Into<Vec<u8>>,
    depth: u32,
    big: BigIntegers,
) -> Result<Checked, (DecodeErrorKind, usize, String)> {
    let outcome = check(body.into(), depth, big, &|scanner| {
        locate(scanner, &Kind::Any)
    });
    outcome.map_err(|(error, _)| (error.kind, error.offset, error.pointer.clone()))
}

/// Checks a body as token metadata is checked.
fn free(body: impl Into<Vec<u8>>) -> Result<Checked, (DecodeErrorKind, usize, String)> {
    bounded(body, FREE_DEPTH, BigIntegers::Keep)
}

/// Returns the kind of the error of a body; `None` when the body is valid.
fn error_kind(body: impl Into<Vec<u8>>) -> Option<DecodeErrorKind> {
    let (kind, _, _) = free(body).err()?;
    Some(kind)
}

/// Returns the kind and the offset of the error of a body; `None` when the body is valid.
fn error_offset(body: impl Into<Vec<u8>>) -> Option<(DecodeErrorKind, usize)> {
    let (kind, offset, _) = free(body).err()?;
    Some((kind, offset))
}

/// Returns the pointer of the error of an invalid body.
fn error_pointer(body: &str) -> String {
    let (_, _, pointer) = free(body).unwrap_err();
    pointer
}

/// Returns the text to parse, with the edits of the check.
fn rewritten(body: &str, big: BigIntegers) -> String {
    bounded(body, FREE_DEPTH, big)
        .unwrap()
        .json()
        .unwrap()
        .into_owned()
}

/// Checks a record, and returns the text to parse, or the kind and pointer of the error.
fn record(read: Read, body: &str) -> Result<String, (DecodeErrorKind, String)> {
    match check(body.into(), TYPED_DEPTH, BigIntegers::Quote, &read) {
        Ok(checked) => Ok(checked.json().unwrap().into_owned()),
        Err((error, _)) => Err((error.kind, error.pointer.clone())),
    }
}

#[test]
fn borrows_a_text_that_needs_no_edit() {
    let body = " {\"b\" : [1, 2.50, \"\\u00e9\"],\r\n\t\"a\":{}} \n";
    let checked = bounded(body, TYPED_DEPTH, BigIntegers::Quote).unwrap();
    assert_eq!(checked.text(), body);
    assert!(matches!(checked.json(), Some(Cow::Borrowed(json)) if json == body.trim()));
}

#[test]
fn ignores_one_byte_order_mark() {
    assert_eq!(free("\u{feff}[1]").unwrap().text(), "[1]");
    assert_eq!(
        error_kind("\u{feff}\u{feff}[1]"),
        Some(DecodeErrorKind::Syntax)
    );
    assert_eq!(error_kind("\u{feff}"), Some(DecodeErrorKind::Syntax));
}

#[test]
fn quotes_integers_beyond_2_53_minus_1_at_any_depth() {
    let uint256_max =
        "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    // `q` is the quotation mark around integers beyond 2^53-1, or empty.
    let body = |q: &str| {
        format!(
            r#"{{"a":9007199254740991,"b":{q}9007199254740992{q},
            "c":[-9007199254740991,[{q}-9007199254740992{q}]],
            "d":{{"e":{q}{uint256_max}{q}}}}}"#
        )
    };
    let (unquoted, quoted) = (body(""), body("\""));
    assert_eq!(rewritten(&unquoted, BigIntegers::Quote), quoted);
    assert_eq!(rewritten(&unquoted, BigIntegers::Keep), unquoted);
}

#[test]
fn keeps_zero_and_large_numbers_with_a_fraction_or_an_exponent() {
    for number in [
        "9007199254740993.0",
        "9007199254740993e0",
        "1E400",
        "-0",
        "0",
        "123456789012345678.5",
    ] {
        assert_eq!(rewritten(number, BigIntegers::Quote), number);
    }
}

#[test]
fn escapes_tilde_and_slash_in_a_pointer() {
    assert_eq!(
        error_pointer(r#"{"a/b~c":{"":[1,{"~1":tru}]}}"#),
        "/a~1b~0c//1/~01"
    );
    assert_eq!(
        error_pointer(r#"{"\u00e9\/":[+]}"#),
        "/é~1/0",
        "the pointer has the decoded key"
    );
}

#[test]
fn cuts_a_long_pointer_between_its_steps() {
    // The pointer of the syntax error `+` inside of `depth` objects, each with the member `key`.
    let pointer = |key: &str, depth: usize| {
        let objects = format!("{{\"{key}\":").repeat(depth);
        error_pointer(&format!("{objects}+"))
    };
    // The limit is 1,024 bytes. The ellipsis `/…` has 4 bytes, so that 1,020 bytes are left for
    // the steps before it.
    for (key, depth, kept_steps) in [
        // A step `/kk` has 3 bytes. 341 steps have 1,023 bytes, so the pointer stays whole. 342
        // steps have 1,026 bytes, so the pointer keeps 1,020 / 3 steps.
        ("kk", 341, 341),
        ("kk", 342, 340),
        // A step `/k~1` has 4 bytes. 300 steps have 1,200 bytes, so the pointer keeps 1,020 / 4
        // steps.
        ("k/", 300, 255),
        // The step has 1,024 bytes.
        (&"k".repeat(1023), 1, 1),
    ] {
        let steps = format!("/{}", key.replace('/', "~1")).repeat(kept_steps);
        let ellipsis = if kept_steps < depth { "/…" } else { "" };
        assert_eq!(pointer(key, depth), steps + ellipsis, "{depth} times {key}");
    }
    // The first step alone exceeds the limit.
    for key in ["k".repeat(1024), "é".repeat(20_000), "//".repeat(600)] {
        assert_eq!(
            (pointer(&key, 1), pointer(&key, 500)),
            ("/…".to_owned(), "/…".to_owned())
        );
    }
}

#[test]
fn counts_a_byte_order_mark_in_offsets() {
    assert_eq!(
        free("[1,,]").err(),
        Some((DecodeErrorKind::Syntax, 3, "/1".into()))
    );
    assert_eq!(
        free("\u{feff}[1,,]").err(),
        Some((DecodeErrorKind::Syntax, 6, "/1".into()))
    );
    assert_eq!(json_offset(&free("\u{feff}[1]").unwrap()), Some(3));
    assert_eq!(free("\u{feff}[1]").unwrap().text(), "[1]");
}
