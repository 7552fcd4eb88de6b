//! The characters of a string, eight bytes at a time. As nothing but strings may hold what is not ASCII, a document whose
//! strings were all read is UTF-8: no pass over the bytes is needed for that alone.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = ONES << 7;

/// Skips characters of a string that stand for themselves and are UTF-8.
#[inline(never)]
pub(super) fn plain(bytes: &[u8], at: usize) -> usize {
    let end = run(bytes, at, HIGH);
    if bytes.get(end).is_none_or(u8::is_ascii) { end } else { beyond_ascii(bytes, end) }
}

/// The same from a character beyond ASCII on: a broken one is where it ends.
#[inline(never)]
fn beyond_ascii(bytes: &[u8], at: usize) -> usize {
    let end = run(bytes, at, 0);
    if bytes.get(at..end).is_some_and(|part| std::str::from_utf8(part).is_ok()) { end } else { at }
}

/// Where the next quotation mark, backslash or control character stands, or byte with a bit of `others`.
#[inline(always)]
fn run(bytes: &[u8], mut at: usize, others: u64) -> usize {
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*eight);
        // A subtraction sets the highest bit of a byte that is less, unless it was set before: that of the first one, and
        // of none before it. With one bit changed, quotation mark and control characters are less than 0x21, and no others.
        let control_or_quote = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
        let backslash = (word ^ (ONES * u64::from(b'\\'))).wrapping_sub(ONES);
        let special = ((control_or_quote | backslash) & !word & HIGH) | (word & others);
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let stays = |byte: u8| byte >= b' ' && !matches!(byte, b'"' | b'\\') && u64::from(byte) & others == 0;
    while bytes.get(at).is_some_and(|byte| stays(*byte)) {
        at += 1;
    }
    at
}
