//! The output of the program. `println!` and `eprintln!` panic when their reader has ended, and
//! block while the reader does not read, so `clippy.toml` refuses both macros. With the functions
//! here, the reader of standard error cannot stop the program.

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

/// The maximum number of bytes that wait for the reader of standard error. Further lines are
/// dropped.
const MAX_WAITING_BYTES: usize = 1 << 20;
/// The maximum time that the program waits for the reader of standard error: before it prints a
/// result, and before it ends.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);
/// The wait before the next write to a full pipe. Usually the write itself waits for the reader,
/// but not after another program has made the pipe non-blocking.
const FULL_PIPE_WAIT: Duration = Duration::from_millis(10);
/// The exit status that a shell shows for a program that SIGPIPE has ended.
const BROKEN_PIPE: i32 = 128 + 13;

/// Writes the lines for standard error. The first use starts the thread that writes.
static LOG: LazyLock<Log> = LazyLock::new(|| Log::start(io::stderr()));

/// Writes a line to standard error: a message, or the progress of a command. A line that cannot be
/// written is dropped.
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
/// The line cannot be written. A command whose work is done ignores this error.
pub(crate) fn print(line: &str) -> io::Result<()> {
    flush();
    write_all(&mut io::stdout(), [line, "\n"].concat().as_bytes())
}

/// Prints a line for a command that only prints. If the reader of standard output has ended, the
/// program ends without a message, as other Unix programs do.
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

/// A line for the thread that writes.
struct Line {
    text: String,
    /// The thread sends a message here after it has written the line.
    written: Option<Sender<()>>,
}

/// Lines that a thread writes, so that no other thread waits for their reader.
struct Log {
    lines: Sender<Line>,
    waiting_bytes: Arc<AtomicUsize>,
    /// The number of dropped lines that the log does not mention yet.
    dropped: AtomicUsize,
}

impl Log {
    fn start(mut out: impl Write + Send + 'static) -> Self {
        let (lines, queue) = channel::<Line>();
        let waiting_bytes = Arc::new(AtomicUsize::new(0));
        let waiting = Arc::clone(&waiting_bytes);
        let work = move || {
            for line in queue {
                // An error cannot be reported: standard error itself is broken.
                let _ = write_all(&mut out, line.text.as_bytes());
                waiting.fetch_sub(line.text.len(), Relaxed);
                if let Some(written) = line.written {
                    let _ = written.send(());
                }
            }
        };
        // An error is ignored: without threads, the program fails when it starts the runtime.
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

    /// Writes the number of dropped lines, if there are any.
    fn note_dropped(&self) {
        let dropped = self.dropped.swap(0, Relaxed);
        if dropped > 0 {
            self.send(
                format!("{dropped} lines dropped: the reader of the log was too slow\n"),
                None,
            );
        }
    }

    fn send(&self, text: String, written: Option<Sender<()>>) {
        self.waiting_bytes.fetch_add(text.len(), Relaxed);
        let _ = self.lines.send(Line { text, written });
    }

    fn flush(&self) {
        // `add` reports dropped lines only with a further line, which may never come.
        self.note_dropped();
        // The thread writes the lines in order, so all earlier lines are written before this one.
        let (written, wait) = channel();
        self.send(String::new(), Some(written));
        let _ = wait.recv_timeout(FLUSH_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::Receiver;

    /// A writer that sends each text to the test, and gets its results from the test.
    struct Pipe {
        results: Receiver<io::Result<usize>>,
        writes: Sender<String>,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            // After the test has dropped its sender, every write succeeds.
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

    /// Returns a pipe, the sender of the results of its writes, and the receiver of written texts.
    fn pipe() -> (Pipe, Sender<io::Result<usize>>, Receiver<String>) {
        let (result_sender, results) = channel();
        let (writes, written) = channel();
        (Pipe { results, writes }, result_sender, written)
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
            Ok("wri".len()),
            Err(ErrorKind::WouldBlock.into()),
            Ok("tten\n".len()),
        ] {
            results.send(result).unwrap();
        }
        log.flush();
        assert_eq!(written.try_iter().collect::<Vec<_>>(), ["wri", "tten\n"]);
    }

    #[test]
    fn a_reader_that_does_not_read_makes_the_log_drop_lines_instead_of_waiting() {
        let (pipe, results, written) = pipe();
        let log = Log::start(pipe);
        // 1,024 bytes, so that the waiting lines fill `MAX_WAITING_BYTES` exactly.
        let line = format!("{}\n", "x".repeat(1023));
        // The first write waits for a result. Until then, all lines wait.
        let max_waiting_lines = MAX_WAITING_BYTES / line.len();
        let dropped_lines = 2;
        for _ in 0..max_waiting_lines + dropped_lines {
            log.add(line.clone());
        }
        // From now on, every write succeeds.
        drop(results);
        log.flush();
        let text = written.try_iter().collect::<String>();
        let (lines, message) = text.split_at(max_waiting_lines * line.len());
        assert!(lines == line.repeat(max_waiting_lines));
        assert_eq!(
            message,
            format!("{dropped_lines} lines dropped: the reader of the log was too slow\n")
        );
        log.add("next\n".to_owned());
        log.flush();
        assert_eq!(written.try_iter().collect::<String>(), "next\n");
    }
}
