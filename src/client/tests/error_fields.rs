//! Tests of the fields that all errors of a kind have.

use super::{
    helpers::{call, get, run},
    scripted::ScriptedTransport,
    slow, token,
};
use crate::{
    client::ApiKey,
    endpoints::GetProject,
    error::{Error, ErrorKind},
};

/// An error of each kind that a call of the client can end with.
fn errors() -> Vec<Error> {
    let statuses = [302, 400, 401, 403, 404, 418, 422, 429, 500];
    let mut errors: Vec<_> = statuses
        .iter()
        .map(|status| get(&token(), *status, "").unwrap_err())
        .collect();
    errors.push(get(&token(), 200, "<html>").unwrap_err());
    let network = ScriptedTransport::new(vec![Err(Error::network("Connection refused."))]);
    errors.push(run(&network.client(), &token()).unwrap_err());
    // Every attempt exceeds its timeout, and the call its deadline.
    errors.push(run(&slow(u32::MAX).client(), &token()).unwrap_err());
    let too_large = ScriptedTransport::responding(200, "[1]")
        .client_with(|config| config.limits.max_body_bytes = 2);
    errors.push(run(&too_large, &token()).unwrap_err());
    let keyless = ScriptedTransport::responding(200, "{}")
        .client_with(|config| config.api_key = ApiKey::None);
    errors.push(run(&keyless, &GetProject).unwrap_err());
    // When the caller aborts a call, `unless_aborted` creates the error in this way.
    errors.push(call(&slow(1).client(), &token()).describe(Error::aborted()));
    errors
}

#[test]
fn errors_are_equal_only_if_they_share_the_same_cause() {
    let error = || Error::network("Connection refused.");
    let with_cause = error().with_cause(std::fmt::Error);
    assert_eq!(with_cause, with_cause.clone());
    assert_ne!(with_cause, error().with_cause(std::fmt::Error));
    assert_ne!(with_cause, error());
}

#[test]
fn an_error_has_the_fields_of_its_kind() {
    let errors = errors();
    // Only a list, a watch or a bug of the package ends with these kinds.
    let kinds_not_from_calls = [
        ErrorKind::PaginationStalled,
        ErrorKind::TransferFailed,
        ErrorKind::Internal,
    ];
    for (kind, name, _) in ErrorKind::ALL {
        assert!(
            kinds_not_from_calls.contains(kind) || errors.iter().any(|error| error.kind == *kind),
            "src/client/tests/error_fields.rs: errors() has no error of kind {name}"
        );
    }
    for error in errors {
        let object = serde_json::to_value(&*error).unwrap();
        for field in error.kind.fields() {
            assert!(object.get(field).is_some(), "{error:?} has no {field}");
        }
    }
}
