//! Values as a caller writes them, before any rule.

use crate::{Error, rules::Rule, text::quoted};

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
    /// The canonical text of the parameter `name`.
    pub(crate) fn checked(&self, name: &'static str, rule: &Rule) -> Result<String, Error> {
        let canonical = if let Self::Text(text) = self { (rule.canonical)(text) } else { None };
        canonical.ok_or_else(|| self.breaks_rule(name, rule.words))
    }

    /// The error for a value that breaks the rule of the parameter `name`.
    pub(crate) fn breaks_rule(&self, name: &'static str, rule: &str) -> Error {
        let shown = match self {
            Self::Absent => "absent",
            Self::Text(text) => &quoted(text),
            Self::Other(shown) => shown,
        };
        Error::breaks_rule(name, shown, rule)
    }
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
    /// The value of `name`, which is removed.
    pub(crate) fn take(&mut self, name: &str) -> Arg {
        match self.0.iter().position(|(key, _)| key == name) {
            Some(index) => self.0.swap_remove(index).1,
            None => Arg::Absent,
        }
    }

    /// The canonical text of `name`; `None` when it is absent.
    pub(crate) fn take_checked(&mut self, name: &'static str, rule: &Rule) -> Result<Option<String>, Error> {
        match self.take(name) {
            Arg::Absent => Ok(None),
            value => value.checked(name, rule).map(Some),
        }
    }

    /// Refuses every option that is left: a mistyped option must not be ignored.
    pub(crate) fn finish(self, known: &str) -> Result<(), Error> {
        let Some((name, _)) = self.0.iter().find(|(_, value)| *value != Arg::Absent) else { return Ok(()) };
        let message = ["There is no option ", &quoted(name), " here. There are: ", known, "."].concat();
        Err(Error::refused("options", message))
    }
}
