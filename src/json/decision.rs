//! Decides which members of a record count. A service may send a field twice, as `null`, or under several names.

/// A member whose name the model has.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedMember {
    /// The field that the name means: its name in the specification.
    pub(super) field: &'static str,
    /// The name in the text, decoded: the name of the field, or an alias.
    pub(super) name: &'static str,
    /// Whether the value fits the field. `null` and a value of another type do not fit.
    pub(super) fits: bool,
}

/// The treatment of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// The member stays.
    Keep,
    /// The member stays, under the name of its field.
    Rename,
    /// The member is removed.
    Remove,
}

/// Decides about each member of a record, in the order of the text:
///
/// 1. Of several members with the same name, only the last counts, as in `JSON.parse`.
/// 2. A member whose value does not fit counts as absent.
/// 3. A field whose own name is absent takes the first of its aliases. All other aliases stay.
pub(super) fn decide(members: &[NamedMember]) -> Vec<Decision> {
    let mut decisions = vec![Decision::Remove; members.len()];
    let mut seen_names = Vec::new();
    let mut fields_with_value = Vec::new();
    // From the end to the beginning, because only the last member with a name counts.
    for (member, decision) in members.iter().zip(&mut decisions).rev() {
        if seen_names.contains(&member.name) {
            continue;
        }
        seen_names.push(member.name);
        if member.fits {
            *decision = Decision::Keep;
            if member.name == member.field {
                fields_with_value.push(member.field);
            }
        }
    }
    for (member, decision) in members.iter().zip(&mut decisions) {
        let is_counted_alias = *decision == Decision::Keep && member.name != member.field;
        if is_counted_alias && !fields_with_value.contains(&member.field) {
            fields_with_value.push(member.field);
            *decision = Decision::Rename;
        }
    }
    decisions
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{Decision::*, *};

    #[test]
    fn decides_which_members_count() {
        const A: NamedMember = NamedMember {
            field: "a",
            name: "a",
            fits: true,
        };
        const A_NULL: NamedMember = NamedMember { fits: false, ..A };
        const ALIAS: NamedMember = NamedMember { name: "alias", ..A };
        const ALIAS_NULL: NamedMember = NamedMember {
            fits: false,
            ..ALIAS
        };
        const OTHER_ALIAS: NamedMember = NamedMember { name: "other", ..A };
        const B: NamedMember = NamedMember {
            field: "b",
            name: "b",
            fits: true,
        };
        const ALIAS_OF_B: NamedMember = NamedMember { name: "alias", ..B };
        for (members, expected) in [
            (&[][..], &[][..]),
            (&[A, B], &[Keep, Keep]),
            (&[A_NULL, B], &[Remove, Keep]),
            // Of several members with the same name, only the last counts.
            (&[A, B, A], &[Remove, Keep, Keep]),
            (&[A, A_NULL], &[Remove, Remove]),
            (&[A_NULL, A, B], &[Remove, Keep, Keep]),
            (&[ALIAS, ALIAS], &[Remove, Rename]),
            (&[ALIAS, ALIAS_NULL], &[Remove, Remove]),
            (&[ALIAS, ALIAS_NULL, ALIAS], &[Remove, Remove, Rename]),
            // An alias of a field with and without its own name.
            (&[ALIAS], &[Rename]),
            (&[ALIAS, A], &[Keep, Keep]),
            (&[A, ALIAS], &[Keep, Keep]),
            (&[A_NULL, ALIAS], &[Remove, Rename]),
            (&[ALIAS, A, A_NULL], &[Rename, Remove, Remove]),
            (&[ALIAS, OTHER_ALIAS], &[Rename, Keep]),
            (&[OTHER_ALIAS, ALIAS], &[Rename, Keep]),
            (&[OTHER_ALIAS, ALIAS, OTHER_ALIAS], &[Remove, Rename, Keep]),
            (&[ALIAS_NULL, OTHER_ALIAS], &[Remove, Rename]),
            // An alias of two fields. Of several members with this name, only the last counts, even
            // if the members mean different fields.
            (&[ALIAS, ALIAS_OF_B], &[Remove, Rename]),
            (&[ALIAS_OF_B, ALIAS], &[Remove, Rename]),
            (&[ALIAS_OF_B, OTHER_ALIAS, B], &[Keep, Rename, Keep]),
        ] {
            assert_eq!(decide(members), expected, "{members:?}");
        }
    }
}
