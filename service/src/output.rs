//! What the program writes. `println!` and `eprintln!` panic when their reader has ended, and wait when it does not
//! read, so `clippy.toml` refuses them. Here, no reader of standard error can stop the program.

use std::{
    io::{self, ErrorKind, Write},
    process,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc::{Sender, channel},
    },
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
    LOG.add([line, "\n"].concat());
}

/// The writer for the lines of `tracing`, like [`note`].
pub(crate) struct LogWriter;

impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        LOG.add(String::from_utf8_lossy(line).into_owned());
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
    /// Lines, each with a channel that closes when it is written.
    lines: Sender<(String, Option<Sender<()>>)>,
    waiting_bytes: Arc<AtomicUsize>,
    /// The number of lines that were dropped since the last one.
    dropped: AtomicUsize,
}

impl Log {
    fn start(mut out: impl Write + Send + 'static) -> Self {
        let (lines, queue) = channel::<(String, _)>();
        let waiting_bytes = Arc::new(AtomicUsize::new(0));
        let waiting = Arc::clone(&waiting_bytes);
        let work = move || {
            for (line, _written) in queue {
                // No reader is left to report it to.
                let _ = write_all(&mut out, line.as_bytes());
                waiting.fetch_sub(line.len(), Relaxed);
            }
        };
        // Without threads, the program itself fails at its start.
        let _ = thread::Builder::new().name("log".to_owned()).spawn(work);
        Self {
            lines,
            waiting_bytes,
            dropped: AtomicUsize::new(0),
        }
    }

    fn add(&self, line: String) {
        if self.waiting_bytes.load(Relaxed) + line.len() > MAX_WAITING_BYTES {
            self.dropped.fetch_add(1, Relaxed);
            return;
        }
        self.note_dropped();
        self.send(line, None);
    }

    /// Writes how many lines were dropped since the last one, if any.
    fn note_dropped(&self) {
        let dropped = self.dropped.swap(0, Relaxed);
        if dropped > 0 {
            self.send(
                format!("{dropped} lines dropped: the reader of the log was too slow\n"),
                None,
            );
        }
    }

    fn send(&self, line: String, written: Option<Sender<()>>) {
        self.waiting_bytes.fetch_add(line.len(), Relaxed);
        let _ = self.lines.send((line, written));
    }

    fn flush(&self) {
        // These lines can be the last ones.
        self.note_dropped();
        let (written, wait) = channel();
        self.send(String::new(), Some(written));
        let _ = wait.recv_timeout(FLUSH_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::Receiver;

    /// Passes each write on, with the results that a test gives.
    struct Pipe {
        results: Receiver<io::Result<usize>>,
        writes: Sender<String>,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let count = self
                .results
                .recv()
                .unwrap_or(Ok(usize::MAX))?
                .min(bytes.len());
            let _ = self
                .writes
                .send(String::from_utf8_lossy(&bytes[..count]).into_owned());
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
        log.add("lost\n".to_owned());
        results.send(Err(ErrorKind::BrokenPipe.into())).unwrap();
        log.flush();
        log.add("written\n".to_owned());
        for result in [
            Err(ErrorKind::Interrupted.into()),
            Ok(3),
            Err(ErrorKind::WouldBlock.into()),
            Ok(99),
        ] {
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
            log.add(line.clone());
        }
        drop(results);
        log.flush();
        let text = written.try_iter().collect::<String>();
        let (lines, rest) = text.split_once(" lines dropped").unwrap();
        let (printed, dropped) = lines.rsplit_once('\n').unwrap();
        assert!(
            printed.len() <= 2 * MAX_WAITING_BYTES
                && printed.len() >= MAX_WAITING_BYTES - line.len()
        );
        assert_eq!(
            (printed.len() + 1) / line.len() + dropped.parse::<usize>().unwrap(),
            3 * MAX_WAITING_BYTES / line.len()
        );
        assert_eq!(rest, ": the reader of the log was too slow\n");
        log.add("next\n".to_owned());
        log.flush();
        assert_eq!(written.try_iter().collect::<String>(), "next\n");
    }
}
