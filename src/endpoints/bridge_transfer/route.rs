//! The steps of a transfer's route, with those to come.
//!
//! A record lists only completed steps (specification §2.2), and its status says what the transfer waits for (§3.1).
//! This module derives the other steps from both.

use super::BridgeTransfer;

/// Declares an enum whose variants have names in JavaScript.
macro_rules! named_enum {
    ($(#[doc = $doc:literal])+ $ty:ident { $($(#[doc = $vdoc:literal])+ $variant:ident = $name:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $ty { $($(#[doc = $vdoc])+ $variant,)+ }

        impl $ty {
            /// Returns the name in JavaScript.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

named_enum! {
    /// The kind of a step. See the example of [`Step`].
    StepKind {
        /// A transaction on a chain; the step is a chain id.
        Chain = "chain",
        /// A message of the relay; the step is a name.
        Relay = "relay",
    }
}

named_enum! {
    /// The role of a step on the route, which its transaction hash decides. See the example of [`Step`].
    StepRole {
        /// The first transaction (`originTxnHash`).
        Origin = "origin",
        /// Submission to the messaging relay (`whTxnHash`).
        Relay = "relay",
        /// Submission to the rollup bridge (`rbTxnHash`).
        Rollup = "rollup",
        /// Delivery to the destination chain (`deliveryTxnHash`).
        Delivery = "delivery",
        /// Any other step.
        Step = "step",
    }
}

named_enum! {
    /// The state of a step. See the example of [`Step`].
    StepState {
        /// Completed.
        Done = "done",
        /// In progress: the status of the transfer names it.
        Waiting = "waiting",
        /// In progress, and needs manual confirmation (status `manual`).
        Manual = "manual",
        /// Failed (status `error`).
        Failed = "failed",
        /// Not started.
        Pending = "pending",
    }
}

/// A step of a route.
///
/// ```
/// use ethereal_query::{BridgeTransfer, StepKind, StepRole, StepState};
/// let json = r#"{"_id":"1","status":"wait-wh","fromChain":1,"toChain":10,"originTxnHash":"0x1"}"#;
/// let steps = serde_json::from_str::<BridgeTransfer>(json)?.steps();
/// assert_eq!((steps[0].kind, steps[0].chain_id(), steps[0].state), (StepKind::Chain, Some("1"), StepState::Done));
/// assert_eq!((steps[1].role, steps[1].state), (StepRole::Relay, StepState::Waiting));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The kind.
    pub kind: StepKind,
    /// The role on the route.
    pub role: StepRole,
    /// The name, as in the record: a chain id or the name of a relay.
    pub step: String,
    /// The transaction hash; `None` while the step has no transaction.
    pub tx_hash: Option<String>,
    /// The state.
    pub state: StepState,
}

impl Step {
    /// The chain id in decimal; `None` for a step of a relay, and for a delivery to an unknown chain.
    #[must_use]
    pub fn chain_id(&self) -> Option<&str> {
        Some(self.step.as_str()).filter(|step| is_chain_id(step))
    }
}

/// Whether the name of a step is a chain id.
pub(crate) fn is_chain_id(step: &str) -> bool {
    !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit())
}

/// The fields of a record that the route is derived from. An absent field is empty.
#[derive(Debug, Default)]
pub(crate) struct RouteInput<'a> {
    pub(crate) status: &'a str,
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    /// The transaction hashes of origin, relay, rollup bridge and delivery.
    pub(crate) hashes: [&'a str; 4],
    /// The recorded steps: name and transaction hash.
    pub(crate) route: Vec<(&'a str, &'a str)>,
}

/// A [`Step`] that borrows its text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BorrowedStep<'a> {
    pub(crate) kind: StepKind,
    pub(crate) role: StepRole,
    pub(crate) state: StepState,
    pub(crate) step: &'a str,
    pub(crate) tx_hash: &'a str,
}

impl<'a> BorrowedStep<'a> {
    fn new(role: StepRole, step: &'a str, tx_hash: &'a str) -> Self {
        let kind = if is_chain_id(step) { StepKind::Chain } else { StepKind::Relay };
        let state = if tx_hash.is_empty() { StepState::Pending } else { StepState::Done };
        Self { kind, role, state, step, tx_hash }
    }
}

/// The roles of the hashes in [`RouteInput::hashes`].
const ROLES: [StepRole; 4] = [StepRole::Origin, StepRole::Relay, StepRole::Rollup, StepRole::Delivery];
// The names of steps that the record does not name.
const RELAY: &str = "relay";
const ROLLUP: &str = "rollup bridge";

impl BridgeTransfer {
    /// Returns the steps of the route in order, completed or not; `routeOf` in JavaScript.
    ///
    /// ```
    /// use ethereal_query::{BridgeTransfer, StepState};
    /// let json = r#"{"_id":"1","status":"wait-cc","fromChain":1,"toChain":10,"originTxnHash":"0x1"}"#;
    /// let steps = serde_json::from_str::<BridgeTransfer>(json)?.steps();
    /// assert_eq!((steps[0].chain_id(), steps[0].state), (Some("1"), StepState::Done));
    /// assert_eq!((steps[1].chain_id(), steps[1].state), (Some("10"), StepState::Waiting));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let name = |value: &Option<crate::model::Scalar>| value.as_ref().map(ToString::to_string).unwrap_or_default();
        let (from, to) = (name(&self.from_chain), name(&self.to_chain));
        let names: Vec<String> = self.route.iter().flatten().map(|step| name(&step.step)).collect();
        let recorded = self.route.iter().flatten().map(|step| step.tx_hash.as_deref().unwrap_or_default());
        let hashes = [&self.origin_txn_hash, &self.wh_txn_hash, &self.rb_txn_hash, &self.delivery_txn_hash];
        let route_steps = route_steps(&RouteInput {
            status: self.status.as_str(),
            from: &from,
            to: &to,
            hashes: hashes.map(|hash| hash.as_deref().unwrap_or_default()),
            route: names.iter().map(String::as_str).zip(recorded).collect(),
        });
        let owned = |step: BorrowedStep<'_>| Step {
            kind: step.kind,
            role: step.role,
            step: step.step.to_owned(),
            tx_hash: Some(step.tx_hash.to_owned()).filter(|hash| !hash.is_empty()),
            state: step.state,
        };
        route_steps.into_iter().map(owned).collect()
    }
}

/// Returns the steps of a route in order.
pub(crate) fn route_steps<'a>(input: &RouteInput<'a>) -> Vec<BorrowedStep<'a>> {
    let mut route_steps = completed_steps(input);
    if input.status == "done" {
        return route_steps;
    }
    // With `wait-cc`, and with an unknown status, the transfer waits for its delivery.
    let (mut role, mut state, mut name) = (StepRole::Delivery, StepState::Waiting, input.to);
    match input.status {
        "wait-wh" => (role, name) = (StepRole::Relay, RELAY),
        "wait-rb" => (role, name) = (StepRole::Rollup, ROLLUP),
        "manual" => state = StepState::Manual,
        "error" => state = StepState::Failed,
        _ => {}
    }
    // The delivery is always the last step: other steps come before it, even when the record has it already.
    let delivery = route_steps.iter().position(|step| step.role == StepRole::Delivery);
    match route_steps.iter_mut().rev().find(|step| step.role == role) {
        // The record has the submission of the step, and the transfer waits for its completion.
        Some(step) => step.state = state,
        None => {
            let mut step = BorrowedStep::new(role, name, "");
            step.state = state;
            if role == StepRole::Delivery {
                step.kind = StepKind::Chain;
            }
            route_steps.insert(delivery.unwrap_or(route_steps.len()), step);
        }
    }
    if role != StepRole::Delivery && delivery.is_none() && !input.to.is_empty() {
        route_steps.push(BorrowedStep::new(StepRole::Delivery, input.to, ""));
    }
    route_steps
}

/// The completed steps: those of the record, or one for each hash when the record has no steps.
fn completed_steps<'a>(input: &RouteInput<'a>) -> Vec<BorrowedStep<'a>> {
    let index_of =
        |hash: &str| input.hashes.iter().position(|known| !hash.is_empty() && known.eq_ignore_ascii_case(hash));
    let [origin, relay, rollup, delivery] = input.hashes;
    let hashed = [(input.from, origin), (RELAY, relay), (ROLLUP, rollup), (input.to, delivery)];
    let steps = if input.route.is_empty() { hashed.as_slice() } else { &input.route };
    let mut route_steps = Vec::new();
    for (i, (name, hash)) in steps.iter().enumerate() {
        let index = index_of(hash);
        // A transaction that is origin and submission at once is one step, as in a recorded route.
        if input.route.is_empty() && index != Some(i) {
            continue;
        }
        let other = if route_steps.is_empty() { StepRole::Origin } else { StepRole::Step };
        let role = index.and_then(|i| ROLES.get(i).copied()).unwrap_or(other);
        route_steps.push(BorrowedStep::new(role, name, hash));
    }
    route_steps
}
