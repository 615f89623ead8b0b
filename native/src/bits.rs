//! Bit sets of cards or places.

/// Yields the positions of the set bits, lowest first.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let lowest = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(lowest)
    })
}

/// Returns the number of set bits.
pub fn count(set: u64) -> usize {
    set.count_ones() as usize
}
