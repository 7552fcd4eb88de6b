//! The values of columns: a field of a record, in the form in which stores compare the field.

use super::members::{Members, invalid, missing};
use crate::{
    endpoints::{ChainType, Standard},
    error::Error,
    parameters::{Address, ChainId, ParameterValue, TokenId},
    text::quoted,
};

/// A string or a number; empty when it is absent.
pub(crate) fn text(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    Ok(record.string_or_number(field)?.unwrap_or_default())
}

/// A string in lower case; empty when it is absent.
pub(crate) fn lower_case(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    Ok(text(record, field)?.to_ascii_lowercase())
}

/// The id of a record. An id has no U+0000, because PostgreSQL cannot store that character.
pub(crate) fn id(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    let id = text(record, field)?;
    if id.contains('\0') {
        return Err(invalid(field, &quoted(&id), "a string without U+0000"));
    }
    Ok(id)
}

/// A chain type; mainnet when it is absent, as in a request.
pub(crate) fn chain_type(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    let chain = match record.string(field)? {
        Some(text) => parsed(field, &text)?,
        None => ChainType::default(),
    };
    Ok(chain.as_str().to_owned())
}

/// A chain id in decimal.
pub(crate) fn chain_id(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    let text = record.string_or_number(field)?;
    let text = text.ok_or_else(|| missing(field, ChainId::TYPE.rule.expectation))?;
    Ok(parsed::<ChainId>(field, &text)?.to_string())
}

/// An address in lower case.
pub(crate) fn address(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    let address: Address = parsed(field, &record.required(field)?)?;
    Ok(address.as_str().to_ascii_lowercase())
}

/// A token id in decimal.
pub(crate) fn token_id(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    let id: TokenId = parsed(field, &record.required(field)?)?;
    Ok(id.to_string())
}

/// The name of a token standard.
pub(crate) fn standard(record: &Members<'_>, field: &'static str) -> Result<String, String> {
    let standard: Standard = parsed(field, &record.required(field)?)?;
    Ok(standard.name().to_owned())
}

/// Parses the text of a field by the rule of the request parameter that has the type `T`.
fn parsed<T: ParameterValue>(field: &'static str, text: &str) -> Result<T, String> {
    T::parse(field, text).map_err(|error: Error| error.message.clone())
}
