//! The route as a person follows it: the steps done, the one in progress, the one to come.
//!
//! The specification lists a step once it is completed (§2.2) and says with `status` what the transfer waits for (§3.1);
//! the steps after the last recorded one are derived from both.

use super::BridgeTransfer;

macro_rules! words {
    ($(#[doc = $doc:literal])+ $ty:ident { $($(#[doc = $vdoc:literal])+ $variant:ident = $name:literal,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $ty { $($(#[doc = $vdoc])+ $variant,)+ }

        impl $ty {
            /// The name in JavaScript.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

words! {
    /// What carries out a step.
    StepKind {
        /// A chain: the step is a chain id.
        Chain = "chain",
        /// The messaging relay: the step is a name.
        Relay = "relay",
    }
}

words! {
    /// What a step is on the route, by its hash.
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

words! {
    /// Where a step stands.
    StepState {
        /// Completed.
        Done = "done",
        /// In progress: what the transfer's status says it waits for.
        Waiting = "waiting",
        /// Waits for a person (status `manual`).
        Manual = "manual",
        /// Failed here (status `error`).
        Failed = "failed",
        /// Not begun.
        Pending = "pending",
    }
}

/// A step of a route.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// What carries it out.
    pub kind: StepKind,
    /// What it is on the route.
    pub role: StepRole,
    /// The step's name as in the record: a chain id or a relay's name.
    pub step: String,
    /// Its transaction hash; absent until completed.
    pub tx_hash: Option<String>,
    /// Where it stands.
    pub state: StepState,
}

impl Step {
    /// The chain id in decimal, for a chain step; the chain of a delivery to come may be unknown.
    #[must_use]
    pub fn chain_id(&self) -> Option<&str> {
        Some(self.step.as_str()).filter(|step| is_chain_id(step))
    }
}

pub(crate) fn is_chain_id(step: &str) -> bool {
    !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit())
}

/// What the route is derived from; an absent text is empty.
#[derive(Debug, Default)]
pub(crate) struct RouteInput<'a> {
    pub(crate) status: &'a str,
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    /// Hashes of origin, relay, rollup bridge and delivery.
    pub(crate) hashes: [&'a str; 4],
    /// Recorded steps: name and hash.
    pub(crate) route: Vec<(&'a str, &'a str)>,
}

/// A [`Step`] that borrows its texts.
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

const ROLES: [StepRole; 4] = [StepRole::Origin, StepRole::Relay, StepRole::Rollup, StepRole::Delivery];
/// How a step without a recorded name is called.
const RELAY: &str = "relay";
const ROLLUP: &str = "rollup bridge";

impl BridgeTransfer {
    /// The ordered steps of the route, each with its state; `routeOf` in JavaScript.
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
        let owned = |stop: BorrowedStep<'_>| Step {
            kind: stop.kind,
            role: stop.role,
            step: stop.step.to_owned(),
            tx_hash: Some(stop.tx_hash.to_owned()).filter(|hash| !hash.is_empty()),
            state: stop.state,
        };
        route_steps.into_iter().map(owned).collect()
    }
}

/// The ordered steps of a route.
pub(crate) fn route_steps<'a>(input: &RouteInput<'a>) -> Vec<BorrowedStep<'a>> {
    let mut route_steps = recorded(input);
    if input.status == "done" {
        return route_steps;
    }
    // `wait-cc`, and any status to come: the transfer is on its way to the destination.
    let (mut role, mut state, mut name) = (StepRole::Delivery, StepState::Waiting, input.to);
    match input.status {
        "wait-wh" => (role, name) = (StepRole::Relay, RELAY),
        "wait-rb" => (role, name) = (StepRole::Rollup, ROLLUP),
        "manual" => state = StepState::Manual,
        "error" => state = StepState::Failed,
        _ => {}
    }
    // Before a delivery recorded too early: the delivery is always the last step.
    let delivery = route_steps.iter().position(|stop| stop.role == StepRole::Delivery);
    match route_steps.iter_mut().rev().find(|stop| stop.role == role) {
        // Its submission is recorded, its completion is what the transfer waits for.
        Some(stop) => stop.state = state,
        None => {
            let mut stop = BorrowedStep::new(role, name, "");
            stop.state = state;
            if role == StepRole::Delivery {
                stop.kind = StepKind::Chain;
            }
            route_steps.insert(delivery.unwrap_or(route_steps.len()), stop);
        }
    }
    if role != StepRole::Delivery && delivery.is_none() && !input.to.is_empty() {
        route_steps.push(BorrowedStep::new(StepRole::Delivery, input.to, ""));
    }
    route_steps
}

/// The recorded steps; from the four hashes where the record has no route.
fn recorded<'a>(input: &RouteInput<'a>) -> Vec<BorrowedStep<'a>> {
    let place = |hash: &str| input.hashes.iter().position(|known| !hash.is_empty() && known.eq_ignore_ascii_case(hash));
    let [origin, relay, rollup, delivery] = input.hashes;
    let hashed = [(input.from, origin), (RELAY, relay), (ROLLUP, rollup), (input.to, delivery)];
    let steps = if input.route.is_empty() { hashed.as_slice() } else { &input.route };
    let mut route_steps = Vec::new();
    for (i, (name, hash)) in steps.iter().enumerate() {
        let place = place(hash);
        // One transaction may be origin and submission at once; it is one step, as in a recorded route.
        if input.route.is_empty() && place != Some(i) {
            continue;
        }
        let other = if route_steps.is_empty() { StepRole::Origin } else { StepRole::Step };
        let role = place.and_then(|i| ROLES.get(i).copied()).unwrap_or(other);
        route_steps.push(BorrowedStep::new(role, name, hash));
    }
    route_steps
}
