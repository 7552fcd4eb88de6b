//! The check of a value against its kind, and of an object against its model.

use super::{DecodeError, Scanner, edit::Change, scanner::Member, string_literal::StringLiteral};
use crate::model::{Field, Kind, Model};

impl<'a> Scanner<'a> {
    /// Checks a value of `kind`, and moves past it.
    pub(crate) fn value(&mut self, kind: &'static Kind) -> Result<(), DecodeError> {
        if self.skip_fast(kind) {
            return Ok(());
        }
        let (start, first) = (self.position(), self.peek());
        match (kind, first) {
            (Kind::Any, _) => self.any_value(),
            (Kind::Record(model), b'{') => self.record(model),
            (Kind::Map, b'{') | (Kind::Scalar, b'"') => self.any_value(),
            (Kind::List(kind), b'[') => self.elements(&mut |scanner| scanner.value(kind)),
            (Kind::Text, b'"') => self.text_value(),
            (Kind::OpenString(names), b'"') => {
                let literal = self.string()?;
                match names.iter().find(|(other, _)| literal.is(other)) {
                    Some((other, name)) if other == name => {}
                    Some((_, name)) => self.change(start, Change::Replace(name)),
                    None => self.change(start, Change::OnlyDrift("a value of the specification")),
                }
                Ok(())
            }
            // Some services send amounts as numbers where the specification has strings.
            (Kind::Text, b'-' | b'0'..=b'9') => {
                self.number()?;
                self.change(start, Change::Quote);
                Ok(())
            }
            (Kind::Number | Kind::Scalar, b'-' | b'0'..=b'9') => {
                if self.number()?.is_inexact {
                    self.change(start, Change::Quote);
                }
                Ok(())
            }
            _ => {
                // A syntax error takes precedence.
                self.any_value()?;
                Err(DecodeError::shape(start, kind.expected()))
            }
        }
    }

    /// Adds an edit of the text from `start` to the position.
    fn change(&mut self, start: usize, change: Change) {
        let end = self.position();
        self.add_edit(start, end, change);
    }

    /// Checks an object with the fields of `model`. Other fields stay.
    pub(crate) fn record(&mut self, model: &'static Model) -> Result<(), DecodeError> {
        let (start, edits) = (self.position(), self.edits.len());
        let mut first_pass = RecordState::default();
        self.fields(model, &RecordState::default(), &mut first_pass)?;
        if first_pass.nulled == 0 && !first_pass.repeated {
            return Ok(());
        }
        // The last of repeated keys counts, as in JSON.parse. If it is `null`, or gets another name, a second pass
        // removes the earlier ones.
        self.move_to(start);
        self.edits.truncate(edits);
        self.fields(model, &first_pass, &mut RecordState::default())
    }

    /// Checks the members of a record. Removes the members that do not count according to `first_pass`.
    fn fields(
        &mut self,
        model: &'static Model,
        first_pass: &RecordState<'a>,
        state: &mut RecordState<'a>,
    ) -> Result<(), DecodeError> {
        let start = self.position();
        self.members(&mut |scanner, member| scanner.field(model, first_pass, state, member))?;
        if let (false, Some(from)) = (state.has_kept, state.pending_removal) {
            let end = self.position() - 1;
            self.add_edit(from, end, Change::Remove);
        }
        // An alias gets the specification's name if no member has that name.
        for other in &state.aliases {
            if state.seen & 1 << other.index == 0 {
                state.seen |= 1 << other.index;
                let end = other.start.saturating_add(other.key.source_len());
                match model.fields.get(other.index) {
                    Some(field) if field.specifies_aliases => {
                        self.add_edit(other.start, end, Change::Rename(field.name));
                    }
                    Some(field) => self.add_edit(other.start, end, Change::Replace(field.name)),
                    None => {}
                }
            }
        }
        match model.fields.iter().enumerate().find(|(i, f)| f.required && state.seen & 1 << i == 0) {
            Some((_, field)) => Err(DecodeError::shape(start, "a value").within(field.name)),
            None => Ok(()),
        }
    }

    /// Checks a member of a record.
    fn field(
        &mut self,
        model: &'static Model,
        first_pass: &RecordState<'a>,
        state: &mut RecordState<'a>,
        member: &Member<'a>,
    ) -> Result<(), DecodeError> {
        let Some((index, field, own)) = model.find(&member.key, self.peek()) else {
            state.keep(self, member.start);
            return self.any_value();
        };
        let bit = 1 << index;
        let does_not_count = if own {
            first_pass.nulled & bit != 0
        } else {
            first_pass
                .alias_index(&member.key)
                .is_some_and(|i| first_pass.aliases.get(i).is_some_and(|other| other.start != member.start))
        };
        if self.peek() == b'n' || does_not_count {
            self.skip()?;
            if own {
                state.nulled |= state.seen & bit;
                state.seen &= !bit;
            } else if let Some(other) = state.alias_index(&member.key).and_then(|i| state.aliases.get_mut(i)) {
                // The last one is `null`, so none counts: no member starts at this offset.
                (other.start, state.repeated) = (usize::MAX, true);
            }
            state.remove(self, member.start, member.comma);
            return Ok(());
        }
        state.keep(self, member.start);
        if own {
            state.nulled &= !bit;
            state.seen |= bit;
        } else {
            let last = AliasMember { key: member.key, index, start: member.start };
            match state.alias_index(&member.key).and_then(|i| state.aliases.get_mut(i)) {
                None => state.aliases.push(last),
                Some(other) => (*other, state.repeated) = (last, true),
            }
        }
        self.value(&field.kind)
    }
}

/// A member whose key is an alias of a field.
struct AliasMember<'a> {
    key: StringLiteral<'a>,
    /// The index of the field in the model.
    index: usize,
    /// The byte offset of the last member with this key.
    start: usize,
}

/// The members of an object that one pass has read so far.
#[derive(Default)]
struct RecordState<'a> {
    /// The fields that are present under their own name, one bit each.
    seen: u64,
    /// The fields that were present until a later `null` for the same key, one bit each.
    nulled: u64,
    /// The aliases that are present, each once.
    aliases: Vec<AliasMember<'a>>,
    /// Whether one of the aliases is repeated.
    repeated: bool,
    /// Whether a member stays. From then on, the comma before a removed member is removed with it.
    has_kept: bool,
    /// The byte offset of the removed members at the beginning of the object.
    pending_removal: Option<usize>,
}

impl RecordState<'_> {
    /// The index of `key` in `aliases`.
    fn alias_index(&self, key: &StringLiteral<'_>) -> Option<usize> {
        self.aliases.iter().position(|other| key.is(&other.key.decode()))
    }

    /// Records that a member stays, and removes the ones before it that do not.
    fn keep(&mut self, scanner: &mut Scanner<'_>, start: usize) {
        if let (false, Some(from)) = (self.has_kept, self.pending_removal) {
            scanner.add_edit(from, start, Change::Remove);
        }
        self.has_kept = true;
    }

    /// Removes a member, because `null` counts as absent.
    fn remove(&mut self, scanner: &mut Scanner<'_>, start: usize, comma: Option<usize>) {
        if self.has_kept {
            let end = scanner.position();
            scanner.add_edit(comma.unwrap_or(start), end, Change::Remove);
        } else {
            self.pending_removal.get_or_insert(start);
        }
    }
}

impl Model {
    /// The field that `key` names, its index, and whether `key` is its own name. Of several fields with the same alias,
    /// the one whose kind fits a value that begins with `first`.
    fn find(&'static self, key: &StringLiteral<'_>, first: u8) -> Option<(usize, &'static Field, bool)> {
        let (mut alias_of, mut fits) = (None, false);
        for (i, field) in self.fields.iter().enumerate() {
            if key.is(field.name) {
                return Some((i, field, true));
            }
            if !fits && field.aliases.iter().any(|alias| key.is(alias)) {
                fits = field.kind.begins_with(first);
                if fits || alias_of.is_none() {
                    alias_of = Some((i, field, false));
                }
            }
        }
        alias_of
    }
}
