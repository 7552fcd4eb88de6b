//! Tests of the header `Retry-After`.

use super::super::{MAX_SECONDS, retry_after};

/// Sat, 22 Aug 2026 12:00:00 GMT.
const NOW: u64 = 1_787_400_000_000;

/// Asserts that each text is a delay of the seconds in its row. `now` is in milliseconds.
fn assert_seconds(now: u64, rows: &[(&str, u64)]) {
    for (text, seconds) in rows {
        assert_eq!(retry_after(text, now), Some(seconds * 1000), "{text:?}");
    }
}

#[test]
fn numbers_of_seconds_are_read() {
    assert_seconds(
        NOW,
        &[
            ("0", 0),
            ("1", 1),
            ("120", 120),
            ("007", 7),
            (" 5", 5),
            ("5 ", 5),
            ("\t 5 \t", 5),
            ("86400", 86_400),
            ("2147483647", MAX_SECONDS - 1),
            ("2147483648", MAX_SECONDS),
            (
                "00000000000000000000000000000000000002147483648",
                MAX_SECONDS,
            ),
        ],
    );
    // Numbers above the limit. In 64 bits, many of them overflow as seconds or as milliseconds.
    let too_large = "2147483649|4294967296|18446744073709552|1152921504606846976|\
                     18446744073709551615|18446744073709551616|18446744073709551620|\
                     18446744073709551621000|99999999999999999999999";
    let huge = "9".repeat(10_000);
    for text in too_large.split('|').chain([huge.as_str()]) {
        assert_eq!(retry_after(text, NOW), Some(MAX_SECONDS * 1000), "{text}");
    }
}

#[test]
fn a_fraction_of_a_second_is_rounded_up() {
    assert_seconds(
        NOW,
        &[
            ("1.5", 2),
            ("0.001", 1),
            ("2.0", 2),
            ("2.000", 2),
            ("0.0", 0),
            ("2147483648.5", MAX_SECONDS),
        ],
    );
}

#[test]
fn the_longest_of_several_values_counts() {
    assert_seconds(
        NOW,
        &[
            ("2, 2", 2),
            ("1,2", 2),
            ("30, 5", 30),
            ("5, 1.5, 0", 5),
            ("5,", 5),
            (", 5", 5),
            ("5, -1", 5),
            ("Sat, 22 Aug 2026 12:00:30 GMT, 5", 30),
            ("5, Sat, 22 Aug 2026 12:00:30 GMT", 30),
            (
                "Sat, 22 Aug 2026 12:00:05 GMT, Saturday, 22-Aug-26 12:00:30 GMT, Sat Aug 22 12:00:10 2026",
                30,
            ),
        ],
    );
}

#[test]
fn dates_in_three_forms_are_read() {
    assert_seconds(
        NOW,
        &[
            ("Sat, 22 Aug 2026 12:00:30 GMT", 30),
            ("Saturday, 22-Aug-26 12:00:30 GMT", 30),
            ("Sat Aug 22 12:00:30 2026", 30),
            ("Thu, 31 Dec 2026 23:59:59 GMT", 11_361_599),
            ("Fri, 01 Jan 2027 00:00:00 GMT", 11_361_600),
            ("Fri Jan  1 00:00:00 2027", 11_361_600),
            ("Fri Jan 01 00:00:00 2027", 11_361_600),
            ("Tuesday, 29-Feb-28 00:00:00 GMT", 47_995_200),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 251_614_900_799),
            ("Mon, 01 Mar 2100 00:00:00 GMT", 2_320_142_400),
            // In the past, or now.
            ("Sat, 22 Aug 2026 12:00:00 GMT", 0),
            ("Sat, 22 Aug 2026 11:59:59 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 0),
            ("Sun Nov  6 08:49:37 1994", 0),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 0),
            ("Wed, 31 Dec 1969 23:59:59 GMT", 0),
            ("Sat, 01 Jan 0000 00:00:00 GMT", 0),
            // A leap second is the second after it.
            ("Thu, 31 Dec 2026 23:59:60 GMT", 11_361_600),
            ("Thursday, 31-Dec-26 23:59:60 GMT", 11_361_600),
            ("Thu Dec 31 23:59:60 2026", 11_361_600),
            // A weekday that does not match the date, and white space around the date.
            ("Mon, 22 Aug 2026 12:00:30 GMT", 30),
            ("Wednesday, 22-Aug-26 12:00:30 GMT", 30),
            (" \tSat, 22 Aug 2026 12:00:30 GMT ", 30),
        ],
    );
}

#[test]
fn the_examples_of_the_rfc_are_read() {
    let unix_ms = 784_111_777_000;
    let delay_ms = 29_750;
    for text in [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ] {
        assert_eq!(retry_after(text, 0), Some(unix_ms), "{text}");
        assert_eq!(
            retry_after(text, unix_ms - delay_ms),
            Some(delay_ms),
            "{text}"
        );
        assert_eq!(retry_after(text, u64::MAX), Some(0), "{text}");
    }
    assert_eq!(retry_after("Mon, 01 Jan 1900 12:00:00 GMT", 0), Some(0));
    assert_eq!(retry_after("Thu, 01 Jan 1970 00:00:00 GMT", 0), Some(0));
    assert_eq!(retry_after("Thu, 01 Jan 1970 00:00:01 GMT", 0), Some(1000));
}

#[test]
fn every_name_of_a_day_and_a_month_is_read() {
    for day in [
        "Sunday",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
    ] {
        let short = &day[..3];
        assert_seconds(
            NOW,
            &[
                (&format!("{short}, 22 Aug 2026 12:00:30 GMT"), 30),
                (&format!("{day}, 22-Aug-26 12:00:30 GMT"), 30),
                (&format!("{short} Aug 22 12:00:30 2026"), 30),
            ],
        );
    }
    let months =
        "Jan 31,Feb 28,Mar 31,Apr 30,May 31,Jun 30,Jul 31,Aug 31,Sep 30,Oct 31,Nov 30,Dec 31";
    // Mon, 01 Jan 2035 00:00:00 GMT, the start of a year that is not a leap year.
    let year_start = 2_051_222_400;
    let mut days = 0_u64;
    for month_and_length in months.split(',') {
        let (month, length) = month_and_length.split_once(' ').unwrap();
        let length: u64 = length.parse().unwrap();
        for day in 1..=length {
            let text = format!("Mon, {day:02} {month} 2035 00:00:00 GMT");
            assert_seconds(0, &[(&text, year_start + days * 86_400)]);
            days += 1;
        }
        for day in [0, length + 1] {
            assert_eq!(
                retry_after(&format!("Mon, {day:02} {month} 2035 00:00:00 GMT"), 0),
                None,
                "{month} {day}"
            );
        }
    }
    assert_eq!(days, 365);
}

#[test]
fn other_names_of_months_are_ignored() {
    // The lower-case letters, and the first letters of the months.
    let letters: Vec<char> = ('a'..='z').chain("ADFJMNOS".chars()).collect();
    let mut valid_names = 0;
    for a in &letters {
        for b in &letters {
            for c in &letters {
                let date = format!("Sat, 22 {a}{b}{c} 2026 12:00:30 GMT");
                if retry_after(&date, NOW).is_some() {
                    valid_names += 1;
                }
            }
        }
    }
    assert_eq!(valid_names, 12);
}

#[test]
fn a_year_of_two_digits_is_at_most_50_years_ahead() {
    assert_seconds(
        NOW,
        &[
            ("Monday, 01-Jul-75 00:00:00 GMT", 1_541_764_800),
            ("Wednesday, 01-Jul-76 00:00:00 GMT", 1_573_387_200),
            // 1 September 2076 is more than 50 years ahead, so `76` means 1976.
            ("Tuesday, 01-Sep-76 00:00:00 GMT", 0),
            ("Thursday, 01-Jul-77 00:00:00 GMT", 0),
            ("Friday, 01-Jan-99 00:00:00 GMT", 0),
            ("Saturday, 01-Jan-00 00:00:00 GMT", 0),
        ],
    );
    // Thu, 31 Dec 2099 23:59:00 GMT: the next year is in the next century.
    assert_seconds(
        4_102_444_740_000,
        &[
            ("Friday, 01-Jan-00 00:00:30 GMT", 90),
            ("Thursday, 31-Dec-99 23:59:01 GMT", 1),
        ],
    );
    // Sat, 31 Dec 1977 21:30:00 GMT. The date in 2028 is exactly 50 mean years of 365.2425 days
    // ahead.
    let now = 252_451_800_000;
    let date = "Saturday, 01-Jan-28 00:30:00 GMT";
    assert_seconds(now, &[(date, 1_577_847_600)]);
    // One second earlier, the date is more than 50 years ahead, so `28` means 1928.
    assert_seconds(now - 1000, &[(date, 0)]);
    for year in 0..100 {
        assert!(retry_after(&format!("Monday, 01-Jan-{year:02} 00:00:00 GMT"), u64::MAX).is_some());
    }
}

#[test]
fn other_texts_are_ignored() {
    // Rows of texts with bars between them.
    let rows = [
        // Numbers.
        "| |+5|-5|-0|5.|.5|1.5.5|1.x|-1.5|0x10|1e3|5s|5 s|1 2|５|٣|\u{a0}5|NaN|Infinity|null|soon|\"5\"|5;|,|, ,",
        // Other forms of dates.
        "2026-08-22T12:00:30Z|2026-08-22|22 Aug 2026 12:00:30 GMT|Aug 22 12:00:30 2026",
        "Sat, 22 Aug 26 12:00:30 GMT|Saturday, 22-Aug-2026 12:00:30 GMT|Saturday, 22 Aug 2026 12:00:30 GMT",
        "Sat, 22-Aug-26 12:00:30 GMT|Sat, 22-Aug-2026 12:00:30 GMT|Saturday Aug 22 12:00:30 2026",
        "Sat Aug 22 12:00:30 2026 GMT|Sat Aug 22 12:00:30 26|Sat, Aug 22 12:00:30 2026",
        // Zones and missing or surplus parts.
        "Sat, 22 Aug 2026 12:00:30|Sat, 22 Aug 2026 12:00:30 UTC|Sat, 22 Aug 2026 12:00:30 +0000",
        "Sat, 22 Aug 2026 12:00:30 GMT+1|Sat, 22 Aug 2026 12:00:30 GM|Sat, 22 Aug 2026 12:00 GMT",
        "Sat, 22 Aug 2026 GMT|Sat,|Sat|Saturday|Saturday,|Sat Aug 22 12:00:30 2026x",
        // Spaces and digits out of place.
        "Sat,22 Aug 2026 12:00:30 GMT|Sat,  22 Aug 2026 12:00:30 GMT|Sat, 2 Aug 2026 12:00:30 GMT",
        "Sat,  2 Aug 2026 12:00:30 GMT|Sat, 22 Aug 2026  2:00:30 GMT|Sat, 22 Aug 2026 12:0:30 GMT",
        "Sat, 22\tAug 2026 12:00:30 GMT|Sat, 22 Aug +026 12:00:30 GMT|Sat, 22 Aug 2026 12.00.30 GMT",
        "Sat Aug 2 12:00:30 2026|Sat Aug 2  12:00:30 2026|Sat Aug    12:00:30 2026",
        // Names. `anf` is a part of `janfeb`, `\nUG` and `008` have bytes that are not letters, and
        // `Augu2026` has a letter instead of a space.
        "Xyz, 22 Aug 2026 12:00:30 GMT|Sa, 22 Aug 2026 12:00:30 GMT|Satu, 22 Aug 2026 12:00:30 GMT",
        "Saturda, 22-Aug-26 12:00:30 GMT|Saturdays, 22-Aug-26 12:00:30 GMT",
        ", 22 Aug 2026 12:00:30 GMT|Sat, 22 Xyz 2026 12:00:30 GMT|Sat, 22 \nUG 2026 12:00:30 GMT",
        "Sat, 22 anf 2026 12:00:30 GMT|Sat, 22 008 2026 12:00:30 GMT|Sat, 22 Augu2026 12:00:30 GMT",
        "Sät, 22 Aug 2026 12:00:30 GMT|Sat, 22 Äg 2026 12:00:30 GMT",
        // Days and times that do not exist.
        "Sat, 00 Aug 2026 12:00:30 GMT|Sat, 32 Aug 2026 12:00:30 GMT|Sat, 31 Sep 2026 12:00:30 GMT",
        "Sat, 29 Feb 2026 12:00:30 GMT|Sat, 30 Feb 2028 12:00:30 GMT|Sat, 29 Feb 2100 12:00:30 GMT",
        "Saturday, 29-Feb-27 12:00:30 GMT|Sat Feb 29 12:00:30 2027|Sat Aug  0 12:00:30 2026",
        "Sat, 22 Aug 2026 24:00:00 GMT|Sat, 22 Aug 2026 12:60:00 GMT|Sat, 22 Aug 2026 12:00:61 GMT",
        // Another case (RFC 9110 §5.6.7).
        "sat, 22 Aug 2026 12:00:30 GMT|Sat, 22 aug 2026 12:00:30 GMT|Sat, 22 Aug 2026 12:00:30 gmt",
        "SATURDAY, 22-Aug-26 12:00:30 GMT|SAT Aug 22 12:00:30 2026|Sat AUG 22 12:00:30 2026",
        // Characters that would end a header or a string.
        "5\r\nx: y|5\0|\0",
    ];
    for text in rows.iter().flat_map(|row| row.split('|')) {
        assert_eq!(retry_after(text, NOW), None, "{text:?}");
    }
    assert_eq!(retry_after(&"Sat, ".repeat(100_000), NOW), None);
}
