//! Chance as Python's `random.Random` has it, so that a seed draws the same deals on both paths.

/// The words of a state.
const WORDS: usize = 624;

/// A stream of chance (the Mersenne twister), taken over from Python and handed back.
#[derive(Clone, Debug)]
pub struct Mersenne {
    words: Vec<u32>,
    at: usize,
}

impl Mersenne {
    /// Takes over a state as `getstate` tells it: the words, and how many of them are used up;
    /// `None` if it is none.
    #[must_use]
    pub fn new(mut state: Vec<u32>) -> Option<Self> {
        let at = state.pop()? as usize;
        (state.len() == WORDS && at <= WORDS).then_some(Mersenne { words: state, at })
    }

    /// Hands the state back, as `setstate` takes it.
    #[must_use]
    pub fn into_state(mut self) -> Vec<u32> {
        self.words.push(u32::try_from(self.at).unwrap_or_default());
        self.words
    }

    /// Draws 32 bits.
    fn word(&mut self) -> u32 {
        if self.at == WORDS {
            self.twist();
        }
        let mut x = self.words[self.at];
        self.at += 1;
        x ^= x >> 11;
        x ^= x << 7 & 0x9D2C_5680;
        x ^= x << 15 & 0xEFC6_0000;
        x ^ x >> 18
    }

    fn twist(&mut self) {
        for i in 0..WORDS {
            let (here, next) = (self.words[i], self.words[(i + 1) % WORDS]);
            let x = here & 0x8000_0000 | next & 0x7FFF_FFFF;
            let odd = if x & 1 == 0 { 0 } else { 0x9908_B0DF };
            self.words[i] = self.words[(i + 397) % WORDS] ^ x >> 1 ^ odd;
        }
        self.at = 0;
    }

    /// Draws a number from 0 to one less than `sides`, as `randrange` does; there is a side.
    pub fn below(&mut self, sides: u128) -> u128 {
        let bits = u128::BITS - sides.leading_zeros();
        loop {
            let mut drawn = 0;
            for shift in (0..bits).step_by(32) {
                let word = self.word() >> 32_u32.saturating_sub(bits - shift);
                drawn |= u128::from(word) << shift;
            }
            if drawn < sides {
                return drawn;
            }
        }
    }

    /// Draws one of so many, by its number.
    #[allow(clippy::cast_possible_truncation)] // it is below a number of this size
    pub fn index(&mut self, number: usize) -> usize {
        self.below(number as u128) as usize
    }

    /// Takes out one of some at random; the order of the others does not matter.
    pub fn pop<T>(&mut self, items: &mut Vec<T>) -> T {
        let at = self.index(items.len());
        items.swap_remove(at)
    }

    /// Puts some in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }
}
