//! The records of a page that is still arriving.

use super::envelope::ROW;
use crate::{
    json::{BigIntegers, Scanner},
    text::BYTE_ORDER_MARK,
};

/// How a body begins whose list is known from its beginning. Any other body is read at its end, which alone tells which
/// array holds the records.
const HEAD: [&str; 4] = ["{", "\"etherealData\"", ":", "["];
/// Nesting allowed within a record: less than in a whole body, whose check has the last word.
const MAX_DEPTH: u32 = 60;
/// Bytes that may be scanned again, at first and for each byte that arrives: the time grows with the size of the page,
/// however small the chunks are.
const INITIAL_CREDIT: usize = 65_536;
const CREDIT_PER_BYTE: usize = 8;

/// Finds the complete records of a body while it arrives.
#[derive(Debug)]
pub(crate) struct PartialPage {
    /// Byte offset of the end of the last record found.
    position: usize,
    has_records: bool,
    received: usize,
    credit: usize,
}

impl Default for PartialPage {
    fn default() -> Self {
        Self { position: 0, has_records: false, received: 0, credit: INITIAL_CREDIT }
    }
}

impl PartialPage {
    /// The records that have become complete, each as the text to parse. `body` is the body so far.
    ///
    /// Stops before a record that no page may have: the check of the whole body reports it.
    pub(crate) fn receive(&mut self, body: &[u8]) -> Vec<String> {
        if self.position == 0 && body.starts_with(BYTE_ORDER_MARK) {
            self.position = BYTE_ORDER_MARK.len();
        }
        self.credit += CREDIT_PER_BYTE * body.len().saturating_sub(self.received);
        self.received = body.len();
        let rest = body.get(self.position..).unwrap_or_default();
        let Some(credit) = self.credit.checked_sub(rest.len()) else { return Vec::new() };
        self.credit = credit;
        // A chunk may end within a character.
        let valid = std::str::from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
        let text = std::str::from_utf8(rest.get(..valid).unwrap_or_default()).unwrap_or_default();
        let (end, records) = complete_records(text, self.has_records);
        self.position += end;
        self.has_records |= !records.is_empty();
        records
    }
}

/// The complete records in `text`, which is the beginning of a body or what follows earlier records, and the byte offset
/// of the end of the last one.
fn complete_records(text: &str, has_records: bool) -> (usize, Vec<String>) {
    let mut scanner = Scanner::new(text.as_bytes(), MAX_DEPTH, BigIntegers::Quote);
    let (mut records, mut end) = (Vec::new(), 0);
    if !has_records && !skip_head(text, &mut scanner) {
        return (0, records);
    }
    loop {
        scanner.skip_whitespace();
        if has_records || !records.is_empty() {
            if scanner.peek() != b',' {
                break;
            }
            scanner.rewind(scanner.position() + 1);
            scanner.skip_whitespace();
        }
        let start = scanner.position();
        if scanner.value(&ROW).is_err() {
            break;
        }
        end = scanner.position();
        records.push(scanner.take_edited(text, start));
    }
    (end, records)
}

/// Moves past the beginning of the list.
fn skip_head(text: &str, scanner: &mut Scanner<'_>) -> bool {
    scanner.skip_whitespace();
    let tokens = if scanner.peek() == b'[' { &HEAD[3..] } else { &HEAD[..] };
    tokens.iter().all(|token| {
        scanner.skip_whitespace();
        let at = scanner.position();
        scanner.rewind(at + token.len());
        text.get(at..).is_some_and(|rest| rest.starts_with(token))
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{PartialPage, complete_records};

    const HEAD: &str = "{\"etherealData\":[";
    const A: &str = r#"{"_id":"1","status":"active","tokenName":"é𝄞"}"#;
    const B: &str = r#"{"_id":"2","status":"unfunded","x":[{}]}"#;

    fn found(text: &str, has_records: bool, end: usize, records: &[&str]) {
        let records = records.iter().map(|&record| record.to_owned()).collect();
        assert_eq!(complete_records(text, has_records), (end, records), "{text}");
    }

    #[test]
    fn records_are_found_as_soon_as_they_are_whole() {
        let body = format!("{HEAD}{A},{B}],\"nextCursor\":null}}");
        let (one, two) = (HEAD.len() + A.len(), HEAD.len() + A.len() + 1 + B.len());
        for (cut, _) in body.char_indices() {
            match cut {
                cut if cut < one => found(&body[..cut], false, 0, &[]),
                cut if cut < two => found(&body[..cut], false, one, &[A]),
                _ => found(&body[..cut], false, two, &[A, B]),
            }
        }
    }

    #[test]
    fn what_follows_is_read_on() {
        found(&format!(",{B},{B}]"), true, 2 + 2 * B.len(), &[B, B]);
        found(&format!(" ,\n{B} ,{}", &B[..9]), true, 3 + B.len(), &[B]);
        for rest in ["", "]", "]}", B, ",", ",,", ", {}", ",{\"_id\":\"1\"}"] {
            found(rest, true, 0, &[]);
        }
    }

    #[test]
    fn a_bare_list_is_one_and_other_envelopes_wait() {
        found(&format!("[{B}]"), false, 1 + B.len(), &[B]);
        found(&format!(" {{ \"etherealData\"\n: [ {B} ]"), false, 22 + B.len(), &[B]);
        for head in [
            "{\"data\":[",
            "{\"nextCursor\":null,\"etherealData\":[",
            "{\"etherealData\":{",
            "{\"etherealData\"[",
            "",
            "{",
        ] {
            found(&format!("{head}{B}]"), false, 0, &[]);
        }
    }

    #[test]
    fn what_has_to_change_is_changed() {
        let odd =
            r#"{"_id":"1","status":"active","balance":5,"deposits":null,"lastSyncDate":"2025","n":9007199254740993}"#;
        let even = r#"{"_id":"1","status":"active","balance":"5","lastSyncData":"2025","n":"9007199254740993"}"#;
        let name = r#"{"_id":"3","status":"new","tokenName":"a\"b\n"}"#;
        let text = format!("[{odd},{name},{B}]");
        found(&text, false, text.len() - 1, &[even, name, B]);
    }

    #[test]
    fn it_stops_at_what_no_page_may_have() {
        found(&format!("[{B},{{\"_id\":1}},{B}]"), false, 1 + B.len(), &[B]);
        found(&format!("[{B},{}{}]", "[".repeat(99), "]".repeat(99)), false, 1 + B.len(), &[B]);
    }

    #[test]
    fn finds_each_record_once_however_the_body_is_cut() {
        let body = format!("\u{feff}{HEAD}{A},{B},{A}],\"nextCursor\":null}}").into_bytes();
        for size in 1..body.len() {
            let mut page = PartialPage::default();
            let ends = (size..body.len()).step_by(size).chain([body.len()]);
            let records: Vec<String> = ends.flat_map(|end| page.receive(&body[..end])).collect();
            assert_eq!(records, [A, B, A], "chunks of {size} bytes");
        }
    }

    #[test]
    fn stops_scanning_when_one_record_arrives_in_very_many_chunks() {
        let body = format!("[{{\"_id\":\"{}", "x".repeat(100_000)).into_bytes();
        let mut page = PartialPage::default();
        for end in 1..=body.len() {
            page.receive(&body[..end]);
        }
        assert!(page.credit < super::INITIAL_CREDIT + super::CREDIT_PER_BYTE * body.len());
    }
}
