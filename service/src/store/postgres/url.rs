//! The parameters of a URL of PostgreSQL, read as libpq reads them (`conninfo_uri_parse_options`).
//! This module refuses an unescaped `@` in the password before the host. The parser of
//! tokio-postgres would end the password at the `@`, and read the rest of the password as a host.
//!
//! An error message shows no part of the URL, except for the name of a parameter.

use crate::store::{Result, database_url::invalid};
use percent_encoding::percent_decode_str;
use std::collections::BTreeMap;
use tokio_postgres::Config;

/// The parameters by their names in libpq.
#[derive(Debug)]
pub(super) struct Parameters {
    values: BTreeMap<String, String>,
    /// Whether the URL has the parameter `password`. Messages then show no names of parameters: in
    /// `password=sec&ret=1`, the unknown name `ret` may be a part of the password.
    hides_names: bool,
}

impl Parameters {
    /// Reads `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME?PARAMETER=VALUE&…`. Each part may
    /// be absent. A parameter overrides the part with the same meaning.
    ///
    /// # Errors
    /// A URL that can be read in two ways, so that a part of the password could be taken for a
    /// host.
    pub(super) fn parse(url: &str) -> Result<Self> {
        let mut parameters = Self {
            values: BTreeMap::new(),
            hides_names: false,
        };
        let (_, after_scheme) = url
            .split_once("://")
            .ok_or_else(|| hidden("it has no ://"))?;
        let after_credentials = match after_scheme.split_once('@') {
            // Only an `@` before the first `/` ends the credentials.
            Some((credentials, after_credentials)) if !credentials.contains('/') => {
                parameters.add_credentials(credentials)?;
                after_credentials
            }
            _ => after_scheme,
        };
        let (base, query) = after_credentials
            .split_once('?')
            .unwrap_or((after_credentials, ""));
        if base.contains('@') {
            return Err(hidden("it has an @ after the host"));
        }
        let (hosts, name) = base.split_once('/').unwrap_or((base, ""));
        parameters.add_hosts(hosts)?;
        parameters.add("dbname", name)?;
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            parameters.add_pair(pair)?;
        }
        Ok(parameters)
    }

    /// Reads `USER` or `USER:PASSWORD`.
    fn add_credentials(&mut self, credentials: &str) -> Result<()> {
        let (user, password) = credentials.split_once(':').unwrap_or((credentials, ""));
        let query = credentials.split_once('?').map_or("", |(_, query)| query);
        // In `h:1?user=u&password=sec@ret`, the `@` belongs to a parameter. In `u:p?@h`, the `?`
        // belongs to the password.
        if user.contains('?') || query.contains('=') {
            return Err(hidden("it has an @ after parameters, and no / before them"));
        }
        self.add("user", user)?;
        self.add("password", password)
    }

    /// Reads hosts with ports, separated by commas. An IPv6 address is in brackets. A host without
    /// a port gets an empty port, so that each port in the list belongs to the host at the same
    /// position.
    fn add_hosts(&mut self, list: &str) -> Result<()> {
        let (mut hosts, mut ports) = (Vec::new(), Vec::new());
        for item in list.split(',') {
            let (host, port) = match item.strip_prefix('[') {
                Some(address_and_port) => {
                    let (address, port) = address_and_port
                        .split_once(']')
                        .ok_or_else(|| hidden("an IPv6 address has no ]"))?;
                    (address, port.strip_prefix(':').unwrap_or(port))
                }
                None => item.split_once(':').unwrap_or((item, "")),
            };
            hosts.push(host);
            ports.push(port);
        }
        if ports
            .iter()
            .any(|port| !port.bytes().all(|byte| byte.is_ascii_digit()))
        {
            return Err(hidden("a port is not a number"));
        }
        if hosts.iter().any(|host| !host.is_empty()) {
            self.add("host", &hosts.join(","))?;
        }
        if ports.iter().any(|port| !port.is_empty()) {
            self.add("port", &ports.join(","))?;
        }
        Ok(())
    }

    fn add_pair(&mut self, pair: &str) -> Result<()> {
        let Some((name, value)) = pair.split_once('=') else {
            return Err(hidden("a parameter has no value"));
        };
        let is_name = !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            return Err(hidden(
                "the name of a parameter has other characters than letters, digits and _",
            ));
        }
        if name == "password" {
            self.hides_names = true;
        }
        match (name, value) {
            // JDBC has `ssl=true` instead of `sslmode`.
            ("ssl", "true") => self.add("sslmode", "require"),
            // An empty port means the default port, so ports after the hosts do not count.
            ("port", "") => {
                self.take("port");
                Ok(())
            }
            _ => self.add(name, value),
        }
    }

    /// Adds a percent-encoded value, unless it is empty.
    fn add(&mut self, name: &str, value: &str) -> Result<()> {
        let text = percent_decode_str(value)
            .decode_utf8()
            .map_err(|_| hidden("a part is not UTF-8"))?;
        if text.contains(char::is_control) {
            return Err(hidden("a part has a control character"));
        }
        if !text.is_empty() {
            self.values.insert(name.to_owned(), text.into_owned());
        }
        Ok(())
    }

    /// Removes a parameter, and returns its value.
    pub(super) fn take(&mut self, name: &str) -> Option<String> {
        self.values.remove(name)
    }

    /// Converts the parameters that were not taken to a configuration of tokio-postgres.
    pub(super) fn config(&self) -> Result<Config> {
        let pair = |(name, value): (&String, &String)| {
            format!(
                "{name}='{}'",
                value.replace('\\', "\\\\").replace('\'', "\\'")
            )
        };
        let text: Vec<_> = self.values.iter().map(pair).collect();
        text.join(" ").parse().map_err(|error| {
            if self.hides_names {
                return hidden("a parameter is unknown, or has a wrong value");
            }
            invalid(
                &super::store_error(&error).0,
                "the parameters that service/README.md lists",
            )
        })
    }
}

/// The error for a URL that cannot be shown.
fn hidden(reason: &str) -> crate::store::StoreError {
    let rule = "postgres://USER:PASSWORD@HOST/NAME, in which @, /, ?, &, = and % of a user, a password or a name are \
                %40, %2F, %3F, %26, %3D and %25";
    invalid(&format!("(value hidden): {reason}"), rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parameters of a URL as `name=value name=value`, ordered by name.
    fn texts(url: &str) -> String {
        let parameters = Parameters::parse(url).map_err(|error| error.0).expect(url);
        parameters
            .values
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn reads_urls_as_libpq() {
        for (url, expected) in [
            ("postgres://", ""),
            ("postgresql://localhost", "host=localhost"),
            (
                "postgres://localhost:5433/d",
                "dbname=d host=localhost port=5433",
            ),
            ("postgres://u@h/d", "dbname=d host=h user=u"),
            ("postgres://u:s%40cret@h", "host=h password=s@cret user=u"),
            (
                "postgres://u:p?@a,b:1/d",
                "dbname=d host=a,b password=p? port=,1 user=u",
            ),
            (
                "postgres://[2001:db8::1]:1,[::1]/d",
                "dbname=d host=2001:db8::1,::1 port=1,",
            ),
            ("postgres://%2Fvar%2Frun/d", "dbname=d host=/var/run"),
            (
                "postgres:///d?host=/var/run&user=u",
                "dbname=d host=/var/run user=u",
            ),
            (
                "postgres://db1/records?user=eq&password=p@ss",
                "dbname=records host=db1 password=p@ss user=eq",
            ),
            (
                "postgres://h/d?application_name=a@b",
                "application_name=a@b dbname=d host=h",
            ),
            (
                "postgres://h/d?user=name@server",
                "dbname=d host=h user=name@server",
            ),
            ("postgres://h:1/d?port=5433", "dbname=d host=h port=5433"),
            ("postgres://h:1/d?port=", "dbname=d host=h"),
            (
                "postgres://u:x@h/d?password=y&dbname=e&host=i",
                "dbname=e host=i password=y user=u",
            ),
            ("postgres://h/d?ssl=true", "dbname=d host=h sslmode=require"),
            (
                "postgres://h/d?options=-c%20a%3D1",
                "dbname=d host=h options=-c a=1",
            ),
            (
                "postgres://h/d?password=a=b+c",
                "dbname=d host=h password=a=b+c",
            ),
        ] {
            assert_eq!(texts(url), expected, "{url}");
        }
    }

    #[test]
    fn the_config_has_every_value_as_it_is() {
        let config = Parameters::parse(r"postgres://h/d?password=a'b\c%20d&application_name=e@f")
            .and_then(|parameters| parameters.config());
        let config = config.map_err(|error| error.0).expect("a config");
        assert_eq!(config.get_password(), Some(&br"a'b\c d"[..]));
        assert_eq!(config.get_application_name(), Some("e@f"));
    }

    #[test]
    fn no_part_of_a_password_becomes_a_host_or_a_part_of_a_message() {
        // Each password begins with `sec` or `12`, and ends with `ret`, `ret=1` or `re x=1`.
        for url in [
            "postgres://u:sec@ret@h/d",
            "postgres://u:sec@@ret/d",
            "postgres://u:sec/ret@h/d",
            "postgres://u:12/ret@h/d",
            "postgres://h?user=u&password=sec@ret",
            "postgres://h:1?user=u&password=sec@ret",
            "postgres://u:sec%00ret@h/d",
            "postgres://h/d?password=sec&ret",
            "postgres://h/d?password=sec&ret=1",
            "postgres://h/d?password=sec&re x=1",
            "postgres://h/d?user=u&password=sec%ffret",
        ] {
            let error = Parameters::parse(url)
                .and_then(|parameters| parameters.config())
                .map(drop)
                .expect_err(url)
                .0;
            assert!(error.contains("(value hidden)"), "{error}");
            for part in ["sec", "ret", "12", "re x"] {
                assert!(!error.contains(part), "{url}: {error}");
            }
        }
    }
}
