//! The path and query that the client sends.

use super::Route;

/// The variables of the path and the query of a request.
#[derive(Default)]
pub(super) struct Target {
    variables: Vec<String>,
    query: String,
}

impl Target {
    /// Adds a variable of the path. The value needs no percent-encoding: the rules of variables
    /// allow only letters and digits.
    pub(super) fn add_variable(&mut self, value: String) {
        self.variables.push(value);
    }

    /// Adds the query parameter `name`.
    pub(super) fn add_query(&mut self, name: &str, value: &str) {
        let separator = if self.query.is_empty() { '?' } else { '&' };
        self.query.push(separator);
        self.query.push_str(name);
        self.query.push('=');
        for byte in value.bytes() {
            self.push_encoded(byte);
        }
    }

    /// Adds a byte of a query value, percent-encoded unless it is unreserved (RFC 3986 §2.3). Commas stay: they
    /// separate the items of a list.
    fn push_encoded(&mut self, byte: u8) {
        if byte.is_ascii_alphanumeric() || b"-._~,".contains(&byte) {
            self.query.push(char::from(byte));
        } else {
            self.query.push('%');
            self.query.push_str(&hex::encode_upper([byte]));
        }
    }

    /// Returns the path of `route` with the variables in their order, and the query.
    pub(super) fn finish(self, route: &Route) -> String {
        let mut variables = self.variables.iter();
        let mut text = String::new();
        for segment in route.path {
            let variable = if segment.starts_with(':') {
                variables.next()
            } else {
                None
            };
            text.push('/');
            text.push_str(variable.map_or(segment, String::as_str));
        }
        text.push_str(&self.query);
        text
    }
}
