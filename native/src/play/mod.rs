//! Games with the same distribution as those of `cluetree/play/batch`.
//!
//! ```text
//! deals ─> swaps: more deals ─> replay: what every seat would know ─> playouts: who wins
//! ```
//!
//! - [`chance`]: the random generator.
//! - [`view`]: the knowledge of one seat, and its conclusions.
//! - [`policy`]: the suggestions of a seat and their probabilities.
//! - [`swaps`]: more deals from given ones.
//! - [`replay`]: the game so far, replayed in many deals.
//! - [`walks`]: pawns on a board.
//! - [`playouts`]: random games from a position to their ends.

pub mod chance;
pub mod playouts;
pub mod policy;
#[cfg(feature = "python")]
pub(crate) mod python;
pub mod replay;
pub mod swaps;
pub mod view;
pub mod walks;
