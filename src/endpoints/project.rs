//! `GET /project`: the owner, permissions and balance of an API key (specification §4.3, §2.3).

#[cfg(feature = "service")]
use super::Received;
use super::{BodyCheck, Call, Endpoint, RequestDocs, Route, TypedRequest, deserialize, locate};
use crate::{
    error::Error,
    json::Checked,
    model::{Kind, model},
};

// A name after `or`, such as "blessedAccount", comes from the public documentation of a live
// deployment.
model! {
    /// Owner, permissions and balance of an API key (specification §2.3).
    ///
    /// ```
    /// use ethereal_query::Project;
    /// let project: Project = serde_json::from_str(r#"{"requestOwner":"demo","balance":"0.1"}"#)?;
    /// assert_eq!((project.request_owner.as_deref(), project.auth), (Some("demo"), None));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    /// ```ts
    /// const { requestOwner, balance }: Project = await client.project();
    /// console.log(requestOwner, balance); // demo 0.1
    /// ```
    Project {
        required {}
        optional {
            /// Response message.
            message: "message" [text],
            /// Recorded owner of the key.
            request_owner: "requestOwner" [text],
            /// Permissions by area: an array of permission names, or `true` for the whole area. The client does not
            /// check the values; any other value grants nothing.
            auth: "auth" [permissions],
            /// Account associated with the key.
            sponsored_account: "sponsoredAccount" [address] or "blessedAccount",
            /// Balance, decimal integer in the smallest unit.
            balance_wei: "balanceWei" [text],
            /// Balance, decimal in whole units.
            balance: "balance" [text],
        }
    }
}

/// The request for the project of the API key that the client sends.
///
/// ```
/// use ethereal_query::{Endpoint, GetProject};
/// assert_eq!(GetProject.call().target, "/project");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GetProject;

impl GetProject {
    /// The documentation of the request, which has no parameters.
    pub const DOCS: RequestDocs = RequestDocs {
        docs: &[],
        fields: &[],
    };
}

impl Endpoint for GetProject {
    const ROUTE: &'static Route = &Route {
        name: "GET /project",
        method: "project",
        requires_api_key: true,
        path: &["project"],
        parameters: &[],
        body: BodyCheck::typed(|scanner| locate(scanner, &Kind::Record(&Project::MODEL))),
        keeps_headers: false,
    };
    type Output = Project;

    fn call(&self) -> Call {
        Call::of(self)
    }

    fn output(checked: &Checked) -> Result<Project, Error> {
        // The text is never absent: this route has no `absent_at_404`.
        deserialize(&checked.json().unwrap_or_default())
    }
}

impl TypedRequest for GetProject {
    fn text(&self, _: &str) -> String {
        String::new()
    }

    #[cfg(feature = "service")]
    fn read(_: &Received) -> Result<Self, Error> {
        Ok(Self)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
