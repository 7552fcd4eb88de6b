//! What the program writes. `println!` and `eprintln!` panic when their reader has ended, and wait when it does not
//! read, so `clippy.toml` refuses them. Here, no reader of standard error can stop the program.

use std::{
    io::{self, ErrorKind, Write},
    mem, process,
    sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// The maximum number of bytes that wait for the reader of standard error. Further lines are dropped.
const MAX_WAITING_BYTES: usize = 1 << 20;
/// The time that the program waits for that reader before it prints a result, and before it ends.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);
/// The time to wait when a pipe is full and does not block, because another program has changed its mode.
const FULL_PIPE_WAIT: Duration = Duration::from_millis(10);
/// The exit status that a shell shows for a program that SIGPIPE has ended.
const BROKEN_PIPE: i32 = 128 + 13;

/// Standard error.
static LOG: LazyLock<Log> = LazyLock::new(|| Log::start(io::stderr()));

/// Writes a line to standard error: a message, or the progress of a command. A line that cannot be written is dropped.
pub(crate) fn note(line: &str) {
    LOG.add(&[line, "\n"].concat());
}

/// The writer for the lines of `tracing`, like [`note`].
pub(crate) struct LogWriter;

impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        LOG.add(&String::from_utf8_lossy(line));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits until the lines of [`note`] are written, at most a second.
pub(crate) fn flush() {
    LOG.flush();
}

/// Writes a line of a result to standard output, after the lines of [`note`].
///
/// # Errors
/// The line cannot be written. A command whose work is done ignores that.
pub(crate) fn print(line: &str) -> io::Result<()> {
    flush();
    write_all(&mut io::stdout(), [line, "\n"].concat().as_bytes())
}

/// Prints a line of a command that only prints. If its reader has ended, the program ends without a message, as other
/// programs of Unix.
pub(crate) fn print_or_exit(line: &str) {
    let Err(error) = print(line) else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        process::exit(BROKEN_PIPE);
    }
    note(&format!("error: Cannot write to standard output: {error}."));
    flush();
    process::exit(1);
}

fn write_all(out: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match out.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(FULL_PIPE_WAIT),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Lines that a thread writes, so that no other thread waits for their reader.
struct Log {
    state: Arc<(Mutex<Waiting>, Condvar)>,
}

#[derive(Default)]
struct Waiting {
    lines: Vec<u8>,
    /// The number of lines that were dropped after `lines`.
    dropped: u64,
    /// Whether the thread writes earlier lines.
    is_writing: bool,
}

impl Log {
    fn start(mut out: impl Write + Send + 'static) -> Self {
        let state = Arc::<(Mutex<Waiting>, Condvar)>::default();
        let shared = Arc::clone(&state);
        let work = move || {
            loop {
                let lines = take_lines(&shared);
                // Nobody can be told.
                let _ = write_all(&mut out, &lines);
                lock(&shared.0).is_writing = false;
                shared.1.notify_all();
            }
        };
        // Without threads, the program itself fails at its start.
        let _ = thread::Builder::new().name("log".to_owned()).spawn(work);
        Self { state }
    }

    fn add(&self, line: &str) {
        let (waiting, changed) = &*self.state;
        let mut waiting = lock(waiting);
        if waiting.dropped > 0 || waiting.lines.len() + line.len() > MAX_WAITING_BYTES {
            waiting.dropped += 1;
        } else {
            waiting.lines.extend_from_slice(line.as_bytes());
        }
        changed.notify_all();
    }

    fn flush(&self) {
        let (waiting, changed) = &*self.state;
        let is_busy = |waiting: &mut Waiting| waiting.is_writing || !waiting.lines.is_empty();
        drop(changed.wait_timeout_while(lock(waiting), FLUSH_TIMEOUT, is_busy));
    }
}

/// Waits for lines and takes them all.
fn take_lines((waiting, changed): &(Mutex<Waiting>, Condvar)) -> Vec<u8> {
    let is_empty = |waiting: &mut Waiting| waiting.lines.is_empty();
    let mut waiting = changed.wait_while(lock(waiting), is_empty).unwrap_or_else(PoisonError::into_inner);
    let (mut lines, dropped) = (mem::take(&mut waiting.lines), mem::take(&mut waiting.dropped));
    waiting.is_writing = true;
    if dropped > 0 {
        lines.extend_from_slice(format!("{dropped} lines dropped, because nobody read them in time\n").as_bytes());
    }
    lines
}

fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// Passes each write on, with the results that a test gives.
    struct Pipe {
        results: Receiver<io::Result<usize>>,
        writes: Sender<String>,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = self.results.recv().unwrap_or(Ok(usize::MAX))?.min(bytes.len());
            let _ = self.writes.send(String::from_utf8_lossy(&bytes[..count]).into_owned());
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn pipe() -> (Pipe, Sender<io::Result<usize>>, Receiver<String>) {
        let ((give, results), (writes, written)) = (channel(), channel());
        (Pipe { results, writes }, give, written)
    }

    #[test]
    fn a_log_goes_on_after_writes_that_fail() {
        let (pipe, results, written) = pipe();
        let log = Log::start(pipe);
        log.add("lost\n");
        results.send(Err(ErrorKind::BrokenPipe.into())).unwrap();
        log.flush();
        log.add("written\n");
        for result in [Err(ErrorKind::Interrupted.into()), Ok(3), Err(ErrorKind::WouldBlock.into()), Ok(99)] {
            results.send(result).unwrap();
        }
        log.flush();
        assert_eq!(written.try_iter().collect::<Vec<_>>(), ["wri", "tten\n"]);
    }

    #[test]
    fn a_reader_that_does_not_read_costs_lines_and_no_time() {
        let (pipe, results, written) = pipe();
        let log = Log::start(pipe);
        let line = format!("{}\n", "x".repeat(1023));
        for _ in 0..3 * MAX_WAITING_BYTES / line.len() {
            log.add(&line);
        }
        drop(results);
        log.flush();
        log.add("next\n");
        log.flush();
        let text = written.try_iter().collect::<String>();
        let (lines, rest) = text.split_once(" lines dropped").unwrap();
        let (kept, dropped) = lines.rsplit_once('\n').unwrap();
        assert!(kept.len() <= 2 * MAX_WAITING_BYTES && kept.len() >= MAX_WAITING_BYTES - line.len());
        assert_eq!(
            (kept.len() + 1) / line.len() + dropped.parse::<usize>().unwrap(),
            3 * MAX_WAITING_BYTES / line.len()
        );
        assert!(rest.ends_with("in time\nnext\n"), "{rest}");
    }
}
