//! Whole numbers up to 2^256-1, as contracts hold them.
//!
//! Thirty lines of school arithmetic: `ruint` does the same for 2.6 kB (brotli) of the module.

/// An unsigned 256-bit number, most significant byte first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Uint256([u8; 32]);

impl Uint256 {
    /// Decimal, or hexadecimal after `0x`; nothing for anything else or more than 256 bits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(hex) => (hex, 16),
            None => (text, 10),
        };
        // Longer texts can only be zeros or overflow; refusing them bounds the work on hostile input.
        if digits.is_empty() || digits.len() > 96 {
            return None;
        }
        let mut bytes = [0_u8; 32];
        for c in digits.chars() {
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
            let mut rest = 0_u16;
            for byte in &mut bytes {
                rest = rest << 8 | u16::from(*byte);
                *byte = (rest / 10) as u8;
                rest %= 10;
            }
            digits.push(b'0' + rest as u8);
        }
        if digits.is_empty() {
            digits.push(b'0');
        }
        digits.iter().rev().map(|digit| char::from(*digit)).collect()
    }

    /// 64 lower-case hexadecimal digits without `0x`, as EIP-1155 wants them in place of `{id}`.
    pub(crate) fn to_hex64(self) -> String {
        hex::encode(self.0)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MAX: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

    #[test]
    fn the_largest_number_and_one_more() {
        let max = Uint256::parse(MAX).map(|n| (n.to_decimal(), n.to_hex64()));
        assert_eq!(max, Some((MAX.to_owned(), "f".repeat(64))));
        assert_eq!(Uint256::parse(&MAX.replace("935", "936")), None);
        assert_eq!(Uint256::parse(&format!("0x1{}", "0".repeat(64))), None);
    }

    #[test]
    fn only_digits_are_numbers() {
        for bad in ["", "0x", "-1", "+1", "1.0", "1e3", " 1", "0xg", "١"] {
            assert_eq!(Uint256::parse(bad), None, "{bad}");
        }
        assert_eq!(Uint256::parse("0007").map(Uint256::to_decimal).as_deref(), Some("7"));
        assert_eq!(Uint256::parse("0x0").map(Uint256::to_decimal).as_deref(), Some("0"));
    }

    proptest! {
        #[test]
        fn decimal_and_hexadecimal_agree(n: u128) {
            let decimal = Uint256::parse(&n.to_string());
            prop_assert_eq!(decimal, Uint256::parse(&format!("{n:#x}")));
            prop_assert_eq!(decimal.map(Uint256::to_decimal), Some(n.to_string()));
            prop_assert_eq!(decimal.map(Uint256::to_hex64), Some(format!("{n:064x}")));
        }
    }
}
