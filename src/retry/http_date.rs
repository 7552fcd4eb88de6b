//! Dates in HTTP headers (RFC 9110 §5.6.7), which are all in GMT.

use crate::text::cut;

const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];
const MONTHS: [&[u8]; 12] = [
    b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec",
];

// The three forms of a date, without the weekday at the start. In `RFC_850`, the weekday has its
// full name. In the other two forms, the weekday has three letters.
//
// These letters are placeholders:
//
// - `d`, `y`, `h`, `m`, `s`: a digit of the day, the year, the hour, the minute or the second
// - `D`: a digit of the day, or a space
// - `n`: a letter of the name of the month
//
// Every other byte stands for itself.
const IMF_FIXDATE: &[u8] = b", dd nnn yyyy hh:mm:ss GMT";
const RFC_850: &[u8] = b", dd-nnn-yy hh:mm:ss GMT";
const ASCTIME: &[u8] = b" nnn Dd hh:mm:ss yyyy";

/// Seconds from 1 March of the year -400 to 1 January 1970: 146,097 days to 1 March of the year 0,
/// and 719,468 days from there. Years that are counted from this early start are never negative.
const EPOCH: u64 = 865_565 * 86_400;
/// The mean year of the Gregorian calendar, in milliseconds.
const YEAR_MS: u64 = 31_556_952_000;

#[derive(Default)]
struct Fields {
    year: u64,
    /// 1 is January.
    month: u64,
    day: u64,
    hour: u64,
    minute: u64,
    second: u64,
}

/// Returns the Unix time of a date in milliseconds; 0 for a date before 1970, and `None` for any other text.
///
/// Letters must have the case of the RFC. The weekday need not match the date. `now_ms`, the
/// current Unix time, determines the century of a year of two digits.
pub(crate) fn http_date_ms(text: &str, now_ms: u64) -> Option<u64> {
    let text = text.trim_ascii();
    let name_length = text.bytes().position(|b| !b.is_ascii_alphabetic())?;
    let (name, rest) = cut(text, name_length);
    let weekday = WEEKDAYS.iter().find(|weekday| weekday.starts_with(name))?;
    let is_rfc_850 = name.len() == weekday.len();
    let form = if is_rfc_850 {
        RFC_850
    } else if name.len() != 3 {
        return None;
    } else if rest.starts_with(',') {
        IMF_FIXDATE
    } else {
        ASCTIME
    };
    let mut fields = read(form, rest.as_bytes())?;
    if is_rfc_850 {
        let current_year = 1970 + now_ms / YEAR_MS;
        // RFC 9110 allows 50 years ahead. The code allows one more year here, because 50 mean years
        // after 31 December 1977 can be a time in 2028.
        let latest_year = current_year + 51;
        // The last year up to `latest_year` that ends with the two digits: for 2077 and `76`, 2076.
        fields.year = latest_year - (latest_year - fields.year) % 100;
    }
    let at_ms = fields.unix_ms()?;
    if is_rfc_850 && at_ms.saturating_sub(now_ms) > 50 * YEAR_MS {
        // RFC 9110: a year of two digits that seems more than 50 years ahead is in the past.
        return Some(0);
    }
    Some(at_ms)
}

/// Reads `text` by the placeholders of `form`.
fn read(form: &[u8], text: &[u8]) -> Option<Fields> {
    if form.len() != text.len() {
        return None;
    }
    let mut fields = Fields::default();
    let mut month_name = Vec::new();
    for (&placeholder, &b) in form.iter().zip(text) {
        let field = match placeholder {
            b'd' | b'D' => &mut fields.day,
            b'y' => &mut fields.year,
            b'h' => &mut fields.hour,
            b'm' => &mut fields.minute,
            b's' => &mut fields.second,
            b'n' => {
                month_name.push(b);
                continue;
            }
            _ if placeholder == b => continue,
            _ => return None,
        };
        let digit = match b {
            b'0'..=b'9' => b - b'0',
            b' ' if placeholder == b'D' => 0,
            _ => return None,
        };
        *field = *field * 10 + u64::from(digit);
    }
    fields.month = 1 + MONTHS.iter().position(|name| *name == month_name)? as u64;
    Some(fields)
}

impl Fields {
    /// Returns the Unix time in milliseconds, 0 for dates before 1970, and `None` for a day or time that does not
    /// exist.
    fn unix_ms(&self) -> Option<u64> {
        let &Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
        } = self;
        let is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last_day = if month == 2 {
            28 + u64::from(is_leap_year)
        } else {
            // Odd months have 31 days up to July, even months from August.
            30 + (month + month / 8) % 2
        };
        // Second 60 is a leap second. Unix time counts it as the next second.
        if day == 0 || day > last_day || hour > 23 || minute > 59 || second > 60 {
            return None;
        }
        // The full years and months since 1 March of the year -400. These years begin in March, so
        // that a leap day is the last day of its year.
        let years = year + 400 - u64::from(month < 3);
        let months = (month + 9) % 12;
        let days_of_years = years * 365 + years / 4 - years / 100 + years / 400;
        // From March, five months have 31, 30, 31, 30 and 31 days, 153 together. The next five
        // months have the same lengths. For May, two months after March, the result is 61 days.
        let days_of_months = (months * 153 + 2) / 5;
        let days = days_of_years + days_of_months + day - 1;
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second;
        // If `now_ms` is close to `u64::MAX`, the year of an RFC 850 date is so late that its Unix
        // time in milliseconds would overflow.
        Some(seconds.saturating_sub(EPOCH).min(u64::MAX / 1000) * 1000)
    }
}
