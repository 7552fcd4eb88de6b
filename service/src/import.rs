//! The command `import`: reads one JSON record per line. Stores the valid records, and reports each
//! invalid line with its number and the reason. Lines that are reported as committed are on the
//! disk.

use crate::{cli::Import, signals::stop_signal, store::Store};
use batch::{Batch, Pending};
use checkpoint::{Checkpoint, Position};
use line::LineBuffer;
use report::Report;
use source::{Chunk, Source, unreadable};
use std::{future::pending, pin::pin, process::ExitCode, sync::Arc, time::Duration};
use tokio::{select, time::sleep_until};

mod batch;
mod checkpoint;
mod line;
mod other_format;
mod report;
mod rotation;
mod source;

/// The maximum number of bytes of one read.
const BLOCK_BYTES: usize = 1 << 20;
/// The longest interval between two polls of a followed file.
const MAX_POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) async fn run(options: &Import, store: Store) -> Result<ExitCode, String> {
    let signal = if options.follow {
        Some(stop_signal()?)
    } else {
        None
    };
    let mut stop = pin!(or_never(signal));
    let mut importer = select! {
        biased;
        // Opening a named pipe waits for a program that writes to the pipe, so a stop signal must
        // be able to end the wait.
        () = &mut stop => return Ok(Report::new(None).finish(options.kind)),
        importer = Importer::open(options, store) => importer?,
    };
    let mut buffer = vec![0; BLOCK_BYTES];
    loop {
        select! {
            biased;
            () = &mut stop => break,
            () = or_never(importer.batch.pending.due.map(sleep_until)) => importer.commit().await?,
            chunk = importer.source.read(&mut buffer) => match chunk {
                Ok(Chunk::Bytes(count)) => {
                    let block = buffer.get(..count).unwrap_or_default();
                    importer.add_lines(block).await?;
                }
                Ok(Chunk::Replaced) => {
                    importer.add_last_line()?;
                    importer.start_file("Another file has the name of FILE: the import continues with it.").await?;
                }
                Ok(Chunk::Truncated) => {
                    // A last line without its newline is dropped.
                    importer.start_file("FILE was truncated: the import continues with its first line.").await?;
                }
                Ok(Chunk::End) => {
                    importer.add_last_line()?;
                    break;
                }
                Err(error) => {
                    importer.commit().await?;
                    return Err(unreadable(&options.file, &error));
                }
            },
        }
    }
    importer.commit().await?;
    Ok(importer.batch.report.finish(options.kind))
}

struct Importer {
    source: Source,
    line: LineBuffer,
    batch: Batch,
    checkpoint: Option<Checkpoint>,
}

impl Importer {
    async fn open(options: &Import, store: Store) -> Result<Self, String> {
        let max_delay = Duration::from_millis(options.max_delay_ms);
        // A line can wait for one poll interval before it is read. At least three quarters of
        // `max_delay` are left for the time from the read to the commit.
        let poll_interval = MAX_POLL_INTERVAL.min(max_delay / 4);
        let max_delay_after_read = max_delay - poll_interval;
        let opened = Source::open(&options.file, options.follow.then_some(poll_interval)).await;
        let (mut source, size) = opened.map_err(|e| unreadable(&options.file, &e))?;
        let checkpoint = match &options.checkpoint {
            Some(name) => Some(Checkpoint::read(&store, options.kind, name).await?),
            None => None,
        };
        let start = match &checkpoint {
            Some(checkpoint) => checkpoint.resume(&mut source, &options.file)?,
            None => Position::default(),
        };
        let batch = Batch {
            store: Arc::new(store),
            kind: options.kind,
            max_lines: options.batch,
            max_delay: options.follow.then_some(max_delay_after_read),
            position: start,
            report: Report::new(size),
            pending: Pending::default(),
            saving: None,
        };
        Ok(Self {
            source,
            line: LineBuffer::default(),
            batch,
            checkpoint,
        })
    }

    async fn add_lines(&mut self, mut block: &[u8]) -> Result<(), String> {
        while let Some((text, bytes)) = self.line.next(&mut block) {
            self.batch.add(text, bytes)?;
            if !self.batch.is_full() {
                continue;
            }
            let has_follow = self.batch.max_delay.is_some();
            if has_follow {
                self.commit().await?;
            } else {
                // --checkpoint requires --follow, so no checkpoint is written here. The next lines
                // are read during the commit.
                self.batch.start_commit(None).await?;
            }
        }
        Ok(())
    }

    /// Adds the last line of a file that ends without a newline.
    fn add_last_line(&mut self) -> Result<(), String> {
        match self.line.last() {
            Some((text, bytes)) => self.batch.add(text, bytes),
            None => Ok(()),
        }
    }

    /// Prints `reason`, and continues at the start of a new or truncated file. Commits the lines so
    /// far, with the start of the new or truncated file as the checkpoint.
    async fn start_file(&mut self, reason: &str) -> Result<(), String> {
        self.line = LineBuffer::default();
        self.batch.position = Position::default();
        self.batch.report.print(reason);
        self.commit().await
    }

    /// Commits the lines so far, with the current position in a followed file as the checkpoint.
    async fn commit(&mut self) -> Result<(), String> {
        let change = match (&mut self.checkpoint, &self.source) {
            (Some(checkpoint), Source::Followed(file)) => {
                checkpoint.change(file, self.batch.position)?
            }
            _ => None,
        };
        self.batch.start_commit(change).await?;
        self.batch.finish_commit().await
    }
}

/// Waits for an event. Without an event, waits forever.
async fn or_never(event: Option<impl Future<Output = ()>>) {
    match event {
        Some(event) => event.await,
        None => pending().await,
    }
}
