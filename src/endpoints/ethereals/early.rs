//! Records of a page that is still on its way.

use super::envelope::ROW;
use crate::json::usual;

/// How a body may begin; others wait for their end, which alone tells where their records are.
const HEADS: [&str; 2] = ["{\"etherealData\":[", "["];
/// Brackets that may be open within a record: fewer than in a whole body, which has the last word.
const ROOM: u32 = 60;

/// Where in `text`, the begin of a body or what followed the records found before (`begun`), further records begin and end
/// that are whole, fit the model and need no change; in UTF-16 units, in which JavaScript counts.
pub(crate) fn early(text: &str, begun: bool) -> Vec<[usize; 2]> {
    let (bytes, mut found) = (text.as_bytes(), Vec::new());
    let head = HEADS.iter().find(|head| text.starts_with(**head)).map(|head| head.len());
    let Some(mut at) = (if begun { Some(0) } else { head }) else { return found };
    let (mut counted, mut units) = (0, 0);
    let mut place = |to: usize| {
        units += text.get(counted..to).unwrap_or_default().chars().map(char::len_utf16).sum::<usize>();
        counted = to;
        units
    };
    loop {
        if begun || !found.is_empty() {
            if bytes.get(at) != Some(&b',') {
                return found;
            }
            at += 1;
        }
        let Some(end) = usual(bytes, at, &ROW, ROOM) else { return found };
        found.push([place(at), place(end.get())]);
        at = end.get();
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::early;

    const HEAD: &str = "{\"etherealData\":[";
    const A: &str = r#"{"_id":"1","status":"active","tokenName":"é𝄞"}"#;
    const B: &str = r#"{"_id":"2","status":"unfunded","x":[{}]}"#;

    #[test]
    fn records_are_found_as_soon_as_they_are_whole() {
        let body = format!("{HEAD}{A},{B}],\"nextCursor\":null}}");
        let units = |text: &str| text.encode_utf16().count();
        let (a, b) = (HEAD.len() + units(A), HEAD.len() + units(A) + 1 + units(B));
        for (cut, _) in body.char_indices() {
            let bytes = HEAD.len() + A.len();
            let wanted = match cut {
                cut if cut < bytes => vec![],
                cut if cut < bytes + 1 + B.len() => vec![[HEAD.len(), a]],
                _ => vec![[HEAD.len(), a], [a + 1, b]],
            };
            assert_eq!(early(&body[..cut], false), wanted, "{cut}");
        }
    }

    #[test]
    fn what_follows_is_read_on() {
        assert_eq!(early(&format!(",{B},{B}"), true), [[1, 1 + B.len()], [2 + B.len(), 2 + 2 * B.len()]]);
        for rest in ["", "]", "]}", B, ",", ",,", ", {}", ",{\"_id\":\"1\"}"] {
            assert!(early(rest, true).is_empty(), "{rest}");
        }
    }

    #[test]
    fn a_bare_list_is_one_and_other_envelopes_wait() {
        assert_eq!(early(&format!("[{B}]"), false), [[1, 1 + B.len()]]);
        for head in [
            "{\"data\":[",
            " [",
            "{ \"etherealData\":[",
            "{\"nextCursor\":null,\"etherealData\":[",
            "{\"etherealData\":{",
            "",
        ] {
            assert!(early(&format!("{head}{B}]"), false).is_empty(), "{head}");
        }
    }

    #[test]
    fn it_stops_at_what_needs_a_change() {
        assert_eq!(early(&format!("[{B},{{\"_id\":\"1\",\"status\":\"active\",\"balance\":1}},{B}]"), false).len(), 1);
    }
}
