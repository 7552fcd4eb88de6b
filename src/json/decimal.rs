//! The decimal digits of a JSON number.

/// The most digits that [`plain`] writes for a number with an exponent. A 256-bit amount has at
/// most 78 digits.
const MAX_PLAIN_DIGITS: i64 = 100;

/// The value of an exponent, with or without a sign; at most 2^40, which is beyond the length of any body.
pub(super) fn exponent_value(exponent: &[u8]) -> i64 {
    let digits = exponent.iter().filter(|byte| byte.is_ascii_digit());
    let value = digits.fold(0, |n, digit| {
        (n * 10 + i64::from(digit - b'0')).min(1 << 40)
    });
    if exponent.first() == Some(&b'-') {
        -value
    } else {
        value
    }
}

/// Splits `bytes` at the first byte that `is_separator` accepts. Neither part has that byte.
fn cut_at(bytes: &[u8], is_separator: fn(u8) -> bool) -> (&[u8], &[u8]) {
    let end = bytes
        .iter()
        .position(|byte| is_separator(*byte))
        .unwrap_or(bytes.len());
    (
        bytes.get(..end).unwrap_or_default(),
        bytes.get(end + 1..).unwrap_or_default(),
    )
}

/// The value of a number: its digits, and the position of its decimal point.
struct Decimal {
    is_negative: bool,
    /// The digits without leading zeros; empty for the number 0.
    digits: Vec<u8>,
    /// The position of the decimal point, counted from the first digit: 1.74e3 has the digits 174
    /// and the point at 4, and 0.05 has the digit 5 and the point at -1.
    point: i64,
}

impl Decimal {
    /// Reads a JSON number; `None` for other text.
    fn parse(number: &str) -> Option<Self> {
        let (mantissa, exponent) = cut_at(number.as_bytes(), |byte| matches!(byte, b'e' | b'E'));
        let unsigned = mantissa.strip_prefix(b"-").unwrap_or(mantissa);
        let (whole, fraction) = cut_at(unsigned, |byte| byte == b'.');
        if whole.is_empty() {
            return None;
        }
        let mut digits = Vec::new();
        let mut leading_zeros = 0;
        for digit in whole.iter().chain(fraction) {
            if !digit.is_ascii_digit() {
                return None;
            }
            if *digit == b'0' && digits.is_empty() {
                leading_zeros += 1;
            } else {
                digits.push(*digit);
            }
        }
        let point = whole.len() as i64 - leading_zeros + exponent_value(exponent);
        Some(Self {
            is_negative: unsigned.len() < mantissa.len(),
            digits,
            point,
        })
    }
}

/// The text of a number without an exponent, and without a fraction of zeros: `1.5e18` is
/// 1500000000000000000, and `5.0` is 5. A number with an exponent stays as it is if its text would
/// have more than 100 digits. A text that is not a number also stays as it is.
pub(crate) fn plain(number: &str) -> String {
    let Some(Decimal {
        is_negative,
        digits,
        point,
    }) = Decimal::parse(number)
    else {
        return number.to_owned();
    };
    if digits.is_empty() {
        return "0".to_owned();
    }
    // The digit at a position. Before and after `digits`, every digit is 0.
    let digit_at = |position: i64| {
        usize::try_from(position)
            .ok()
            .and_then(|index| digits.get(index).copied())
            .unwrap_or(b'0')
    };
    // The text begins with the first of `digits`, or with the zero before the point: 0.05 has the
    // zero at -2, the point and a zero at -1, and the digit 5 at 0.
    let first = if point > 0 { 0 } else { point - 1 };
    let mut end = point.max(digits.len() as i64);
    if number.contains(['e', 'E']) && end - first > MAX_PLAIN_DIGITS {
        return number.to_owned();
    }
    let is_integer = (point..end).all(|position| digit_at(position) == b'0');
    if is_integer {
        end = point;
    }
    let mut text = String::from(if is_negative { "-" } else { "" });
    for position in first..end {
        if position == point {
            text.push('.');
        }
        text.push(char::from(digit_at(position)));
    }
    text
}

/// The integer part of a JSON number, at most 2^63-1; 0 for a negative number and for a text that
/// is not a number. `str::parse::<f64>` would add tables to the WebAssembly module.
#[cfg(feature = "service")]
pub(crate) fn integer_part(number: &str) -> u64 {
    const MAX: u64 = i64::MAX as u64;
    /// The number of digits of `MAX`.
    const MAX_DIGITS: i64 = 19;
    let Some(Decimal {
        is_negative: false,
        digits,
        point,
    }) = Decimal::parse(number)
    else {
        return 0;
    };
    if digits.is_empty() {
        return 0;
    }
    if point > MAX_DIGITS {
        return MAX;
    }
    let digits_before_point = digits
        .iter()
        .chain(std::iter::repeat(&b'0'))
        .take(point.max(0) as usize);
    // Every number of `MAX_DIGITS` digits fits into a `u64`.
    let mut integer = 0_u64;
    for digit in digits_before_point {
        integer = integer * 10 + u64::from(digit - b'0');
    }
    integer.min(MAX)
}
