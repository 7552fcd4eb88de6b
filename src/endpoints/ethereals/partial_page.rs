//! The records of a page that is still arriving.

use super::envelope::RECORD;
use crate::{
    json::{BigIntegers, Scanner},
    text::BYTE_ORDER_MARK,
};

/// The tokens of a body that begins with its list. In any other body, the array of records is known only at the end.
const HEAD: [&str; 4] = ["{", "\"etherealData\"", ":", "["];
/// The depth limit of a record. It is lower than that of a whole body, so that no record is returned that the check of
/// the whole body would reject.
const MAX_DEPTH: u32 = 60;
/// The number of bytes that may be scanned again before the first byte arrives. The credit keeps the time proportional
/// to the size of the page, however small the chunks are.
const INITIAL_CREDIT: usize = 65_536;
/// The number of bytes that may be scanned again for each byte that arrives.
const CREDIT_PER_BYTE: usize = 8;

/// Finds the complete records of a body while it arrives.
#[derive(Debug)]
pub(crate) struct PartialPage {
    /// The byte offset after the last record that was found.
    position: usize,
    /// Whether a record was found or skipped.
    has_records: bool,
    /// Whether a record that does not match its model is skipped.
    skips_invalid_records: bool,
    /// The length of the body so far.
    received: usize,
    /// The number of bytes that may still be scanned.
    credit: usize,
}

impl PartialPage {
    pub(crate) fn new(skips_invalid_records: bool) -> Self {
        Self { position: 0, has_records: false, skips_invalid_records, received: 0, credit: INITIAL_CREDIT }
    }

    /// Returns the records that are complete now and were not before, each as the text to parse. `body` is the body so
    /// far.
    ///
    /// Returns none from an invalid record on, unless it is skipped: the check of the whole body reports its error.
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
        let (end, records) = complete_records(text, self.has_records, self.skips_invalid_records);
        self.position += end;
        self.has_records |= end > 0;
        records
    }
}

/// Returns the complete records in `text`, and the byte offset after the last one, skipped or not. `text` begins a
/// body, or follows an earlier record.
fn complete_records(text: &str, has_records: bool, skips_invalid_records: bool) -> (usize, Vec<String>) {
    let mut scanner = Scanner::new(text.as_bytes(), MAX_DEPTH, BigIntegers::Quote);
    scanner.skips_invalid_records = skips_invalid_records;
    let (mut records, mut end) = (Vec::new(), 0);
    if !has_records && !skip_head(text, &mut scanner) {
        return (0, records);
    }
    loop {
        scanner.skip_whitespace();
        if has_records || end > 0 {
            if scanner.peek() != b',' {
                break;
            }
            scanner.move_to(scanner.position() + 1);
            scanner.skip_whitespace();
        }
        let start = scanner.position();
        let Ok(error) = scanner.list_record(&RECORD) else { break };
        end = scanner.position();
        if error.is_none() {
            records.push(scanner.take_edited(text, start));
        }
    }
    (end, records)
}

/// Moves past [`HEAD`], or past the bracket of a bare list. `false` when the body begins in another way.
fn skip_head(text: &str, scanner: &mut Scanner<'_>) -> bool {
    scanner.skip_whitespace();
    let tokens = if scanner.peek() == b'[' { &HEAD[3..] } else { &HEAD[..] };
    tokens.iter().all(|token| {
        scanner.skip_whitespace();
        let at = scanner.position();
        scanner.move_to(at + token.len());
        text.get(at..).is_some_and(|rest| rest.starts_with(token))
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{PartialPage, complete_records};

    const HEAD: &str = "{\"etherealData\":[";
    const A: &str = r#"{"_id":"1","status":"active","tokenName":"é𝄞"}"#;
    const B: &str = r#"{"_id":"2","status":"unfunded","x":[{}]}"#;

    fn assert_records(text: &str, has_records: bool, end: usize, records: &[&str]) {
        let records = records.iter().map(|&record| record.to_owned()).collect();
        assert_eq!(complete_records(text, has_records, false), (end, records), "{text}");
    }

    #[test]
    fn returns_a_record_as_soon_as_it_is_complete() {
        let body = format!("{HEAD}{A},{B}],\"nextCursor\":null}}");
        let (one, two) = (HEAD.len() + A.len(), HEAD.len() + A.len() + 1 + B.len());
        for (cut, _) in body.char_indices() {
            match cut {
                cut if cut < one => assert_records(&body[..cut], false, 0, &[]),
                cut if cut < two => assert_records(&body[..cut], false, one, &[A]),
                _ => assert_records(&body[..cut], false, two, &[A, B]),
            }
        }
    }

    #[test]
    fn continues_after_earlier_records() {
        assert_records(&format!(",{B},{B}]"), true, 2 + 2 * B.len(), &[B, B]);
        assert_records(&format!(" ,\n{B} ,{}", &B[..9]), true, 3 + B.len(), &[B]);
        for rest in ["", "]", "]}", B, ",", ",,", ", {}", ",{\"_id\":\"1\"}"] {
            assert_records(rest, true, 0, &[]);
        }
    }

    #[test]
    fn reads_a_bare_list_and_no_other_envelope() {
        assert_records(&format!("[{B}]"), false, 1 + B.len(), &[B]);
        assert_records(&format!(" {{ \"etherealData\"\n: [ {B} ]"), false, 22 + B.len(), &[B]);
        for head in [
            "{\"data\":[",
            "{\"nextCursor\":null,\"etherealData\":[",
            "{\"etherealData\":{",
            "{\"etherealData\"[",
            "",
            "{",
        ] {
            assert_records(&format!("{head}{B}]"), false, 0, &[]);
        }
    }

    #[test]
    fn applies_the_edits_of_each_record() {
        let received =
            r#"{"_id":"1","status":"active","balance":5,"deposits":null,"lastSyncDate":"2025","n":9007199254740993}"#;
        let edited = r#"{"_id":"1","status":"active","balance":"5","lastSyncData":"2025","n":"9007199254740993"}"#;
        let name = r#"{"_id":"3","status":"new","tokenName":"a\"b\n"}"#;
        let text = format!("[{received},{name},{B}]");
        assert_records(&text, false, text.len() - 1, &[edited, name, B]);
    }

    #[test]
    fn stops_at_an_invalid_record() {
        assert_records(&format!("[{B},{{\"_id\":1}},{B}]"), false, 1 + B.len(), &[B]);
        assert_records(&format!("[{B},{}{}]", "[".repeat(99), "]".repeat(99)), false, 1 + B.len(), &[B]);
    }

    #[test]
    fn skips_invalid_records_however_the_body_is_cut() {
        let invalid = r#"{"_id":["1"],"deposits":[9007199254740993,null],"x":{}}"#;
        let body = format!("{HEAD}{invalid},{A},{invalid},\"x\",{B} , null ]}}").into_bytes();
        for size in 1..body.len() {
            let mut page = PartialPage::new(true);
            let ends = (size..body.len()).step_by(size).chain([body.len()]);
            let records: Vec<String> = ends.flat_map(|end| page.receive(&body[..end])).collect();
            assert_eq!(records, [A, B], "chunks of {size} bytes");
        }
        let broken = format!("[{A},{{\"_id\":[}},{B}]");
        assert_eq!(complete_records(&broken, false, true), (1 + A.len(), vec![A.to_owned()]), "not JSON");
    }

    #[test]
    fn finds_each_record_once_however_the_body_is_cut() {
        let body = format!("\u{feff}{HEAD}{A},{B},{A}],\"nextCursor\":null}}").into_bytes();
        for size in 1..body.len() {
            let mut page = PartialPage::new(false);
            let ends = (size..body.len()).step_by(size).chain([body.len()]);
            let records: Vec<String> = ends.flat_map(|end| page.receive(&body[..end])).collect();
            assert_eq!(records, [A, B, A], "chunks of {size} bytes");
        }
    }

    #[test]
    fn stops_scanning_when_one_record_arrives_in_very_many_chunks() {
        let body = format!("[{{\"_id\":\"{}", "x".repeat(100_000)).into_bytes();
        let mut page = PartialPage::new(false);
        for end in 1..=body.len() {
            page.receive(&body[..end]);
        }
        assert!(page.credit < super::INITIAL_CREDIT + super::CREDIT_PER_BYTE * body.len());
    }
}
