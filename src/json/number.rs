//! The check of numbers (RFC 8259 §6), and of whether a double holds them.

use super::{BigIntegers, DecodeError, Scanner, edit::Change};

/// The largest integer that a double holds together with all smaller ones, 2^53-1.
const MAX_SAFE_INTEGER: &[u8] = b"9007199254740991";
/// The longest integer that becomes a `BigInt`: the time that `BigInt` takes grows with the square of the digits.
const MAX_BIGINT_BYTES: usize = 10_000;

/// The properties of a scanned number.
pub(super) struct Number {
    /// Whether it is an integer literal beyond 2^53-1.
    pub(super) is_big_integer: bool,
    /// Whether a double may be another number, for literals of every form: `1e400` would be infinite, and
    /// `9007199254740993.0` would be rounded.
    pub(super) is_inexact: bool,
}

impl Scanner<'_> {
    /// Checks a number, and returns its characters.
    pub(crate) fn number_source(&mut self) -> Result<String, DecodeError> {
        let start = self.at;
        self.number()?;
        let characters = self.bytes.get(start..self.at).unwrap_or_default();
        Ok(String::from_utf8(characters.to_vec()).unwrap_or_default())
    }

    /// Checks a number. Adds an edit when it is an integer that a double would round.
    pub(super) fn number_value(&mut self) -> Result<(), DecodeError> {
        let start = self.at;
        let is_big_integer = self.number()?.is_big_integer;
        let change = match self.big {
            BigIntegers::Quote => Change::Quote,
            BigIntegers::Tag => Change::Tag,
            BigIntegers::Keep => return Ok(()),
        };
        if !is_big_integer {
            return Ok(());
        }
        if change == Change::Tag && self.at - start > MAX_BIGINT_BYTES {
            return Err(DecodeError::shape(start, "an integer of at most 10,000 digits"));
        }
        self.add_edit(start, self.at, change);
        Ok(())
    }

    /// Checks a number, and moves past it.
    pub(super) fn number(&mut self) -> Result<Number, DecodeError> {
        let expected = |at| DecodeError::syntax(at, "a JSON value");
        let start = self.at;
        self.at += usize::from(self.peek() == b'-');
        let digits = self.digits();
        let whole = self.bytes.get(self.at - digits..self.at).unwrap_or_default();
        if digits == 0 || (digits > 1 && whole.first() == Some(&b'0')) {
            return Err(expected(start));
        }
        // Texts of the same length compare as their values do.
        let fits = digits < 16 || (digits == 16 && whole <= MAX_SAFE_INTEGER);
        let mut number = Number { is_big_integer: !fits, is_inexact: !fits };
        if self.peek() == b'.' {
            self.at += 1;
            number = Number { is_big_integer: false, is_inexact: digits >= 16 };
            if self.digits() == 0 {
                return Err(expected(start));
            }
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            let sign = self.peek();
            self.at += usize::from(matches!(sign, b'+' | b'-'));
            let length = self.digits();
            if length == 0 {
                return Err(expected(start));
            }
            let power = self.bytes.get(self.at - length..self.at).unwrap_or_default();
            // 99 stands for every larger power, so that the sum cannot overflow.
            let power = power.iter().fold(0, |n, b| (n * 10 + usize::from(b - b'0')).min(99));
            number.is_big_integer = false;
            number.is_inexact |= sign != b'-' && digits + power >= 16;
        }
        Ok(number)
    }

    /// Moves past decimal digits, and returns their number.
    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.at - start
    }
}
