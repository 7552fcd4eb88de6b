//! `GET /project`: owner, permissions and balance of the key used (specification §4.3, §2.3).

use super::{Caching, Endpoint, Query, Reading, Route, span, typed};
use crate::{
    Error,
    args::{Arg, Args},
    json::Checked,
    model::{Kind, model},
    text::split,
};
use serde_json::Value;

model! {
    /// What an API key may do (specification §2.3).
    Project {
        required {}
        optional {
            /// Response message.
            message: "message" [text],
            /// Recorded owner of the key.
            request_owner: "requestOwner" [text],
            /// Permissions by area: an array of permission names, or `true` for the whole area.
            auth: "auth" [map],
            /// Account associated with the key.
            sponsored_account: "sponsoredAccount" [text] or "blessedAccount",
            /// Balance, decimal integer in the smallest unit.
            balance_wei: "balanceWei" [text],
            /// Balance, decimal in whole units.
            balance: "balance" [text],
        }
    }
}

/// The request; the key itself says which project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProjectOfKey;

impl ProjectOfKey {
    /// The request a caller describes; it has no options of its own.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown option.
    pub fn new(args: Args) -> Result<Self, Error> {
        Self::ROUTE.values(&[], args).map(|_| Self)
    }
}

impl Endpoint for ProjectOfKey {
    const ROUTE: &'static Route = &Route {
        name: "GET /project",
        keyed: true,
        path: &["project"],
        variables: &[],
        options: &[],
        reading: Reading::typed(|scanner| span(scanner, &Kind::Record(&Project::MODEL))),
        caching: Caching::Never,
        keeps_headers: false,
    };
    type Output = Project;

    fn values(&self) -> Vec<Option<String>> {
        Vec::new()
    }

    fn decode(_: &[String], _: &mut Query) -> Result<Self, Error> {
        Ok(Self)
    }

    fn output(checked: &Checked) -> Result<Project, Error> {
        typed(&checked.json().unwrap_or_default())
    }
}

/// Whether what `auth` holds for an area grants `permission`: `true` grants everything, a list what it names. Without a
/// permission: whether it grants anything.
fn granted(area: &Arg, permission: Option<&str>) -> bool {
    match (area, permission) {
        (Arg::Text(names), Some(name)) => !names.is_empty() && split(names, b',').any(|granted| granted == name),
        (Arg::Text(names), None) => !names.is_empty(),
        (other, _) => matches!(other, Arg::Other(shown) if shown == "true"),
    }
}

/// Whether a project's key may do something (specification §2.3, `auth`).
///
/// ```
/// use ethereal_query::{Project, can};
/// let project: Project = serde_json::from_str(r#"{"auth":{"aa":["write"],"sprinkle":true}}"#)?;
/// assert!(can(&project, "aa", Some("write")) && can(&project, "sprinkle", Some("anything")));
/// assert!(!can(&project, "aa", Some("create")) && !can(&project, "deliveries", None));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn can(project: &Project, area: &str, permission: Option<&str>) -> bool {
    let names = |names: &Vec<Value>| names.iter().filter_map(Value::as_str).collect::<Vec<_>>().into();
    let area = match project.auth.as_ref().and_then(|auth| auth.get(area)) {
        Some(Value::Bool(true)) => Arg::Other("true".to_owned()),
        Some(Value::Array(list)) => names(list),
        _ => Arg::Absent,
    };
    granted(&area, permission)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
