//! One pass over the bytes: grammar, depth and the places to change.

use crate::{model::Kind, text::number_text};

use super::{
    BigIntegers, Problem,
    edit::{Change, Edit, note},
    literal::Literal,
    plain::plain,
    usual,
};

/// A position in a JSON text.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
    room: u32,
    big: BigIntegers,
    pub(super) edits: Vec<Edit>,
    /// Where to stop, as at a problem, to learn the path that leads there.
    stop: usize,
}

/// A member of an object, positioned before its value.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    /// Where the member begins.
    pub(crate) start: usize,
    /// Where the comma before it stands; `None` for the first.
    pub(crate) comma: Option<usize>,
    pub(crate) key: Literal<'a>,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(bytes: &'a [u8], depth: u32, big: BigIntegers) -> Self {
        Self { bytes, at: 0, room: depth, big, edits: Vec::new(), stop: usize::MAX }
    }

    /// Notes a change of the text.
    pub(crate) fn note(&mut self, start: usize, end: usize, change: Change) {
        note(&mut self.edits, Edit { start, end, change });
    }

    /// The JSON Pointer of the member or element at a place seen before, in the document from `start` on; the whole document
    /// where there is none.
    pub(super) fn pointer(bytes: &'a [u8], start: usize, stop: usize) -> String {
        let mut scanner = Self::new(bytes, u32::MAX, BigIntegers::Keep);
        (scanner.at, scanner.stop) = (start, stop);
        scanner.space();
        scanner.any().map_or_else(|problem| problem.pointer.clone(), |()| String::new())
    }

    /// What was read of `text` from `start` on, with the changes noted since the last time, which are then forgotten.
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

    /// Moves back to a place seen before, for an envelope whose rows are known only at its end.
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

    /// After the document only white space may follow.
    pub(crate) fn end(&mut self) -> Result<(), Problem> {
        self.space();
        if self.at < self.bytes.len() { Err(Problem::syntax(self.at, "the end of the document")) } else { Ok(()) }
    }

    /// Any JSON value.
    pub(crate) fn any(&mut self) -> Result<(), Problem> {
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

    /// Any value, without noting changes: it will be read again or is not part of the answer.
    pub(crate) fn skip(&mut self) -> Result<(), Problem> {
        let noted = self.edits.len();
        self.any()?;
        self.edits.truncate(noted);
        Ok(())
    }

    /// Goes past a value of `kind` if it is one of the usual ones.
    pub(super) fn usual(&mut self, kind: &'static Kind) -> bool {
        let end = usual::value(self.bytes, self.at, kind, self.room);
        self.at = end.map_or(self.at, usize::from);
        end.is_some()
    }

    /// A number's characters.
    pub(crate) fn literal(&mut self) -> Result<String, Problem> {
        let start = self.at;
        self.number()?;
        Ok(Literal { raw: self.bytes.get(start..self.at).unwrap_or_default(), escaped: false }.decode())
    }

    pub(super) fn text_value(&mut self) -> Result<(), Problem> {
        let start = self.at + 1;
        let literal = self.string()?;
        if self.big == BigIntegers::Tag && literal.raw.starts_with(b"\\u0001") {
            self.note(start, start, Change::EscapeTag);
        }
        Ok(())
    }

    /// A number; one that a double cannot hold is noted.
    pub(super) fn number_value(&mut self) -> Result<(), Problem> {
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
        // The time a BigInt takes to make grows with the square of its digits.
        if change == Change::Tag && self.at - start > 10_000 {
            return Err(Problem::shape(start, "an integer of at most 10,000 digits"));
        }
        self.note(start, self.at, change);
        Ok(())
    }

    pub(crate) fn word(&mut self, word: &'static [u8]) -> Result<(), Problem> {
        if self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            self.at += word.len();
            return Ok(());
        }
        Err(Problem::syntax(self.at, "a JSON value"))
    }

    /// Reads a number. First whether it is anything but an integer beyond 2^53-1; then whether it is safe as a double
    /// in any form: `1e400` would be infinite and `9007199254740993.0` another number.
    pub(super) fn number(&mut self) -> Result<(bool, bool), Problem> {
        let expected = |at| Problem::syntax(at, "a JSON value");
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
            // Beyond two digits it only matters that it is large.
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
    pub(crate) fn string(&mut self) -> Result<Literal<'a>, Problem> {
        if self.peek() != b'"' {
            return Err(Problem::syntax(self.at, "a string"));
        }
        self.at += 1;
        let (start, mut escaped) = (self.at, false);
        loop {
            self.at = plain(self.bytes, self.at);
            match self.peek() {
                b'"' => break,
                b'\\' => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return Err(Problem::syntax(self.at, "a closing quotation mark")),
            }
        }
        self.at += 1;
        Ok(Literal { raw: self.bytes.get(start..self.at - 1).unwrap_or_default(), escaped })
    }

    fn escape(&mut self) -> Result<(), Problem> {
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
        if valid { Ok(()) } else { Err(Problem::syntax(start, "an escape sequence")) }
    }

    fn enter(&mut self, open: u8, expected: &'static str) -> Result<(), Problem> {
        if self.peek() != open {
            return Err(Problem::shape(self.at, expected));
        }
        self.room = self.room.checked_sub(1).ok_or_else(|| Problem::depth(self.at))?;
        self.at += 1;
        self.space();
        Ok(())
    }

    /// Between two entries: where the comma stood, nothing after the closing bracket.
    fn more(&mut self, close: u8) -> Result<Option<usize>, Problem> {
        self.space();
        let (comma, next) = (self.at, self.peek());
        if next != b',' && next != close {
            return Err(Problem::syntax(self.at, "a comma or a closing bracket"));
        }
        self.at += 1;
        if next == close {
            self.room += 1;
            return Ok(None);
        }
        self.space();
        Ok(Some(comma))
    }

    /// An object: `each` reads the value of every member.
    pub(crate) fn members(
        &mut self,
        each: &mut dyn FnMut(&mut Self, &Member<'a>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
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
                return Err(Problem::syntax(self.at, "a colon"));
            }
            self.at += 1;
            self.space();
            let found = start == self.stop || self.at == self.stop;
            let outcome =
                if found { Err(Problem::shape(start, "")) } else { each(self, &Member { start, comma, key }) };
            outcome.map_err(|e| e.within(&key.decode()))?;
            comma = self.more(b'}')?;
            if comma.is_none() {
                return Ok(());
            }
        }
    }

    /// An array: `each` reads every element.
    pub(crate) fn elements(&mut self, each: &mut dyn FnMut(&mut Self) -> Result<(), Problem>) -> Result<(), Problem> {
        self.enter(b'[', "an array")?;
        if self.peek() == b']' {
            return self.more(b']').map(drop);
        }
        let mut index = 0;
        loop {
            let outcome = if self.at == self.stop { Err(Problem::shape(self.at, "")) } else { each(self) };
            outcome.map_err(|e| e.within(&number_text(index)))?;
            if self.more(b']')?.is_none() {
                return Ok(());
            }
            index += 1;
        }
    }
}
