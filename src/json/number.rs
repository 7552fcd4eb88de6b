//! The check of numbers (RFC 8259 §6), and of whether a double holds them.

use super::{BigIntegers, DecodeError, Scanner, decimal::exponent_value, edit::Change};

/// The digits of 2^53-1, which is `Number.MAX_SAFE_INTEGER` in JavaScript.
const MAX_SAFE_INTEGER: &[u8] = b"9007199254740991";
const MAX_SAFE_DIGITS: usize = MAX_SAFE_INTEGER.len();
/// The maximum length of an integer that becomes a `BigInt`: the time that `BigInt` takes grows
/// with the square of the number of digits.
const MAX_BIGINT_BYTES: usize = 10_000;

/// What the specification expects instead of a number that a double would round.
pub(super) const EXACT_NUMBER: &str = "a number up to 2^53-1, or a string";

/// The properties of a scanned number.
pub(super) struct Number {
    /// Whether the number is an integer literal beyond 2^53-1.
    pub(super) is_big_integer: bool,
    /// Whether a double may change the integer part of the number. This includes numbers with an
    /// exponent or a fraction: `1e400` would be infinite, and `9007199254740993.0` would be
    /// rounded.
    pub(super) is_inexact: bool,
}

impl<'a> Scanner<'a> {
    /// Checks a number, and returns its characters.
    pub(crate) fn number_source(&mut self) -> Result<String, DecodeError> {
        let start = self.at;
        self.number()?;
        let characters = self.bytes.get(start..self.at).unwrap_or_default();
        Ok(String::from_utf8(characters.to_vec()).unwrap_or_default())
    }

    /// Checks a number. Adds an edit when the number is an integer that a double would round.
    pub(super) fn number_value(&mut self) -> Result<(), DecodeError> {
        let start = self.at;
        let is_big_integer = self.number()?.is_big_integer;
        let change = match self.big {
            BigIntegers::Quote => Change::Quote(EXACT_NUMBER),
            BigIntegers::Exact => Change::ExactInteger,
            BigIntegers::Keep => return Ok(()),
        };
        if !is_big_integer {
            return Ok(());
        }
        if change == Change::ExactInteger && self.at - start > MAX_BIGINT_BYTES {
            return Err(DecodeError::shape(
                start,
                "an integer of at most 10,000 digits",
            ));
        }
        self.add_edit(start, self.at, change);
        Ok(())
    }

    /// Checks a number, and moves past it.
    pub(super) fn number(&mut self) -> Result<Number, DecodeError> {
        let start = self.at;
        let error = || DecodeError::syntax(start, "a JSON value");
        if self.peek() == b'-' {
            self.at += 1;
        }
        let whole = self.digits();
        if whole.is_empty() || (whole.len() > 1 && whole.first() == Some(&b'0')) {
            return Err(error());
        }
        // Digits of the same length compare in the same order as their values.
        let is_safe = whole.len() < MAX_SAFE_DIGITS
            || (whole.len() == MAX_SAFE_DIGITS && whole <= MAX_SAFE_INTEGER);
        let mut number = Number {
            is_big_integer: !is_safe,
            is_inexact: !is_safe,
        };
        if self.peek() == b'.' {
            self.at += 1;
            // With 16 digits before the point, a fraction can round the integer part up:
            // 9007199254740991.9 would become 9007199254740992.
            number = Number {
                is_big_integer: false,
                is_inexact: whole.len() >= MAX_SAFE_DIGITS,
            };
            if self.digits().is_empty() {
                return Err(error());
            }
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            let exponent_start = self.at;
            if matches!(self.peek(), b'+' | b'-') {
                self.at += 1;
            }
            if self.digits().is_empty() {
                return Err(error());
            }
            let exponent =
                exponent_value(self.bytes.get(exponent_start..self.at).unwrap_or_default());
            number.is_big_integer = false;
            // `1e15` has 16 digits before the point. A negative exponent adds no digits.
            let whole_digits = whole.len() as i64 + exponent;
            number.is_inexact |= exponent >= 0 && whole_digits >= MAX_SAFE_DIGITS as i64;
        }
        Ok(number)
    }

    /// Moves past decimal digits, and returns them.
    fn digits(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.bytes.get(start..self.at).unwrap_or_default()
    }
}
