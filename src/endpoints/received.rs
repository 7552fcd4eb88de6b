//! The parameters of a request that the service received.

use super::{Parameter, Place, Presence, Route};
use crate::{error::Error, parameters::ParameterValue, text::join};

/// The parameters of a received request with their checked texts. An absent parameter has an empty
/// text.
#[derive(Debug)]
pub(crate) struct Received(Vec<(&'static Parameter, String)>);

impl Received {
    /// Checks the parameters of a request. `variables` has the variables of the path in order, and
    /// `query` has the names and values of the query. All texts are percent-decoded.
    pub(crate) fn read(
        route: &'static Route,
        variables: &[String],
        query: &[(String, String)],
    ) -> Result<Self, Error> {
        let mut variables = variables.iter();
        let mut checked = Vec::new();
        for parameter in route.parameters {
            let text = match parameter.place {
                Place::Path => {
                    let variable = variables.next().map_or("", String::as_str);
                    parameter.check_received(variable)?
                }
                Place::Query => {
                    let value = query_value(query, parameter.wire)?;
                    parameter.check_received_query(value)?
                }
                Place::Option => String::new(),
            };
            checked.push((parameter, text));
        }
        Ok(Self(checked))
    }

    /// Returns the value of a parameter that every request has.
    pub(crate) fn required<T: ParameterValue>(&self, name: &'static str) -> Result<T, Error> {
        self.optional(name)
            .ok_or_else(|| Error::missing(name, T::TYPE.rule.expectation))
    }

    /// Returns the value of a parameter; `None` when it is absent.
    pub(crate) fn optional<T: ParameterValue>(&self, name: &str) -> Option<T> {
        let text = self.text(name);
        if text.is_empty() {
            None
        } else {
            T::from_text(text)
        }
    }

    /// Returns the items of a list; no items when the list is absent.
    pub(crate) fn list<T: ParameterValue>(&self, name: &str) -> Vec<T> {
        let items = self.text(name).split(',').filter(|item| !item.is_empty());
        items.filter_map(T::from_text).collect()
    }

    /// Returns the checked text of the parameter whose [`Parameter::name`] is `name`; an empty text
    /// when the parameter is absent.
    fn text(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(parameter, _)| parameter.name == name)
            .map_or("", |(_, text)| text)
    }
}

/// Returns the only value of `name` in the query; an empty text when the query does not have the
/// name.
fn query_value<'a>(query: &'a [(String, String)], name: &'static str) -> Result<&'a str, Error> {
    let mut values = query
        .iter()
        .filter(|(key, _)| key == name)
        .map(|(_, value)| value.as_str());
    let value = values.next().unwrap_or_default();
    match values.next() {
        None => Ok(value),
        Some(_) => Err(Error::breaks_rule(name, "more than one value", "one value")),
    }
}

impl Parameter {
    /// Checks a value of the query. An empty value counts as absent.
    fn check_received_query(&self, value: &str) -> Result<String, Error> {
        if value.is_empty() {
            return match self.presence {
                Presence::Required => Err(Error::missing(self.wire, self.rule.expectation)),
                Presence::Optional | Presence::List => Ok(String::new()),
            };
        }
        match self.presence {
            Presence::List => self.check_received_list(value),
            Presence::Required | Presence::Optional => self.check_received(value),
        }
    }

    fn check_received(&self, text: &str) -> Result<String, Error> {
        self.service_rule.check(self.wire, text)
    }

    /// Checks the items of a list. Returns the items sorted and joined with commas, without empty
    /// items and duplicates.
    fn check_received_list(&self, text: &str) -> Result<String, Error> {
        let mut items = Vec::new();
        for item in text.split(',') {
            let item = item.trim();
            if !item.is_empty() {
                items.push(self.check_received(item)?);
            }
        }
        items.sort_unstable();
        items.dedup();
        if items.len() > self.limit {
            let count = [&items.len().to_string(), " items"].concat();
            let expectation = ["at most ", &self.limit.to_string(), " items"].concat();
            return Err(Error::breaks_rule(self.wire, &count, &expectation));
        }
        Ok(join(&items, ','))
    }
}
