//! One pass over the bytes: grammar, depth and the places to change.

use crate::{model::Kind, text::number_text};

use super::{
    BigIntegers, DecodeError,
    edit::{Change, Edit, note},
    fast_path,
    literal::Literal,
    string_scan::skip_plain,
};

/// A scanner of a JSON text, with its position and the edits so far.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
    depth_left: u32,
    big: BigIntegers,
    pub(super) edits: Vec<Edit>,
    /// The offset at which to fail, for the pointer of that place.
    stop: usize,
}

/// A member of an object, positioned before its value.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    /// The offset of the member.
    pub(crate) start: usize,
    /// The offset of the comma before it; `None` for the first.
    pub(crate) comma: Option<usize>,
    pub(crate) key: Literal<'a>,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(bytes: &'a [u8], depth: u32, big: BigIntegers) -> Self {
        Self { bytes, at: 0, depth_left: depth, big, edits: Vec::new(), stop: usize::MAX }
    }

    /// Records an edit of the text.
    pub(crate) fn note(&mut self, start: usize, end: usize, change: Change) {
        note(&mut self.edits, Edit { start, end, change });
    }

    /// The JSON Pointer of the member or element at the offset `stop`, in the document from `start` on; `""` where there is
    /// none.
    pub(super) fn pointer(bytes: &'a [u8], start: usize, stop: usize) -> String {
        let mut scanner = Self::new(bytes, u32::MAX, BigIntegers::Keep);
        (scanner.at, scanner.stop) = (start, stop);
        scanner.space();
        scanner.any().map_or_else(|error| error.pointer.clone(), |()| String::new())
    }

    /// The scanned part of `text` from `start` on, with the edits since the last call applied.
    #[cfg(any(test, all(target_arch = "wasm32", feature = "client")))]
    pub(crate) fn changed(&mut self, text: &str, start: usize) -> String {
        let changed = super::edit::apply(text.as_bytes(), start..self.at, &std::mem::take(&mut self.edits));
        String::from_utf8(changed.into_owned()).unwrap_or_default()
    }

    pub(crate) fn into_edits(self) -> Vec<Edit> {
        self.edits
    }

    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Moves back to an earlier offset, for an envelope whose records are known only at its end.
    pub(crate) fn rewind(&mut self, at: usize) {
        self.at = at;
    }

    /// The next byte; 0, which JSON never allows, at the end.
    #[inline]
    pub(crate) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    #[inline(never)]
    pub(crate) fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\t' | b'\r') {
            self.at += 1;
        }
    }

    /// Checks that only white space follows.
    pub(crate) fn end(&mut self) -> Result<(), DecodeError> {
        self.space();
        if self.at < self.bytes.len() { Err(DecodeError::syntax(self.at, "the end of the document")) } else { Ok(()) }
    }

    /// Any JSON value.
    pub(crate) fn any(&mut self) -> Result<(), DecodeError> {
        match self.peek() {
            b'{' => self.members(&mut |scanner, _| scanner.any()),
            b'[' => self.elements(&mut Self::any),
            b'"' => self.text_value(),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => self.number_value(),
        }
    }

    /// Any value, without edits: the scanner reads it again, or it is not part of the result.
    pub(crate) fn skip(&mut self) -> Result<(), DecodeError> {
        let noted = self.edits.len();
        self.any()?;
        self.edits.truncate(noted);
        Ok(())
    }

    /// Skips a value of `kind` if the fast path applies.
    pub(super) fn skip_fast(&mut self, kind: &'static Kind) -> bool {
        let end = fast_path::value(self.bytes, self.at, kind, self.depth_left);
        self.at = end.map_or(self.at, usize::from);
        end.is_some()
    }

    /// A number's characters.
    pub(crate) fn literal(&mut self) -> Result<String, DecodeError> {
        let start = self.at;
        self.number()?;
        Ok(Literal { raw: self.bytes.get(start..self.at).unwrap_or_default(), escaped: false }.decode())
    }

    pub(super) fn text_value(&mut self) -> Result<(), DecodeError> {
        let start = self.at + 1;
        let literal = self.string()?;
        if self.big == BigIntegers::Tag && literal.raw.starts_with(b"\\u0001") {
            self.note(start, start, Change::EscapeTag);
        }
        Ok(())
    }

    /// A number; records an edit if a double cannot hold it.
    pub(super) fn number_value(&mut self) -> Result<(), DecodeError> {
        let start = self.at;
        let (exact, _) = self.number()?;
        let change = match self.big {
            BigIntegers::Quote => Change::Quote,
            BigIntegers::Tag => Change::Tag,
            BigIntegers::Keep => return Ok(()),
        };
        if exact {
            return Ok(());
        }
        // The time to make a BigInt grows with the square of its digits.
        if change == Change::Tag && self.at - start > 10_000 {
            return Err(DecodeError::shape(start, "an integer of at most 10,000 digits"));
        }
        self.note(start, self.at, change);
        Ok(())
    }

    pub(crate) fn word(&mut self, word: &'static [u8]) -> Result<(), DecodeError> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            self.at += word.len();
            return Ok(());
        }
        Err(DecodeError::syntax(self.at, "a JSON value"))
    }

    /// Scans a number. The first result is whether it is no integer beyond 2^53-1. The second is whether a double holds it
    /// in any form: `1e400` would be infinite, and `9007199254740993.0` another number.
    pub(super) fn number(&mut self) -> Result<(bool, bool), DecodeError> {
        let expected = |at| DecodeError::syntax(at, "a JSON value");
        let start = self.at;
        self.at += usize::from(self.peek() == b'-');
        let digits = self.digits();
        let whole = self.bytes.get(self.at - digits..self.at).unwrap_or_default();
        if digits == 0 || (digits > 1 && whole.first() == Some(&b'0')) {
            return Err(expected(start));
        }
        // 2^53-1 has 16 digits, so comparing the characters is comparing the values.
        let mut exact = digits < 16 || (digits == 16 && whole <= b"9007199254740991".as_slice());
        let mut safe = exact;
        if self.peek() == b'.' {
            self.at += 1;
            (exact, safe) = (true, digits < 16);
            if self.digits() == 0 {
                return Err(expected(start));
            }
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            let sign = self.peek();
            self.at += usize::from(matches!(sign, b'+' | b'-'));
            let power = self.digits();
            if power == 0 {
                return Err(expected(start));
            }
            let power = self.bytes.get(self.at - power..self.at).unwrap_or_default();
            // 99 stands for every larger power.
            let power = power.iter().fold(0, |n, b| (n * 10 + usize::from(b - b'0')).min(99));
            (exact, safe) = (true, safe && (sign == b'-' || digits + power < 16));
        }
        Ok((exact, safe))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.at - start
    }

    /// A string literal.
    pub(crate) fn string(&mut self) -> Result<Literal<'a>, DecodeError> {
        if self.peek() != b'"' {
            return Err(DecodeError::syntax(self.at, "a string"));
        }
        self.at += 1;
        let (start, mut escaped) = (self.at, false);
        loop {
            self.at = skip_plain(self.bytes, self.at);
            match self.peek() {
                b'"' => break,
                b'\\' => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return Err(DecodeError::syntax(self.at, "a closing quotation mark")),
            }
        }
        self.at += 1;
        Ok(Literal { raw: self.bytes.get(start..self.at - 1).unwrap_or_default(), escaped })
    }

    fn escape(&mut self) -> Result<(), DecodeError> {
        let start = self.at;
        self.at += 1;
        let code = self.peek();
        self.at += 1;
        let valid = match code {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => true,
            b'u' => (0..4).all(|_| {
                let hex = self.peek().is_ascii_hexdigit();
                self.at += usize::from(hex);
                hex
            }),
            _ => false,
        };
        if valid { Ok(()) } else { Err(DecodeError::syntax(start, "an escape sequence")) }
    }

    fn enter(&mut self, open: u8, expected: &'static str) -> Result<(), DecodeError> {
        if self.peek() != open {
            return Err(DecodeError::shape(self.at, expected));
        }
        self.depth_left = self.depth_left.checked_sub(1).ok_or_else(|| DecodeError::depth(self.at))?;
        self.at += 1;
        self.space();
        Ok(())
    }

    /// Between two entries: the offset of the comma; `None` after the closing bracket.
    fn more(&mut self, close: u8) -> Result<Option<usize>, DecodeError> {
        self.space();
        let (comma, next) = (self.at, self.peek());
        if next != b',' && next != close {
            return Err(DecodeError::syntax(self.at, "a comma or a closing bracket"));
        }
        self.at += 1;
        if next == close {
            self.depth_left += 1;
            return Ok(None);
        }
        self.space();
        Ok(Some(comma))
    }

    /// An object: `each` reads the value of every member.
    pub(crate) fn members(
        &mut self,
        each: &mut dyn FnMut(&mut Self, &Member<'a>) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.enter(b'{', "an object")?;
        if self.peek() == b'}' {
            return self.more(b'}').map(drop);
        }
        let mut comma = None;
        loop {
            let start = self.at;
            let key = self.string()?;
            self.space();
            if self.peek() != b':' {
                return Err(DecodeError::syntax(self.at, "a colon"));
            }
            self.at += 1;
            self.space();
            let is_stop = start == self.stop || self.at == self.stop;
            let outcome =
                if is_stop { Err(DecodeError::shape(start, "")) } else { each(self, &Member { start, comma, key }) };
            outcome.map_err(|e| e.within(&key.decode()))?;
            comma = self.more(b'}')?;
            if comma.is_none() {
                return Ok(());
            }
        }
    }

    /// An array: `each` reads every element.
    pub(crate) fn elements(
        &mut self,
        each: &mut dyn FnMut(&mut Self) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.enter(b'[', "an array")?;
        if self.peek() == b']' {
            return self.more(b']').map(drop);
        }
        let mut index = 0;
        loop {
            let outcome = if self.at == self.stop { Err(DecodeError::shape(self.at, "")) } else { each(self) };
            outcome.map_err(|e| e.within(&number_text(index)))?;
            if self.more(b']')?.is_none() {
                return Ok(());
            }
            index += 1;
        }
    }
}
