//! Connections: taking them, and ending them when the process is asked to end.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{net::SocketAddr, pin::pin, time::Duration};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};

/// For a request's header, and for the next request of a connection: who sends nothing, or byte by byte, holds a
/// connection no longer, and delays the end no longer.
const HEADER_LIMIT: Duration = Duration::from_secs(5);
/// Most bytes of a request's header, with room for a URL with a hundred contracts.
const HEADER_BYTES: usize = 32 << 10;
/// For requests under way when the process is asked to end.
const DRAIN: Duration = Duration::from_secs(10);

pub(super) async fn run(bind: SocketAddr, router: Router) -> Result<(), String> {
    let listener = TcpListener::bind(bind).await.map_err(|e| format!("{bind} cannot be listened on: {e}"))?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    let signal = |kind| signal(kind).map_err(|e| format!("signals cannot be received: {e}"));
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    println!("Listening on http://{address}");

    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEADER_LIMIT).max_buf_size(HEADER_BYTES);
    let open = GracefulShutdown::new();
    let mut asked = pin!(async move {
        tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
    });
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Usually too many open files: there will be some again when a connection ends.
                    tracing::warn!(%error, "no connection could be taken");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            () = &mut asked => break,
        };
        // Small answers at once, not when the next packet is full.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = open.watch(server.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    tracing::info!("ending: no new connections, those open are answered");
    if tokio::time::timeout(DRAIN, open.shutdown()).await.is_err() {
        tracing::warn!("some requests took longer and were cut off");
    }
    Ok(())
}
