//! Random games from a position to their ends.

use super::chance::Chance;
use super::policy::Policy;
use super::replay::{Show, World};
use super::view::{Asked, PLACES, Table, View};
use super::walks::{Board, Steps};

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
    /// How each seat repeats cards.
    pub habits: Vec<Habit>,
    /// The board, if there is one.
    pub board: Option<Board>,
}

/// How often a seat repeats a card that it has not located, in each category.
#[derive(Clone, Copy, Debug, Default)]
pub struct Habit {
    /// The chance to name the card that it named last.
    pub own: f64,
    /// Otherwise, the chance to name the card that another player named last.
    pub heard: f64,
}

/// The suggestions that players may repeat.
#[derive(Clone, Copy, Debug)]
pub struct Last {
    /// The last suggestion of each seat; the empty set for none.
    pub of: [u64; PLACES],
    /// The seat that suggested last.
    pub asker: Option<usize>,
}

impl Last {
    fn note(&mut self, asker: usize, guess: u64) {
        self.of[asker] = guess;
        self.asker = Some(asker);
    }

    /// Replaces cards of a suggestion by those that its player repeats.
    fn repeated(
        &self,
        table: &Table,
        seat: usize,
        view: &View,
        guess: u64,
        habit: Habit,
        chance: &mut Chance,
    ) -> u64 {
        let open = view.unlocated(table);
        let heard = self.asker.filter(|&asker| asker != seat).map_or(0, |asker| self.of[asker]);
        let mut repeated = guess;
        for cards in table.categories {
            for (rate, last) in [(habit.own, self.of[seat]), (habit.heard, heard)] {
                if rate > 0.0 && last & open & cards != 0 && chance.share() < rate {
                    repeated = repeated & !cards | last & cards;
                    break;
                }
            }
        }
        repeated
    }
}

/// The start of a game.
#[derive(Clone, Debug)]
pub struct Start {
    /// The current player.
    pub seat: usize,
    /// The seats that have no more turns.
    pub out: u64,
    /// The first suggestion, if given.
    pub guess: Option<u64>,
    /// A seat, and the card that it shows to the first suggestion.
    pub shown: Option<(usize, u64)>,
    /// The last suggestions.
    pub last: Last,
    /// The steps from each seat's pawn to each room, on a board.
    pub pawns: Vec<Steps>,
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
    let Start { mut seat, out, mut guess, mut shown, mut last, mut pawns } = start;
    let mut folded = 0; // seats that have accused wrongly since
    for turns in 1..=rules.most_turns {
        if folded >> seat & 1 == 0 {
            let guess = guess.take().unwrap_or_else(|| {
                suggested(table, rules, seat, world.view(table, seat), &last, &mut pawns, chance)
            });
            if guess != 0 {
                let asked = answered(table, rules, &world.hands, seat, guess, shown.take(), chance);
                world.learn(table, &asked);
                last.note(seat, guess);
                if let Some(board) = &rules.board {
                    board.gather(table, seat, guess, &mut pawns);
                }
            }
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

/// Returns what a seat suggests; the empty set where its pawn enters no room.
fn suggested(
    table: &Table,
    rules: &Rules,
    seat: usize,
    view: &View,
    last: &Last,
    pawns: &mut [Steps],
    chance: &mut Chance,
) -> u64 {
    let room = rules.board.as_ref().map(|board| board.go(table, seat, view, pawns, chance));
    if room == Some(0) {
        return 0;
    }
    let guess = drawn(&rules.policies[seat], chance).choose(table, seat, view, chance);
    let guess = last.repeated(table, seat, view, guess, rules.habits[seat], chance);
    room.map_or(guess, |room| guess & !table.categories[2] | room)
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
