//! Contract calls that take a number and return a string ("Contract ABI Specification" of the
//! Solidity documentation). The returned bytes are untrusted. Pure.

use ethereal_query::Standard;
use std::borrow::Cow;

/// The number of bytes of a word, the unit of the ABI.
const WORD: usize = 32;

/// The contract function that returns the URI of a token: `tokenURI(uint256)` (EIP-721) or
/// `uri(uint256)` (EIP-1155).
pub(super) struct UriFunction {
    pub(super) signature: &'static str,
    /// The first four bytes of the call data.
    pub(super) selector: [u8; 4],
    /// The id of the interface that has the function (EIP-165).
    interface: [u8; 4],
}

/// Returns the function of a standard.
pub(super) fn uri_function(standard: Standard) -> UriFunction {
    if standard == Standard::Erc1155 {
        let selector = [0x0e, 0x89, 0x34, 0x1c];
        return UriFunction {
            signature: "uri(uint256)",
            selector,
            // The interface has only this function, so the id of the interface is the selector.
            interface: selector,
        };
    }
    UriFunction {
        signature: "tokenURI(uint256)",
        selector: [0xc8, 0x7b, 0x56, 0xdd],
        interface: [0x5b, 0x5e, 0x13, 0x9f],
    }
}

impl UriFunction {
    /// Returns the call data for `eth_call`. `id_hex` is the token id in 64 hexadecimal digits.
    pub(super) fn call(&self, id_hex: &str) -> String {
        ["0x", &hex::encode(self.selector), id_hex].concat()
    }

    /// Returns the call data for `supportsInterface(bytes4)` (EIP-165). The contract returns
    /// whether it has the function.
    pub(super) fn support_call(&self) -> String {
        let selector = "0x01ffc9a7";
        // The interface id has 8 hexadecimal digits, and a word has 64.
        let padding = "0".repeat(56);
        [selector, &hex::encode(self.interface), &padding].concat()
    }
}

/// Whether the result of a call is the boolean `true`.
pub(super) fn is_true(result: &[u8]) -> bool {
    let Some((last, other_bytes)) = result.split_last() else {
        return false;
    };
    result.len() == WORD && *last == 1 && other_bytes.iter().all(|byte| *byte == 0)
}

/// Decodes a result: `0x` and an even number of hexadecimal digits.
pub(super) fn bytes(result: &str) -> Option<Vec<u8>> {
    hex::decode(result.strip_prefix("0x")?).ok()
}

/// Reads the string in a result. The first word is an offset. At the offset is a word with the
/// length of the string, followed by the bytes of the string.
///
/// Offset and length must lie within the result, so a false length reserves no memory. Bytes after
/// the string are ignored, because some contracts omit the padding or add bytes. A contract can
/// also return bytes that are not UTF-8. As in other readers of the ABI, U+FFFD replaces them.
pub(super) fn string(result: &[u8]) -> Option<Cow<'_, str>> {
    let (offset, _) = result.split_at_checked(WORD)?;
    let at_offset = result.get(number(offset)?..)?;
    let (length, after_length) = at_offset.split_at_checked(WORD)?;
    let text = after_length.get(..number(length)?)?;
    Some(String::from_utf8_lossy(text))
}

/// Reads a word as a number. `None` if the number is 2^32 or more: no result is that long.
fn number(word: &[u8]) -> Option<usize> {
    let (high_bytes, low_bytes) = word.split_last_chunk::<4>()?;
    if high_bytes.iter().any(|byte| *byte != 0) {
        return None;
    }
    usize::try_from(u32::from_be_bytes(*low_bytes)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number as a word: 16 zero bytes, and the 16 bytes of the number.
    fn word(n: u128) -> Vec<u8> {
        let mut word = vec![0; 16];
        word.extend(n.to_be_bytes());
        word
    }

    /// The ABI encoding of a string: offset, length, text, and zeros up to a full word.
    fn encoded(text: &[u8]) -> Vec<u8> {
        let mut bytes = [word(32), word(text.len() as u128), text.to_vec()].concat();
        bytes.resize(64 + text.len().next_multiple_of(32), 0);
        bytes
    }

    #[test]
    fn writes_a_selector_and_a_word() {
        let id = format!("{}ff", "0".repeat(62));
        assert_eq!(
            uri_function(Standard::Erc721).call(&id),
            format!("0xc87b56dd{id}")
        );
        assert_eq!(
            uri_function(Standard::Erc1155).call(&id),
            format!("0x0e89341c{id}")
        );
        let support_call = uri_function(Standard::Erc721).support_call();
        // `0x`, the selector, and the interface id. Only zeros follow.
        assert_eq!(
            (&support_call[..18], support_call.len()),
            ("0x01ffc9a75b5e139f", 2 + 8 + 64)
        );
    }

    #[test]
    fn reads_a_boolean() {
        assert!(is_true(&word(1)));
        for other in [
            vec![],
            vec![1],
            word(0),
            word(2),
            word(257), // ends with the byte 1
            vec![1; 32],
            [word(1), word(1)].concat(),
        ] {
            assert!(!is_true(&other), "{other:?}");
        }
    }

    #[test]
    fn reads_hexadecimal_bytes() {
        assert_eq!(bytes("0x"), Some(vec![]));
        assert_eq!(bytes("0x00fFa0"), Some(vec![0, 255, 160]));
        for bad in [
            "", "00", "0x0", "0xg0", "0x 0", "0x+1", "0xé", "0x0x00", "0X00",
        ] {
            assert_eq!(bytes(bad), None, "{bad}");
        }
    }

    #[test]
    fn reads_strings() {
        for text in ["", "a", "ipfs://Qm", &"x".repeat(32), &"é".repeat(1000)] {
            assert_eq!(string(&encoded(text.as_bytes())).as_deref(), Some(text));
        }
        assert_eq!(
            string(&encoded(b"{\"name\":\"Caf\xe9\"}")).as_deref(),
            Some("{\"name\":\"Caf\u{fffd}\"}")
        );
        // The bytes of a surrogate are not UTF-8.
        assert_eq!(
            string(&encoded(&[0xed, 0xa0, 0x80])).as_deref(),
            Some("\u{fffd}\u{fffd}\u{fffd}")
        );
        // A string without padding, a string with extra bytes after it, and a string with a gap
        // before its length.
        assert_eq!(
            string(&[word(32), word(2), b"ab".to_vec()].concat()).as_deref(),
            Some("ab")
        );
        assert_eq!(
            string(&[encoded(b"ab"), vec![7; 99]].concat()).as_deref(),
            Some("ab")
        );
        assert_eq!(
            string(&[word(64), word(9), word(2), b"ab".to_vec()].concat()).as_deref(),
            Some("ab")
        );
    }

    #[test]
    fn rejects_hostile_results() {
        let max = vec![255; 32];
        let two_to_32 = [vec![0; 27], vec![1], vec![0; 4]].concat();
        let table: [(&str, Vec<u8>); 14] = [
            ("empty", vec![]),
            ("less than a word", vec![0; 31]),
            ("an offset alone", word(32)),
            ("offset 2^256-1", [max.clone(), word(1), word(0)].concat()),
            (
                "offset 2^255",
                [[vec![128], vec![0; 31]].concat(), word(1)].concat(),
            ),
            // The low four bytes of 2^32 are the valid offset 0.
            (
                "offset 2^32 + 0",
                [two_to_32.clone(), word(1), word(0)].concat(),
            ),
            (
                "offset 2^64 - 1",
                [word(u128::from(u64::MAX)), word(1)].concat(),
            ),
            ("offset at the end", [word(64), word(0)].concat()),
            ("offset one beyond", [word(65), word(0)].concat()),
            ("offset into the last word", [word(33), word(0)].concat()),
            ("length 2^256-1", [word(32), max].concat()),
            ("length 2^32 + 0", [word(32), two_to_32].concat()),
            (
                "length 2^32 - 1",
                [word(32), word(u128::from(u32::MAX)), word(0)].concat(),
            ),
            (
                "length one beyond",
                [word(32), word(33), vec![b'a'; 32]].concat(),
            ),
        ];
        for (what, result) in table {
            assert_eq!(string(&result), None, "{what}");
        }
        // With offset 0, the same word is the offset and the length.
        assert_eq!(string(&word(0)).as_deref(), Some(""));
    }

    /// Reads each pair of edge-case words, cut at each length. A string is at most three times as
    /// long as its result, because U+FFFD replaces one invalid byte by three.
    #[test]
    fn no_result_panics() {
        let words: Vec<Vec<u8>> = [
            0,
            1,
            31,
            32,
            33,
            63,
            64,
            65,
            95,
            96,
            1 << 31,
            1 << 32,
            1 << 63,
            u128::MAX,
        ]
        .into_iter()
        .map(word)
        .chain([vec![255; 32]])
        .collect();
        for first in &words {
            for second in &words {
                let result = [first.clone(), second.clone(), vec![b'x'; 40]].concat();
                for end in 0..=result.len() {
                    assert!(string(&result[..end]).is_none_or(|text| text.len() <= 3 * end));
                }
            }
        }
    }
}
