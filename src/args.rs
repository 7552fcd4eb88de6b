//! Values as a caller writes them, before any rule: JavaScript options and the pairs of a query string.

use crate::{Error, error::quoted, rules::Rule};

/// One value.
///
/// ```
/// use ethereal_query::Arg;
/// assert_eq!(Arg::from("sepolia"), Arg::Text("sepolia".into()));
/// assert_eq!(Arg::from(42161), Arg::Number(42161));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg {
    /// `undefined` and `null`.
    Absent,
    /// A truth value.
    Bool(bool),
    /// A whole number up to 2^53-1.
    Number(u64),
    /// A string; a `BigInt` arrives as its digits.
    Text(String),
    /// What no rule accepts, as an error shows it: another number, a function, a symbol.
    Other(String),
    /// An array.
    List(Vec<Arg>),
    /// An object.
    Map(Vec<(String, Arg)>),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u32> for Arg {
    fn from(n: u32) -> Self {
        Self::Number(n.into())
    }
}

impl<T: Into<Arg>> From<Vec<T>> for Arg {
    fn from(list: Vec<T>) -> Self {
        Self::List(list.into_iter().map(Into::into).collect())
    }
}

impl Arg {
    /// The value as text: what a caller may write as string or number.
    pub(crate) fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(n) => Some(n.to_string()),
            _ => None,
        }
    }

    /// The value as an error message shows it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Absent => "absent".into(),
            Self::Bool(true) => "true".into(),
            Self::Bool(false) => "false".into(),
            Self::Number(n) => n.to_string(),
            Self::Other(shown) => shown.clone(),
            Self::Text(text) => quoted(text),
            Self::List(_) => "a list".into(),
            Self::Map(_) => "an object".into(),
        }
    }

    /// A member of an object.
    pub(crate) fn get(&self, name: &str) -> &Self {
        let found = match self {
            Self::Map(entries) => entries.iter().find(|(key, _)| key == name),
            _ => None,
        };
        found.map_or(&Self::Absent, |(_, value)| value)
    }

    /// The text of a string, or nothing.
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
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
    /// The value of `name`; none when absent.
    pub(crate) fn take(&mut self, name: &str) -> Option<Arg> {
        let index = self.0.iter().position(|(key, _)| key == name)?;
        match self.0.swap_remove(index).1 {
            Arg::Absent => None,
            value => Some(value),
        }
    }

    /// The value of `name` by its rule.
    pub(crate) fn by(&mut self, name: &'static str, rule: &Rule) -> Result<Option<String>, Error> {
        self.take(name).map(|value| rule.of(name, &value)).transpose()
    }

    /// Refuses what nobody asked for: a mistyped option must not be ignored.
    pub(crate) fn finish(self, known: &'static str) -> Result<(), Error> {
        match self.0.iter().find(|(_, value)| !matches!(value, Arg::Absent)) {
            None => Ok(()),
            Some((name, _)) => {
                let message = ["There is no option ", &quoted(name), " here. There are: ", known, "."].concat();
                Err(Error::refused("options", message))
            }
        }
    }
}

/// The error for a value that breaks its rule.
pub(crate) fn broken(name: &'static str, value: &Arg, rule: &str) -> Error {
    Error::refused(name, ["`", name, "` is ", &value.shown(), ": it must be ", rule, "."].concat())
}

impl From<&serde_json::Value> for Arg {
    fn from(value: &serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Absent,
            Value::Bool(truth) => Self::Bool(*truth),
            Value::Number(n) => n.as_u64().map_or_else(|| Self::Other(n.to_string()), Self::Number),
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(map) => Self::Map(map.iter().map(|(name, value)| (name.clone(), Self::from(value))).collect()),
        }
    }
}
