//! The values of the two caches: the URI of a token, and its document.

use super::{cache::Value, content::Content, failure::UNUSABLE, limits::Limits, media::Media};
use std::{ops::Deref, sync::Arc, time::Duration};

/// The document of a token. Dereferences to the text of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    text: Arc<str>,
    /// The kind of file at the URI, if the service made this document for a file such as a picture.
    /// `None` if the URI has a JSON document.
    pub(crate) made_for: Option<Media>,
    /// Whether the URI always has this document. This is true for a content id, for example.
    immutable: bool,
}

impl Document {
    pub(super) fn new(content: Content, uri: &str, immutable: bool) -> Self {
        let (text, made_for) = match content {
            Content::Json(text) => (text, None),
            Content::Media(media) => (media.document(uri), Some(media)),
        };
        Self {
            text,
            made_for,
            immutable,
        }
    }
}

impl Deref for Document {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Value for Document {
    fn bytes(&self) -> usize {
        self.text.len()
    }

    fn fresh_for(&self, limits: &Limits) -> Duration {
        if self.immutable {
            limits.immutable
        } else {
            limits.fresh
        }
    }

    /// An old document replaces a failure with any status: while a host has a problem, it may send
    /// an unrelated page instead of the document, with status 200 or 404 too.
    fn replaces_failure(_: u16) -> bool {
        true
    }
}

/// What the contract returns for a token.
#[derive(Debug, Clone)]
pub(super) enum TokenUri {
    /// A URI that leads to the document.
    At(Arc<str>),
    /// The document itself, for a URI that contains it.
    Within(Document),
}

impl Value for TokenUri {
    fn bytes(&self) -> usize {
        match self {
            Self::At(uri) => uri.len(),
            Self::Within(document) => document.bytes(),
        }
    }

    fn fresh_for(&self, limits: &Limits) -> Duration {
        limits.fresh_uri
    }

    /// An old URI replaces the failure of an endpoint, but not 404 and 422, which are results of
    /// the contract.
    fn replaces_failure(status: u16) -> bool {
        !matches!(status, 404 | UNUSABLE)
    }
}
