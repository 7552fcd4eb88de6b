//! `ethereal-query-service`: the query service over HTTP. Its manual is `service/README.md`.

mod api_key;
mod backup;
mod cli;
mod http;
mod import;
mod key_command;
mod metrics;
mod output;
mod signals;
mod store;
mod upstream;

use cli::{Cli, Command, Key};
use std::{io::IsTerminal, process::ExitCode};
use store::{Access, Store, Verification};
use tokio::runtime::Builder;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    prelude::*,
};

/// With mimalloc, the service responds to 20 % more requests for a transfer per second than with
/// the allocator of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The maximum number of threads for blocking work: at most 32 for DNS lookups of token URIs, the
/// others for the files of `--www`. The queries of SQLite have separate threads.
const BLOCKING_THREADS: usize = 128;
/// The maximum number of faults that `verify` prints. One cause can produce millions of faults.
const MAX_PRINTED_FAULTS: u64 = 100;

fn main() -> ExitCode {
    let status = start(Cli::read()).unwrap_or_else(|message| {
        output::note(&format!("error: {}.", message.trim_end_matches('.')));
        ExitCode::FAILURE
    });
    output::flush();
    status
}

fn start(cli: Cli) -> Result<ExitCode, String> {
    // The debug lines of tokio_postgres contain the parameters of statements, such as hashes of
    // keys.
    let filter = Targets::new()
        .with_default(cli.log)
        .with_target("tokio_postgres", cli.log.min(LevelFilter::INFO));
    let log = tracing_subscriber::fmt::layer().with_ansi(std::io::stderr().is_terminal());
    let log = log
        .with_writer(|| output::LogWriter)
        // By default, the layer prints its errors with `eprintln!`, which can block: see `output`.
        .log_internal_errors(false);
    tracing_subscriber::registry()
        .with(log.with_filter(filter))
        .init();
    let runtime = Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .build();
    let runtime = runtime.map_err(|e| format!("Cannot start the runtime: {e}"))?;
    let result = runtime.block_on(run(cli.command));
    // Unlike dropping the runtime, this does not wait for DNS lookups that hang.
    runtime.shutdown_background();
    result
}

async fn run(command: Command) -> Result<ExitCode, String> {
    match command {
        Command::Serve(serve) => http::serve(*serve).await.map(|()| ExitCode::SUCCESS),
        Command::Import(import) => {
            let store = open(&import.database, Access::Create).await?;
            import::run(&import, store).await
        }
        Command::Backup(options) => backup::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Verify(options) => verify(&options).await,
        Command::Key(command) => {
            let store = match &command {
                Key::Create(create) => open(&create.database, Access::Create).await?,
                Key::List { database } => open(database, Access::Inspect).await?,
                Key::Revoke { database, .. } => open(database, Access::Write).await?,
            };
            key_command::run(&command, &store)
                .await
                .map(|()| ExitCode::SUCCESS)
        }
    }
}

async fn open(database: &cli::Database, access: Access) -> Result<Store, String> {
    Ok(Store::open(&database.database_url, access).await?)
}

/// The command `verify`: checks that the rows of a database fit together, and prints the faults.
/// With `--repair`, it also repairs rows, and if there were faults, it checks all rows again.
async fn verify(options: &cli::Verify) -> Result<ExitCode, String> {
    let access = if options.repair {
        Access::Write
    } else {
        Access::Inspect
    };
    let store = open(&options.database, access).await?;
    if options.repair {
        let faults = verify_rows(&store, true).await?;
        if faults == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        output::print_or_exit(
            "Repaired the rows whose documents are valid. The faults that are left:",
        );
    }
    let faults = verify_rows(&store, false).await?;
    Ok(if faults == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Checks all rows, and prints the first faults and the totals. Returns the number of faults,
/// including repaired faults.
async fn verify_rows(store: &Store, repair: bool) -> Result<u64, String> {
    let mut faults = 0;
    let report = |fault: String| {
        faults += 1;
        if faults <= MAX_PRINTED_FAULTS {
            output::print_or_exit(&fault);
        }
    };
    let verified = store
        .verify(
            Verification {
                // Damage is a fault of the database file, not of a row.
                max_damage: MAX_PRINTED_FAULTS,
                repair,
            },
            report,
        )
        .await?;
    let omitted_note = if faults > MAX_PRINTED_FAULTS {
        format!("… and {} more.\n", faults - MAX_PRINTED_FAULTS)
    } else {
        String::new()
    };
    let rows: Vec<_> = verified
        .counts
        .iter()
        .map(|(table, rows)| format!("{rows} of {table}"))
        .collect();
    let noun = if faults == 1 { "fault" } else { "faults" };
    let hash_note = verified
        .first_invalid_hash_text
        .map_or(String::new(), |first| {
            format!(
                " Texts that cannot be transaction hashes: {}, the first {first}.",
                verified.invalid_hash_texts
            )
        });
    output::print_or_exit(&format!(
        "{omitted_note}Checked rows: {}. Found {faults} {noun}.{hash_note}",
        rows.join(", ")
    ));
    Ok(faults)
}
