//! Recognises files in another format by their first line. The import of such a file ends at once,
//! because the lines of the file are not records.

use ethereal_query::service::record::trim;

/// The first bytes of compressed files, the name of the format, and a command that decompresses the
/// file.
const COMPRESSED: [(&[u8], &str, &str); 5] = [
    (b"\x1f\x8b", "gzip", "gunzip -c"),
    (b"\x28\xb5\x2f\xfd", "zstd", "zstd -dc"),
    (b"BZh", "bzip2", "bunzip2 -c"),
    (b"\xfd7zXZ", "xz", "xz -dc"),
    (b"PK\x03\x04", "zip", "unzip -p"),
];
/// Fields by which the first line of a CSV file is recognised.
const CSV_FIELDS: [&str; 3] = ["_id", "status", "chainId"];

/// Checks that the first line of a file can be a record.
///
/// # Errors
/// The name of another format, and a command that converts it.
pub(super) fn check_first_line(line: &[u8]) -> Result<(), String> {
    let error = |found: &str, command: &str| {
        Err(format!(
            "Invalid FILE: it is {found}. Expected one JSON object per line in UTF-8, as from `{command}`."
        ))
    };
    if let Some((_, name, command)) = COMPRESSED
        .iter()
        .find(|(start, ..)| line.starts_with(start))
    {
        return error(&format!("compressed by {name}"), command);
    }
    // UTF-16 begins with a byte order mark, or with a bracket that takes two bytes. Both exist in
    // two byte orders.
    if matches!(
        line,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [b'{' | b'[', 0, ..] | [0, b'{' | b'[', ..]
    ) {
        return error("UTF-16", "iconv -f UTF-16 -t UTF-8");
    }
    let Ok(text) = std::str::from_utf8(line) else {
        return Ok(());
    };
    let text = trim(text);
    if text.starts_with('[') {
        return error("a JSON array", "jq -c '.[]'");
    }
    let separators = [',', ';', '\t'];
    let mut fields = text
        .split(separators)
        .map(|field| field.trim().trim_matches('"'));
    let is_csv = !text.contains('{')
        && text.contains(separators)
        && fields.any(|field| CSV_FIELDS.contains(&field));
    if is_csv {
        return error("CSV", "mlr --icsv --ojsonl cat");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_other_format() {
        let utf16 = |bytes: fn(u16) -> [u8; 2]| {
            "{\"_id\""
                .encode_utf16()
                .flat_map(bytes)
                .collect::<Vec<_>>()
        };
        for (line, name) in [
            (&b"\x1f\x8b\x08\0x\n"[..], "compressed by gzip"),
            (b"\x28\xb5\x2f\xfdx", "compressed by zstd"),
            (b"PK\x03\x04", "compressed by zip"),
            (b"\xff\xfe{\0", "UTF-16"),
            (&utf16(u16::to_le_bytes), "UTF-16"),
            (&utf16(u16::to_be_bytes), "UTF-16"),
            (b"[\n", "a JSON array"),
            ("\u{feff} [{\"_id\":\"a\"},".as_bytes(), "a JSON array"),
            (b"_id,status\r\n", "CSV"),
            (b"\"name\";\"_id\"\n", "CSV"),
            (b"chainId\taddress", "CSV"),
        ] {
            let message = check_first_line(line).expect_err(name);
            assert!(
                message.starts_with(&format!(
                    "Invalid FILE: it is {name}. Expected one JSON object"
                )),
                "{message}"
            );
        }
    }

    #[test]
    fn lets_records_and_broken_lines_pass() {
        for line in [
            &b"{\"_id\":\"a,status,_id\"}"[..],
            b"",
            b"{",
            b"nonsense, with a comma",
            b"\xff",
            b"7",
            b"_id",
        ] {
            assert_eq!(check_first_line(line), Ok(()), "{line:?}");
        }
    }
}
