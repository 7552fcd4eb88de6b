//! The listening socket: accepts connections until the process gets SIGTERM or SIGINT, then waits
//! until all connections are closed.

use super::{
    connection::{self, Settings},
    connection_limit::ConnectionLimit,
};
use crate::{output, signals::stop_signal};
use axum::Router;
use std::{io, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};

/// The time that the socket stays open after the signal, for handshakes that have begun.
pub(super) const HANDSHAKE_TIMEOUT: Duration = Duration::from_millis(250);
/// The time that requests may take after the socket is closed.
pub(super) const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves until the process gets SIGTERM or SIGINT. Then waits until every request has its
/// response, at most [`DRAIN_TIMEOUT`].
pub(super) async fn run(
    bind: &str,
    router: Router,
    limit: Arc<ConnectionLimit>,
    idle_timeout: Duration,
) -> Result<(), String> {
    let listener = TcpListener::bind(bind)
        .await
        .map_err(|e| format!("Cannot listen on {bind} (--bind): {e}"))?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    let stop = stop_signal()?;
    let _ = output::print(&format!("Listening on http://{address}"));

    let (shutdown_sender, shutdown) = watch::channel(false);
    let settings = Settings {
        router,
        idle_timeout,
        shutdown,
    };
    let serve = async |stream| {
        let slot = limit.acquire().await;
        tokio::spawn(connection::serve(stream, slot, settings.clone()));
    };
    accept_until(&listener, stop, &serve).await;

    shutdown_sender.send_replace(true);
    if let Err(error) = refuse_handshakes(&listener) {
        tracing::debug!(%error, "cannot refuse new handshakes before the socket closes");
    }
    tracing::info!("shutting down: no new connections; requests in flight get their responses");
    accept_until(&listener, sleep(HANDSHAKE_TIMEOUT), &serve).await;
    // Closing the socket resets the connections that the service has not accepted yet, so accept
    // them first. The socket is non-blocking: `accept` fails when no connection is left.
    let listener = listener.into_std().map_err(|e| e.to_string())?;
    while let Ok((stream, _)) = listener.accept() {
        if let Ok(stream) = stream
            .set_nonblocking(true)
            .and_then(|()| TcpStream::from_std(stream))
        {
            serve(stream).await;
        }
    }
    drop(listener);
    if timeout(DRAIN_TIMEOUT, limit.all_closed()).await.is_err() {
        tracing::warn!("shut down before some requests had their responses");
    }
    Ok(())
}

/// Serves every connection until `end` resolves.
async fn accept_until(
    listener: &TcpListener,
    end: impl Future<Output = ()>,
    serve: &impl AsyncFn(TcpStream),
) {
    let mut end = pin!(end);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => serve(stream).await,
                Err(error) => {
                    // Usually the process has too many open files. Wait for a connection to close.
                    tracing::warn!(%error, "cannot accept a connection");
                    sleep(Duration::from_millis(100)).await;
                }
            },
            () = &mut end => return,
        }
    }
}

/// Tells the kernel to drop the first packet of each new handshake. Handshakes that have begun
/// still complete. A client sends the first packet again after a second. By then, the socket is
/// closed, or a new process listens on the port.
#[cfg(target_os = "linux")]
fn refuse_handshakes(listener: &TcpListener) -> io::Result<()> {
    use socket2::{SockFilter, SockRef};
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    const LOAD_BYTE: u16 = 0x30;
    const AND: u16 = 0x54;
    const IF_EQUAL: u16 = 0x15;
    const RETURN: u16 = 0x06;
    // A program in classic BPF: each instruction has an operation, the number of instructions to
    // skip if a comparison is true and if it is false, and an operand. The program returns the
    // number of bytes of the packet to accept.
    SockRef::from(listener).attach_filter(&[
        // Byte 13 of the TCP header has the flags.
        SockFilter::new(LOAD_BYTE, 0, 0, 13),
        SockFilter::new(AND, 0, 0, SYN | ACK),
        // Unless the flags are SYN without ACK, skip the next instruction.
        SockFilter::new(IF_EQUAL, 0, 1, SYN),
        // Drop the packet.
        SockFilter::new(RETURN, 0, 0, 0),
        // Accept the whole packet.
        SockFilter::new(RETURN, 0, 0, u32::MAX),
    ])
}

/// Does nothing: other kernels have no such filter.
#[cfg(not(target_os = "linux"))]
fn refuse_handshakes(_: &TcpListener) -> io::Result<()> {
    Ok(())
}
