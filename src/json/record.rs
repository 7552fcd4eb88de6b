//! Checks a value against its kind, and an object against its model.

use super::{DecodeError, Scanner, edit::Change, literal::Literal, scanner::Member};
use crate::model::{Field, Kind, Model};

impl<'a> Scanner<'a> {
    /// A value of `kind`.
    pub(crate) fn value(&mut self, kind: &'static Kind) -> Result<(), DecodeError> {
        if self.skip_fast(kind) {
            return Ok(());
        }
        let (start, first) = (self.position(), self.peek());
        match (kind, first) {
            (Kind::Any, _) => self.any(),
            (Kind::Record(model), b'{') => self.record(model),
            (Kind::Map, b'{') | (Kind::Scalar, b'"') => self.any(),
            (Kind::List(kind), b'[') => self.elements(&mut |scanner| scanner.value(kind)),
            (Kind::Text, b'"') => self.text_value(),
            (Kind::Renamed(names), b'"') => {
                let literal = self.string()?;
                match names.iter().find(|(other, _)| literal.is(other)) {
                    Some((other, name)) if other == name => {}
                    Some((_, name)) => self.change(start, Change::Replace(name)),
                    None => self.change(start, Change::Note("a value of the specification")),
                }
                Ok(())
            }
            // A number where the specification has text, an amount for example: its characters become the text.
            (Kind::Text, b'-' | b'0'..=b'9') => {
                self.number()?;
                self.change(start, Change::Quote);
                Ok(())
            }
            (Kind::Number | Kind::Scalar, b'-' | b'0'..=b'9') => {
                if !self.number()?.1 {
                    self.change(start, Change::Quote);
                }
                Ok(())
            }
            _ => {
                // A syntax error takes precedence.
                self.any()?;
                Err(DecodeError::shape(start, kind.expected()))
            }
        }
    }

    fn change(&mut self, start: usize, change: Change) {
        let end = self.position();
        self.note(start, end, change);
    }

    /// An object with the fields of `model`; fields it does not name are kept.
    pub(crate) fn record(&mut self, model: &'static Model) -> Result<(), DecodeError> {
        let (start, noted) = (self.position(), self.edits.len());
        let mut found = State::default();
        self.fields(model, &State::default(), &mut found)?;
        if found.gone == 0 && !found.repeated {
            return Ok(());
        }
        // The last of repeated keys counts, as in JSON.parse. If it is `null`, or is renamed, the earlier ones must be
        // removed.
        self.rewind(start);
        self.edits.truncate(noted);
        self.fields(model, &found, &mut State::default())
    }

    /// The members of a record, without those that do not count according to the first pass, `found`.
    fn fields(&mut self, model: &'static Model, found: &State<'a>, state: &mut State<'a>) -> Result<(), DecodeError> {
        let start = self.position();
        self.members(&mut |scanner, member| scanner.field(model, found, state, member))?;
        if let (false, Some(from)) = (state.kept, state.head) {
            let end = self.position() - 1;
            self.note(from, end, Change::Remove);
        }
        // An alias gets the specification's name if no member has that name.
        for other in &state.other {
            if state.seen & 1 << other.index == 0 {
                state.seen |= 1 << other.index;
                let name = model.fields.get(other.index).map_or("", |field| field.name);
                self.note(other.start, other.start.saturating_add(other.key.source_len()), Change::Replace(name));
            }
        }
        match model.fields.iter().enumerate().find(|(i, f)| f.required && state.seen & 1 << i == 0) {
            Some((_, field)) => Err(DecodeError::shape(start, "a value").within(field.name)),
            None => Ok(()),
        }
    }

    /// A member of a record.
    fn field(
        &mut self,
        model: &'static Model,
        found: &State<'a>,
        state: &mut State<'a>,
        member: &Member<'a>,
    ) -> Result<(), DecodeError> {
        let Some((index, field, own)) = model.find(&member.key, self.peek()) else {
            state.keep(self, member.start);
            return self.any();
        };
        let bit = 1 << index;
        let left_out = if own {
            found.gone & bit != 0
        } else {
            found
                .spelled(&member.key)
                .is_some_and(|i| found.other.get(i).is_some_and(|other| other.start != member.start))
        };
        if self.peek() == b'n' || left_out {
            self.skip()?;
            if own {
                state.gone |= state.seen & bit;
                state.seen &= !bit;
            } else if let Some(other) = state.spelled(&member.key).and_then(|i| state.other.get_mut(i)) {
                // Nowhere: none of them counts.
                (other.start, state.repeated) = (usize::MAX, true);
            }
            state.remove(self, member.start, member.comma);
            return Ok(());
        }
        state.keep(self, member.start);
        if own {
            state.gone &= !bit;
            state.seen |= bit;
        } else {
            let last = Spelled { key: member.key, index, start: member.start };
            match state.spelled(&member.key).and_then(|i| state.other.get_mut(i)) {
                None => state.other.push(last),
                Some(other) => (*other, state.repeated) = (last, true),
            }
        }
        self.value(&field.kind)
    }
}

/// A field under another spelling: the field's index, and where the key last stands.
struct Spelled<'a> {
    key: Literal<'a>,
    index: usize,
    start: usize,
}

/// What one object has shown so far.
#[derive(Default)]
struct State<'a> {
    /// Fields present under their own name, one bit each.
    seen: u64,
    /// Fields that were present until a `null` took them back.
    gone: u64,
    /// Fields under another spelling, each spelling once.
    other: Vec<Spelled<'a>>,
    /// Whether one of them was there more than once.
    repeated: bool,
    /// Whether a member stays, so that a removed one takes the comma before it along.
    kept: bool,
    /// Start of the removed members that no kept one precedes.
    head: Option<usize>,
}

impl State<'_> {
    /// The place of another spelling in `other`.
    fn spelled(&self, key: &Literal<'_>) -> Option<usize> {
        self.other.iter().position(|other| key.is(&other.key.decode()))
    }

    fn keep(&mut self, scanner: &mut Scanner<'_>, start: usize) {
        if let (false, Some(from)) = (self.kept, self.head) {
            scanner.note(from, start, Change::Remove);
        }
        self.kept = true;
    }

    /// `null` counts as absent: the member is taken out.
    fn remove(&mut self, scanner: &mut Scanner<'_>, start: usize, comma: Option<usize>) {
        if self.kept {
            let end = scanner.position();
            scanner.note(comma.unwrap_or(start), end, Change::Remove);
        } else {
            self.head.get_or_insert(start);
        }
    }
}

impl Model {
    /// The field a key names, and whether by its own name; of several with its spelling the one whose kind fits.
    fn find(&'static self, key: &Literal<'_>, first: u8) -> Option<(usize, &'static Field, bool)> {
        let (mut spelled, mut fits) = (None, false);
        for (i, field) in self.fields.iter().enumerate() {
            if key.is(field.name) {
                return Some((i, field, true));
            }
            if !fits && field.aliases.iter().any(|alias| key.is(alias)) {
                fits = field.kind.begins_with(first);
                if fits || spelled.is_none() {
                    spelled = Some((i, field, false));
                }
            }
        }
        spelled
    }
}
