//! The compiled core of cluetree: counts all deals that fit the evidence in a game of Clue.
//!
//! It answers the same questions as `cluetree/exact`, in machine integers. The page *How the
//! counter works* of cluetree's documentation is an introduction. If a number might not fit, the
//! core declines and plain Python counts.
//!
//! ```text
//! problem ─> plan ─> states, steps ─> diagram ─> tally: forward, back, triples
//! ```
//!
//! - [`problem`]: the problem that remains after the rules of deduction.
//! - `plan`: the order of the cards, and the steps in which each player is tracked separately.
//! - `states`: the summary of the cards dealt so far, and the effect of a card on it.
//! - `diagram`: all reachable states and the moves between them.
//! - [`tally`]: the number of deals, in all, by place of each card, and by [`triples`].
//! - [`sample`]: uniform random deals.
//! - [`limit`]: limits on work.
//!
//!
//! # A worked example
//!
//! Three suspects are open; Ann takes one of them and Bob one, the third is hidden. Bob showed
//! one of the first two. Ann may not get the first.
//!
//! ```
//! use cluetree_native::limit::Meter;
//! use cluetree_native::problem::{OpenCard, Problem};
//! use cluetree_native::tally::tally;
//!
//! const ANN: u64 = 1 << 0;
//! const BOB: u64 = 1 << 1;
//! const ENVELOPE: u64 = 1 << 2;
//! let suspect = |places| OpenCard { category: 0, places };
//! let problem = Problem {
//!     cards: vec![
//!         suspect(BOB | ENVELOPE),
//!         suspect(ANN | BOB | ENVELOPE),
//!         suspect(ANN | BOB | ENVELOPE),
//!     ],
//!     capacity: vec![Some(1), Some(1)],
//!     needs: [true, false, false],
//!     branches: vec![vec![(1, 0b011)]],
//! };
//! let counted = tally(&problem, &mut Meter::free()).unwrap().unwrap();
//! // Bob has the first card, and Ann the second or the third; or Bob has the second, and Ann the
//! // third, for the first is hidden then.
//! assert_eq!(counted.deals, 3);
//! // Places: Ann, Bob, the envelope.
//! assert_eq!(counted.rows, [[0, 2, 1], [1, 1, 1], [2, 0, 1]]);
//! assert_eq!(counted.triples.len(), 3);
//! ```
//!
//! The first card is special to both, the second to Bob alone. The third is special to no player:
//! it is plain, and goes to any place left after the others are dealt.

mod bits;
pub mod chance;
mod dealer;
mod diagram;
mod hash;
mod labels;
pub mod limit;
mod marginals;
mod number;
mod plain;
mod plan;
pub mod problem;
#[cfg(feature = "python")]
mod python;
pub mod replies;
pub mod sample;
mod scoring;
mod states;
pub mod tally;
pub mod triples;
