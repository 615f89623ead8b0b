//! Machine integers for counts, and binomial coefficients.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

use crate::problem::MOST;

/// An integer for counts: 64 or 128 bits, chosen by a bound on the largest count.
pub trait Number:
    Copy
    + Default
    + PartialEq
    + From<u64>
    + Into<u128>
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// The nearest double.
    fn float(self) -> f64;
}

impl Number for u64 {
    fn float(self) -> f64 {
        self as f64
    }
}

impl Number for u128 {
    fn float(self) -> f64 {
        self as f64
    }
}

static BINOMIALS: [[u64; MOST + 1]; MOST + 1] = binomials();

#[allow(clippy::large_stack_arrays)] // it is run when the core is compiled
const fn binomials() -> [[u64; MOST + 1]; MOST + 1] {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut all = 0;
    while all <= MOST {
        table[all][0] = 1;
        let mut some = 1;
        while some <= all {
            table[all][some] = table[all - 1][some - 1] + table[all - 1][some];
            some += 1;
        }
        all += 1;
    }
    table
}

/// The number of ways to choose some of the cards.
pub fn choose<N: Number>(all: usize, some: usize) -> N {
    N::from(BINOMIALS[all][some])
}

/// Converts a small number.
pub fn count<N: Number>(number: usize) -> N {
    N::from(number as u64)
}
