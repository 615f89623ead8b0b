//! The problem to count, as `cluetree/exact/_problem.py` makes it.

use crate::bits::{bits, count};

/// Suspects, weapons, rooms.
pub const CATEGORIES: usize = 3;

/// The maximum number of cards and of places of a problem.
pub const MOST: usize = 63;

/// A set of cards by their numbers.
pub type Cards = u64;

/// A card whose place is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenCard {
    /// Its category's number.
    pub category: usize,
    /// The set of places it may be in.
    pub places: u64,
}

/// Places with cards, of which at least one is at its place. Most have one place; a show by an
/// unknown player has several.
pub type Branch = Vec<(usize, Cards)>;

/// Open cards to deal to places with remaining capacity; the envelope is the last place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The open cards.
    pub cards: Vec<OpenCard>,
    /// The exact number of cards that each player still takes; `None` for any number.
    pub capacity: Vec<Option<usize>>,
    /// For each category, whether the envelope still takes a card of it.
    pub needs: [bool; CATEGORIES],
    /// The unmet branches.
    pub branches: Vec<Branch>,
}

impl Problem {
    /// The envelope's place.
    #[must_use]
    pub fn envelope(&self) -> usize {
        self.capacity.len()
    }

    /// All cards.
    #[must_use]
    pub fn deck(&self) -> Cards {
        (1 << self.cards.len()) - 1
    }

    /// Whether all numbers are small enough and all indices are valid.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let (places, cards) = (self.envelope() + 1, self.cards.len());
        if places > MOST
            || cards > MOST
            || self.capacity.iter().flatten().any(|&capacity| capacity > cards)
        {
            return false;
        }
        let names = |set: u64, number: usize| set >> number == 0;
        self.capacity.iter().flatten().sum::<usize>() <= cards
            && self
                .cards
                .iter()
                .all(|card| card.category < CATEGORIES && names(card.places, places))
            && (self.branches.iter().flatten())
                .all(|&(place, some)| place < places && names(some, cards))
    }

    /// For each place, the cards that it may get, the envelope last.
    #[must_use]
    pub fn may(&self) -> Vec<Cards> {
        let mut may = vec![0; self.envelope() + 1];
        for (number, card) in self.cards.iter().enumerate() {
            for place in bits(card.places) {
                may[place] |= 1 << number;
            }
        }
        may
    }

    /// The cards of a category that the envelope may take, whether or not it needs one.
    #[must_use]
    pub fn hideable(&self, category: usize) -> Cards {
        let may_hide = 1 << self.envelope();
        let is_hideable =
            |card: &OpenCard| card.category == category && card.places & may_hide != 0;
        (self.cards.iter().enumerate())
            .filter(|(_, card)| is_hideable(card))
            .fold(0, |found, (number, _)| found | 1 << number)
    }

    /// The players of unknown hand size.
    #[must_use]
    pub fn loose(&self) -> u64 {
        (self.capacity.iter().enumerate())
            .filter(|(_, capacity)| capacity.is_none())
            .fold(0, |found, (player, _)| found | 1 << player)
    }

    /// The logarithm to base 2 of a bound on every number of ways, as `most_ways` in `_problem.py`.
    ///
    /// Without bars and branches, every partial deal within the hand sizes can be completed, so no
    /// step counts more than all those deals.
    #[must_use]
    pub fn most_bits(&self) -> f64 {
        let log = |number: usize| (number as f64).log2();
        let log_factorial = |number: usize| (2..=number).map(log).sum::<f64>();
        let anywhere = (self.cards.iter()).map(|card| log(count(card.places))).sum::<f64>();
        if self.loose() != 0 {
            return anywhere.max(0.0);
        }
        let of_category = |c| self.cards.iter().filter(|card| card.category == c).count();
        let needed = (0..CATEGORIES).filter(|&category| self.needs[category]);
        let hidden: f64 = needed.map(|category| log(of_category(category))).sum();
        let capacity: Vec<usize> = self.capacity.iter().flatten().copied().collect();
        let hands = capacity.iter().map(|&capacity| log_factorial(capacity)).sum::<f64>();
        let dealt = hidden + log_factorial(capacity.iter().sum()) - hands;
        anywhere.min(dealt).max(0.0)
    }
}
