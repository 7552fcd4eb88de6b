//! The listening socket: connections are taken until the process is asked to end, and then until none is left.

use super::{connection, connection_limit::ConnectionLimit};
use axum::Router;
use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    signal::unix::{SignalKind, signal},
    sync::watch,
    time::{sleep, timeout},
};

/// After the process is asked to end: how long the socket stays open for handshakes that have begun.
const HANDSHAKES: Duration = Duration::from_millis(250);
/// After that: how long requests may take.
const DRAIN: Duration = Duration::from_secs(10);

pub(super) async fn run(bind: SocketAddr, router: Router, limit: Arc<ConnectionLimit>) -> Result<(), String> {
    let listener = TcpListener::bind(bind).await.map_err(|e| format!("{bind} cannot be listened on: {e}"))?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    let signal = |kind| signal(kind).map_err(|e| format!("signals cannot be received: {e}"));
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    println!("Listening on http://{address}");

    let (end, ending) = watch::channel(false);
    let serve = async |stream| {
        let slot = limit.acquire().await;
        tokio::spawn(connection::serve(stream, slot, router.clone(), ending.clone()));
    };
    let asked = async {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
    };
    accept_until(&listener, asked, &serve).await;

    end.send_replace(true);
    if let Err(error) = refuse_handshakes(&listener) {
        tracing::debug!(%error, "handshakes go on until the socket is closed");
    }
    tracing::info!("ending: no new connections, those open are answered");
    accept_until(&listener, sleep(HANDSHAKES), &serve).await;
    // Closing the socket resets the connections that the service has not accepted yet.
    let listener = listener.into_std().map_err(|e| e.to_string())?;
    while let Ok((stream, _)) = listener.accept() {
        if let Ok(stream) = stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream)) {
            serve(stream).await;
        }
    }
    drop(listener);
    if timeout(DRAIN, limit.all_closed()).await.is_err() {
        tracing::warn!("some requests took longer and were cut off");
    }
    Ok(())
}

/// Serves every connection until `end` resolves.
async fn accept_until(listener: &TcpListener, end: impl Future<Output = ()>, serve: &impl AsyncFn(TcpStream)) {
    let mut end = pin!(end);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => serve(stream).await,
                Err(error) => {
                    // Usually too many open files: there will be some again when a connection ends.
                    tracing::warn!(%error, "no connection could be taken");
                    sleep(Duration::from_millis(100)).await;
                }
            },
            () = &mut end => return,
        }
    }
}

/// Lets the kernel drop the first packet of every new handshake, while handshakes that have begun complete. A client sends
/// that packet again after a second, when the socket is closed or another process has it.
#[cfg(target_os = "linux")]
fn refuse_handshakes(listener: &TcpListener) -> io::Result<()> {
    use socket2::{SockFilter, SockRef};
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    // Classic BPF: take the flags of the TCP header (its byte 13); drop the packet if they are SYN without ACK.
    SockRef::from(listener).attach_filter(&[
        SockFilter::new(0x30, 0, 0, 13),
        SockFilter::new(0x54, 0, 0, SYN | ACK),
        SockFilter::new(0x15, 0, 1, SYN),
        SockFilter::new(0x06, 0, 0, 0),
        SockFilter::new(0x06, 0, 0, u32::MAX),
    ])
}

/// Other kernels have no such filter.
#[cfg(not(target_os = "linux"))]
fn refuse_handshakes(_: &TcpListener) -> io::Result<()> {
    Ok(())
}
