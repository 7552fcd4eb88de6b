//! PostgreSQL: one server, or a primary with standbys. `target_session_attrs` in the URL selects
//! the servers to use.

use super::{
    Access, CheckpointChange, Result, Row, StoreError, Value, batch::Change, check_schema_version,
};
use deadpool_postgres::{
    ClientWrapper, ConfigConnectImpl, Connect, GenericClient, Hook, HookError, Manager,
    ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, Timeouts, Transaction,
};
use scopeguard::ScopeGuard;
use statements::{QueryRows, query_page, references, run_bulk};
use std::{error::Error, time::Duration};
use target::{Connector, Target};
use tls::Tls;
use tokio::time::timeout;
use tokio_postgres::{
    Config, IsolationLevel, NoTls,
    config::{Host, SslMode},
};
use url::Parameters;

mod statements;
mod target;
mod tls;
mod url;

pub(super) use statements::{query, query_bulk};

/// The maximum number of connections for queries. More connections would wait for each other inside
/// PostgreSQL.
const MAX_CONNECTIONS: usize = 16;
/// The maximum number of prepared statements per connection. Each page size and each number of
/// filter values has a different statement, and each statement takes up to a megabyte of the
/// server.
const MAX_CACHED_STATEMENTS: usize = 32;
/// The time to connect to one host.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// The time to get a connection from the pool, and for a new connection to be set up.
const POOL_TIMEOUT: Duration = Duration::from_secs(3);
/// The maximum number of retries of a query whose connection is closed.
const MAX_QUERY_RETRIES: usize = 2;
/// The time of a query, with the network.
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);
/// The settings of each connection. `plan_cache_mode`: one generic plan fits all values of a
/// statement, and planning takes longer than running. `statement_timeout` frees connections from
/// statements that hang. `default_transaction_isolation` replaces a stricter default of the role: a
/// standby refuses `serializable`, and with `serializable` or `repeatable read`, an import fails
/// when another import has written the same rows.
const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET statement_timeout = '5s'; \
                        SET default_transaction_isolation = 'read committed'";
/// The port of PostgreSQL, unless the URL has a different port.
const DEFAULT_PORT: u16 = 5432;
/// The name of the connections in `pg_stat_activity`, unless the URL has a different name.
const APPLICATION_NAME: &str = "ethereal-query-service";

#[derive(Debug, Clone)]
pub(crate) struct Postgres {
    pool: Pool,
    /// A pool with one connection for `ping`, which does not wait for the queries of `pool`.
    ping_pool: Pool,
    /// The URL in messages, without user and password.
    pub(super) location: String,
}

/// An error with the messages of its causes, because the first message is often just `db error`. No
/// message has the URL.
fn store_error(error: &dyn Error) -> StoreError {
    let mut texts = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        texts.push(error.to_string());
        cause = error.source();
    }
    // Some errors repeat the message of their cause.
    texts.dedup_by(|inner, outer| outer.ends_with(inner.as_str()));
    StoreError(format!("PostgreSQL: {}", texts.join(": ")))
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        store_error(&error)
    }
}

impl Postgres {
    pub(crate) fn new(url: &str, access: Access) -> Result<Self> {
        let mut parameters = Parameters::parse(url)?;
        let tls = tls::take(&mut parameters)?;
        let target = Target::take(&mut parameters, access)?;
        let mut config = parameters.config()?;
        config.target_session_attrs(target.first_choice());
        config.ssl_mode(if tls.is_some() {
            SslMode::Require
        } else {
            SslMode::Disable
        });
        set_timeouts(&mut config, access);
        if config.get_application_name().is_none() {
            config.application_name(APPLICATION_NAME);
        }
        let pool = |size| pool(&config, tls.as_ref(), target, size);
        Ok(Self {
            pool: pool(MAX_CONNECTIONS)?,
            ping_pool: pool(1)?,
            location: location(&config),
        })
    }

    pub(crate) async fn query(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        query_in(&self.pool, sql, params, Extent::All).await
    }

    /// Runs a page query. Returns the rows of the page and the first row after the page.
    pub(crate) async fn page(&self, sql: &str, params: Vec<Value>) -> Result<Vec<Row>> {
        query_in(&self.pool, sql, params, Extent::Page).await
    }

    /// Runs a query on a separate connection, because the connections for queries may be busy.
    pub(crate) async fn ping(&self, sql: &str) -> Result<()> {
        query_in(&self.ping_pool, sql, Vec::new(), Extent::All)
            .await
            .map(drop)
    }

    /// Runs a statement and returns the number of rows that it changed.
    pub(crate) async fn execute(&self, sql: &str, params: Vec<Value>) -> Result<u64> {
        Ok(self
            .client()
            .await?
            .execute(sql, &references(&params))
            .await?)
    }

    /// Makes a change of rows, and changes a checkpoint, in one transaction.
    pub(super) async fn save(
        &self,
        change: impl Change,
        checkpoint: Option<CheckpointChange>,
    ) -> Result<()> {
        let mut client = self.client().await?;
        let mut transaction = begin_writing(&mut client).await?;
        let stored = run_bulk(&mut transaction, &change.stored_rows()).await?;
        for statement in change.statements(stored) {
            run_bulk(&mut transaction, &statement).await?;
        }
        if let Some(checkpoint) = checkpoint {
            let (sql, params) = checkpoint.statement();
            checkpoint.check(transaction.execute(sql, &references(&params)).await?)?;
        }
        Ok(transaction.commit().await?)
    }

    /// Starts a transaction in which all queries read the same snapshot of the database. Returns
    /// the connection of the transaction.
    pub(super) async fn snapshot(&self) -> Result<Object> {
        let client = self.client().await?;
        client
            .batch_execute(
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0",
            )
            .await?;
        Ok(client)
    }

    pub(crate) async fn migrate(&self, migrations: &[String], access: Access) -> Result<()> {
        let mut client = self.client().await?;
        let found = schema_version(&client).await?;
        check_schema_version(found, migrations.len(), access)?;
        // No write before this return: a standby is read-only, and has the tables of the primary.
        if found == migrations.len() {
            return Ok(());
        }
        let transaction = begin_writing(&mut client).await?;
        transaction
            .batch_execute(
                "CREATE TABLE IF NOT EXISTS schema_version (applied TIMESTAMPTZ NOT NULL)",
            )
            .await?;
        // Another process may have migrated the database since the first check.
        let found = schema_version(&transaction).await?;
        check_schema_version(found, migrations.len(), access)?;
        for sql in migrations.iter().skip(found) {
            transaction.batch_execute(sql).await?;
            transaction
                .batch_execute("INSERT INTO schema_version VALUES (now())")
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn client(&self) -> Result<Object> {
        client(&self.pool).await
    }
}

/// Sets the times after which a connection counts as broken.
fn set_timeouts(config: &mut Config, access: Access) {
    if access == Access::Read {
        config.tcp_user_timeout(QUERY_TIMEOUT);
    } else {
        // A minute: a server that is busy with a batch accepts no data for a while.
        config.tcp_user_timeout(12 * QUERY_TIMEOUT);
        // Half a minute. Nothing is sent while a long statement runs. Without this setting, a loss
        // of power of the server during such a statement is noticed only after two hours.
        config.keepalives_idle(6 * QUERY_TIMEOUT);
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
}

/// The time for a new connection: each host may take its timeout in each try. Setting up the
/// connection comes in addition.
fn create_timeout(config: &Config, target: Target) -> Duration {
    let connect_timeout = *config.get_connect_timeout().unwrap_or(&CONNECT_TIMEOUT);
    let max_attempts = target.tries() * config.get_hosts().len();
    POOL_TIMEOUT + connect_timeout.saturating_mul(max_attempts as u32)
}

/// A pool of at most `size` connections.
fn pool(config: &Config, tls: Option<&Tls>, target: Target, size: usize) -> Result<Pool> {
    let recycling = ManagerConfig {
        recycling_method: RecyclingMethod::Fast,
    };
    let connect: Box<dyn Connect> = match tls {
        Some(tls) => Box::new(ConfigConnectImpl {
            tls: tls.connector()?,
        }),
        None => Box::new(ConfigConnectImpl { tls: NoTls }),
    };
    let manager = Manager::from_connect(config.clone(), Connector { connect, target }, recycling);
    let create = create_timeout(config, target);
    let timeouts = Timeouts {
        wait: Some(POOL_TIMEOUT),
        create: Some(create),
        recycle: Some(POOL_TIMEOUT),
    };
    let settings = Hook::async_fn(|client: &mut ClientWrapper, _| {
        Box::pin(async move {
            client
                .batch_execute(SETTINGS)
                .await
                .map_err(HookError::Backend)
        })
    });
    let pool = Pool::builder(manager)
        .max_size(size)
        .timeouts(timeouts)
        .runtime(Runtime::Tokio1);
    pool.post_create(settings)
        .build()
        .map_err(|e| store_error(&e))
}

/// Which rows of a query are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    All,
    /// The rows of a page, and the first row after the page.
    Page,
}

/// Runs a query on a connection of a pool.
async fn query_in(pool: &Pool, sql: &str, params: Vec<Value>, extent: Extent) -> Result<Vec<Row>> {
    let mut retries = 0;
    loop {
        // The connection must not return to the pool before its query has ended, because the next
        // caller would wait for the query. Until then, dropping the guard closes the connection:
        // when the caller gives up, when the query hangs, and when the query has more rows than the
        // page.
        let client = scopeguard::guard(client(pool).await?, |client| drop(Object::take(client)));
        let reading = async {
            if extent == Extent::Page {
                return query_page(&*client, sql, &params).await;
            }
            let rows = query(&*client, sql, &params).await?;
            Ok(QueryRows {
                rows,
                is_complete: true,
            })
        };
        match timeout(QUERY_TIMEOUT, reading).await {
            // The server may have restarted since the connection was last used: try a different
            // connection.
            Ok(Err(_)) if client.is_closed() && retries < MAX_QUERY_RETRIES => retries += 1,
            // The guard closes the connection.
            Ok(Ok(result)) if !result.is_complete => return Ok(result.rows),
            Ok(result) => {
                // Returns the connection to the pool.
                drop(ScopeGuard::into_inner(client));
                return result.map(|result| result.rows);
            }
            Err(_) => {
                return Err(StoreError(
                    "PostgreSQL: no result within five seconds".to_owned(),
                ));
            }
        }
    }
}

async fn client(pool: &Pool) -> Result<Object> {
    let client = pool.get().await.map_err(|error| match error {
        PoolError::Timeout(_) => StoreError(
            "PostgreSQL: no connection in time. Check the host and port of the URL, and the load of the server"
                .to_owned(),
        ),
        // The error of PostgreSQL, without the message of the pool.
        PoolError::Backend(error) => store_error(&error),
        error => store_error(&error),
    })?;
    if client.statement_cache.size() > MAX_CACHED_STATEMENTS {
        client.statement_cache.clear();
    }
    Ok(client)
}

/// The hosts and the name of a database. Messages do not repeat the whole URL, because the URL can
/// have a password.
fn location(config: &Config) -> String {
    let ports = config.get_ports();
    let hosts = config.get_hosts().iter().enumerate().map(|(i, host)| {
        let host = match host {
            Host::Tcp(name) => name.clone(),
            Host::Unix(path) => path.display().to_string(),
        };
        // A single port belongs to all hosts.
        let port = ports.get(i).or(ports.first()).copied();
        let port = port.unwrap_or(DEFAULT_PORT);
        format!("{host}:{port}")
    });
    let hosts = hosts.collect::<Vec<_>>().join(",");
    format!(
        "postgres://{hosts}/{}",
        config.get_dbname().unwrap_or_default()
    )
}

/// The number of migrations that a database has run.
async fn schema_version(client: &impl GenericClient) -> Result<usize> {
    let exists = "SELECT to_regclass('schema_version') IS NOT NULL";
    if !client.query_one(exists, &[]).await?.get::<_, bool>(0) {
        return Ok(0);
    }
    let count: i64 = client
        .query_one("SELECT count(*) FROM schema_version", &[])
        .await?
        .get(0);
    Ok(usize::try_from(count).unwrap_or_default())
}

/// Starts a transaction that may take minutes. One process writes at a time, so that the documents
/// that a batch replaces do not change during the batch.
async fn begin_writing(client: &mut Object) -> Result<Transaction<'_>> {
    // The role may have a different default. Each statement must see what the previous writer has
    // committed.
    let transaction = client
        .build_transaction()
        .isolation_level(IsolationLevel::ReadCommitted)
        .start()
        .await?;
    // The number is arbitrary. It identifies the lock that every writer takes.
    transaction
        .batch_execute("SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(7316894)")
        .await?;
    Ok(transaction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_an_unknown_parameter_without_the_password() {
        let url = "postgres://user:secret@host/records?sslcert=x";
        let message = Postgres::new(url, Access::Read)
            .expect_err("sslcert is unknown")
            .0;
        assert!(
            message.contains(
                "unknown option `sslcert`. Expected the parameters that service/README.md lists."
            ),
            "{message}"
        );
        assert!(!message.contains("secret"), "{message}");
    }

    #[test]
    fn each_try_of_each_host_may_take_the_connect_timeout() {
        let config = |text: &str| text.parse::<Config>().expect("a configuration");
        let two_hosts = config("host=a,b connect_timeout=10");
        let url_timeout = Duration::from_secs(10);
        assert_eq!(
            create_timeout(&two_hosts, Target::Any),
            POOL_TIMEOUT + 2 * url_timeout
        );
        // A connection to a standby tries all hosts twice.
        let one_host = config("host=a");
        assert_eq!(
            create_timeout(&one_host, Target::PreferStandby),
            POOL_TIMEOUT + 2 * CONNECT_TIMEOUT
        );
    }

    #[test]
    fn accepts_the_parameters_of_the_readme() {
        let readme = include_str!("../../README.md");
        let (_, list) = readme
            .split_once("The URL may have these parameters: ")
            .expect("a list");
        let (list, _) = list.split_once('.').expect("the end of the list");
        // Every second part of the list is between backticks.
        for name in list.split('`').skip(1).step_by(2) {
            // `x` may be an invalid value. Only an unknown name is an error here.
            let error =
                Postgres::new(&format!("postgres://host/records?{name}=x"), Access::Read).err();
            let message = error.map(|error| error.0).unwrap_or_default();
            // The test of `sslcert` above checks that an unknown name has this text.
            assert!(!message.contains("unknown option"), "{message}");
        }
    }
}
