//! The scanner: checks the grammar and the depth of a JSON text in one pass, and collects edits.

use crate::{model::Kind, text::decimal_text};

use super::{
    BigIntegers, DecodeError, DecodeErrorKind,
    edit::{Change, Edit, insert},
    fast_path,
    string_literal::StringLiteral,
    string_scan::skip_plain,
};

/// A scanner of a JSON text (RFC 8259).
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    pub(super) bytes: &'a [u8],
    /// The byte offset of the position.
    pub(super) at: usize,
    /// How many more arrays and objects may be opened.
    depth_left: u32,
    /// The treatment of integers that a double would round.
    pub(super) big: BigIntegers,
    pub(super) edits: Vec<Edit>,
    /// The offset of the member or element whose pointer is wanted: the scanner fails there.
    pointer_target: usize,
    /// Whether [`Scanner::list_record`] skips a record that does not match its model.
    pub(crate) skips_invalid_records: bool,
}

/// A member of an object, positioned before its value.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    /// The offset of the member.
    pub(crate) start: usize,
    /// The offset of the comma before it; `None` for the first.
    pub(crate) comma: Option<usize>,
    pub(crate) key: StringLiteral<'a>,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(bytes: &'a [u8], depth: u32, big: BigIntegers) -> Self {
        let (edits, pointer_target, skips_invalid_records) = (Vec::new(), usize::MAX, false);
        Self { bytes, at: 0, depth_left: depth, big, edits, pointer_target, skips_invalid_records }
    }

    /// Adds an edit of the text from `start` to `end`.
    pub(crate) fn add_edit(&mut self, start: usize, end: usize, change: Change) {
        insert(&mut self.edits, Edit { start, end, change });
    }

    /// The JSON Pointer of the member or element at the offset `target`, in the document that begins at `start`; `""`
    /// when there is none.
    pub(super) fn pointer(bytes: &'a [u8], start: usize, target: usize) -> String {
        let mut scanner = Self::new(bytes, u32::MAX, BigIntegers::Keep);
        (scanner.at, scanner.pointer_target) = (start, target);
        scanner.skip_whitespace();
        scanner.any_value().map_or_else(|error| error.pointer.clone(), |()| String::new())
    }

    /// The edits, in the order of the text.
    pub(crate) fn into_edits(self) -> Vec<Edit> {
        self.edits
    }

    /// The byte offset of the next byte.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Moves to another offset: back to the records of an envelope that is known only at its end, or past a token.
    pub(crate) fn move_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The next byte. At the end it is 0, which no JSON text holds.
    pub(crate) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Moves past white space (RFC 8259 §2).
    pub(crate) fn skip_whitespace(&mut self) {
        while matches!(self.peek(), b' ' | b'\n' | b'\t' | b'\r') {
            self.at += 1;
        }
    }

    /// Checks that the document ends here: only white space may follow.
    pub(crate) fn expect_end(&mut self) -> Result<(), DecodeError> {
        self.skip_whitespace();
        if self.at < self.bytes.len() { Err(DecodeError::syntax(self.at, "the end of the document")) } else { Ok(()) }
    }

    /// Checks any JSON value, and moves past it.
    pub(crate) fn any_value(&mut self) -> Result<(), DecodeError> {
        match self.peek() {
            b'{' => self.members(&mut |scanner, _| scanner.any_value()),
            b'[' => self.elements(&mut Self::any_value),
            b'"' => self.text_value(),
            b't' => self.keyword(b"true"),
            b'f' => self.keyword(b"false"),
            b'n' => self.keyword(b"null"),
            _ => self.number_value(),
        }
    }

    /// Checks any value like [`Scanner::any_value`], but adds no edits: the value is not part of the result, or the
    /// scanner reads it again.
    pub(crate) fn skip(&mut self) -> Result<(), DecodeError> {
        let edits = self.edits.len();
        self.any_value()?;
        self.edits.truncate(edits);
        Ok(())
    }

    /// Checks a record of a list, and moves past it. Returns the error of a record that was skipped: it is valid JSON,
    /// but does not match its model.
    pub(crate) fn list_record(&mut self, kind: &'static Kind) -> Result<Option<DecodeError>, DecodeError> {
        let (start, depth_left, edits) = (self.at, self.depth_left, self.edits.len());
        match self.value(kind) {
            Err(error) if self.skips_invalid_records && error.kind == DecodeErrorKind::Shape => {
                (self.at, self.depth_left) = (start, depth_left);
                self.edits.truncate(edits);
                self.skip()?;
                Ok(Some(error))
            }
            outcome => outcome.map(|()| None),
        }
    }

    /// Moves past a value of `kind` when the fast path applies to it; otherwise the position stays.
    pub(super) fn skip_fast(&mut self, kind: &'static Kind) -> bool {
        let end = fast_path::value(self.bytes, self.at, kind, self.depth_left);
        self.at = end.map_or(self.at, usize::from);
        end.is_some()
    }

    /// Checks a string. Adds an edit when it could be mistaken for a tagged integer.
    pub(super) fn text_value(&mut self) -> Result<(), DecodeError> {
        let start = self.at + 1;
        let literal = self.string()?;
        if self.big == BigIntegers::Tag && literal.raw.starts_with(b"\\u0001") {
            self.add_edit(start, start, Change::EscapeTag);
        }
        Ok(())
    }

    /// Checks `true`, `false` or `null`.
    pub(crate) fn keyword(&mut self, word: &'static [u8]) -> Result<(), DecodeError> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            self.at += word.len();
            return Ok(());
        }
        Err(DecodeError::syntax(self.at, "a JSON value"))
    }

    /// Checks a string, and returns its literal.
    pub(crate) fn string(&mut self) -> Result<StringLiteral<'a>, DecodeError> {
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
        Ok(StringLiteral { raw: self.bytes.get(start..self.at - 1).unwrap_or_default(), escaped })
    }

    /// Checks an escape sequence.
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

    /// Moves past an opening bracket, and counts the depth.
    fn enter(&mut self, open: u8, expected: &'static str) -> Result<(), DecodeError> {
        if self.peek() != open {
            return Err(DecodeError::shape(self.at, expected));
        }
        self.depth_left = self.depth_left.checked_sub(1).ok_or_else(|| DecodeError::depth(self.at))?;
        self.at += 1;
        self.skip_whitespace();
        Ok(())
    }

    /// Moves to the next member or element, and returns the offset of the comma before it; `None` after the closing
    /// bracket.
    fn next_entry(&mut self, close: u8) -> Result<Option<usize>, DecodeError> {
        self.skip_whitespace();
        let (comma, next) = (self.at, self.peek());
        if next != b',' && next != close {
            return Err(DecodeError::syntax(self.at, "a comma or a closing bracket"));
        }
        self.at += 1;
        if next == close {
            self.depth_left += 1;
            return Ok(None);
        }
        self.skip_whitespace();
        Ok(Some(comma))
    }

    /// Checks an object. `each` is called at the value of each member, and must move past it.
    pub(crate) fn members(
        &mut self,
        each: &mut dyn FnMut(&mut Self, &Member<'a>) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.enter(b'{', "an object")?;
        if self.peek() == b'}' {
            return self.next_entry(b'}').map(drop);
        }
        let mut comma = None;
        loop {
            let start = self.at;
            let key = self.string()?;
            self.skip_whitespace();
            if self.peek() != b':' {
                return Err(DecodeError::syntax(self.at, "a colon"));
            }
            self.at += 1;
            self.skip_whitespace();
            let is_target = start == self.pointer_target || self.at == self.pointer_target;
            let outcome =
                if is_target { Err(DecodeError::shape(start, "")) } else { each(self, &Member { start, comma, key }) };
            outcome.map_err(|e| e.within(&key.decode()))?;
            comma = self.next_entry(b'}')?;
            if comma.is_none() {
                return Ok(());
            }
        }
    }

    /// Checks an array. `each` is called at each element, and must move past it.
    pub(crate) fn elements(
        &mut self,
        each: &mut dyn FnMut(&mut Self) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.enter(b'[', "an array")?;
        if self.peek() == b']' {
            return self.next_entry(b']').map(drop);
        }
        let mut index = 0;
        loop {
            let outcome =
                if self.at == self.pointer_target { Err(DecodeError::shape(self.at, "")) } else { each(self) };
            outcome.map_err(|e| e.within(&decimal_text(index)))?;
            if self.next_entry(b']')?.is_none() {
                return Ok(());
            }
            index += 1;
        }
    }
}
