//! The command line. Each flag has an environment variable, so that a container needs no arguments. There is no
//! configuration file.

use clap::{
    Arg, Args, Command as ClapCommand, CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::{
        BoolishValueParser, NonEmptyStringValueParser, PossibleValue, PossibleValuesParser,
        Resettable, TypedValueParser,
    },
    value_parser,
};
use ethereal_query::service::RecordKind;
use std::{env, net::SocketAddr, path::PathBuf};
use tracing_subscriber::filter::LevelFilter;

/// The query service: token metadata, bridge transfers, API keys and mirrored NFT collections
#[derive(Debug, Parser)]
#[command(version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Level of the log on standard error: off, error, warn, info, debug or trace.
    #[arg(long, env, value_name = "LEVEL", default_value = "info", global = true)]
    pub(crate) log: LevelFilter,
}

impl Cli {
    /// Reads the command line and the environment. An empty variable counts as absent, because
    /// Compose files and systemd units set absent variables to an empty text. Ends the program for
    /// `--help` and for an invalid value.
    pub(crate) fn read() -> Self {
        let matches = without_empty_variables(Self::command()).get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

fn without_empty_variables(command: ClapCommand) -> ClapCommand {
    let without_empty = |arg: Arg| {
        let is_empty = arg
            .get_env()
            .and_then(env::var_os)
            .is_some_and(|value| value.is_empty());
        if is_empty {
            arg.env(Resettable::Reset)
        } else {
            arg
        }
    };
    command
        .mut_args(without_empty)
        .mut_subcommands(without_empty_variables)
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the endpoints over HTTP.
    Serve(Box<Serve>),
    /// Import records from a file with one JSON object per line. A record replaces the stored
    /// record with the same identity.
    Import(Import),
    /// Copy a SQLite database to a file while other programs use it. The copy has the records as
    /// they were at the start.
    Backup(Backup),
    /// Check that the rows of a database fit together. Prints each fault, and exits with status 1
    /// if there is a fault.
    Verify(Verify),
    /// Create, list and revoke API keys.
    #[command(subcommand)]
    Key(Key),
}

#[derive(Debug, Args)]
pub(crate) struct Database {
    /// Database with the records: sqlite:PATH or postgres://USER:PASSWORD@HOST[,HOST…]/NAME[?target_session_attrs=any].
    #[arg(long, env, hide_env_values = true, value_name = "URL")]
    pub(crate) database_url: String,
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Database with the records, as for `import`. Without it, the service has sample records in memory.
    #[arg(long, env, hide_env_values = true, value_name = "URL")]
    pub(crate) database_url: Option<String>,
    /// Host and port to listen on, such as localhost:8787 or [::]:8787. Port 0 takes any free port.
    #[arg(long, env, value_name = "HOST:PORT", default_value = "127.0.0.1:8787", value_parser = bind)]
    pub(crate) bind: String,
    /// Time that a connection may wait for the next request of its client, in seconds. A proxy in front of the service
    /// should close its connections earlier.
    #[arg(long, env, value_name = "SECONDS", default_value = "5", value_parser = value_parser!(u64).range(1..=3600))]
    pub(crate) idle_timeout: u64,
    /// Maximum number of open connections. At the limit, a new client replaces the connection that has waited longest
    /// for its client. The limit is lower if the process may open too few files (ulimit -n).
    #[arg(long, env, value_name = "N", default_value = "1024", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_connections: u32,
    /// Folder with a web page to serve in addition to the endpoints, except hidden files and symbolic links that leave the
    /// folder.
    #[arg(long, env, value_name = "DIR")]
    pub(crate) www: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tokens: TokenSources,
    /// Origin whose pages may read responses (CORS); repeatable. Without it, pages of every origin may.
    #[arg(
        long = "cors-origin",
        env,
        value_name = "ORIGIN",
        value_delimiter = ' '
    )]
    pub(crate) cors_origins: Vec<String>,
    /// Header that pages of other origins may send (CORS), besides the client's headers, such as traceparent;
    /// repeatable.
    #[arg(long = "cors-header", env, value_name = "NAME", value_delimiter = ' ')]
    pub(crate) cors_headers: Vec<String>,
}

/// Where token documents are read from.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct TokenSources {
    /// JSON-RPC endpoint of a chain; repeatable. The service tries several endpoints of a chain in this order.
    #[arg(
        long,
        env,
        hide_env_values = true,
        value_name = "CHAIN=URL",
        value_delimiter = ' '
    )]
    pub(crate) rpc: Vec<String>,
    /// IPFS gateway; repeatable, in order of preference.
    #[arg(
        long = "ipfs-gateway",
        env,
        hide_env_values = true,
        value_name = "URL",
        value_delimiter = ' '
    )]
    pub(crate) ipfs_gateways: Vec<String>,
    /// Arweave gateway; repeatable, in order of preference.
    #[arg(
        long = "arweave-gateway",
        env,
        hide_env_values = true,
        value_name = "URL",
        value_delimiter = ' '
    )]
    pub(crate) arweave_gateways: Vec<String>,
    /// Allow token URIs to private addresses and any port. Only for tests and local chains.
    #[arg(long, env, value_parser = BoolishValueParser::new())]
    pub(crate) allow_private: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Kind of the records.
    #[arg(value_parser = kind_parser())]
    pub(crate) kind: RecordKind,
    /// File with the records, or - for standard input.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) database: Database,
    /// Number of lines in one transaction.
    #[arg(
        long,
        env = "IMPORT_BATCH",
        value_name = "LINES",
        default_value = "50000",
        value_parser = value_parser!(u32).range(1..=100_000)
    )]
    pub(crate) batch: u32,
    /// Read lines as they are written: from a file until SIGTERM or SIGINT, from standard input or
    /// a pipe until its end. When FILE is truncated, or a new file gets its name, the import
    /// continues with the first line of FILE.
    #[arg(long, env = "IMPORT_FOLLOW", value_parser = BoolishValueParser::new())]
    pub(crate) follow: bool,
    /// With --follow: the longest time from the end of a line to the start of its commit, in milliseconds.
    #[arg(
        long,
        env = "IMPORT_MAX_DELAY_MS",
        value_name = "MS",
        default_value = "200",
        requires = "follow",
        value_parser = value_parser!(u64).range(1..=60_000)
    )]
    pub(crate) max_delay_ms: u64,
    /// With --follow: name under which the database keeps the position in FILE up to which lines are committed. The
    /// next import of this kind with the same name continues there.
    #[arg(
        long,
        env = "IMPORT_CHECKPOINT",
        value_name = "NAME",
        requires = "follow",
        value_parser = NonEmptyStringValueParser::new()
    )]
    pub(crate) checkpoint: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) database: Database,
    /// Repair: rewrite each record with a fault from its stored document, and delete hashes that no
    /// transfer has.
    #[arg(long, env = "VERIFY_REPAIR", value_parser = BoolishValueParser::new())]
    pub(crate) repair: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// Database to copy: sqlite:PATH.
    #[arg(long, env, hide_env_values = true, value_name = "URL")]
    pub(crate) database_url: String,
    /// File of the copy. It appears when the copy is complete and checked; until then, it is FILE.RANDOM.tmp.
    #[arg(long, env = "BACKUP_TO", value_name = "FILE")]
    pub(crate) to: PathBuf,
    /// Replace an existing SQLite database that no program uses. Any other file stays.
    #[arg(long, env = "BACKUP_FORCE", value_parser = BoolishValueParser::new())]
    pub(crate) force: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Key {
    /// Create a key and print it. It cannot be printed again.
    Create(Create),
    /// List the keys, one per line: prefix, owner, creation time, revocation time.
    List {
        #[command(flatten)]
        database: Database,
    },
    /// Revoke a key. Running services reject it after a few seconds.
    Revoke {
        /// Prefix of the key, as `key list` shows it.
        prefix: String,
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Create {
    /// Owner of the key, as `GET /project` returns it.
    #[arg(long, env = "KEY_OWNER", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) owner: String,
    /// Permissions by area, as a JSON object: {"deliveries":["read"],"sprinkle":true}.
    #[arg(long, env = "KEY_AUTH", value_name = "JSON", default_value = "{}")]
    pub(crate) auth: String,
    /// Account associated with the key.
    #[arg(long, env = "KEY_ACCOUNT", value_name = "ADDRESS")]
    pub(crate) account: Option<String>,
    /// Balance in the smallest unit, as an integer.
    #[arg(long, env = "KEY_BALANCE_WEI", value_name = "N")]
    pub(crate) balance_wei: Option<String>,
    #[command(flatten)]
    pub(crate) database: Database,
}

/// Reads the value of `--bind`. Removes white space at the end, because an environment file can
/// have Windows line breaks.
fn bind(text: &str) -> Result<String, &'static str> {
    let text = text.trim_end();
    // `SocketAddr` reads addresses, but not the name in `localhost:8787`.
    let has_name = text
        .split_once(':')
        .is_some_and(|(name, port)| !name.is_empty() && port.parse::<u16>().is_ok());
    if has_name || text.parse::<SocketAddr>().is_ok() {
        return Ok(text.to_owned());
    }
    Err("Expected HOST:PORT, such as 127.0.0.1:8787, [::1]:8787 or localhost:8787")
}

/// Reads a record kind by its name.
fn kind_parser() -> impl TypedValueParser<Value = RecordKind> {
    let help = |kind: &RecordKind| kind.description().trim_end_matches('.');
    let values = RecordKind::ALL
        .iter()
        .map(|kind| PossibleValue::new(kind.name()).help(help(kind)));
    let find = |name: String| {
        RecordKind::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .ok_or("unknown kind")
    };
    PossibleValuesParser::new(values).try_map(find)
}
