//! Tells the records of the specification apart: a transfer and an ethereal need only `_id` and `status`.

use crate::{
    model::{Field, Model},
    service::{
        RecordKind,
        declaration::{Content, RecordModel},
        record::Members,
    },
};

/// Fields of one model that records of other kinds may have too: the service finds several kinds by their chain type,
/// and `type` is a common name.
const COMMON_FIELDS: [&str; 2] = ["chainType", "type"];

/// Refuses a record that has more fields of another kind than of its `own`. Fields of both models do not count. It
/// accepts a record with equal counts, which may have a different kind and further fields.
pub(super) fn check(record: &Members<'_>, own: &RecordModel) -> Result<(), String> {
    for kind in RecordKind::ALL {
        let Content::Record(other) = &kind.declaration().content else {
            continue;
        };
        // Otherwise the required fields tell the kinds apart, and a record may have any further field.
        if !required_fields(other.model).eq(required_fields(own.model)) {
            continue;
        }
        let names = fields_of_one(record, other.model, own.model);
        let own_names = fields_of_one(record, own.model, other.model);
        if names.len() > own_names.len() {
            let names = names.join(", ");
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

/// Returns the fields of a record that are in `one` model but not in the other. A field with null counts as absent.
fn fields_of_one(record: &Members<'_>, one: &Model, other: &Model) -> Vec<&'static str> {
    let is_in_both = |field: &Field| {
        COMMON_FIELDS.contains(&field.name) || other.fields.iter().any(|o| o.name == field.name)
    };
    let is_present = |field: &Field| {
        [field.name]
            .iter()
            .chain(field.aliases)
            .any(|name| record.raw(name).is_some())
    };
    one.fields
        .iter()
        .filter(|field| !is_in_both(field) && is_present(field))
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
