//! `ethereal-query-service`: the query service over HTTP. README.md in this folder is its manual.

mod api_key;
mod backup;
mod cli;
mod http;
mod import;
mod key_command;
mod metrics;
mod output;
mod store;
mod upstream;

use cli::{Cli, Command, Key};
use std::{io::IsTerminal, process::ExitCode};
use store::{Access, Store};
use tokio::runtime::Builder;
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

/// With mimalloc, the service has a fifth more requests per second for a transfer than with the allocator of the
/// system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Threads for blocking work: files of the page, and DNS lookups for token URIs (at most 32). SQLite has its own
/// threads.
const BLOCKING_THREADS: usize = 128;
/// The maximum number of faults that `verify` prints. One cause can make millions of them.
const MAX_PRINTED: u64 = 100;

fn main() -> ExitCode {
    let status = start(Cli::read()).unwrap_or_else(|message| {
        output::note(&format!("error: {}.", message.trim_end_matches('.')));
        ExitCode::FAILURE
    });
    output::flush();
    status
}

fn start(cli: Cli) -> Result<ExitCode, String> {
    let filter = log_filter(&cli.log)?;
    let colours = std::io::stderr().is_terminal();
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours);
    // It would report its own errors by `eprintln!`.
    log.with_writer(|| output::LogWriter).log_internal_errors(false).init();
    let runtime = Builder::new_multi_thread().enable_all().max_blocking_threads(BLOCKING_THREADS).build();
    let runtime = runtime.map_err(|e| format!("Cannot start the runtime: {e}"))?;
    let result = runtime.block_on(run(cli.command));
    // Does not wait for DNS lookups that hang.
    runtime.shutdown_background();
    result
}

/// The filter of `--log`.
fn log_filter(text: &str) -> Result<EnvFilter, String> {
    let rule = "Expected error, warn, info, debug or trace, or MODULE=LEVEL";
    // A filter reads another word as the name of a module, and drops the lines of all others.
    let is_level = |part: &str| part.contains('=') || (!part.is_empty() && part.parse::<LevelFilter>().is_ok());
    if !text.split(',').all(is_level) {
        return Err(format!("Invalid --log: {text:?}. {rule}."));
    }
    // The debug lines of tokio_postgres have the values of statements, among them hashes of keys.
    EnvFilter::try_new(format!("tokio_postgres=info,{text}"))
        .map_err(|e| format!("Invalid --log: {text:?} ({e}). {rule}."))
}

async fn run(command: Command) -> Result<ExitCode, String> {
    match command {
        Command::Serve(serve) => http::serve(*serve).await.map(|()| ExitCode::SUCCESS),
        Command::Import(import) => import::run(&import, open(&import.database).await?).await,
        Command::Backup(options) => backup::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Verify(database) => verify(&open_existing(&database).await?).await,
        Command::Key(command) => {
            let store = match &command {
                Key::Create(create) => open(&create.database).await?,
                Key::List { database } | Key::Revoke { database, .. } => open_existing(database).await?,
            };
            key_command::run(&command, &store).await.map(|()| ExitCode::SUCCESS)
        }
    }
}

async fn open(database: &cli::Database) -> Result<Store, String> {
    Store::open(&database.database_url, Access::Write).await.map_err(|e| e.to_string())
}

/// Opens a database without creating a SQLite file.
async fn open_existing(database: &cli::Database) -> Result<Store, String> {
    Store::check_exists(&database.database_url).map_err(|e| e.to_string())?;
    open(database).await
}

/// The command `verify`: checks that the rows of a database fit together, and prints each fault.
async fn verify(store: &Store) -> Result<ExitCode, String> {
    let mut faults = 0;
    let report = |fault: String| {
        faults += 1;
        if faults <= MAX_PRINTED {
            output::print_or_exit(&fault);
        }
    };
    let counts = store.verify(MAX_PRINTED, report).await.map_err(|e| e.to_string())?;
    let more = if faults > MAX_PRINTED { format!("… and {} more.\n", faults - MAX_PRINTED) } else { String::new() };
    let rows: Vec<_> = counts.iter().map(|(table, rows)| format!("{rows} of {table}")).collect();
    let plural = if faults == 1 { "fault" } else { "faults" };
    output::print_or_exit(&format!("{more}Checked rows: {}. Found {faults} {plural}.", rows.join(", ")));
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_a_level_or_levels_of_modules() {
        for text in ["off", "warn", "INFO", "info,hyper=debug", "x=debug", "warn,x=trace"] {
            log_filter(text).expect(text);
        }
        for text in ["warning", "", "verbose", "info,hyper", "x=loud", "info,"] {
            let message = log_filter(text).expect_err(text);
            assert!(message.contains("Expected error, warn, info, debug or trace, or MODULE=LEVEL."), "{message}");
        }
    }
}
