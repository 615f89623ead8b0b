//! Sets of cards or places as the ones of a number.

/// Yields the places of the ones in a bit set, lowest first.
///
/// ```
/// # use cluetree_native::bits::bits;
/// assert_eq!(bits(0b1010).collect::<Vec<_>>(), [1, 3]);
/// ```
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

/// Returns how many ones there are.
#[must_use]
pub fn count(set: u64) -> usize {
    set.count_ones() as usize
}
