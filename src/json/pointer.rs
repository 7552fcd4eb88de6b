//! Computes the JSON Pointer (RFC 6901) of a byte offset in a body. Only errors and drift need a
//! pointer, so the check of a body keeps byte offsets, and this file reads the body again.

use super::{BigIntegers, DecodeError, Scanner, StringLiteral};
use crate::text::decimal_text;

/// The maximum length of a pointer in bytes.
const MAX_POINTER_BYTES: usize = 1024;
/// The last step of a shortened pointer.
const ELLIPSIS: &str = "/…";

/// Returns the pointer of the value or member at the byte offset `target`. The document begins at
/// the byte offset `start`, and may be invalid from `target` on. A `field` is added as the last
/// step.
///
/// A pointer longer than [`MAX_POINTER_BYTES`] keeps its outer steps: a service chooses the keys,
/// and a key could be as long as the body.
pub(super) fn pointer(bytes: &[u8], start: usize, target: usize, field: Option<&str>) -> String {
    // The check of the body reached the target within its depth limit.
    let no_depth_limit = u32::MAX;
    let mut scanner = Scanner::new(bytes, no_depth_limit, BigIntegers::Keep);
    scanner.move_to(start);
    scanner.skip_whitespace();
    let mut path = Vec::new();
    // An error of `walk` is ignored: the document is valid up to the target, so the error is at the
    // target, and `path` leads there.
    let _ = walk(&mut scanner, target, &mut path);
    let mut pointer = String::new();
    for step in &path {
        match step {
            Step::Member(key) => push_step(&mut pointer, &key.decode()),
            Step::Element(index) => push_step(&mut pointer, &decimal_text(*index)),
        }
    }
    if let Some(field) = field {
        push_step(&mut pointer, field);
    }
    if pointer.len() > MAX_POINTER_BYTES {
        // The cut is between two steps: redaction finds an API key in a step only as a whole.
        let max_kept = MAX_POINTER_BYTES - ELLIPSIS.len();
        // One byte more, because that byte may be the slash of the first step that does not fit.
        let mut candidates = pointer.bytes().take(max_kept + 1);
        let last_slash = candidates.rposition(|byte| byte == b'/');
        pointer.truncate(last_slash.unwrap_or_default());
        pointer.push_str(ELLIPSIS);
    }
    pointer
}

enum Step<'a> {
    Member(StringLiteral<'a>),
    Element(u64),
}

/// Moves past a value, or to the target inside of the value. Returns whether the scanner is at the
/// target. `path` then has the steps to the target.
fn walk<'a>(
    scanner: &mut Scanner<'a>,
    target: usize,
    path: &mut Vec<Step<'a>>,
) -> Result<bool, DecodeError> {
    if scanner.position() >= target {
        return Ok(true);
    }
    match scanner.peek() {
        b'{' => {
            let mut object = scanner.object()?;
            while let Some(member) = scanner.next_member(&mut object)? {
                path.push(Step::Member(member.key));
                let is_name_at_target = member.start == target;
                if is_name_at_target || walk(scanner, target, path)? {
                    return Ok(true);
                }
                path.pop();
            }
        }
        b'[' => {
            let mut array = scanner.array()?;
            let mut index = 0;
            while scanner.next_element(&mut array)? {
                path.push(Step::Element(index));
                if walk(scanner, target, path)? {
                    return Ok(true);
                }
                path.pop();
                index += 1;
            }
        }
        _ => scanner.any_value()?,
    }
    Ok(false)
}

/// Adds a step, and escapes its characters `~` and `/`.
fn push_step(pointer: &mut String, step: &str) {
    pointer.push('/');
    for c in step.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}
