//! Values as a caller writes them, before any rule.

use crate::{Error, error::quoted, rules::Rule};

/// One value: text, which numbers and lists are as well (`7`, `1,42161`).
///
/// ```
/// use ethereal_query::Arg;
/// assert_eq!(Arg::from(42161), Arg::from("42161"));
/// assert_eq!(Arg::from(vec![1, 42161]), Arg::from("1,42161"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg {
    /// `undefined` and `null`.
    Absent,
    /// A string, the digits of a whole number, or a list's items with commas between them.
    Text(String),
    /// What only a rule of its own accepts, as an error shows it: `true`, `1.5`, `an object`.
    Other(String),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u32> for Arg {
    fn from(n: u32) -> Self {
        Self::Text(n.to_string())
    }
}

impl<T: ToString> From<Vec<T>> for Arg {
    fn from(list: Vec<T>) -> Self {
        Self::Text(list.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
    }
}

impl Arg {
    pub(crate) fn by_ref(&self) -> ArgRef<'_> {
        match self {
            Self::Absent => ArgRef::Absent,
            Self::Text(text) => ArgRef::Text(text),
            Self::Other(shown) => ArgRef::Other(shown),
        }
    }
}

/// An [`Arg`] that owns nothing: owned ones were 0.15 kB (brotli) of the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgRef<'a> {
    Absent,
    Text(&'a str),
    Other(&'a str),
}

/// Named options; each is taken once, and none may be left over.
///
/// ```
/// use ethereal_query::{Args, TokenUri};
/// let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".into();
/// assert!(TokenUri::new(&address, &7.into(), Args::from([("chainId", 1.into())])).is_ok());
/// let error = TokenUri::new(&address, &7.into(), Args::from([("chain", 1.into())])).unwrap_err();
/// assert_eq!(error.parameter, Some("chainId"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Args(pub(crate) Vec<(String, Arg)>);

impl<const N: usize> From<[(&str, Arg); N]> for Args {
    fn from(entries: [(&str, Arg); N]) -> Self {
        Self(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl Args {
    pub(crate) fn by_ref(&self) -> ArgsRef<'_> {
        ArgsRef(self.0.iter().map(|(name, value)| (name.as_str(), value.by_ref())).collect())
    }
}

/// [`Args`] that own no text.
#[derive(Debug)]
pub(crate) struct ArgsRef<'a>(pub(crate) Vec<(&'a str, ArgRef<'a>)>);

impl<'a> ArgsRef<'a> {
    /// The value of `name`.
    pub(crate) fn take(&mut self, name: &str) -> ArgRef<'a> {
        match self.0.iter().position(|(key, _)| *key == name) {
            Some(index) => self.0.swap_remove(index).1,
            None => ArgRef::Absent,
        }
    }

    /// The value of `name` by its rule; none when absent.
    pub(crate) fn by(&mut self, name: &'static str, rule: &Rule) -> Result<Option<String>, Error> {
        match self.take(name) {
            ArgRef::Absent => Ok(None),
            value => rule.of(name, value).map(Some),
        }
    }

    /// Refuses what nobody asked for: a mistyped option must not be ignored.
    pub(crate) fn finish(self, known: &str) -> Result<(), Error> {
        let Some((name, _)) = self.0.iter().find(|(_, value)| !matches!(value, ArgRef::Absent)) else { return Ok(()) };
        let message = ["There is no option ", &quoted(name), " here. There are: ", known, "."].concat();
        Err(Error::refused("options", message))
    }
}

/// The error for a value that breaks its rule.
pub(crate) fn broken(name: &'static str, value: ArgRef<'_>, rule: &str) -> Error {
    let shown = match value {
        ArgRef::Absent => "absent".to_owned(),
        ArgRef::Text(text) => quoted(text),
        ArgRef::Other(shown) => shown.to_owned(),
    };
    Error::refused(name, ["`", name, "` is ", &shown, ": it must be ", rule, "."].concat())
}
