//! The decimal digits of a JSON number.

/// The most digits that [`plain`] writes for a number with an exponent. An amount has at most 78.
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

/// Splits `bytes` at the first byte that `is_separator` accepts, without it.
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
        let (mantissa, exponent) = cut_at(number.as_bytes(), |byte| matches!(byte, b'e' | b'E'));
        let unsigned = mantissa.strip_prefix(b"-").unwrap_or(mantissa);
        let (whole, fraction) = cut_at(unsigned, |byte| byte == b'.');
        let (mut digits, mut leading_zeros) = (Vec::new(), 0);
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
        (!whole.is_empty()).then_some(Self {
            is_negative: unsigned.len() < mantissa.len(),
            digits,
            point,
        })
    }
}

/// The text of a number without an exponent, and without a fraction of zeros: `1.5e18` is 1500000000000000000, and
/// `5.0` is 5. A number of more than 100 digits keeps its exponent. Other text stays.
pub(crate) fn plain(number: &str) -> String {
    let Some(Decimal {
        is_negative,
        digits,
        point,
    }) = Decimal::parse(number)
    else {
        return number.to_owned();
    };
    let digit = |position: i64| {
        usize::try_from(position)
            .ok()
            .and_then(|index| digits.get(index))
            .unwrap_or(&b'0')
    };
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
    let Some(Decimal {
        is_negative: false,
        digits,
        point,
    }) = Decimal::parse(number)
    else {
        return 0;
    };
    if digits.is_empty() || point > 19 {
        return if digits.is_empty() { 0 } else { MAX };
    }
    let integer = digits
        .iter()
        .chain(std::iter::repeat(&b'0'))
        .take(point.max(0) as usize);
    integer
        .fold(0, |n: u64, digit| {
            n.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
        })
        .min(MAX)
}
