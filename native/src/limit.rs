//! A limit on work, as the Python caller sets it.

use std::time::{Duration, Instant};

/// The reason why a count ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The caller's limit was reached.
    Limit,
    /// The user interrupted the count, for example by Ctrl-C.
    Interrupted,
}

/// The number of moves between checks of the clock and for interrupts.
const PATIENCE: usize = 1 << 16;

/// The maximum size of one layer of states in bytes, if there is a limit.
const MOST_BYTES: usize = 1 << 27;

/// The work done so far, compared with a limit.
pub struct Meter<'a> {
    /// The states counted so far, summed over the steps.
    pub states: u64,
    most: Option<u64>,
    deadline: Option<Instant>,
    moves: usize,
    is_interrupted: &'a dyn Fn() -> bool,
}

impl<'a> Meter<'a> {
    /// Starts with the rest of a limit; `None` is unlimited.
    #[must_use]
    pub fn new(
        most: Option<u64>,
        seconds: Option<f64>,
        is_interrupted: &'a dyn Fn() -> bool,
    ) -> Self {
        let deadline = seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok())
            .and_then(|left| Instant::now().checked_add(left));
        Meter { states: 0, most, deadline, moves: 0, is_interrupted }
    }

    /// A meter without limits.
    #[must_use]
    pub fn free() -> Meter<'static> {
        Meter::new(None, None, &|| false)
    }

    /// Adds states to the work done.
    ///
    /// # Errors
    /// If that exceeds the limit.
    pub fn spend(&mut self, states: usize) -> Result<(), Stop> {
        self.states += states as u64;
        if self.most.is_some_and(|most| self.states > most) {
            return Err(Stop::Limit);
        }
        self.look_at_clock()
    }

    /// Adds moves; checks the clock and for an interrupt now and then.
    ///
    /// # Errors
    /// If the time is over or the user interrupts.
    pub fn moved(&mut self, moves: usize) -> Result<(), Stop> {
        self.moves += moves;
        if self.moves < PATIENCE {
            return Ok(());
        }
        self.moves = 0;
        if (self.is_interrupted)() {
            return Err(Stop::Interrupted);
        }
        self.look_at_clock()
    }

    /// Checks the memory in use, in bytes, if there is any limit.
    ///
    /// # Errors
    /// If it is too much.
    pub fn hold(&self, bytes: usize) -> Result<(), Stop> {
        let is_limited = self.most.is_some() || self.deadline.is_some();
        if is_limited && bytes > MOST_BYTES { Err(Stop::Limit) } else { Ok(()) }
    }

    fn look_at_clock(&self) -> Result<(), Stop> {
        match self.deadline {
            Some(deadline) if Instant::now() > deadline => Err(Stop::Limit),
            _ => Ok(()),
        }
    }
}
