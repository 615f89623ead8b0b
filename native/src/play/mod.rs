//! Games as `cluetree/play/batch` plays them: the same by distribution.
//!
//! ```text
//! deals ─> swaps: more deals ─> replay: what every seat would know ─> playouts: who wins
//! ```
//!
//! - [`chance`]: the source of all chance.
//! - [`view`]: the knowledge of one seat, and its conclusions.
//! - [`policy`]: how a seat chooses what to suggest, and with which chance.
//! - [`swaps`]: more deals out of some.
//! - [`replay`]: the game so far, replayed in many deals.
//! - [`playouts`]: games played to their ends.

pub mod chance;
pub mod playouts;
pub mod policy;
#[cfg(feature = "python")]
pub(crate) mod python;
pub mod replay;
pub mod swaps;
pub mod view;
