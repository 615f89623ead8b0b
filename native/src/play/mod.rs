//! Games played by chance, as `cluetree/play/batch` plays them: the same by distribution.
//!
//! ```text
//! deals ─> swaps: more deals ─> replay: what every seat would know ─> playouts: who wins
//! ```
//!
//! - [`chance`]: where all chance comes from.
//! - [`view`]: what one seat knows, and what follows from it.
//! - [`policy`]: how a seat chooses what to suggest, and how likely it is to.
//! - [`swaps`]: more deals out of some.
//! - [`replay`]: the game so far, played again in many deals.
//! - [`playouts`]: games played on to their ends.

pub mod chance;
pub mod playouts;
pub mod policy;
#[cfg(feature = "python")]
pub(crate) mod python;
pub mod replay;
pub mod swaps;
pub mod view;
