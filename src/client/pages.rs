//! A list as a stream, page by page or record by record, for native programs. In JavaScript it is an async iterator of
//! `pkg/src/list.ts`.

use super::{Client, Clock, Transport};
use crate::{Cursor, Endpoint, Error, ErrorCode, Ethereal, EtherealsQuery, Page, parameters::Parameter};
use futures_util::stream::{self, Stream, StreamExt};
use std::collections::BTreeSet;

impl<T: Transport + Clock + 'static> Client<T> {
    /// The pages of a list, each requested when the stream is polled for it.
    ///
    /// After an error the stream goes on: the next poll requests the same page again. The end of the list ends it, and so
    /// does a cursor that the service gives twice (kind `pagination_stalled`).
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
    pub fn pages(&self, query: EtherealsQuery) -> impl Stream<Item = Result<Page<Ethereal>, Error>> + use<T> {
        let walk = Walk { client: self.clone(), next: Some(query), seen: BTreeSet::new() };
        stream::unfold(walk, |mut walk| async {
            let page = walk.next_page().await?;
            Some((page, walk))
        })
    }

    /// The records of a list. Errors as in [`Client::pages`].
    ///
    /// ```no_run
    /// # use ethereal_query::{Client, Clock, EtherealsQuery, Transport};
    /// use futures_util::{StreamExt, TryStreamExt};
    /// # async fn example<T: Transport + Clock + 'static>(client: Client<T>) -> Result<(), ethereal_query::Error> {
    /// let records: Vec<_> = client.ethereals(EtherealsQuery::default()).take(100).try_collect().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn ethereals(&self, query: EtherealsQuery) -> impl Stream<Item = Result<Ethereal, Error>> + use<T> {
        self.pages(query).flat_map(|page| {
            let records = match page {
                Ok(page) => page.items.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            };
            stream::iter(records)
        })
    }
}

/// A list under way.
struct Walk<T> {
    client: Client<T>,
    /// The request of the next page; `None` after the last.
    next: Option<EtherealsQuery>,
    /// The cursors of the pages so far.
    seen: BTreeSet<Cursor>,
}

impl<T: Transport + Clock + 'static> Walk<T> {
    /// The next page; `None` after the last.
    async fn next_page(&mut self) -> Option<Result<Page<Ethereal>, Error>> {
        let query = self.next.take()?;
        if query.cursor.as_ref().is_some_and(|cursor| self.seen.contains(cursor)) {
            return Some(Err(stalled()));
        }
        let page = match self.client.get(&query).await {
            Ok(page) => page,
            Err(error) => {
                self.next = Some(query);
                return Some(Err(error));
            }
        };
        // The service's cursor is sent back as it came.
        let cursor = page.next_cursor.clone().filter(|cursor| !cursor.is_empty()).map(Cursor::from_normalized);
        self.next = cursor.map(|cursor| query.after(cursor));
        self.seen.extend(query.cursor);
        Some(Ok(page))
    }
}

fn stalled() -> Error {
    let message = "The service returned the same cursor twice, so the list would never end.";
    Error::new(ErrorCode::PaginationStalled, message).of(EtherealsQuery::ROUTE.name)
}
