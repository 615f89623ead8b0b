//! The compiled core of cluetree: counts every deal that fits what is known in a game of Clue.
//!
//! It does what `cluetree/exact` does, with the same names, in numbers that fit the machine; the
//! page *How the counter works* of cluetree's documentation is the way in. Where a number might
//! not fit it declines, and plain Python counts.
//!
//! ```text
//! problem ─> plan ─> states, steps ─> diagram ─> tally: forward, back, triples
//! ```
//!
//! - [`problem`]: what is to be counted, once rules have settled what they can.
//! - [`plan`]: the order of the cards, and from when to when each player is told apart.
//! - [`states`]: what must be remembered of the cards dealt so far, and what a card does to it.
//! - [`diagram`]: every state that is met, and every move between them.
//! - [`tally`]: the deals, where each card lies in them, and by [`triples`] what they hide.
//! - [`sample`]: deals drawn, each equally likely.
//! - [`limit`]: when to stop.
//!
//! Beside it stands [`play`]: games played by chance, for players who try out what to do.
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
//!     room: vec![Some(1), Some(1)],
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
//! The first card is special to both, the second to Bob alone, the third to nobody: it is plain,
//! and falls to whoever is left when the others are dealt.
//!
//! ```
//! # use cluetree_native::problem::{OpenCard, Problem};
//! use cluetree_native::plan::plan;
//! # let suspect = |places| OpenCard { category: 0, places };
//! # let problem = Problem {
//! #     cards: vec![suspect(0b110), suspect(0b111), suspect(0b111)],
//! #     room: vec![Some(1), Some(1)],
//! #     needs: [true, false, false],
//! #     branches: vec![vec![(1, 0b011)]],
//! # };
//!
//! let plan = plan(&problem);
//! assert_eq!(plan.plain, [2]);
//! // Ann is told apart while the first card is dealt, Bob for both.
//! assert_eq!(plan.order, [0, 1]);
//! assert_eq!(plan.span, [Some((0, 0)), Some((0, 1))]);
//! ```

pub mod bits;
pub mod dealer;
pub mod diagram;
pub mod fields;
pub mod hash;
pub mod labels;
pub mod limit;
pub mod marginals;
pub mod number;
pub mod plain;
pub mod plan;
pub mod play;
pub mod problem;
#[cfg(feature = "python")]
mod python;
pub mod replies;
pub mod sample;
pub mod scoring;
pub mod states;
pub mod tally;
pub mod triples;
