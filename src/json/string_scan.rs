//! Scans the characters of a string. Most bytes of a page are in strings, so the scan reads eight
//! bytes at a time as one number, a word.
//!
//! A byte is plain unless it is a quotation mark, a backslash or a control character. From each
//! word, the scan computes a second word, in which the highest bit of each byte that is not plain is
//! set. The table shows the steps for the text `abc"def\` in hexadecimal:
//!
//! | | a | b | c | " | d | e | f | \ |
//! |---|---|---|---|---|---|---|---|---|
//! | bytes | 61 | 62 | 63 | 22 | 64 | 65 | 66 | 5c |
//! | with the quotation mark as 20, minus 21 | 42 | 3f | 40 | **ff** | 44 | 46 | 43 | 3d |
//! | with the backslash as 00, minus 01 | 3c | 3d | 3e | 7d | 37 | 38 | 39 | **ff** |
//! | highest bit, unless the original byte has it | 00 | 00 | 00 | **80** | 00 | 00 | 00 | **80** |
//!
//! A byte beyond ASCII has the highest bit from the start, and is plain.
//!
//! The text begins in the lowest byte of the word, so the number of zeros below the lowest bit that
//! is set, divided by eight, is the number of plain bytes: three.

/// The number 1 in each byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte of a word.
const HIGHEST_BITS: u64 = ONES << 7;

/// Returns the offset of the first byte from `at` on that is not plain; the end of `bytes` when all
/// are plain.
pub(super) fn skip_plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let not_plain_bits = not_plain(u64::from_le_bytes(*eight));
        if not_plain_bits != 0 {
            return at + not_plain_bits.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|byte| is_plain(*byte)) {
        at += 1;
    }
    at
}

fn is_plain(byte: u8) -> bool {
    byte >= b' ' && !matches!(byte, b'"' | b'\\')
}

/// Sets the highest bit of each byte that is not plain. Only the lowest bit that is set is certain:
/// the subtraction for its byte borrows from the bytes above.
fn not_plain(word: u64) -> u64 {
    // XOR with 2 swaps 0x20 and 0x22, the space and the quotation mark. The quotation mark is then
    // less than 0x21, as every control character is, and the space is not.
    let quotation_mark_as_20 = word ^ (ONES * 2);
    let below_21 = quotation_mark_as_20.wrapping_sub(ONES * 0x21);
    let backslash_as_00 = word ^ (ONES * u64::from(b'\\'));
    let below_01 = backslash_as_00.wrapping_sub(ONES);
    (below_21 | below_01) & !word & HIGHEST_BITS
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn finds_the_same_byte_as_a_search_byte_by_byte(
            bytes: Vec<u8>,
            at in 0_usize..24,
            text in "[ -~\\x00é\"]{0,40}",
        ) {
            for bytes in [&bytes[..], text.as_bytes()] {
                let rest = bytes.get(at..).unwrap_or_default();
                let stop = rest.iter().position(|byte| !is_plain(*byte));
                let expected = stop.map_or(at.max(bytes.len()), |index| at + index);
                proptest::prop_assert_eq!(skip_plain(bytes, at), expected);
            }
        }
    }

    #[test]
    fn sets_the_bits_that_the_table_shows() {
        let word = u64::from_le_bytes(*b"abc\"def\\");
        assert_eq!(not_plain(word), 0x8000_0000_8000_0000);
    }
}
