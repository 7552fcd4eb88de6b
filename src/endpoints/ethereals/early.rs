//! Records of a page that is still on its way.

use super::envelope::ROW;
use crate::json::{BigIntegers, Scanner};

/// How a body begins whose list is known from its begin; others wait for their end, which alone tells where theirs is.
const HEAD: [&str; 4] = ["{", "\"etherealData\"", ":", "["];
/// Brackets that may be open within a record: fewer than in a whole body, which has the last word.
const ROOM: u32 = 60;

/// The records that lie whole in `text`, the begin of a body or what followed the records found before (`begun`), each as
/// the text to parse; and how much of `text` they end at, in UTF-16 units, in which JavaScript counts. It stops before a
/// record that is not there yet, and before one that no page may have.
pub(crate) fn early(text: &str, begun: bool) -> (usize, Vec<String>) {
    let mut scanner = Scanner::new(text.as_bytes(), ROOM, BigIntegers::Quote);
    let (mut records, mut end) = (Vec::new(), 0);
    if !begun && !opened(text, &mut scanner) {
        return (0, records);
    }
    loop {
        scanner.space();
        if begun || !records.is_empty() {
            if scanner.peek() != b',' {
                break;
            }
            scanner.rewind(scanner.position() + 1);
            scanner.space();
        }
        let start = scanner.position();
        if scanner.value(&ROW).is_err() {
            break;
        }
        end = scanner.position();
        records.push(scanner.changed(text, start));
    }
    (text.get(..end).unwrap_or_default().chars().map(char::len_utf16).sum(), records)
}

/// Goes past the begin of a body's list.
fn opened(text: &str, scanner: &mut Scanner<'_>) -> bool {
    scanner.space();
    let tokens = if scanner.peek() == b'[' { &HEAD[3..] } else { &HEAD[..] };
    tokens.iter().all(|token| {
        scanner.space();
        let at = scanner.position();
        scanner.rewind(at + token.len());
        text.get(at..).is_some_and(|rest| rest.starts_with(token))
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::early;

    const HEAD: &str = "{\"etherealData\":[";
    const A: &str = r#"{"_id":"1","status":"active","tokenName":"é𝄞"}"#;
    const B: &str = r#"{"_id":"2","status":"unfunded","x":[{}]}"#;

    fn found(text: &str, begun: bool, units: usize, records: &[&str]) {
        assert_eq!(early(text, begun), (units, records.iter().map(|&record| record.to_owned()).collect()), "{text}");
    }

    #[test]
    fn records_are_found_as_soon_as_they_are_whole() {
        let body = format!("{HEAD}{A},{B}],\"nextCursor\":null}}");
        let (one, two) = (HEAD.len() + A.len(), HEAD.len() + A.len() + 1 + B.len());
        let units = |bytes: usize| body[..bytes].encode_utf16().count();
        for (cut, _) in body.char_indices() {
            match cut {
                cut if cut < one => found(&body[..cut], false, 0, &[]),
                cut if cut < two => found(&body[..cut], false, units(one), &[A]),
                _ => found(&body[..cut], false, units(two), &[A, B]),
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
}
