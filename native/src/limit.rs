//! A limit on work, as the Python caller sets it.

/// The reason why a count ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The caller's limit was reached.
    Limit,
    /// The caller ended the count: the user by Ctrl-C, or a limit of time.
    Interrupted,
}

/// The number of moves between checks for interrupts.
const PATIENCE: usize = 1 << 16;

/// The maximum size of one layer of states in bytes, if there is a limit.
const MOST_BYTES: usize = 1 << 27;

/// The work done so far, compared with a limit.
pub struct Meter<'a> {
    /// The states counted so far, summed over the steps.
    pub states: u64,
    most: Option<u64>,
    is_limited: bool,
    moves: usize,
    is_interrupted: &'a dyn Fn() -> bool,
}

impl<'a> Meter<'a> {
    /// Starts with the rest of a limit; `None` is unlimited, and limits of time are the caller's.
    #[must_use]
    pub fn new(most: Option<u64>, is_limited: bool, is_interrupted: &'a dyn Fn() -> bool) -> Self {
        Meter { states: 0, most, is_limited, moves: 0, is_interrupted }
    }

    /// A meter without limits.
    #[must_use]
    pub fn free() -> Meter<'static> {
        Meter::new(None, false, &|| false)
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
        Ok(())
    }

    /// Adds moves; checks for an interrupt now and then.
    ///
    /// # Errors
    /// If the caller interrupts.
    pub fn moved(&mut self, moves: usize) -> Result<(), Stop> {
        self.moves += moves;
        if self.moves < PATIENCE {
            return Ok(());
        }
        self.moves = 0;
        if (self.is_interrupted)() { Err(Stop::Interrupted) } else { Ok(()) }
    }

    /// Checks the memory in use, in bytes, if there is any limit.
    ///
    /// # Errors
    /// If it is too much.
    pub fn hold(&self, bytes: usize) -> Result<(), Stop> {
        if self.is_limited && bytes > MOST_BYTES { Err(Stop::Limit) } else { Ok(()) }
    }
}
