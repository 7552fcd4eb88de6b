//! The listening socket: connections are taken until the process is asked to end, and then until none is left.

use super::{connection, connection_limit::ConnectionLimit};
use axum::Router;
use std::{net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    signal::unix::{SignalKind, signal},
    sync::watch,
    time::{sleep, timeout},
};

/// For requests under way when the process is asked to end.
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

    tracing::info!("ending: no new connections, those open are answered");
    end.send_replace(true);
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
