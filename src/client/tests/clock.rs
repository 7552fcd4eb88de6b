//! A virtual clock, and tasks that run on it.

use futures_util::future::LocalBoxFuture;
use std::{
    cell::{Cell, RefCell},
    future::{Future, poll_fn},
    rc::{Rc, Weak},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

/// A clock that advances only when every task waits.
#[derive(Debug, Default)]
pub(crate) struct VirtualClock {
    now_ms: Cell<u64>,
    /// The timers in the order of their creation. Dropping a sleep drops its timer.
    timers: RefCell<Vec<Weak<Timer>>>,
}

#[derive(Debug)]
struct Timer {
    due_ms: u64,
    has_fired: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

impl VirtualClock {
    pub(crate) fn now_ms(&self) -> u64 {
        self.now_ms.get()
    }

    /// Sets a timer and resolves when it fires. As with `setTimeout`, a timer of 0 ms fires when every task waits.
    pub(crate) fn sleep(&self, ms: u32) -> impl Future<Output = ()> + use<> {
        let due_ms = self.now_ms() + u64::from(ms);
        let timer = Rc::new(Timer {
            due_ms,
            has_fired: Cell::default(),
            waker: RefCell::default(),
        });
        self.timers.borrow_mut().push(Rc::downgrade(&timer));
        poll_fn(move |context| {
            timer.waker.replace(Some(context.waker().clone()));
            if timer.has_fired.get() {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
    }

    /// Resolves at once for 0 ms, otherwise like [`VirtualClock::sleep`].
    pub(crate) fn sleep_unless_zero(&self, ms: u32) -> impl Future<Output = ()> + use<> {
        let sleep = (ms > 0).then(|| self.sleep(ms));
        async {
            if let Some(sleep) = sleep {
                sleep.await;
            }
        }
    }

    /// Advances to the earliest timer and fires this timer. Of timers with the same time, the
    /// oldest fires.
    fn advance(&self) {
        let mut timers = self.timers.borrow_mut();
        timers.retain(|timer| timer.upgrade().is_some_and(|timer| !timer.has_fired.get()));
        let timer = timers
            .iter()
            .filter_map(Weak::upgrade)
            .min_by_key(|timer| timer.due_ms)
            .expect("the call waits for something that cannot happen");
        self.now_ms.set(timer.due_ms);
        timer.has_fired.set(true);
        if let Some(waker) = timer.waker.take() {
            waker.wake();
        }
    }

    /// Runs one future to its end.
    pub(crate) fn run<T>(&self, future: impl Future<Output = T>) -> T {
        let mut task = Task::new(future);
        self.finish(&mut [&mut task]);
        task.output()
    }

    /// Runs tasks until each has its output.
    pub(crate) fn finish<T>(&self, tasks: &mut [&mut Task<'_, T>]) {
        loop {
            self.settle(tasks);
            if tasks.iter().all(|task| task.is_done()) {
                return;
            }
            self.advance();
        }
    }

    /// Runs tasks until the clock would pass `ms`.
    pub(crate) fn run_until<T>(&self, ms: u64, tasks: &mut [&mut Task<'_, T>]) {
        let mut end = Task::new(self.sleep(u32::try_from(ms - self.now_ms()).unwrap()));
        loop {
            self.settle(tasks);
            self.settle(&mut [&mut end]);
            if end.is_done() {
                return;
            }
            self.advance();
        }
    }

    /// Polls tasks until no task is woken.
    fn settle<T>(&self, tasks: &mut [&mut Task<'_, T>]) {
        while poll_first_woken(tasks) {}
    }
}

/// Polls the first task that was woken. Returns whether a task was woken.
fn poll_first_woken<T>(tasks: &mut [&mut Task<'_, T>]) -> bool {
    for task in tasks {
        if task.poll() {
            return true;
        }
    }
    false
}

/// A future that is polled only after it was woken, as in an executor. Dropping the task cancels the future.
pub(crate) struct Task<'a, T> {
    future: Option<LocalBoxFuture<'a, T>>,
    output: Option<T>,
    wake_flag: Arc<WakeFlag>,
}

struct WakeFlag(AtomicBool);

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl<'a, T> Task<'a, T> {
    pub(crate) fn new(future: impl Future<Output = T> + 'a) -> Self {
        Self {
            future: Some(Box::pin(future)),
            output: None,
            // A new task is polled once without a wake-up.
            wake_flag: Arc::new(WakeFlag(true.into())),
        }
    }

    /// Polls the future if it was woken. Returns whether it polled the future.
    pub(crate) fn poll(&mut self) -> bool {
        let Some(future) = &mut self.future else {
            return false;
        };
        let was_woken = self.wake_flag.0.swap(false, Ordering::Relaxed);
        if !was_woken {
            return false;
        }
        let waker = Waker::from(Arc::clone(&self.wake_flag));
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            self.output = Some(output);
            self.future = None;
        }
        true
    }

    pub(crate) fn is_done(&self) -> bool {
        self.future.is_none()
    }

    pub(crate) fn output(self) -> T {
        self.output.expect("the task is done")
    }
}
