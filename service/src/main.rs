//! `ethereal-query-service`: the query service over HTTP, see README.md in this folder.

mod cli;
mod http;
mod import;
mod key;
mod metrics;
mod store;
mod upstream;

use clap::Parser;
use cli::{Cli, Command};
use std::{io::IsTerminal, process::ExitCode};
use store::{Access, Store};

/// A fifth more look-ups by hash in a second than with the system's, measured side by side.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Threads for what blocks: files of the page, and names that contracts chose, which take at most 32 of them. SQLite has
/// its own.
const BLOCKING_THREADS: usize = 128;

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Its debug lines hold the values of statements, hashes of keys among them.
    let filter = tracing_subscriber::EnvFilter::new(format!("tokio_postgres=info,{}", cli.log));
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr).init();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(BLOCKING_THREADS).build();
    let result = match runtime {
        Ok(runtime) => {
            let result = runtime.block_on(run(cli.command));
            // A look-up that hangs must not hold up the end.
            runtime.shutdown_background();
            result
        }
        Err(error) => Err(format!("the runtime cannot be started: {error}")),
    };
    result.unwrap_or_else(|message| {
        eprintln!("error: {}.", message.trim_end_matches('.'));
        ExitCode::FAILURE
    })
}

async fn run(command: Command) -> Result<ExitCode, String> {
    match command {
        Command::Serve(serve) => http::serve(*serve).await.map(|()| ExitCode::SUCCESS),
        Command::Import(import) => import::run(&import, &open(&import.database).await?).await,
        Command::Key(command) => key::run(&command, &open(command.database()).await?).await.map(|()| ExitCode::SUCCESS),
    }
}

async fn open(database: &cli::Database) -> Result<Store, String> {
    Store::open(&database.database_url, Access::Write).await.map_err(|e| e.to_string())
}
