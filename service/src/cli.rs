//! The command line. Every flag has an environment variable, so that containers need no arguments; there is no file.

use crate::store::Kind;
use clap::{Args, Parser, Subcommand};
use std::{net::SocketAddr, path::PathBuf};

/// The query service: token metadata, bridge transfers, API keys and mirrored NFT collections.
#[derive(Debug, Parser)]
#[command(version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// What is logged to standard error: error, warn, info, debug or trace, also by module.
    #[arg(long, env, default_value = "info", global = true)]
    pub(crate) log: String,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer requests.
    Serve(Box<Serve>),
    /// Take in records, one JSON object a line; a record replaces the one with the same identity.
    Import(Import),
    /// Make, list and revoke API keys.
    #[command(subcommand)]
    Key(Key),
}

#[derive(Debug, Args)]
pub(crate) struct Database {
    /// Where the records are: sqlite:PATH or postgres://USER:PASSWORD@HOST[,HOST…]/NAME[?target_session_attrs=any].
    #[arg(long, env, hide_env_values = true, value_name = "URL")]
    pub(crate) database_url: String,
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where the records are, as for import; without it sample records are served from memory.
    #[arg(long, env, hide_env_values = true, value_name = "URL")]
    pub(crate) database_url: Option<String>,
    /// Address and port to listen on; port 0 means any free one.
    #[arg(long, env, default_value = "127.0.0.1:8787")]
    pub(crate) bind: SocketAddr,
    /// Connections of clients that are open at most; at the limit, the one that has waited longest for its client is closed
    /// for a new one. Fewer when the process may open too few files (ulimit -n).
    #[arg(long, env, value_name = "N", default_value = "1024", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_connections: u32,
    /// Folder with a page, served beside the endpoints: no file or folder whose name begins with a dot, and nothing outside
    /// that a symbolic link leads to.
    #[arg(long, env, value_name = "DIR")]
    pub(crate) www: Option<PathBuf>,
    /// JSON-RPC endpoint of a chain; several for one chain are tried in order.
    #[arg(long, env, hide_env_values = true, value_name = "CHAIN=URL", value_delimiter = ' ')]
    pub(crate) rpc: Vec<String>,
    /// IPFS gateway, in order of preference.
    #[arg(
        long = "ipfs-gateway",
        env = "IPFS_GATEWAYS",
        hide_env_values = true,
        value_name = "URL",
        value_delimiter = ' '
    )]
    pub(crate) ipfs_gateways: Vec<String>,
    /// Arweave gateway, in order of preference.
    #[arg(
        long = "arweave-gateway",
        env = "ARWEAVE_GATEWAYS",
        hide_env_values = true,
        value_name = "URL",
        value_delimiter = ' '
    )]
    pub(crate) arweave_gateways: Vec<String>,
    /// Origin whose pages may call; without it every origin's.
    #[arg(long = "cors-origin", env = "CORS_ORIGINS", value_name = "ORIGIN", value_delimiter = ' ')]
    pub(crate) cors_origins: Vec<String>,
    /// Let token URIs lead to private addresses and any port; for tests and local chains only.
    #[arg(long, env, value_parser = clap::builder::BoolishValueParser::new())]
    pub(crate) allow_private: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// What the records are.
    pub(crate) kind: Kind,
    /// The file, or - for standard input.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) database: Database,
    /// Lines written in one transaction.
    #[arg(long, env = "IMPORT_BATCH", value_name = "LINES", default_value = "5000", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) batch: u32,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Key {
    /// Print a new key; it is shown this once.
    Create(Create),
    /// One line a key: prefix, owner, when it was created and revoked.
    List {
        #[command(flatten)]
        database: Database,
    },
    /// End a key; services know within ten seconds.
    Revoke {
        /// The key's prefix, as `list` shows it.
        prefix: String,
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Create {
    /// Who the key is for; `GET /project` reports it.
    #[arg(long, env = "KEY_OWNER", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) owner: String,
    /// Permissions by area, a JSON object: {"deliveries":["read"],"sprinkle":true}.
    #[arg(long, env = "KEY_AUTH", value_name = "JSON", default_value = "{}")]
    pub(crate) auth: String,
    /// Account associated with the key.
    #[arg(long, env = "KEY_ACCOUNT", value_name = "ADDRESS")]
    pub(crate) account: Option<String>,
    /// Balance in the smallest unit, a whole number.
    #[arg(long, env = "KEY_BALANCE_WEI", value_name = "N")]
    pub(crate) balance_wei: Option<String>,
    #[command(flatten)]
    pub(crate) database: Database,
}

impl Key {
    pub(crate) fn database(&self) -> &Database {
        match self {
            Self::Create(create) => &create.database,
            Self::List { database } | Self::Revoke { database, .. } => database,
        }
    }
}
