//! Random games from a position to their ends.

use super::chance::Chance;
use super::policy::Policy;
use super::replay::{Show, World};
use super::view::{Asked, Table};

/// The rules of the games.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How each seat shows.
    pub show: Vec<Show>,
    /// Whether all may accuse at the end of a turn, or only the current player.
    pub all_claim: bool,
    /// The chance of each seat to accuse at the end of its turn when two answers are left to it.
    pub rash: Vec<f64>,
    /// The number of turns after which a game ends without a winner.
    pub most_turns: u64,
    /// The policies of each seat with their shares; one is drawn for each suggestion.
    pub policies: Vec<Vec<(f64, Policy)>>,
}

/// The start of a game.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The current player.
    pub seat: usize,
    /// The seats that have no more turns.
    pub out: u64,
    /// The first suggestion, if given.
    pub guess: Option<u64>,
    /// A seat, and the card that it shows to the first suggestion.
    pub shown: Option<(usize, u64)>,
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner's seat.
    pub winner: Option<usize>,
    /// The number of turns.
    pub turns: u64,
}

/// Plays a game to its end; the world is modified.
pub fn play_on(
    table: &Table,
    rules: &Rules,
    world: &mut World,
    start: Start,
    chance: &mut Chance,
) -> Outcome {
    let Start { mut seat, out, mut guess, mut shown } = start;
    let mut folded = 0; // seats that have accused wrongly since
    for turns in 1..=rules.most_turns {
        if folded >> seat & 1 == 0 {
            let guess = guess.take().unwrap_or_else(|| {
                let policy = drawn(&rules.policies[seat], chance);
                policy.choose(table, seat, world.view(table, seat), chance)
            });
            let asked = answered(table, rules, &world.hands, seat, guess, shown.take(), chance);
            world.learn(table, &asked);
        }
        let winner = claimed(table, rules, world, seat, out | folded);
        if winner.is_some() {
            return Outcome { winner, turns };
        }
        if folded >> seat & 1 == 0 && is_rash(table, rules, world, seat, chance) {
            if chance.share() < 0.5 {
                return Outcome { winner: Some(seat), turns };
            }
            folded |= 1 << seat;
        }
        seat = table.left_of(seat).find(|&next| out >> next & 1 == 0).unwrap_or(seat);
    }
    Outcome { winner: None, turns: rules.most_turns }
}

/// Draws a policy by share.
fn drawn<'a>(policies: &'a [(f64, Policy)], chance: &mut Chance) -> &'a Policy {
    let mut left = if policies.len() > 1 { chance.share() } else { 0.0 };
    for (share, policy) in policies {
        left -= share;
        if left < 0.0 {
            return policy;
        }
    }
    &policies[policies.len() - 1].1
}

/// Returns the answers of the others.
fn answered(
    table: &Table,
    rules: &Rules,
    hands: &[u64],
    asker: usize,
    guess: u64,
    shown: Option<(usize, u64)>,
    chance: &mut Chance,
) -> Asked {
    let mut answers = Asked::new(asker, guess);
    for seat in table.left_of(asker) {
        let cards = guess & hands[seat];
        if cards == 0 {
            answers.passed |= 1 << seat;
            continue;
        }
        let card = match shown {
            Some((shower, card)) if shower == seat => card,
            _ => rules.show[seat].of(cards, chance),
        };
        answers.show(seat, card);
        if !table.all_answer {
            break;
        }
    }
    answers
}

/// Returns a seat that can name the envelope, the current player first.
fn claimed(
    table: &Table,
    rules: &Rules,
    world: &mut World,
    seat: usize,
    out: u64,
) -> Option<usize> {
    let others = table.left_of(seat).filter(|_| rules.all_claim);
    std::iter::once(seat)
        .chain(others)
        .find(|&other| out >> other & 1 == 0 && world.view(table, other).is_solved(table))
}

fn is_rash(
    table: &Table,
    rules: &Rules,
    world: &mut World,
    seat: usize,
    chance: &mut Chance,
) -> bool {
    let rash = rules.rash[seat];
    rash > 0.0 && world.view(table, seat).answers_left(table) == 2 && chance.share() < rash
}
