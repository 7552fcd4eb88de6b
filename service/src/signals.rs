//! The signals by which an operator or a supervisor ends a command.

use tokio::{
    select,
    signal::unix::{SignalKind, signal},
};

/// Returns a future that resolves at SIGTERM or SIGINT. After this call, these signals do not end
/// the process.
pub(crate) fn stop_signal() -> Result<impl Future<Output = ()>, String> {
    let receive = |kind| signal(kind).map_err(|e| format!("Cannot receive signals: {e}"));
    let mut terminate = receive(SignalKind::terminate())?;
    let mut interrupt = receive(SignalKind::interrupt())?;
    Ok(async move {
        select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
    })
}
