//! Policies for suggestions, and the probability that a seat makes a given suggestion.

use std::array::from_fn;

use super::chance::{Chance, lowest};
use super::view::{Table, View};
use crate::bits::bits;
use crate::problem::CATEGORIES;

/// A policy, as in `cluetree/play/policies.py`.
#[derive(Clone, Debug)]
pub enum Policy {
    /// Any card of each category.
    Any,
    /// Any card not its own.
    Stateless,
    /// Any card not known to be with a player.
    Stateful,
    /// A card not known to be with a player that the fewest players can have: the first, or any.
    Heuristic {
        /// Whether it is the first.
        is_first: bool,
    },
    /// An own card with a probability for its category, otherwise as the heuristic does.
    Bluff([f64; CATEGORIES]),
    /// By the scores of Wensel's agent.
    Wensel,
    /// Cards by their chance to be hidden, to this power.
    Likeliest(f64),
}

impl Policy {
    /// Returns a suggestion, as a set of three cards.
    pub fn choose(&self, table: &Table, seat: usize, view: &View, chance: &mut Chance) -> u64 {
        match self {
            Policy::Wensel => wensel(table, seat, view),
            Policy::Likeliest(sharpness) => {
                let weights = hidden_weights(table, seat, view, *sharpness);
                table.categories.iter().map(|&cards| drawn(cards, &weights, chance)).sum()
            }
            Policy::Bluff(bluffs) => {
                let (own, others) = (view.can[seat], fewest_holders(table, view));
                let mut guess = 0;
                for (cards, bluff) in table.categories.iter().zip(bluffs) {
                    let is_bluff = own & cards != 0 && chance.share() < *bluff;
                    guess |= chance.card(cards & if is_bluff { own } else { others });
                }
                guess
            }
            _ => {
                let among = self.among(table, seat, view);
                table.categories.iter().map(|cards| chance.card(among & cards)).sum()
            }
        }
    }

    /// Returns the chance to name each card of a suggestion, category by category: each is given
    /// the cards before it, so that their product is the chance of the suggestion.
    #[must_use]
    pub fn shares(&self, table: &Table, seat: usize, view: &View, guess: u64) -> [f64; CATEGORIES] {
        let by_category = |share: &dyn Fn(u64) -> f64| table.categories.map(share);
        match self {
            Policy::Wensel => [f64::from(wensel(table, seat, view) == guess), 1.0, 1.0],
            Policy::Likeliest(sharpness) => {
                let weights = hidden_weights(table, seat, view, *sharpness);
                by_category(&|cards| {
                    let all: f64 = bits(cards).map(|card| weights[card]).sum();
                    bits(cards & guess).map(|card| weights[card]).sum::<f64>() / all
                })
            }
            Policy::Bluff(bluffs) => {
                let (own, others) = (view.can[seat], fewest_holders(table, view));
                from_fn(|at| {
                    let cards = table.categories[at];
                    let bluff = if own & cards == 0 { 0.0 } else { bluffs[at] };
                    bluff * share_of(own & cards, guess)
                        + (1.0 - bluff) * share_of(others & cards, guess)
                })
            }
            _ => {
                let among = self.among(table, seat, view);
                by_category(&|cards| share_of(among & cards, guess))
            }
        }
    }

    /// Returns the cards that a policy draws from which draws the three independently.
    fn among(&self, table: &Table, seat: usize, view: &View) -> u64 {
        match self {
            Policy::Stateless => {
                view.can[..=table.players()].iter().fold(0, |all, cards| all | cards)
                    & !view.can[seat]
            }
            Policy::Stateful => view.unlocated(table),
            Policy::Heuristic { is_first } => {
                let best = fewest_holders(table, view);
                if *is_first {
                    table.categories.iter().map(|cards| lowest(best & cards)).sum()
                } else {
                    best
                }
            }
            _ => table.categories.iter().sum(),
        }
    }
}

/// Returns the chance that the guess's card is drawn from these.
fn share_of(cards: u64, guess: u64) -> f64 {
    if cards & guess == 0 { 0.0 } else { 1.0 / f64::from(cards.count_ones()) }
}

/// Returns of each category the cards that fewest players can have, of those not located.
fn fewest_holders(table: &Table, view: &View) -> u64 {
    // For each card the number of players that can have it, in binary, the lowest digit first.
    let mut digits = [0; 5];
    for cards in &view.can[..table.players()] {
        let mut carry = *cards;
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    let among = view.unlocated(table);
    let fewest = |cards: &u64| {
        digits.iter().rev().fold(among & cards, |left, digit| match left & !digit {
            0 => left,
            fewer => fewer,
        })
    };
    table.categories.iter().map(fewest).sum()
}

/// Returns the suggestion of Wensel's agent.
fn wensel(table: &Table, seat: usize, view: &View) -> u64 {
    let hidden = view.can[table.players()] & view.known;
    let open = view.in_doubt(table);
    let score = |card: u64| {
        let lacking = table.left_of(seat).filter(|&other| view.can[other] & card == 0).count();
        lacking + view.shows.iter().filter(|(_, cards)| cards & card != 0).count()
    };
    let option = |cards: u64, otherwise: u64| match view.can[seat] & cards {
        0 => otherwise,
        own => lowest(own),
    };
    let mut named = [0; 3];
    let mut scores = [0; 3];
    let mut are_open = true;
    for (at, &cards) in table.categories.iter().enumerate() {
        let mut best: Option<usize> = None;
        for card in bits(open & cards).map(|card| 1 << card) {
            let worth = score(card);
            if best.is_none_or(|most| worth > most) {
                (named[at], best) = (card, Some(worth));
            }
        }
        scores[at] = best.map_or(0, |most| most + 1);
        if hidden & cards != 0 {
            are_open = false;
            named[at] = option(cards, hidden & cards);
        }
    }
    if are_open {
        let replaced = usize::from(scores[1] <= scores[0]);
        named[replaced] = option(table.categories[replaced], named[replaced]);
    }
    named[0] | named[1] | named[2]
}

/// Returns how likely each card is to be hidden, to a power; not scaled.
fn hidden_weights(table: &Table, seat: usize, view: &View, sharpness: f64) -> [f64; 64] {
    let known = view.known;
    let mut theirs = [0.0; 64];
    for other in table.left_of(seat) {
        let may = view.can[other] & !known;
        let has = (view.can[other] & known).count_ones();
        let room = f64::from(table.sizes[other].saturating_sub(has));
        let density = (room / f64::from(may.count_ones().max(1))).clamp(0.0, 1.0);
        let mut chances = [density; 64];
        for &(_, cards) in view.shows.iter().filter(|(at, _)| *at == other) {
            // Given that one of n cards is there, each is more likely.
            let more = 1.0 / (1.0 - power(1.0 - density, f64::from(cards.count_ones())));
            bits(cards).for_each(|card| chances[card] *= more);
        }
        bits(may).for_each(|card| theirs[card] += chances[card].min(1.0));
    }
    let mut weights = [0.0; 64];
    for cards in &table.categories {
        let may = view.can[table.players()] & cards;
        let share = 1.0 / f64::from(may.count_ones().max(1));
        for card in bits(may) {
            weights[card] = power(share / (share + theirs[card]), sharpness);
        }
    }
    weights
}

/// Raises a number to a power, faster for a small integer.
fn power(base: f64, exponent: f64) -> f64 {
    #[allow(clippy::cast_possible_truncation)] // small, as checked before
    if exponent.fract() == 0.0 && exponent.abs() < 1000.0 {
        base.powi(exponent as i32)
    } else {
        base.powf(exponent)
    }
}

/// Draws a card of a set by weight.
fn drawn(cards: u64, weights: &[f64; 64], chance: &mut Chance) -> u64 {
    let all: f64 = bits(cards).map(|card| weights[card]).sum();
    let mut left = chance.share() * all;
    let mut chosen = 0;
    for card in bits(cards).filter(|&card| weights[card] > 0.0) {
        chosen = 1 << card;
        left -= weights[card];
        if left < 0.0 {
            break;
        }
    }
    chosen
}
