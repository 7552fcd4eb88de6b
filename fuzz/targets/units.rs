//! Conversion of amounts between whole units and smallest units.
//!
//! The first byte is the number of decimals, the rest is the amount.
#![no_main]

use ethereal_query::{format_units, parse_units};
use ethereal_query_fuzz::{is_clean, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((decimals, rest)) = data.split_first() else { return };
    let input = text(rest);
    let (sign, digits, fraction) = match amount(&input) {
        Some(amount) => amount,
        None => {
            assert!(format_units(&input, *decimals).is_err());
            let error = parse_units(&input, *decimals).expect_err("text that is not an amount is an error");
            assert!(is_clean(&error.message));
            return;
        }
    };
    let whole = [sign, &digits].concat();

    let parsed = parse_units(&input, *decimals);
    let needed = fraction.trim_end_matches('0').len();
    assert_eq!(parsed.is_ok(), needed <= usize::from(*decimals), "{parsed:?}");
    if let Ok(parsed) = &parsed {
        let zeros = "0".repeat(usize::from(*decimals) - needed);
        let all = [digits.as_str(), &fraction[..needed], &zeros].concat();
        assert_eq!(*parsed, canonical(sign, &all));
        let shown = format_units(parsed, *decimals).expect("smallest units are an integer");
        assert_eq!(parse_units(&shown, *decimals).as_ref(), Ok(parsed));
    }

    let shown = format_units(&input, *decimals);
    assert_eq!(shown.is_ok(), input == whole, "{shown:?}");
    if let Ok(shown) = shown {
        assert_eq!(parse_units(&shown, *decimals), Ok(canonical(sign, &digits)));
        let plain = shown.strip_prefix('-').unwrap_or(&shown);
        assert!(!(plain.contains('.') && plain.ends_with(['0', '.'])), "{shown}");
        assert!(plain.starts_with("0.") || plain == "0" || !plain.starts_with(['0', '.']), "{shown}");
    }
});

/// The sign, the digits before the point, and the digits after it.
fn amount(text: &str) -> Option<(&str, String, String)> {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (digits, fraction) = rest.split_once('.').unwrap_or((rest, ""));
    let all = [digits, fraction].concat();
    let valid = !all.is_empty() && all.bytes().all(|b| b.is_ascii_digit());
    valid.then(|| (sign, digits.to_owned(), fraction.to_owned()))
}

fn canonical(sign: &str, digits: &str) -> String {
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => [sign, digits].concat(),
    }
}
