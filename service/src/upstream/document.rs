//! The URI of a token and its document, as the caches keep them.

use super::{cache::Value, content::Content, failure::UNUSABLE, limits::Limits, media::Media};
use std::{ops::Deref, sync::Arc, time::Duration};

/// The document of a token. It dereferences to its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    text: Arc<str>,
    /// The kind of content at the URI, if it is not a document and the service made this one.
    pub(crate) made_for: Option<Media>,
    /// Whether the URI always has this document, as a content id does.
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

    /// The host may show an unrelated page for a while, with any status.
    fn replaces(_: u16) -> bool {
        true
    }
}

/// The result of the contract of a token.
#[derive(Debug, Clone)]
pub(super) enum TokenUri {
    /// The URI leads to the document.
    At(Arc<str>),
    /// The URI holds it.
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

    /// An endpoint may fail, but 404 and 422 are the result of the contract.
    fn replaces(status: u16) -> bool {
        !matches!(status, 404 | UNUSABLE)
    }
}
