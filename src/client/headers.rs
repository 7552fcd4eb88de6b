//! The headers that a caller adds to requests.

use crate::{
    Error,
    rules::{HEADER_NAME, HEADER_VALUE},
    text::{cut, find, quoted, split},
};
use std::fmt;

/// The maximal number of bytes of all headers.
const MAX_BYTES: usize = 16_384;

/// Headers that a caller adds to requests. Names are in lower case, and each occurs once.
///
/// No message, event or debug text shows a value, because a value may be a credential.
///
/// ```
/// use ethereal_query::Headers;
/// let headers = Headers::new([("Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")])?;
/// assert_eq!(format!("{headers:?}"), r#"["traceparent"]"#);
/// assert!(Headers::new([("cookie", "a=b")]).is_err());
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Headers(
    /// Lines of the form `name:value\n`, which neither names nor values can imitate.
    String,
);

impl Headers {
    /// Checks names and values. Of two values for one name, the last counts.
    ///
    /// # Errors
    /// `invalid_argument` for a name that is not a token of RFC 9110 §5.6.2, is `x-api-key` or is forbidden by the
    /// Fetch standard; for a value with other characters than printable ASCII; for more than 16,384 bytes.
    pub fn new<N: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (N, V)>) -> Result<Self, Error> {
        let mut headers = Self::default();
        for (name, value) in pairs {
            headers.insert("headers", name.as_ref(), Some(value.as_ref()))?;
        }
        Ok(headers)
    }

    /// Returns names and values in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        split(&self.0, b'\n').filter_map(|line| {
            let (name, rest) = cut(line, find(line, ":")?);
            Some((name, cut(rest, 1).1))
        })
    }

    /// Returns whether there are no headers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names; `None` without headers.
    pub(super) fn names(&self) -> Option<Vec<String>> {
        let names: Vec<_> = self.iter().map(|(name, _)| name.to_owned()).collect();
        Some(names).filter(|names| !names.is_empty())
    }

    /// Checks and adds a header; `None` is a value that is not a text. Errors name `parameter`.
    pub(crate) fn insert(&mut self, parameter: &'static str, name: &str, value: Option<&str>) -> Result<(), Error> {
        let name = HEADER_NAME.check(parameter, name)?;
        let value = value.and_then(HEADER_VALUE.normalize);
        match value.filter(|value| self.0.len() + name.len() + value.len() < MAX_BYTES) {
            Some(value) => self.replace(&name, &value),
            None => {
                let shown = [&quoted(&name), " (value hidden)"].concat();
                return Err(Error::breaks_rule(parameter, &shown, HEADER_VALUE.expectation));
            }
        }
        Ok(())
    }

    /// Adds `others`, which replace headers of the same name.
    pub(super) fn extend(&mut self, others: &Self) {
        for (name, value) in others.iter() {
            self.replace(name, value);
        }
    }

    fn replace(&mut self, name: &str, value: &str) {
        let others = self.iter().filter(|(other, _)| *other != name);
        let lines = others.chain([(name, value)]).map(|(name, value)| [name, ":", value, "\n"].concat());
        self.0 = lines.collect();
    }
}

impl fmt::Debug for Headers {
    /// Writes the names without the values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|(name, _)| name)).finish()
    }
}
