//! `target_session_attrs`: which of several servers to use. tokio-postgres knows three of the six
//! values of libpq.

use super::{Access, url::Parameters};
use crate::store::{Result, database_url::invalid};
use deadpool_postgres::Connect;
use futures_util::future::BoxFuture;
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Config, Error, config::TargetSessionAttrs};

/// The servers to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Any,
    /// The primary server.
    ReadWrite,
    /// A standby server.
    ReadOnly,
    /// A standby server, or any server while there is no standby.
    PreferStandby,
}

impl Target {
    /// Takes `target_session_attrs` out of the parameters. Only the running service
    /// (`Access::Read`) uses the value. Commands always use the primary server, which has the
    /// newest rows.
    pub(super) fn take(parameters: &mut Parameters, access: Access) -> Result<Self> {
        let target = match parameters.take("target_session_attrs").as_deref() {
            None | Some("any") => Self::Any,
            Some("read-write" | "primary") => Self::ReadWrite,
            Some("read-only" | "standby") => Self::ReadOnly,
            Some("prefer-standby") => Self::PreferStandby,
            Some(_) => {
                let rule = "any, read-write, read-only, primary, standby or prefer-standby";
                return Err(invalid("target_session_attrs (value hidden)", rule));
            }
        };
        Ok(if access == Access::Read {
            target
        } else {
            Self::ReadWrite
        })
    }

    /// The servers of the first try, see [`Connector`].
    pub(super) fn first_choice(self) -> TargetSessionAttrs {
        match self {
            Self::Any => TargetSessionAttrs::Any,
            Self::ReadWrite => TargetSessionAttrs::ReadWrite,
            Self::ReadOnly | Self::PreferStandby => TargetSessionAttrs::ReadOnly,
        }
    }

    /// The number of times that a connection tries all hosts.
    pub(super) fn tries(self) -> usize {
        if self == Self::PreferStandby { 2 } else { 1 }
    }
}

/// Connects to a server of a target. The configuration names the servers of the first try
/// ([`Target::first_choice`]). If the first try fails, `PreferStandby` has a second try with any
/// server.
pub(super) struct Connector {
    pub(super) connect: Box<dyn Connect>,
    pub(super) target: Target,
}

impl Connect for Connector {
    fn connect(
        &self,
        config: &Config,
    ) -> BoxFuture<'_, std::result::Result<(Client, JoinHandle<()>), Error>> {
        let config = config.clone();
        Box::pin(async move {
            let first_try = self.connect.connect(&config).await;
            if first_try.is_ok() || self.target != Target::PreferStandby {
                return first_try;
            }
            let mut any_server = config;
            any_server.target_session_attrs(TargetSessionAttrs::Any);
            self.connect.connect(&any_server).await
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_values_of_libpq() {
        let target = |value: &str, access| {
            let url = format!("postgres://h/d?target_session_attrs={value}");
            Target::take(&mut Parameters::parse(&url).expect("a URL"), access)
        };
        for (value, expected) in [
            ("any", Target::Any),
            ("read-write", Target::ReadWrite),
            ("primary", Target::ReadWrite),
            ("read-only", Target::ReadOnly),
            ("standby", Target::ReadOnly),
            ("prefer-standby", Target::PreferStandby),
        ] {
            assert_eq!(target(value, Access::Read).expect(value), expected);
            assert_eq!(
                target(value, Access::Write).expect(value),
                Target::ReadWrite
            );
        }
        let message = target("master", Access::Read)
            .expect_err("an unknown value")
            .0;
        assert!(
            message.ends_with(
                "Expected any, read-write, read-only, primary, standby or prefer-standby."
            )
        );
    }
}
