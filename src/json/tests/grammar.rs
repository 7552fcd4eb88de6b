//! Tests of the grammar of RFC 8259, with the offset of each error.

use super::{
    BigIntegers, DecodeErrorKind, FREE_DEPTH, TYPED_DEPTH, bounded, error_kind, error_offset, free,
};

/// Asserts that each text is valid, alone and inside of arrays and objects.
fn assert_accepted(texts: &[&str]) {
    for text in texts {
        for body in [
            (*text).to_owned(),
            format!("[{text}]"),
            format!("{{\"a\":{text},\"b\":{text}}}"),
            format!(" {text}\n"),
        ] {
            assert!(free(body.clone()).is_ok(), "{body}");
        }
    }
}

/// Asserts that each text is a syntax error, alone and inside of arrays and objects.
fn assert_rejected(texts: &[&str]) {
    for text in texts {
        for body in [
            (*text).to_owned(),
            format!("[{text}]"),
            format!("[1,{text}]"),
            format!("{{\"a\":{text}}}"),
        ] {
            assert_eq!(
                error_kind(body.clone()),
                Some(DecodeErrorKind::Syntax),
                "{body:?}"
            );
        }
    }
}

#[test]
fn checks_numbers() {
    assert_accepted(&[
        "0", "-0", "1", "-1", "10", "0.5", "-0.0", "1.25", "1e5", "1E+05", "1e-0", "0e1", "1.5E10",
        "1e999",
    ]);
    assert_rejected(&[
        "-", "+1", "00", "01", "-01", "1.", ".5", "1.e1", "1e", "1e+", "1E-", "0x10", "1_0", "1f",
        "--1", "- 1",
    ]);
    assert_rejected(&["NaN", "Infinity", "-Infinity", "1 2", "١", "½", "1n"]);
}

#[test]
fn checks_true_false_and_null() {
    assert_accepted(&["true", "false", "null"]);
    assert_rejected(&[
        "True",
        "nul",
        "nulll",
        "tru e",
        "FALSE",
        "undefined",
        "none",
        "t",
        "truefalse",
    ]);
}

#[test]
fn checks_strings() {
    assert_accepted(&[
        r#""""#,
        r#""a b""#,
        "\"é€😀\"",
        "\"\u{7f}\u{80}\u{2028}\"",
        r#""it's""#,
        "\"\u{feff}\"",
    ]);
    assert_rejected(&["\"", "\"a", "'a'", "a", "\"a\"b\"", "\u{201c}a\u{201d}"]);
    for code in 0_u8..0x20 {
        let body = [b"[\"a", [code].as_slice(), b"\"]"].concat();
        assert_eq!(
            error_offset(body),
            Some((DecodeErrorKind::Syntax, 3)),
            "{code:#x}"
        );
    }
}

#[test]
fn checks_escape_sequences() {
    assert_accepted(&[
        r#""\"\\\/\b\f\n\r\t""#,
        r#""\u0000\u00e9\uD83D\uDE00\uABCD\uabcd""#,
        r#""\ud800""#,
        r#""\udc00\ud800""#,
    ]);
    assert_rejected(&[
        r#""\""#,
        r#""\a""#,
        r#""\'""#,
        r#""\x41""#,
        r#""\U0041""#,
        r#""\u""#,
        r#""\u12""#,
        r#""\u123g""#,
    ]);
    assert_rejected(&[
        r#""\u+123""#,
        r#""\u 123""#,
        "\"\\\n\"",
        r#""\0""#,
        r#"\u0022a""#,
        "\"\\é\"",
    ]);
}

#[test]
fn checks_arrays_and_objects() {
    assert_accepted(&[
        "[]",
        "{}",
        "[ ]",
        "{ }",
        "[[],{}]",
        r#"{"":{}}"#,
        r#"{"a" : 1 , "a":2}"#,
        "[\t1\r\n,\n2]",
    ]);
    assert_rejected(&[
        "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[", "]", "[1", "[1,", "[1}", "[[]", "[]]",
        "[1];",
    ]);
    assert_rejected(&[
        r#"{"a":1,}"#,
        r#"{,"a":1}"#,
        r#"{"a":1,,"b":2}"#,
        r#"{"a":1 "b":2}"#,
        "{",
        "}",
        r#"{"a""#,
        r#"{"a":"#,
    ]);
    assert_rejected(&[
        r#"{"a"}"#,
        r#"{"a":}"#,
        "{a:1}",
        "{'a':1}",
        r#"{1:1}"#,
        r#"{"a"=1}"#,
        r#"{"a":1]"#,
        "{null:1}",
        "{[]:1}",
    ]);
}

#[test]
fn rejects_comments_and_other_white_space() {
    assert_rejected(&[
        "/**/1",
        "1//",
        "#",
        "1;",
        "\u{a0}1",
        "\u{b}1",
        "1\u{c}",
        "\u{2028}1",
        "\0",
        "1\0",
    ]);
}

#[test]
fn rejects_text_outside_of_the_document() {
    for body in [
        "",
        " ",
        "\n\t\r ",
        "1 1",
        "{} {}",
        "[] x",
        "null,",
        "\"a\" \"b\"",
        "{}\0",
        "{}\u{feff}",
    ] {
        assert_eq!(error_kind(body), Some(DecodeErrorKind::Syntax), "{body:?}");
    }
    assert_eq!(
        free("{}  x").err(),
        Some((DecodeErrorKind::Syntax, 4, String::new()))
    );
}

#[test]
fn rejects_invalid_utf8() {
    for (body, at) in [
        // A byte that UTF-8 never has, and a first byte without its second byte.
        (b"\"\xff\"".as_slice(), 1),
        (b"\"\xc3\"", 1),
        // A surrogate, two bytes for the ASCII character `/`, and a number above U+10FFFF.
        (b"\"ab\xed\xa0\x80\"", 3),
        (b"\"\xc0\xaf\"", 1),
        (b"\"\xf4\x90\x80\x80\"", 1),
        // A byte after the document, and UTF-16 with a byte order mark.
        (b"[1]\xfe", 3),
        (b"\xff\xfe[\0]\0", 0),
    ] {
        assert_eq!(
            error_offset(body),
            Some((DecodeErrorKind::Utf8, at)),
            "{body:?}"
        );
    }
}

#[test]
fn validates_characters_beyond_ascii_at_every_offset() {
    let a = |count: usize| "a".repeat(count).into_bytes();
    // 20 bytes are more than two of the words of 8 bytes that the scanner reads.
    let lengths = (0..20).flat_map(|before| (0..20).map(move |after| (before, after)));
    for (before, after) in lengths {
        let body_with = |middle: &[u8]| [b"[\"", &*a(before), middle, &a(after), b"\"]"].concat();
        // Characters of two, three and four bytes, among them the last of each length.
        for valid in [
            "\u{80}",
            "é",
            "\u{7ff}",
            "ア",
            "\u{ffff}",
            "𝄞",
            "\u{10ffff}",
            "é𝄞 a é",
        ] {
            let body = body_with(valid.as_bytes());
            let checked = free(body.clone()).unwrap();
            assert_eq!(checked.text().as_bytes(), body);
            assert_eq!(checked.json().unwrap().as_bytes(), body);
        }
        for invalid in [
            // A byte that only continues a character, and one that UTF-8 never has.
            &b"\x80"[..],
            b"\xf8",
            // Characters without their last byte.
            b"\xc3",
            b"\xe3\x82",
            b"\xf0\x9d\x84",
            // Characters with more bytes than they need, and a surrogate.
            b"\xc0\xaf",
            b"\xe0\x9f\xbf",
            b"\xed\xa0\x80",
        ] {
            for valid_prefix in ["", "é", "ééééé"] {
                let body = body_with(&[valid_prefix.as_bytes(), invalid].concat());
                let at = std::str::from_utf8(&body).unwrap_err().valid_up_to();
                assert_eq!(error_offset(body), Some((DecodeErrorKind::Utf8, at)));
            }
        }
    }
}

#[test]
fn reports_invalid_utf8_before_any_other_error() {
    for (body, at) in [
        (&b"{]\"\xff\""[..], 3),
        (b"\xef\xbb\xbf[1,,\"\xff\"]", 8),
        (b"[\"\xc3\"\xff", 2),
        (b"nul\xff", 3),
    ] {
        assert_eq!(
            error_offset(body),
            Some((DecodeErrorKind::Utf8, at)),
            "{body:?}"
        );
    }
}

#[test]
fn accepts_nesting_up_to_the_depth_limit() {
    for depth in [TYPED_DEPTH, FREE_DEPTH] {
        let size = depth as usize;
        let array = |size: usize| ["[".repeat(size), "]".repeat(size)].concat();
        let object =
            |size: usize| [r#"{"a":"#.repeat(size), "0".to_owned(), "}".repeat(size)].concat();
        let error = |body: String| bounded(body, depth, BigIntegers::Quote).err();
        assert_eq!((error(array(size)), error(object(size))), (None, None));
        let pointer = "/0".repeat(size);
        assert_eq!(
            error(array(size + 1)),
            Some((DecodeErrorKind::Depth, size, pointer))
        );
        assert_eq!(
            error(object(size + 1)),
            Some((
                DecodeErrorKind::Depth,
                r#"{"a":"#.len() * size,
                "/a".repeat(size)
            ))
        );
        assert_eq!(
            error("[".repeat(1_000_000)).map(|(kind, _, _)| kind),
            Some(DecodeErrorKind::Depth)
        );
    }
}

#[test]
fn does_not_count_closed_arrays_and_objects_as_depth() {
    let elements = "[{}],".repeat(10_000);
    let body = ["[", &elements, "[]]"].concat();
    // The outer array, an element, and the object in the element.
    let depth = 3;
    assert_eq!(bounded(body, depth, BigIntegers::Quote).err(), None);
}
