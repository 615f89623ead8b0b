//! The knowledge that each seat would have in a given deal, by a replay of the game so far.

use super::chance::{Chance, lowest};
use super::policy::Policy;
use super::view::{Asked, Table, View};

/// A seat's rule for the card to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// The first by suspect, weapon, room.
    First,
    /// Any asked card.
    Uniform,
}

impl Show {
    /// Returns the card shown from some asked cards.
    pub fn of(self, cards: u64, chance: &mut Chance) -> u64 {
        match self {
            Show::First => lowest(cards),
            Show::Uniform => chance.card(cards),
        }
    }
}

/// A suggestion as one seat saw it.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The seat that suggested.
    pub asker: usize,
    /// The cards asked for.
    pub guess: u64,
    /// The seats that passed, as bits.
    pub passed: u64,
    /// The seats that showed a card, each with the card if it was seen, else the empty set.
    pub shown: Vec<(usize, u64)>,
    /// The number of policies, the first ones, whose chances for it are reported.
    pub weighed: usize,
}

impl Heard {
    /// Returns the suggestion in a deal; unseen cards are drawn.
    fn in_deal(&self, hands: &[u64], show: &[Show], chance: &mut Chance) -> Asked {
        let mut asked = Asked::new(self.asker, self.guess);
        asked.passed = self.passed;
        for &(seat, card) in &self.shown {
            let card = match card {
                0 => show[seat].of(hands[seat] & self.guess, chance),
                seen => seen,
            };
            asked.show(seat, card);
        }
        asked
    }
}

/// Deals, with the knowledge of each seat.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The cards of each seat.
    pub hands: Vec<u64>,
    /// The knowledge of each seat.
    pub views: Vec<View>,
}

impl World {
    /// Lets every seat look at its hand.
    #[must_use]
    pub fn at_start(table: &Table, hands: Vec<u64>, dealt: u64) -> Self {
        let mut world = World::default();
        world.begin(table, hands, dealt);
        world
    }

    /// Resets the state, reusing its memory.
    pub fn begin(&mut self, table: &Table, hands: impl IntoIterator<Item = u64>, dealt: u64) {
        self.hands.clear();
        self.hands.extend(hands);
        self.views.resize_with(self.hands.len(), View::default);
        for (seat, (view, &hand)) in self.views.iter_mut().zip(&self.hands).enumerate() {
            view.begin(table, seat, hand, dealt);
        }
    }

    /// Returns the knowledge of a seat, with all conclusions.
    pub fn view(&mut self, table: &Table, seat: usize) -> &View {
        self.views[seat].conclude(table);
        &self.views[seat]
    }

    /// Gives every seat its view of a suggestion.
    pub fn learn(&mut self, table: &Table, asked: &Asked) {
        for (seat, view) in self.views.iter_mut().enumerate() {
            view.learn(table, seat, asked);
        }
    }
}

/// Replays a game so far in one deal. For each weighed suggestion `tell` receives the chance
/// that a policy names its card, by the numbers of the suggestion, the policy and the category.
pub fn replay(
    table: &Table,
    world: &mut World,
    history: &[Heard],
    show: &[Show],
    policies: &[Policy],
    chance: &mut Chance,
    mut tell: impl FnMut([usize; 3], f64),
) {
    let mut number = 0;
    for heard in history {
        if heard.weighed > 0 {
            let view = world.view(table, heard.asker);
            for (model, policy) in policies.iter().take(heard.weighed).enumerate() {
                let shares = policy.shares(table, heard.asker, view, heard.guess);
                for (category, share) in shares.into_iter().enumerate() {
                    tell([number, model, category], share);
                }
            }
            number += 1;
        }
        let asked = heard.in_deal(&world.hands, show, chance);
        world.learn(table, &asked);
    }
    world.views.iter_mut().for_each(|view| view.conclude(table));
}
