//! The checkpoint of an import in the database, under the name of `--checkpoint`.

use super::{
    checkpoint::{Checkpoint, Position},
    source::{FollowedFile, Source, unreadable},
};
use crate::store::{CheckpointChange, Store};
use ethereal_query::service::RecordKind;
use std::path::Path;

/// What to do when an import cannot resume.
const FROM_START: &str = "With another name for --checkpoint, an import begins at the start of FILE.";

/// The checkpoint of an import, as the database has it.
pub(super) struct StoredCheckpoint {
    kind: RecordKind,
    name: String,
    /// `None` if no import has used the name.
    last: Option<Checkpoint>,
    /// The text of `last`.
    text: Option<String>,
}

impl StoredCheckpoint {
    pub(super) async fn read(store: &Store, kind: RecordKind, name: &str) -> Result<Self, String> {
        let text = store.checkpoint(kind, name).await?;
        let last = text.as_deref().map(serde_json::from_str).transpose();
        let last =
            last.map_err(|e| format!("The checkpoint \"{name}\" in the database is damaged: {e}. {FROM_START}"))?;
        Ok(Self { kind, name: name.to_owned(), last, text })
    }

    /// Moves a source to the position of the checkpoint and returns it: the start if there is no checkpoint yet.
    pub(super) fn resume(&self, source: &mut Source, path: &Path) -> Result<Position, String> {
        let file = path.display();
        let Source::Followed(followed) = source else {
            return Err(format!("Invalid FILE: \"{file}\". Expected a regular file, because of --checkpoint."));
        };
        let Some(last) = &self.last else { return Ok(Position::default()) };
        if followed.resume(last).map_err(|e| unreadable(path, &e))? {
            return Ok(last.position);
        }
        Err(format!(
            "{file} does not continue the file that was imported up to line {} with --checkpoint \"{}\": it was \
             replaced or rewritten while no import followed it. Import that file, and each that had its name since, \
             with `import`; lines may be repeated. {FROM_START}",
            last.position.line, self.name
        ))
    }

    /// The change to a position in a file; `None` if it is the last one.
    pub(super) fn change(
        &mut self,
        file: &FollowedFile,
        position: Position,
    ) -> Result<Option<CheckpointChange>, String> {
        let at = |position| file.checkpoint(position).map_err(|e| format!("Cannot read FILE for its checkpoint: {e}"));
        // If the file was truncated meanwhile, the next read finds out.
        let Some(new) = at(position)? else { return Ok(None) };
        if let Some(last) = self.last.as_ref().filter(|last| last.is_before(&new))
            && at(last.position)?.as_ref() != Some(last)
        {
            return Err(format!(
                "FILE was rewritten after line {} was imported, so its next lines cannot be found. {FROM_START}",
                last.position.line
            ));
        }
        if self.last.as_ref() == Some(&new) {
            return Ok(None);
        }
        let text = serde_json::to_string(&new).map_err(|e| e.to_string())?;
        self.last = Some(new);
        let old = self.text.replace(text.clone());
        Ok(Some(CheckpointChange { kind: self.kind, name: self.name.clone(), old, new: text }))
    }
}
