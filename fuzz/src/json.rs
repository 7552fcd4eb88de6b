//! Parses JSON to a tree that keeps what `serde_json::Value` loses: the characters of numbers, lone
//! surrogates and repeated keys.
//!
//! The parser reads only text that `serde_json` accepts, so the parser checks no grammar.

use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// UTF-16, as in JavaScript: a lone surrogate is a character.
pub type Text = Vec<u16>;

#[derive(Debug, Clone)]
pub enum Json {
    /// `true`, `false` or `null`.
    Word(String),
    /// The characters of a number.
    Number(String),
    Text(Text),
    List(Vec<Json>),
    /// The members in the order of the text, with repeated keys.
    Object(Vec<(Text, Json)>),
}

/// The tree of a text; `None` when `serde_json` rejects it.
///
/// With `IgnoredAny`, `serde_json` accepts all numbers, any depth and lone surrogates, as the
/// client does.
#[must_use]
pub fn parse(text: &str) -> Option<Json> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    Some(Reader { text, at: 0 }.value())
}

#[must_use]
pub fn utf16(text: &str) -> Text {
    text.encode_utf16().collect()
}

/// The depth of arrays and objects. The text need not be JSON.
#[must_use]
pub fn depth(text: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut deepest = 0;
    let mut is_in_string = false;
    let mut is_escaped = false;
    for b in text {
        match b {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_in_string => is_escaped = true,
            b'"' => is_in_string = !is_in_string,
            b'{' | b'[' if !is_in_string => depth += 1,
            b'}' | b']' if !is_in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

impl Json {
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Word(word) if word == "null")
    }

    /// The members by key. A repeated key has the index and value of its last member.
    #[must_use]
    pub fn last_members(members: &[(Text, Self)]) -> BTreeMap<&[u16], (usize, &Self)> {
        let mut out = BTreeMap::new();
        for (i, (key, value)) in members.iter().enumerate() {
            out.insert(key.as_slice(), (i, value));
        }
        out
    }

    /// The value that `JSON.parse` returns for a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let key = utf16(key);
        members
            .iter()
            .rev()
            .find(|(other, _)| *other == key)
            .map(|(_, value)| value)
    }

    /// Whether an object at any depth has a repeated key.
    #[must_use]
    pub fn has_repeated_keys(&self) -> bool {
        match self {
            Self::List(list) => list.iter().any(Self::has_repeated_keys),
            Self::Object(members) => {
                Self::last_members(members).len() < members.len()
                    || members.iter().any(|(_, value)| value.has_repeated_keys())
            }
            _ => false,
        }
    }

    /// Whether two values are equal for a program: the order of members and the earlier values of
    /// repeated keys do not count.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(a), Self::Word(b)) | (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::List(a), Self::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b))
            }
            (Self::Object(a), Self::Object(b)) => {
                let (a, b) = (Self::last_members(a), Self::last_members(b));
                let mut pairs = a.iter().zip(&b);
                a.len() == b.len()
                    && pairs.all(|((key, (_, value)), (other_key, (_, other_value)))| {
                        key == other_key && value.equals(other_value)
                    })
            }
            _ => false,
        }
    }

    /// Whether a JSON Pointer (RFC 6901) leads to a value of the document, or to an absent member
    /// of an object.
    #[must_use]
    pub fn has_pointer(&self, pointer: &str) -> bool {
        let Some(rest) = pointer.strip_prefix('/') else {
            return pointer.is_empty();
        };
        let (step, deeper) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let step = step.replace("~1", "/").replace("~0", "~");
        match self {
            Self::List(list) => step
                .parse::<usize>()
                .ok()
                .and_then(|i| list.get(i))
                .is_some_and(|v| v.has_pointer(deeper)),
            Self::Object(members) => {
                let named: Vec<_> = members
                    .iter()
                    .filter(|(key, _)| String::from_utf16_lossy(key) == step)
                    .collect();
                if named.is_empty() {
                    return deeper.is_empty();
                }
                named.iter().any(|(_, value)| value.has_pointer(deeper))
            }
            _ => false,
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The byte offset of the position.
    at: usize,
}

impl Reader<'_> {
    /// The byte at the position; 0 at the end of the text.
    fn peek(&self) -> u8 {
        self.text
            .as_bytes()
            .get(self.at)
            .copied()
            .unwrap_or_default()
    }

    /// Moves to the next token, and returns its first byte. Only white space, commas and colons are
    /// between tokens.
    fn next(&mut self) -> u8 {
        while matches!(self.peek(), b' ' | b'\n' | b'\t' | b'\r' | b',' | b':') {
            self.at += 1;
        }
        self.peek()
    }

    fn value(&mut self) -> Json {
        match self.next() {
            b'"' => Json::Text(self.string()),
            b'[' => {
                self.at += 1;
                let mut list = Vec::new();
                while self.next() != b']' {
                    list.push(self.value());
                }
                self.at += 1;
                Json::List(list)
            }
            b'{' => {
                self.at += 1;
                let mut members = Vec::new();
                while self.next() != b'}' {
                    let key = self.string();
                    members.push((key, self.value()));
                }
                self.at += 1;
                Json::Object(members)
            }
            first => {
                let start = self.at;
                while self.peek().is_ascii_alphanumeric() || b"+-.".contains(&self.peek()) {
                    self.at += 1;
                }
                let token = self.text[start..self.at].to_owned();
                if first.is_ascii_alphabetic() {
                    Json::Word(token)
                } else {
                    Json::Number(token)
                }
            }
        }
    }

    fn string(&mut self) -> Text {
        let mut out = Vec::new();
        let mut chars = self.text[self.at + 1..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    // `i` does not count the two quotation marks.
                    self.at += i + 2;
                    return out;
                }
                '\\' => {
                    let code = chars.next().map_or('"', |(_, code)| code);
                    let unit = match code {
                        'b' => 8,
                        'f' => 12,
                        'n' => 10,
                        'r' => 13,
                        't' => 9,
                        'u' => {
                            let mut unit = 0_u16;
                            for _ in 0..4 {
                                let digit = chars.next().and_then(|(_, c)| c.to_digit(16));
                                unit = unit << 4 | digit.unwrap_or_default() as u16;
                            }
                            unit
                        }
                        other => other as u16,
                    };
                    out.push(unit);
                }
                _ => out.extend(c.encode_utf16(&mut [0; 2]).iter()),
            }
        }
        unreachable!("serde_json accepts no open string")
    }
}
