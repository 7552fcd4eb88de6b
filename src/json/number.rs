//! The check of numbers (RFC 8259 §6), their digits, and whether a double holds them.

use super::{BigIntegers, DecodeError, Scanner, edit::Change};

/// The largest integer that a double holds together with all smaller ones, 2^53-1.
const MAX_SAFE_INTEGER: &[u8] = b"9007199254740991";
/// The longest integer that becomes a `BigInt`: the time that `BigInt` takes grows with the square of the digits.
const MAX_BIGINT_BYTES: usize = 10_000;
/// The most digits that [`plain`] writes for a number with an exponent. An amount has at most 78.
const MAX_PLAIN_DIGITS: i64 = 100;

/// The properties of a scanned number.
pub(super) struct Number {
    /// Whether it is an integer literal beyond 2^53-1.
    pub(super) is_big_integer: bool,
    /// Whether a double may be another number, for literals of every form: `1e400` would be infinite, and
    /// `9007199254740993.0` would be rounded.
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
        let whole = self.digits();
        if whole.is_empty() || (whole.len() > 1 && whole.first() == Some(&b'0')) {
            return Err(expected(start));
        }
        // Texts of the same length compare as their values do.
        let fits = whole.len() < 16 || (whole.len() == 16 && whole <= MAX_SAFE_INTEGER);
        let mut number = Number { is_big_integer: !fits, is_inexact: !fits };
        if self.peek() == b'.' {
            self.at += 1;
            number = Number { is_big_integer: false, is_inexact: whole.len() >= 16 };
            if self.digits().is_empty() {
                return Err(expected(start));
            }
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            let exponent = self.at;
            self.at += usize::from(matches!(self.peek(), b'+' | b'-'));
            if self.digits().is_empty() {
                return Err(expected(start));
            }
            let exponent = exponent_value(self.bytes.get(exponent..self.at).unwrap_or_default());
            number.is_big_integer = false;
            number.is_inexact |= exponent >= 0 && whole.len() as i64 + exponent >= 16;
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

/// The value of an exponent, with or without a sign; at most 2^40, which is beyond the length of any body.
fn exponent_value(exponent: &[u8]) -> i64 {
    let digits = exponent.iter().filter(|byte| byte.is_ascii_digit());
    let value = digits.fold(0, |n, digit| (n * 10 + i64::from(digit - b'0')).min(1 << 40));
    if exponent.first() == Some(&b'-') { -value } else { value }
}

/// Splits `bytes` at the first byte that `is_separator` accepts, without it.
fn cut_at(bytes: &[u8], is_separator: fn(u8) -> bool) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| is_separator(*byte)).unwrap_or(bytes.len());
    (bytes.get(..end).unwrap_or_default(), bytes.get(end + 1..).unwrap_or_default())
}

/// The value of a number: its digits, and the position of the decimal point in them or beyond them.
struct Decimal {
    is_negative: bool,
    /// Without zeros at the beginning; empty for the number 0.
    digits: Vec<u8>,
    /// 1.74e3 has the digits 174 and the point at 4.
    point: i64,
}

impl Decimal {
    /// Reads a JSON number; `None` for other text.
    fn parse(number: &str) -> Option<Self> {
        let mut scanner = Scanner::new(number.as_bytes(), 0, BigIntegers::Keep);
        scanner.number().and_then(|_| scanner.expect_end()).ok()?;
        let (mantissa, exponent) = cut_at(number.as_bytes(), |byte| matches!(byte, b'e' | b'E'));
        let (whole, fraction) = cut_at(mantissa, |byte| byte == b'.');
        let (mut digits, mut leading_zeros) = (Vec::new(), 0);
        for digit in whole.iter().chain(fraction).filter(|byte| byte.is_ascii_digit()) {
            if *digit == b'0' && digits.is_empty() {
                leading_zeros += 1;
            } else {
                digits.push(*digit);
            }
        }
        let is_negative = number.starts_with('-');
        let power = exponent_value(exponent);
        let point = whole.len() as i64 - i64::from(is_negative) - leading_zeros + power;
        Some(Self { is_negative, digits, point })
    }
}

/// The text of a number without an exponent, and without a fraction of zeros: `1.5e18` is 1500000000000000000, and `5.0`
/// is 5. A number of more than 100 digits keeps its exponent. Other text stays.
pub(crate) fn plain(number: &str) -> String {
    let Some(Decimal { is_negative, digits, point }) = Decimal::parse(number) else { return number.to_owned() };
    let digit = |position: i64| usize::try_from(position).ok().and_then(|index| digits.get(index)).unwrap_or(&b'0');
    let (first, mut end) = (point.min(1) - 1, point.max(digits.len() as i64));
    if digits.is_empty() {
        return "0".to_owned();
    }
    if number.contains(['e', 'E']) && end - first > MAX_PLAIN_DIGITS {
        return number.to_owned();
    }
    if (point..end).all(|position| *digit(position) == b'0') {
        end = point.max(1);
    }
    let mut text = String::from(if is_negative { "-" } else { "" });
    for position in first..end {
        if position == point {
            text.push('.');
        }
        text.push(char::from(*digit(position)));
    }
    text
}

/// The integer part of a JSON number, at most 2^63-1; 0 for a negative number and for other text. `str::parse::<f64>`
/// would add its tables to the WebAssembly module.
#[cfg(feature = "service")]
pub(crate) fn integer_part(number: &str) -> u64 {
    const MAX: u64 = i64::MAX as u64;
    let Some(Decimal { is_negative: false, digits, point }) = Decimal::parse(number) else { return 0 };
    if digits.is_empty() || point > 19 {
        return if digits.is_empty() { 0 } else { MAX };
    }
    let integer = digits.iter().chain(std::iter::repeat(&b'0')).take(point.max(0) as usize);
    integer.fold(0, |n: u64, digit| n.saturating_mul(10).saturating_add(u64::from(digit - b'0'))).min(MAX)
}
