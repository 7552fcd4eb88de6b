//! Finds a record in the list of another kind. The models do not reject such a record: a transfer
//! and an ethereal need only `_id` and `status`.

use crate::{
    model::{Field, Model},
    service::{
        RecordKind,
        declaration::{Content, RecordModel},
        record::Members,
    },
};

/// Fields of one model that records of other kinds may have too. The service reads the chain type
/// of several kinds, and `type` is a common name.
const COMMON_FIELDS: [&str; 2] = ["chainType", "type"];

/// Refuses a record that has more fields of another kind than of its `own`. Fields of both models
/// do not count. Equal counts are accepted, because a record of either kind may have further
/// fields.
pub(super) fn check(record: &Members<'_>, own: &RecordModel) -> Result<(), String> {
    for kind in RecordKind::ALL {
        let Content::Record(other) = &kind.declaration().content else {
            continue;
        };
        // The check of the model already tells kinds with different required fields apart.
        if !required_fields(other.model).eq(required_fields(own.model)) {
            continue;
        }
        let other_fields = fields_only_in(other.model, own.model, record);
        let own_fields = fields_only_in(own.model, other.model, record);
        if other_fields.len() > own_fields.len() {
            let names = other_fields.join(", ");
            let start = ["Invalid record: it has the fields of ", other.noun, ": "].concat();
            return Err([&start, &names, ". Expected ", own.noun, "."].concat());
        }
    }
    Ok(())
}

fn required_fields(model: &Model) -> impl Iterator<Item = &'static str> {
    let required = model.fields.iter().filter(|field| field.required);
    required.map(|field| field.name)
}

/// Returns the fields of `record` that `model` has and `other_model` does not have. A field with
/// null counts as absent.
fn fields_only_in(model: &Model, other_model: &Model, record: &Members<'_>) -> Vec<&'static str> {
    let is_common = |field: &Field| {
        let mut other_fields = other_model.fields.iter();
        COMMON_FIELDS.contains(&field.name) || other_fields.any(|other| other.name == field.name)
    };
    let is_present = |field: &Field| {
        [field.name]
            .iter()
            .chain(field.aliases)
            .any(|name| record.raw(name).is_some())
    };
    model
        .fields
        .iter()
        .filter(|field| !is_common(field) && is_present(field))
        .map(|field| field.name)
        .collect()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::model::{Format, Kind};

    #[test]
    fn a_kind_with_other_required_fields_may_have_any_further_field() {
        static OPERATOR: Model = Model {
            name: "Operator",
            fields: &[Field {
                name: "address",
                aliases: &[],
                specifies_aliases: false,
                required: true,
                kind: Kind::Text(Format::Address),
            }],
        };
        let own = RecordModel {
            noun: "an operator",
            model: &OPERATOR,
            two_names: None,
        };
        let text = r#"{"address":"0x1","status":"active","fromChain":1,"toChain":2}"#;
        let record = Members::of(text);
        assert_eq!(record.and_then(|record| check(&record, &own)), Ok(()));
    }
}
