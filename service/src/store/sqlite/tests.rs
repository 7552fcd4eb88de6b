//! Tests of the threads, their queue, and programs that write at the same time.

use super::{file::MAX_WRITE_TIME, *};
use ethereal_query::service::MAX_PAGE_BYTES;
use std::time::Duration;

const MIGRATION: &str = "CREATE TABLE one (value TEXT)";

/// A store with one table, and the folder of its file.
async fn store(name: &str) -> (Sqlite, PathBuf) {
    let folder = std::env::temp_dir().join(format!("ethereal-query-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    let path = folder.join("records.db");
    let store = Sqlite::new(path, Access::Create).expect("threads");
    store
        .migrate(&[MIGRATION.to_owned()], Access::Create)
        .await
        .expect("a table");
    (store, folder)
}

#[tokio::test]
async fn a_panic_fails_only_its_own_query() {
    let (store, folder) = store("panic").await;
    // More panics than threads: a thread must continue after a panic.
    for _ in 0..2 * threads() {
        let result: Result<()> = store.run(|_| panic!("as a defect would")).await;
        assert_eq!(result.expect_err("a panic").0, "SQLite: a query panicked");
    }
    let rows = store.query("SELECT count(*) FROM one", Vec::new()).await;
    assert_eq!(rows.expect("threads that go on"), [[Value::Integer(0)]]);
    drop(store);
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[tokio::test]
async fn opens_a_current_file_while_another_program_writes_to_it() {
    let (store, folder) = store("writing").await;
    let writer = store.file.connect().expect("a connection");
    writer
        .execute_batch("BEGIN IMMEDIATE")
        .expect("the lock for writing");
    store
        .migrate(&[MIGRATION.to_owned()], Access::Create)
        .await
        .expect("no migration");
    drop((writer, store));
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[tokio::test]
async fn a_write_waits_for_a_long_batch_of_another_program() {
    let (store, folder) = store("waiting").await;
    let other = store.file.connect().expect("a connection");
    other
        .execute_batch("BEGIN IMMEDIATE")
        .expect("the lock for writing");
    let batch = async {
        // Longer than the 5 seconds that rusqlite waits for a lock by default.
        tokio::time::sleep(Duration::from_secs(6)).await;
        other.execute_batch("COMMIT").expect("a commit");
    };
    let insert = store.execute("INSERT INTO one VALUES ($1)", vec!["x".into()]);
    let (inserted, ()) = tokio::join!(insert, batch);
    assert_eq!(inserted.expect("a row"), 1);
    drop((other, store));
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[tokio::test]
async fn another_program_can_write_between_the_batches_of_an_import() {
    // Both imports write for three times `MAX_WRITE_TIME`.
    for (name, batch, batches) in [
        ("long-batches", MAX_WRITE_TIME, 3),
        ("short-batches", MAX_WRITE_TIME / 8, 24),
    ] {
        others_write_between(name, batch, batches).await;
    }
}

/// Fails if another program cannot write while an import writes `batches` batches, each of the
/// duration `batch`.
async fn others_write_between(name: &str, batch: Duration, batches: u32) {
    let (store, folder) = store(name).await;
    let other = Sqlite::new(folder.join("records.db"), Access::Write).expect("threads");
    let import = async {
        for _ in 0..batches {
            let work = move |_: &Connection| {
                thread::sleep(batch);
                Ok(())
            };
            store.write(work).await.expect("a batch");
        }
    };
    let insert = async {
        // The first batch has the lock by now.
        tokio::time::sleep(batch / 2).await;
        other
            .execute("INSERT INTO one VALUES ($1)", vec!["x".into()])
            .await
    };
    tokio::select! {
        biased;
        () = import => panic!("{name}: the other program did not have its turn"),
        inserted = insert => assert_eq!(inserted.expect("a row"), 1),
    }
    drop((other, store));
    std::fs::remove_dir_all(folder).expect("the folder");
}

/// Keeps every thread busy until the returned sender is dropped.
fn occupy_threads(store: &Sqlite) -> Sender<()> {
    let (sender, receiver) = unbounded::<()>();
    for _ in 0..threads() {
        let receiver = receiver.clone();
        store
            .jobs
            .send(Box::new(move || _ = receiver.recv()))
            .expect("a queue");
    }
    sender
}

#[tokio::test]
async fn a_ping_does_not_wait_for_queries() {
    let (store, folder) = store("ping").await;
    let busy = occupy_threads(&store);
    store
        .ping("SELECT value FROM one LIMIT 1")
        .await
        .expect("a file that can be read");
    store
        .ping("SELECT value FROM two LIMIT 1")
        .await
        .expect_err("no such table");
    drop((busy, store));
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[tokio::test]
async fn a_page_query_stops_at_the_first_row_after_a_full_page() {
    let (store, folder) = store("page").await;
    // Five rows. Each value repeats `x`, and has half of the bytes of a page.
    let insert = "INSERT INTO one SELECT printf('%.*c', $1, 'x') FROM json_each('[1, 2, 3, 4, 5]')";
    store
        .execute(insert, vec![Value::Integer(MAX_PAGE_BYTES as i64 / 2)])
        .await
        .expect("rows");
    let page = |limit: i64| {
        store.page(
            "SELECT value FROM one LIMIT $1",
            vec![Value::Integer(limit)],
        )
    };
    // Two rows fill the page, and the third row is the first row after the page.
    assert_eq!(page(5).await.expect("rows").len(), 3);
    // All rows of the query are on the page.
    assert_eq!(page(2).await.expect("rows").len(), 2);
    drop(store);
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[tokio::test]
async fn skips_jobs_without_a_caller_and_leaves_one_file() {
    let (store, folder) = store("abandoned").await;
    let insert = || store.execute("INSERT INTO one VALUES ($1)", vec!["x".into()]);
    let busy = occupy_threads(&store);
    // More callers than slots. Each caller gives up after a millisecond.
    for _ in 0..3 * SLOTS {
        let result = tokio::time::timeout(Duration::from_millis(1), insert()).await;
        assert!(
            result.is_err(),
            "a row was written while no thread was free"
        );
    }
    assert!(
        store.jobs.len() <= SLOTS,
        "{} jobs without a caller",
        store.jobs.len()
    );
    drop(busy);
    insert().await.expect("a row");
    let rows = store.query("SELECT value FROM one", Vec::new()).await;
    assert_eq!(rows.expect("rows").len(), 1);

    // Closing the store moves the write-ahead log into the file.
    drop(store);
    let files = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").file_name());
    assert_eq!(
        files.collect::<Vec<_>>(),
        ["records.db"],
        "the write-ahead log is in the file"
    );
    std::fs::remove_dir_all(folder).expect("the folder");
}
