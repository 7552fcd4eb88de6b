//! One connection: its requests are answered in turn, until its client or a limit ends it.

use super::{connection_limit::Slot, head};
use axum::{Router, http::HeaderValue, http::header};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{
    io,
    net::TcpStream,
    sync::watch,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;

/// Until the header of a request is complete, and until the next request of a connection: a client that sends nothing, or
/// byte by byte, holds a connection no longer.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);
/// A write that makes no progress for so long ends the connection: its client reads nothing.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// After the process is asked to end: how long a connection waits for a request that is on its way.
const LAST_REQUEST: Duration = Duration::from_secs(1);
/// After the last response: how long the client has to close the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Answers the requests of a connection. `ending` says whether the process was asked to end.
pub(super) async fn serve(stream: TcpStream, slot: Slot, router: Router, ending: watch::Receiver<bool>) {
    let slot = Arc::new(slot);
    tokio::select! {
        () = answer_requests(stream, Arc::clone(&slot), router, ending) => {}
        () = slot.evicted() => tracing::debug!("a connection that waited for its client was closed for a new one"),
    }
}

async fn answer_requests(stream: TcpStream, slot: Arc<Slot>, router: Router, ending: watch::Receiver<bool>) {
    // Small answers at once, not when the next packet is full.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));

    let shared = Arc::new((slot, TowerToHyperService::new(router), ending.clone()));
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let shared = Arc::clone(&shared);
        async move {
            let (slot, router, ending) = &*shared;
            let _answering = slot.answering();
            let mut response = router.call(request).await?;
            if *ending.borrow() {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    // Twice what a head may have, so that `head` can answer with a message.
    server.max_buf_size(2 * head::MAX_BYTES).max_headers(2 * head::MAX_HEADERS);
    let mut connection = server.serve_connection(TokioIo::new(Box::pin(stream)), service);

    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = no_more_requests(ending) => {
            std::pin::Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    match ended {
        Err(error) if !error.is_parse() => tracing::debug!(%error, "a connection ended early"),
        // Closing while the client still sends resets the connection, and the client can lose the response (RFC 9112 §9.6).
        _ => {
            let mut stream = connection.into_parts().io.into_inner();
            let _ = timeout(CLOSE_TIMEOUT, io::copy(&mut stream, &mut io::sink())).await;
        }
    }
}

/// Resolves after the process was asked to end, when every request that was on its way then has had time to arrive.
async fn no_more_requests(mut ending: watch::Receiver<bool>) {
    let _ = ending.wait_for(|ending| *ending).await;
    sleep(LAST_REQUEST).await;
}
