//! The parameters that the service reads.

use super::{Declaration, ParameterSource, Place};
use crate::{endpoints::Route, error::Error, parameters::Parameter, rules::Rule};

/// The parameters of a request that the service received, percent-decoded.
#[derive(Debug)]
pub(crate) struct Received<'a> {
    pub(crate) route: &'a Route,
    /// The variables of the path in their order.
    pub(crate) variables: &'a [String],
    /// The names and values of the query.
    pub(crate) query: &'a [(String, String)],
}

impl Received<'_> {
    /// Returns the text of a parameter; `None` when it is absent or empty.
    fn text<P>(&self, parameter: &Declaration<P>) -> Result<Option<&str>, Error> {
        match parameter.place {
            Place::Path => Ok(Some(self.variable(parameter.wire))),
            Place::Query => self.query_value(parameter.wire),
            Place::Option => Ok(None),
        }
    }

    fn variable(&self, name: &str) -> &str {
        let mut names = self.route.path.iter().filter_map(|segment| segment.strip_prefix(':'));
        names.position(|other| other == name).and_then(|index| self.variables.get(index)).map_or("", String::as_str)
    }

    fn query_value(&self, name: &'static str) -> Result<Option<&str>, Error> {
        let mut values = self.query.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let value = values.next().filter(|value| !value.is_empty());
        match values.next() {
            None => Ok(value),
            Some(_) => Err(Error::breaks_rule(name, "more than one value", "one value")),
        }
    }
}

impl Received<'_> {
    /// Returns the items of a list: trimmed, parsed by `rule`, sorted, and without empty ones and duplicates.
    fn items(&self, parameter: &Declaration<String>, rule: &Rule<String>, limit: usize) -> Result<Vec<String>, Error> {
        let name = parameter.wire;
        let mut items = Vec::new();
        for item in self.text(parameter)?.unwrap_or_default().split(',').map(str::trim).filter(|item| !item.is_empty())
        {
            items.push(rule.check(name, item)?);
        }
        items.sort_unstable();
        items.dedup();
        if items.len() > limit {
            let count = [&items.len().to_string(), " items"].concat();
            return Err(Error::breaks_rule(name, &count, &["at most ", &limit.to_string(), " items"].concat()));
        }
        Ok(items)
    }
}

// The generic functions are short, because each type has its own copy.
impl ParameterSource for Received<'_> {
    fn optional<T: Parameter>(&self, parameter: &Declaration<T::Parsed>) -> Result<Option<T>, Error> {
        let parsed = self.text(parameter)?.map(|text| T::SERVICE_RULE.check(parameter.wire, text)).transpose()?;
        Ok(parsed.map(T::from_parsed).filter(|value| !value.is_absent()))
    }

    fn list<T: Parameter<Parsed = String>>(
        &self,
        parameter: &Declaration<String>,
        limit: usize,
    ) -> Result<Vec<T>, Error> {
        Ok(self.items(parameter, &T::FILTER_RULE, limit)?.into_iter().map(T::from_parsed).collect())
    }

    fn missing<P>(&self, parameter: &Declaration<P>) -> Error {
        Error::missing(parameter.wire, parameter.rule.expectation)
    }
}
