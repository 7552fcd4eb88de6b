//! The check of a value against its kind, of an object against its model, and of a list of records.

use super::{
    DecodeError, DecodeErrorKind, Located, MAX_SKIPPED, Scanner, Skipped,
    decision::{Decision, NamedMember, decide},
    edit::{Change, Edit},
    number::EXACT_NUMBER,
    scanner::Member,
    string_literal::StringLiteral,
};
use crate::model::{Field, Kind, Model};

impl Scanner<'_> {
    /// Checks a value of `kind`, and moves past it.
    pub(crate) fn value(&mut self, kind: &Kind) -> Result<(), DecodeError> {
        let start = self.at;
        let first_byte = self.peek();
        if !kind.accepts(first_byte) {
            // A syntax error in the value takes precedence over its type.
            self.any_value()?;
            return Err(DecodeError::shape(start, kind.expected()));
        }
        match kind {
            Kind::Any | Kind::Map | Kind::Permissions => self.any_value(),
            Kind::Record(model) => self.record(model),
            Kind::List(kind) => self.list(kind),
            Kind::OpenString(_, known_values) => self.open_string(known_values),
            Kind::Text(_) | Kind::Scalar if first_byte == b'"' => self.string().map(|_| ()),
            Kind::Text(_) | Kind::Number | Kind::Scalar => {
                let number = self.number()?;
                if matches!(kind, Kind::Text(_)) {
                    self.add_edit(start, self.at, Change::Quote(kind.expected()));
                } else if number.is_inexact {
                    // A double may change the integer part of the number.
                    self.add_edit(start, self.at, Change::Quote(EXACT_NUMBER));
                }
                Ok(())
            }
        }
    }

    /// Checks an array of values of `kind`.
    fn list(&mut self, kind: &Kind) -> Result<(), DecodeError> {
        let mut array = self.array()?;
        while self.next_element(&mut array)? {
            self.value(kind)?;
        }
        Ok(())
    }

    /// Checks a string with known values: pairs of a spelling and the value of the specification.
    fn open_string(
        &mut self,
        known_values: &[(&'static str, &'static str)],
    ) -> Result<(), DecodeError> {
        let start = self.at;
        let literal = self.string()?;
        let known = known_values
            .iter()
            .find(|(spelling, _)| literal.is(spelling));
        match known {
            Some((spelling, value)) if spelling == value => {}
            Some((_, value)) => self.add_edit(start, self.at, Change::Replace(value)),
            None => self.add_edit(
                start,
                self.at,
                Change::OnlyDrift("a value of the specification"),
            ),
        }
        Ok(())
    }

    /// Checks a value of `kind`, and moves past it. Returns `Ok(Some(error))` for a value that is
    /// JSON but does not match.
    fn mismatch(&mut self, kind: &'static Kind) -> Result<Option<DecodeError>, DecodeError> {
        let (start, depth_left, first_edit) = (self.at, self.depth_left, self.edits.len());
        match self.value(kind) {
            Err(error) if error.kind == DecodeErrorKind::Shape => {
                // After the error, the scanner may be anywhere in the value, so it moves back.
                (self.at, self.depth_left) = (start, depth_left);
                self.edits.truncate(first_edit);
                self.skip()?;
                Ok(Some(error))
            }
            Ok(()) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Checks an object with the fields of `model`. Members that the model does not name stay.
    fn record(&mut self, model: &'static Model) -> Result<(), DecodeError> {
        let (start, depth_left, first_edit) = (self.at, self.depth_left, self.edits.len());
        let (present, needs_decision) = self.members(model, None)?;
        if needs_decision {
            // The second pass collects the members. The first does not, because few records need a
            // decision.
            (self.at, self.depth_left) = (start, depth_left);
            self.edits.truncate(first_edit);
            let mut members = Vec::new();
            self.members(model, Some(&mut members))?;
            self.remove_and_rename(model, first_edit, &members);
        }
        for (index, field) in model.fields.iter().enumerate() {
            if field.required && !present.has(index) {
                return Err(DecodeError::shape(start, "a value").in_field(field.name));
            }
        }
        Ok(())
    }

    /// Checks the members of an object, and adds them to `members`. Returns the fields that are
    /// present, and whether [`decide`] must decide which members count.
    fn members(
        &mut self,
        model: &'static Model,
        mut members: Option<&mut Vec<CheckedMember>>,
    ) -> Result<(PresentFields, bool), DecodeError> {
        let first_edit = self.edits.len();
        let mut present = PresentFields::default();
        let mut needs_decision = false;
        let mut next_field = 0;
        let mut object = self.object()?;
        while let Some(Member { start, key }) = self.next_member(&mut object)? {
            let mut named = None;
            let first_byte_of_value = self.peek();
            if let Some((index, field, name)) = model.find(&key, first_byte_of_value, next_field) {
                let fits = self.field(field)?;
                let is_alias = name != field.name;
                let is_repeated = present.has(index);
                if !fits || is_alias || is_repeated {
                    needs_decision = true;
                }
                if !is_alias {
                    present.set(index, fits);
                }
                named = Some(NamedMember {
                    field: field.name,
                    name,
                    fits,
                });
                next_field = index + 1;
            } else {
                self.any_value()?;
            }
            if let Some(members) = &mut members {
                let edits_end = self.edits.len() - first_edit;
                let name_end = start + key.source_len();
                members.push(CheckedMember {
                    start,
                    name_end,
                    end: self.at,
                    edits_end,
                    named,
                });
            }
        }
        Ok((present, needs_decision))
    }

    /// Checks the value of a field, and returns whether the value fits. `null` does not fit. A
    /// value of another type does not fit an optional field, and is an error in a required field.
    fn field(&mut self, field: &'static Field) -> Result<bool, DecodeError> {
        if self.peek() == b'n' {
            self.keyword(b"null")?;
            return Ok(false);
        }
        if field.required {
            self.value(&field.kind)?;
            return Ok(true);
        }
        let Some(error) = self.mismatch(&field.kind)? else {
            return Ok(true);
        };
        // The inner value with the error is reported as drift, not the whole value of the field.
        let end = self.at;
        self.at = error.offset;
        self.skip()?;
        self.add_edit(error.offset, self.at, Change::OtherType(error.expected));
        self.at = end;
        Ok(false)
    }

    /// Adds the edits that remove and rename members, as [`decide`] decides. The edits from
    /// `first_edit` on are edits of values. This function takes them out, and adds them again
    /// between the new edits, so that the changes stay in the order of the text.
    fn remove_and_rename(
        &mut self,
        model: &'static Model,
        first_edit: usize,
        members: &[CheckedMember],
    ) {
        let named: Vec<_> = members.iter().filter_map(|member| member.named).collect();
        let mut decisions = decide(&named).into_iter();
        let value_edits = self.edits.get(first_edit..).unwrap_or_default().to_vec();
        self.edits.truncate(first_edit);
        let mut edits_start = 0;
        let mut removals = Removals::default();
        for member in members {
            let edits = value_edits
                .get(edits_start..member.edits_end)
                .unwrap_or_default();
            edits_start = member.edits_end;
            // Only members whose name the model has are in `decisions`.
            let decision = match member.named {
                Some(_) => decisions.next().unwrap_or(Decision::Keep),
                None => Decision::Keep,
            };
            if decision == Decision::Remove {
                removals.remove(member.start);
            } else {
                self.edits.extend(removals.removal_before(member.start));
                removals.keep(member.end);
            }
            if let (Decision::Rename, Some(named)) = (decision, member.named) {
                let is_specified = model
                    .fields
                    .iter()
                    .any(|f| f.name == named.field && f.specifies_aliases);
                let change = if is_specified {
                    Change::Rename
                } else {
                    Change::Replace
                };
                self.add_edit(member.start, member.name_end, change(named.field));
            }
            // The edits of a value that does not fit stay. They only report drift and change no
            // text, so they may come before the edit that removes their member.
            if decision != Decision::Remove || member.named.is_some_and(|named| !named.fits) {
                self.edits.extend(edits);
            }
        }
        let closing_bracket = self.at - 1;
        self.edits.extend(removals.end(closing_bracket));
    }

    /// Checks a list of records, and moves past it. Removes the records that it skips.
    pub(crate) fn records(&mut self, kind: &'static Kind) -> Result<Located, DecodeError> {
        let list_start = self.at;
        let mut skipped = Vec::new();
        let mut removals = Removals::default();
        let mut array = self.array()?;
        let mut index = 0;
        while self.next_element(&mut array)? {
            let (start, first_edit) = (self.at, self.edits.len());
            // The edit that removes the skipped records before this record must come before the
            // edits of this record. If this record is skipped too, `truncate` takes the edit back.
            self.edits.extend(removals.removal_before(start));
            let error = if self.skips_invalid_records {
                self.mismatch(kind)?
            } else {
                self.value(kind)?;
                None
            };
            if let Some(error) = error {
                self.edits.truncate(first_edit);
                removals.remove(start);
                if skipped.len() < MAX_SKIPPED {
                    skipped.push(Skipped { index, error });
                }
            } else {
                removals.keep(self.at);
            }
            index += 1;
        }
        let closing_bracket = self.at - 1;
        self.edits.extend(removals.end(closing_bracket));
        Ok(Located {
            span: Some(list_start..self.at),
            next_cursor: None,
            skipped,
        })
    }
}

/// The fields of a model that are present, one bit each. A field is present if the value of the
/// last member with the field's own name fits.
#[derive(Default)]
struct PresentFields(u64);

impl PresentFields {
    fn has(&self, index: usize) -> bool {
        let bit = 1_u64 << index;
        self.0 & bit != 0
    }

    fn set(&mut self, index: usize, is_present: bool) {
        let bit = 1_u64 << index;
        if is_present {
            self.0 |= bit;
        } else {
            self.0 &= !bit;
        }
    }
}

/// A member of a record whose value is checked.
struct CheckedMember {
    /// The byte offset of the name.
    start: usize,
    /// The byte offset after the name.
    name_end: usize,
    /// The byte offset after the value.
    end: usize,
    /// The number of value edits from the first member of the record up to this member.
    edits_end: usize,
    /// The name and its field; `None` when the model does not have the name.
    named: Option<NamedMember>,
}

/// Makes the edits that remove entries of an object or array. An edit also removes one comma for
/// each entry.
#[derive(Default)]
struct Removals {
    /// The byte offset after the last entry that stays.
    kept_end: Option<usize>,
    /// The byte offset of the first removed entry after [`Self::kept_end`].
    first_removed: Option<usize>,
}

impl Removals {
    fn remove(&mut self, start: usize) {
        self.first_removed.get_or_insert(start);
    }

    /// Returns the edit that removes the entries before the entry at `start`, which stays.
    fn removal_before(&self, start: usize) -> Option<Edit> {
        self.first_removed.map(|from| Edit {
            start: from,
            end: start,
            change: Change::Remove,
        })
    }

    /// Notes that the entry that ends at `end` stays.
    fn keep(&mut self, end: usize) {
        self.kept_end = Some(end);
        self.first_removed = None;
    }

    /// Returns the edit that removes the last entries, with the comma before them.
    fn end(&self, closing_bracket: usize) -> Option<Edit> {
        self.first_removed.map(|start| Edit {
            start: self.kept_end.unwrap_or(start),
            end: closing_bracket,
            change: Change::Remove,
        })
    }
}

impl Model {
    /// Returns the index of the field that `key` means, the field, and the name or alias that `key`
    /// matches. Services send fields in a fixed order, so the field with the index `next_field` is
    /// tried first. If several fields have the alias, the result is the first field whose kind fits
    /// a value that begins with `first_byte`. If no kind fits, the result is the first field with
    /// the alias.
    fn find(
        &'static self,
        key: &StringLiteral<'_>,
        first_byte: u8,
        next_field: usize,
    ) -> Option<(usize, &'static Field, &'static str)> {
        if let Some(field) = self.fields.get(next_field)
            && key.is(field.name)
        {
            return Some((next_field, field, field.name));
        }
        let mut candidate = None;
        let mut fits = false;
        for (index, field) in self.fields.iter().enumerate() {
            if key.is(field.name) {
                return Some((index, field, field.name));
            }
            if !fits && let Some(alias) = field.aliases.iter().find(|alias| key.is(alias)) {
                fits = field.kind.begins_with(first_byte);
                if fits || candidate.is_none() {
                    candidate = Some((index, field, *alias));
                }
            }
        }
        candidate
    }
}
