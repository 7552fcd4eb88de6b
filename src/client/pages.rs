//! A list as a stream of pages or records, for native programs. JavaScript has the async iterators of
//! `pkg/src/lists/list.ts`.

use super::{Client, Clock, Transport};
use crate::{
    endpoints::{Endpoint, Ethereal, EtherealsQuery, Page},
    error::{Error, ErrorCode},
    parameters::{Cursor, ParameterValue},
};
use futures_util::stream::{self, Stream, StreamExt};
use std::collections::BTreeSet;

impl<T: Transport + Clock + 'static> Client<T> {
    /// Returns the pages of a list. The stream requests a page only when the caller polls for that
    /// page.
    ///
    /// After an error, the next poll requests the same page again. The stream ends after the last page, and after the
    /// error `pagination_stalled` when the service returns the same cursor twice.
    ///
    /// ```no_run
    /// # use ethereal_query::{Client, Clock, EtherealsQuery, Transport};
    /// use futures_util::TryStreamExt;
    /// # async fn example<T: Transport + Clock + 'static>(client: Client<T>) -> Result<(), ethereal_query::Error> {
    /// let mut pages = std::pin::pin!(client.pages(EtherealsQuery::default().source_chain(1)));
    /// while let Some(page) = pages.try_next().await? {
    ///     println!("{} records", page.items.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn pages(
        &self,
        query: EtherealsQuery,
    ) -> impl Stream<Item = Result<Page<Ethereal>, Error>> + use<T> {
        let pages = PageStream {
            client: self.clone(),
            next_query: Some(query),
            seen_cursors: BTreeSet::new(),
        };
        stream::unfold(pages, |mut pages| async {
            let page = pages.next_page().await?;
            Some((page, pages))
        })
    }

    /// Returns the records of a list. Requests and errors are the same as in [`Client::pages`].
    ///
    /// ```no_run
    /// # use ethereal_query::{Client, Clock, EtherealsQuery, Transport};
    /// use futures_util::{StreamExt, TryStreamExt};
    /// # async fn example<T: Transport + Clock + 'static>(client: Client<T>) -> Result<(), ethereal_query::Error> {
    /// let records: Vec<_> = client.ethereals(EtherealsQuery::default()).take(100).try_collect().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn ethereals(
        &self,
        query: EtherealsQuery,
    ) -> impl Stream<Item = Result<Ethereal, Error>> + use<T> {
        self.pages(query).flat_map(|page| {
            let records = match page {
                Ok(page) => page.items.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            };
            stream::iter(records)
        })
    }
}

/// The state of a stream of pages.
struct PageStream<T> {
    client: Client<T>,
    /// The query of the next page; `None` after the last page.
    next_query: Option<EtherealsQuery>,
    /// The cursors of the earlier pages.
    seen_cursors: BTreeSet<Cursor>,
}

impl<T: Transport + Clock + 'static> PageStream<T> {
    /// Requests the next page; `None` after the last page.
    async fn next_page(&mut self) -> Option<Result<Page<Ethereal>, Error>> {
        let query = self.next_query.take()?;
        let is_repeated = query
            .cursor
            .as_ref()
            .is_some_and(|cursor| self.seen_cursors.contains(cursor));
        if is_repeated {
            // `next_query` is `None` now, so the stream ends after this error.
            return Some(Err(stalled_error()));
        }
        let page = match self.client.get(&query).await {
            Ok(page) => page,
            Err(error) => {
                // The next poll requests the same page again.
                self.next_query = Some(query);
                return Some(Err(error));
            }
        };
        // `from_text` accepts any cursor, so only a page without a cursor ends the stream.
        self.next_query = page
            .next_cursor
            .as_deref()
            .and_then(Cursor::from_text)
            .map(|cursor| query.after(cursor));
        if let Some(cursor) = query.cursor {
            self.seen_cursors.insert(cursor);
        }
        Some(Ok(page))
    }
}

/// The message of the error for a service that returns a cursor twice. The JavaScript package has
/// the same message.
///
/// ```
/// assert!(ethereal_query::PAGINATION_STALLED.ends_with("so the list would never end."));
/// ```
pub const PAGINATION_STALLED: &str =
    "The service returned the same cursor twice, so the list would never end.";

fn stalled_error() -> Error {
    Error::new(ErrorCode::PaginationStalled, PAGINATION_STALLED)
        .for_endpoint(EtherealsQuery::ROUTE.name)
}
