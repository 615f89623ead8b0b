//! The random generator: the same seed gives the same deals on every machine.

/// A stream of random numbers (splitmix64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Starts a stream.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Chance(seed)
    }

    /// Draws 64 bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// Draws a number from 0 to one less than `sides`.
    pub fn below(&mut self, sides: u32) -> u32 {
        let scaled = ((self.word() >> 32) * u64::from(sides)) >> 32;
        u32::try_from(scaled).unwrap_or(0)
    }
}
