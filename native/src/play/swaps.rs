//! More deals from given ones, by random swaps within the constraints.

use super::chance::Chance;
use super::view::{PLACES, Table};

/// The constraints on deals.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// For each place, the envelope last, the cards it can have.
    pub can: Vec<u64>,
    /// The branches: at least one card of each is at its place.
    pub branches: Vec<Vec<(usize, u64)>>,
    /// The triples ruled out for the envelope.
    pub failed_accusations: Vec<u64>,
}

/// The cards of each place, the envelope last.
pub type Deal = [u64; PLACES];

impl Constraints {
    /// Returns whether a deal fits the branches and the failed accusations.
    fn hold(&self, deal: &Deal) -> bool {
        let hidden = deal[self.can.len() - 1];
        self.branches
            .iter()
            .all(|branch| branch.iter().any(|&(place, cards)| deal[place] & cards != 0))
            && self.failed_accusations.iter().all(|triple| triple & !hidden != 0)
    }
}

/// Lists the pairs of places that can swap, with their cards; swaps with the envelope keep the
/// category.
fn swaps(table: &Table, can: &[u64]) -> Vec<(usize, usize, u64)> {
    let envelope = table.players();
    let deck = table.categories.iter().sum();
    let mut pairs = Vec::new();
    for one in 0..envelope {
        pairs.extend((0..one).map(|other| (one, other, deck)));
        pairs.extend(table.categories.iter().map(|&cards| (one, envelope, cards)));
    }
    pairs
        .into_iter()
        .map(|(one, other, cards)| (one, other, can[one] & can[other] & cards))
        .filter(|(_, _, both)| both.count_ones() > 1)
        .collect()
}

/// Changes deals at random: in each round, two random places swap a card if the result fits.
///
/// A swap and its reverse are equally likely (a Metropolis chain), so uniform deals stay uniform.
pub fn mix(
    table: &Table,
    constraints: &Constraints,
    deals: &mut [Deal],
    rounds: usize,
    chance: &mut Chance,
) {
    let mut swaps = swaps(table, &constraints.can);
    for _ in 0..rounds {
        for at in (1..swaps.len()).rev() {
            let sides = u32::try_from(at + 1).unwrap_or(u32::MAX);
            swaps.swap(at, chance.below(sides) as usize);
        }
        for deal in &mut *deals {
            for &(one, other, both) in &swaps {
                let given = chance.card(deal[one] & both);
                let taken = chance.card(deal[other] & both);
                if given == 0 || taken == 0 {
                    continue;
                }
                deal[one] ^= given | taken;
                deal[other] ^= given | taken;
                if !constraints.hold(deal) {
                    deal[one] ^= given | taken;
                    deal[other] ^= given | taken;
                }
            }
        }
    }
}
