//! One connection: responds to its requests in turn, until the client or a limit closes it.

use super::{connection_limit::Slot, head};
use axum::{
    Router,
    http::{HeaderName, HeaderValue, Request, Version, header},
    response::Response,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{
    io,
    net::TcpStream,
    sync::watch,
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// The time that a write may make no progress, because the client does not read.
pub(super) const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum number of bytes of a response that the kernel buffers before it sends them. Without
/// this limit, the kernel takes megabytes, and then takes no more until the client has read a third
/// of them. A client that reads 100 kB/s then seems to read nothing for [`WRITE_TIMEOUT`]. Even
/// with this limit, a client on the same machine must read 30,000 bytes per second, because the
/// kernel reports progress in steps of 64 KiB.
#[cfg(target_os = "linux")]
const MAX_UNSENT_BYTES: u32 = 16 << 10;
/// The time that a connection waits for another request after the signal to shut down.
pub(super) const LAST_REQUEST_TIMEOUT: Duration = Duration::from_secs(1);
/// The time that the client may take to close the connection after the last response.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The settings that all connections share.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) router: Router,
    /// The time that a connection waits for the complete headers of the next request. This limit
    /// closes connections whose clients send nothing, or send headers byte by byte.
    pub(super) idle_timeout: Duration,
    /// Becomes true when the service shuts down.
    pub(super) shutdown: watch::Receiver<bool>,
}

/// Serves a connection until it ends, or until it has to make its slot free for a new client.
pub(super) async fn serve(stream: TcpStream, slot: Slot, settings: Settings) {
    let slot = Arc::new(slot);
    tokio::select! {
        () = serve_requests(stream, Arc::clone(&slot), settings) => {}
        () = slot.evicted() => tracing::debug!("closed a connection that waited for its client, for a new client"),
    }
}

async fn serve_requests(stream: TcpStream, slot: Arc<Slot>, settings: Settings) {
    // Sends small responses at once instead of waiting for a full packet.
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(MAX_UNSENT_BYTES);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));

    let shutdown = settings.shutdown.clone();
    let mut server = http1::Builder::new();
    server
        .timer(TokioTimer::new())
        .header_read_timeout(settings.idle_timeout);
    // Some clients close their sending side after the request, such as `nc -N`, and still read the
    // response.
    server.half_close(true);
    // hyper accepts twice the limits of `head`, so that `head` can refuse a request with a message.
    server
        .max_buf_size(2 * head::MAX_BYTES)
        .max_headers(2 * head::MAX_HEADERS);
    let shared = Arc::new((slot, settings));
    let service = service_fn(move |request| {
        let shared = Arc::clone(&shared);
        async move {
            let (slot, settings) = &*shared;
            Ok::<_, Infallible>(respond(request, slot, settings).await)
        }
    });
    let mut connection = server.serve_connection(TokioIo::new(Box::pin(stream)), service);

    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = no_more_requests(shutdown) => {
            std::pin::Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    match ended {
        Err(error) if !error.is_parse() => tracing::debug!(%error, "a connection closed early"),
        // After a malformed request too, waits until the client closes the connection. Closing
        // while the client still sends would reset the connection, and the client could lose the
        // response (RFC 9112 §9.6).
        _ => {
            let mut stream = connection.into_parts().io.into_inner();
            let _ = timeout(CLOSE_TIMEOUT, io::copy(&mut stream, &mut io::sink())).await;
        }
    }
}

/// Responds to a request. The header `Keep-Alive` announces how long the connection will wait for
/// the next request.
async fn respond(request: Request<Incoming>, slot: &Slot, settings: &Settings) -> Response {
    let _busy = slot.mark_busy();
    let client_closes = request
        .headers()
        .get_all(header::CONNECTION)
        .iter()
        .any(has_close);
    let keeps_alive = request.version() == Version::HTTP_11 && !client_closes;
    let Ok(mut response) = settings.router.clone().oneshot(request).await;
    if *settings.shutdown.borrow() {
        response
            .headers_mut()
            .insert(header::CONNECTION, HeaderValue::from_static("close"));
    } else if keeps_alive {
        // Clients such as Node.js close the connection before this time has passed.
        let timeout = format!("timeout={}", settings.idle_timeout.as_secs());
        response
            .headers_mut()
            .insert(header::CONNECTION, HeaderValue::from_static("keep-alive"));
        if let Ok(timeout) = timeout.parse() {
            response
                .headers_mut()
                .insert(HeaderName::from_static("keep-alive"), timeout);
        }
    }
    response
}

/// Whether a `Connection` header has the option `close` (RFC 9110 §7.6.1).
fn has_close(value: &HeaderValue) -> bool {
    let mut options = value.as_bytes().split(|byte| *byte == b',');
    options.any(|option| option.trim_ascii().eq_ignore_ascii_case(b"close"))
}

/// Resolves [`LAST_REQUEST_TIMEOUT`] after the signal to shut down, so that requests that the
/// clients have sent can arrive.
async fn no_more_requests(mut shutdown: watch::Receiver<bool>) {
    let _ = shutdown.wait_for(|shutdown| *shutdown).await;
    sleep(LAST_REQUEST_TIMEOUT).await;
}
