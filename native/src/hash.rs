//! A fast hash for integer keys. All keys are internal, so it need not resist collision attacks.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash map with integer keys.
pub type Table<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// Mixes the bits of one number.
#[derive(Default)]
pub struct Mix(u64);

impl Mix {
    fn mix(&mut self, word: u64) {
        let x = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = x ^ (x >> 32);
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    #[allow(clippy::cast_possible_truncation)] // both halves are taken
    fn write_u128(&mut self, word: u128) {
        self.mix(word as u64);
        self.mix((word >> 64) as u64);
    }
}
