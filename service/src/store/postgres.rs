//! PostgreSQL: one server, or several of which the URL says which to prefer (`target_session_attrs`).

use super::{Access, Result, Row, StoreError};
use deadpool_postgres::{
    ClientWrapper, Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime, Timeouts,
};
use ethereal_query::service::Statement;
use futures_util::future::try_join_all;
use rustls::{ClientConfig, RootCertStore};
use scopeguard::ScopeGuard;
use std::{error::Error, sync::Arc, time::Duration};
use tokio::time::timeout;
use tokio_postgres::{
    Config, NoTls,
    config::{SslMode, TargetSessionAttrs},
    types::ToSql,
};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Connections at most; more would wait for each other inside PostgreSQL.
const CONNECTIONS: usize = 16;
/// A connection keeps at most this many prepared statements, which cost the server up to a megabyte each: page sizes and
/// filters make new ones.
const STATEMENTS: usize = 32;
/// To reach one of the hosts.
const REACH: Duration = Duration::from_secs(1);
/// To get a connection, from the pool or anew.
const PATIENCE: Duration = Duration::from_secs(3);

/// To answer, for the server and the network to it.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Every statement is written so that one plan fits all its values: planning again would cost more than running. And a
/// statement that hangs must not hold a connection for ever.
const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET statement_timeout = '5s'";

#[derive(Debug, Clone)]
pub(crate) struct Postgres(Pool);

/// With the messages of its causes: `db error` alone says nothing. None holds the URL.
fn failure(error: &dyn Error) -> StoreError {
    let mut texts = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        texts.push(error.to_string());
        cause = error.source();
    }
    // Some repeat what caused them.
    texts.dedup_by(|inner, outer| outer.ends_with(inner.as_str()));
    StoreError(format!("PostgreSQL: {}", texts.join(": ")))
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        failure(&error)
    }
}

impl Postgres {
    pub(crate) fn new(url: &str, access: Access) -> Result<Self> {
        let mut config: Config = url.parse()?;
        if access == Access::Write {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
            // A server that is busy with a batch takes no more of it for a while.
            config.tcp_user_timeout(12 * TIMEOUT);
        } else {
            config.tcp_user_timeout(TIMEOUT);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(REACH);
        }
        let hosts = config.get_hosts().len();
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        // Half-way TLS (`prefer`, which checks no certificate) would only look safe: it is either or.
        let manager = if config.get_ssl_mode() == SslMode::Require {
            Manager::from_config(config, tls()?, recycling)
        } else {
            Manager::from_config(config.ssl_mode(SslMode::Disable).clone(), NoTls, recycling)
        };
        // Every host may have its time, and the last one has to answer as well.
        let create = PATIENCE + REACH * u32::try_from(hosts).unwrap_or_default();
        let timeouts = Timeouts { wait: Some(PATIENCE), create: Some(create), recycle: Some(PATIENCE) };
        let settings = Hook::async_fn(|client: &mut ClientWrapper, _| {
            Box::pin(async move { client.batch_execute(SETTINGS).await.map_err(HookError::Backend) })
        });
        let pool = Pool::builder(manager).max_size(CONNECTIONS).timeouts(timeouts).runtime(Runtime::Tokio1);
        let pool = pool.post_create(settings).build();
        pool.map(Self).map_err(|e| failure(&e))
    }

    pub(crate) async fn query(&self, statement: Statement) -> Result<Vec<Row>> {
        let mut tries = 0;
        loop {
            // It goes back to the pool only when its query has ended: one whose caller has gone, or that hangs, would make
            // the next caller wait.
            let client = scopeguard::guard(self.client().await?, |client| drop(Object::take(client)));
            match timeout(TIMEOUT, read(&client, &statement)).await {
                // The server may have been restarted since the connection was last used: once more, with another.
                Ok(Err(_)) if client.is_closed() && tries < 2 => tries += 1,
                Ok(result) => {
                    drop(ScopeGuard::into_inner(client));
                    return Ok(result?);
                }
                Err(_) => return Err(StoreError("PostgreSQL: no answer within five seconds".to_owned())),
            }
        }
    }

    pub(crate) async fn write(&self, statements: Vec<Statement>) -> Result<u64> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let mut changed = 0;
        // All of one text are sent without waiting for each other; one text after another, because their order matters.
        let mut texts: Vec<&str> = Vec::new();
        for statement in &statements {
            if !texts.contains(&statement.sql.as_str()) {
                texts.push(&statement.sql);
            }
        }
        for sql in texts {
            let prepared = transaction.prepare_cached(sql).await?;
            let params: Vec<_> =
                statements.iter().filter(|one| one.sql == sql).map(|one| references(&one.params)).collect();
            let sent = params.iter().map(|params| transaction.execute(&prepared, params));
            changed += try_join_all(sent).await?.iter().sum::<u64>();
        }
        transaction.commit().await?;
        Ok(changed)
    }

    pub(crate) async fn migrate(&self, migrations: &[String]) -> Result<()> {
        let mut client = self.client().await?;
        let known = "SELECT to_regclass('schema_version') IS NOT NULL";
        let version = "SELECT count(*) FROM schema_version";
        // A standby cannot be written to, and need not be when its primary has all tables.
        if client.query_one(known, &[]).await?.get(0) {
            let done: i64 = client.query_one(version, &[]).await?.get(0);
            if usize::try_from(done).is_ok_and(|done| done >= migrations.len()) {
                return Ok(());
            }
        }
        let transaction = client.transaction().await?;
        // One process at a time; the number is this project's own.
        transaction.batch_execute("SELECT pg_advisory_xact_lock(7316894)").await?;
        transaction.batch_execute("CREATE TABLE IF NOT EXISTS schema_version (applied TIMESTAMPTZ NOT NULL)").await?;
        let done: i64 = transaction.query_one(version, &[]).await?.get(0);
        for sql in migrations.iter().skip(usize::try_from(done).unwrap_or_default()) {
            transaction.batch_execute(sql).await?;
            transaction.batch_execute("INSERT INTO schema_version VALUES (now())").await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn client(&self) -> Result<Object> {
        let client = self.0.get().await.map_err(|e| failure(&e))?;
        if client.statement_cache.size() > STATEMENTS {
            client.statement_cache.clear();
        }
        Ok(client)
    }
}

/// TLS that checks the server's certificate, by the system's roots or those of `SSL_CERT_FILE`.
fn tls() -> Result<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|e| StoreError(format!("TLS: {e}")))?;
    Ok(MakeRustlsConnect::new(builder.with_root_certificates(roots).with_no_client_auth()))
}

fn references(params: &[String]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| value as _).collect()
}

async fn read(client: &Object, statement: &Statement) -> std::result::Result<Vec<Row>, tokio_postgres::Error> {
    let prepared = client.prepare_cached(&statement.sql).await?;
    let rows = client.query(&prepared, &references(&statement.params)).await?;
    rows.iter().map(|row| (0..row.len()).map(|column| row.try_get(column)).collect()).collect()
}
