//! Unsigned 256-bit integers, the `uint256` of contracts.
//!
//! The crate `ruint` does the same, but adds 2.6 kB (brotli) to the WebAssembly module.

/// The maximum number of digits that [`Uint256::parse`] reads. 2^256-1 has 78 decimal digits, so a
/// longer text has leading zeros or overflows. The limit bounds the time that hostile input takes.
const MAX_DIGITS: usize = 96;

/// An unsigned 256-bit integer, most significant byte first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Uint256([u8; 32]);

impl Uint256 {
    /// Parses decimal digits, or hexadecimal digits after `0x`; `None` for other text, for more
    /// than 256 bits and for more than `MAX_DIGITS` digits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(hex) => (hex, 16),
            None => (text, 10),
        };
        if digits.is_empty() || digits.len() > MAX_DIGITS {
            return None;
        }
        let mut bytes = [0_u8; 32];
        for c in digits.chars() {
            // Multiplies `bytes` by `radix`, and adds the digit.
            let mut carry = u16::try_from(c.to_digit(radix)?).ok()?;
            for byte in bytes.iter_mut().rev() {
                carry += u16::from(*byte) * radix as u16;
                *byte = (carry & 0xff) as u8;
                carry >>= 8;
            }
            if carry != 0 {
                return None;
            }
        }
        Some(Self(bytes))
    }

    /// Decimal digits without leading zeros.
    pub(crate) fn to_decimal(self) -> String {
        let Self(mut bytes) = self;
        let mut digits = Vec::new();
        while bytes.iter().any(|byte| *byte != 0) {
            // Divides `bytes` by 10. The remainder is the next digit from the right.
            let mut remainder = 0_u16;
            for byte in &mut bytes {
                remainder = remainder << 8 | u16::from(*byte);
                *byte = (remainder / 10) as u8;
                remainder %= 10;
            }
            digits.push(b'0' + remainder as u8);
        }
        if digits.is_empty() {
            digits.push(b'0');
        }
        digits
            .iter()
            .rev()
            .map(|digit| char::from(*digit))
            .collect()
    }

    /// 64 lower-case hexadecimal digits without `0x`, which EIP-1155 substitutes for `{id}`.
    pub(crate) fn to_hex64(self) -> String {
        hex::encode(self.0)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MAX: &str =
        "115792089237316195423570985008687907853269984665640564039457584007913129639935";

    #[test]
    fn parses_the_largest_integer_and_rejects_one_more() {
        let max = Uint256::parse(MAX).map(|n| (n.to_decimal(), n.to_hex64()));
        assert_eq!(max, Some((MAX.to_owned(), "f".repeat(64))));
        let one_more = MAX.replace("935", "936");
        assert_eq!(Uint256::parse(&one_more), None);
        assert_eq!(Uint256::parse(&format!("0x1{}", "0".repeat(64))), None);
    }

    #[test]
    fn parses_leading_zeros_up_to_the_maximum_number_of_digits() {
        let seven = Uint256::parse("0007").map(Uint256::to_decimal);
        assert_eq!(seven.as_deref(), Some("7"));
        let zero = Uint256::parse("0x0").map(Uint256::to_decimal);
        assert_eq!(zero.as_deref(), Some("0"));
        let zeros = |length| "0".repeat(length);
        assert_eq!(Uint256::parse(&zeros(MAX_DIGITS)), Some(Uint256::default()));
        assert_eq!(Uint256::parse(&zeros(MAX_DIGITS + 1)), None);
    }

    #[test]
    fn rejects_text_that_is_not_only_digits() {
        // The last text is a digit, but an Arabic one.
        for bad in ["", "0x", "-1", "+1", "1.0", "1e3", " 1", "0xg", "١"] {
            assert_eq!(Uint256::parse(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn decimal_and_hexadecimal_spellings_are_the_same_integer(n: u128) {
            let decimal = Uint256::parse(&n.to_string());
            prop_assert_eq!(decimal, Uint256::parse(&format!("{n:#x}")));
            prop_assert_eq!(decimal.map(Uint256::to_decimal), Some(n.to_string()));
            prop_assert_eq!(decimal.map(Uint256::to_hex64), Some(format!("{n:064x}")));
        }
    }
}
