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
    fn new(role: StepRole, step: String, tx_hash: Option<String>, state: StepState) -> Self {
        let kind = if is_chain_id(&step) { StepKind::Chain } else { StepKind::Relay };
        Self { kind, role, step, tx_hash, state }
    }

    /// The chain id in decimal, for a chain step; the chain of a delivery to come may be unknown.
    #[must_use]
    pub fn chain_id(&self) -> Option<&str> {
        Some(self.step.as_str()).filter(|step| is_chain_id(step))
    }
}

fn is_chain_id(step: &str) -> bool {
    !step.is_empty() && step.bytes().all(|b| b.is_ascii_digit())
}

/// What the route is derived from.
#[derive(Debug, Default)]
pub(crate) struct RouteInput {
    pub(crate) status: String,
    pub(crate) from: String,
    pub(crate) to: String,
    /// Hashes of origin, relay, rollup bridge and delivery.
    pub(crate) hashes: [Option<String>; 4],
    /// Recorded steps: name and hash.
    pub(crate) route: Vec<(String, Option<String>)>,
}

const ROLES: [StepRole; 4] = [StepRole::Origin, StepRole::Relay, StepRole::Rollup, StepRole::Delivery];
/// How a step without a recorded name is called.
const RELAY: &str = "relay";
const ROLLUP: &str = "rollup bridge";

impl BridgeTransfer {
    /// The ordered steps of the route, each with its state; `routeOf` in JavaScript.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let text = |value: &Option<crate::model::Scalar>| value.as_ref().map(ToString::to_string).unwrap_or_default();
        let route = self.route.iter().flatten().map(|s| (text(&s.step), s.tx_hash.clone())).collect();
        route_of_input(RouteInput {
            status: self.status.as_str().to_owned(),
            from: text(&self.from_chain),
            to: text(&self.to_chain),
            hashes: [
                self.origin_txn_hash.clone(),
                self.wh_txn_hash.clone(),
                self.rb_txn_hash.clone(),
                self.delivery_txn_hash.clone(),
            ],
            route,
        })
    }
}

/// The ordered steps of a route.
pub(crate) fn route_of_input(input: RouteInput) -> Vec<Step> {
    let mut steps = recorded(&input);
    if input.status == "done" {
        return steps;
    }
    let (role, state) = match input.status.as_str() {
        "wait-wh" => (StepRole::Relay, StepState::Waiting),
        "wait-rb" => (StepRole::Rollup, StepState::Waiting),
        "manual" => (StepRole::Delivery, StepState::Manual),
        "error" => (StepRole::Delivery, StepState::Failed),
        // `wait-cc`, and any status to come: the transfer is on its way to the destination.
        _ => (StepRole::Delivery, StepState::Waiting),
    };
    match steps.iter_mut().rev().find(|step| step.role == role) {
        // Its submission is recorded, its completion is what the transfer waits for.
        Some(step) => step.state = state,
        None => {
            let name = match role {
                StepRole::Relay => RELAY.to_owned(),
                StepRole::Rollup => ROLLUP.to_owned(),
                _ => input.to.clone(),
            };
            let mut step = Step::new(role, name, None, state);
            if role == StepRole::Delivery {
                step.kind = StepKind::Chain;
            }
            // Before a delivery recorded too early: the delivery is always the last step.
            let last = steps.iter().position(|step| step.role == StepRole::Delivery);
            steps.insert(last.unwrap_or(steps.len()), step);
        }
    }
    if !steps.iter().any(|step| step.role == StepRole::Delivery) && !input.to.is_empty() {
        steps.push(Step::new(StepRole::Delivery, input.to, None, StepState::Pending));
    }
    steps
}

/// The recorded steps; from the four hashes where the record has no route.
fn recorded(input: &RouteInput) -> Vec<Step> {
    let state = |hash: &Option<String>| if hash.is_some() { StepState::Done } else { StepState::Pending };
    let place = |hash: &Option<String>| {
        let hash = hash.as_ref()?;
        input.hashes.iter().position(|known| known.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(hash)))
    };
    if input.route.is_empty() {
        let names = [&input.from, RELAY, ROLLUP, &input.to];
        let known = ROLES.into_iter().zip(names).zip(&input.hashes).enumerate();
        // One transaction may be origin and submission at once; it is one step, as in a recorded route.
        let steps = known.filter(|(i, (_, hash))| place(hash) == Some(*i));
        return steps.map(|(_, ((role, name), hash))| Step::new(role, name.into(), hash.clone(), state(hash))).collect();
    }
    let role = |index: usize, hash: &Option<String>| {
        let known = place(hash).and_then(|i| ROLES.get(i).copied());
        known.unwrap_or(if index == 0 { StepRole::Origin } else { StepRole::Step })
    };
    let steps = input.route.iter().enumerate();
    steps.map(|(i, (name, hash))| Step::new(role(i, hash), name.clone(), hash.clone(), state(hash))).collect()
}
