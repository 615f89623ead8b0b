//! The functions for Python: arrays are passed as bytes of 64-bit words.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use super::chance::Chance;
use super::playouts::{self, Habit, Last, Rules, Start};
use super::policy::Policy;
use super::replay::{Heard, Show, World, replay as play_again};
use super::swaps::{self, Constraints, Deal};
use super::view::{PLACES, Table};
use super::walks::{Board, Steps};
use crate::problem::CATEGORIES;

type Words = Vec<u64>;
type Bytes<'py> = Bound<'py, PyBytes>;
/// A share, a policy's name, and its number, if it has one.
type Named = (f64, String, Vec<f64>);
/// The steps between rooms, their passages, and the seats' suspects.
type Rooms = (Vec<Steps>, Vec<Option<usize>>, Words);
/// A view's number, a place and the cards, show by show.
type Shows<T> = (T, T, T);

fn words(bytes: &[u8]) -> Words {
    let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or_default();
    bytes.chunks_exact(8).map(word).collect()
}

fn bytes(py: Python<'_>, words: impl ExactSizeIterator<Item = u64>) -> PyResult<Bytes<'_>> {
    PyBytes::new_with(py, 8 * words.len(), |bytes| {
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        Ok(())
    })
}

fn number(at: usize) -> u64 {
    at as u64
}

fn place(word: u64) -> usize {
    usize::try_from(word).unwrap_or(usize::MAX)
}

fn read_table(told: (Vec<u32>, [u64; CATEGORIES], bool)) -> PyResult<Table> {
    let (sizes, categories, all_answer) = told;
    if sizes.len() >= PLACES {
        return Err(PyValueError::new_err(format!("at most {} seats", PLACES - 1)));
    }
    Ok(Table { sizes, categories, all_answer })
}

fn read_policy((share, name, numbers): &Named) -> PyResult<(f64, Policy)> {
    let policy = match (name.as_str(), numbers.as_slice()) {
        ("any", []) => Policy::Any,
        ("stateless", []) => Policy::Stateless,
        ("stateful", []) => Policy::Stateful,
        ("heuristic", []) => Policy::Heuristic { is_first: false },
        ("heuristic, first", []) => Policy::Heuristic { is_first: true },
        ("bluff", &[suspect, weapon, room]) => Policy::Bluff([suspect, weapon, room]),
        ("wensel", []) => Policy::Wensel,
        ("likeliest", &[sharpness]) => Policy::Likeliest(sharpness),
        (other, _) => {
            return Err(PyValueError::new_err(format!(
                "unknown policy {other}, or wrong numbers for it"
            )));
        }
    };
    Ok((*share, policy))
}

fn read_shows(firsts: &[bool]) -> Vec<Show> {
    firsts.iter().map(|&first| if first { Show::First } else { Show::Uniform }).collect()
}

/// Makes more deals from given ones; see the stub.
#[pyfunction]
pub(crate) fn mix<'py>(
    py: Python<'py>,
    table: (Vec<u32>, [u64; CATEGORIES], bool),
    fits: (Words, Vec<Vec<(usize, u64)>>, Words),
    places: &[u8],
    rounds: usize,
    seed: u64,
) -> PyResult<Bytes<'py>> {
    let table = read_table(table)?;
    let (can, branches, failed_accusations) = fits;
    let cards = words(places);
    let rows = can.len();
    let constraints = Constraints { can, branches, failed_accusations };
    let number = cards.len() / rows;
    let mixed = py.detach(move || {
        let mut deals = vec![[0; PLACES]; number];
        for (at, cards) in cards.into_iter().enumerate() {
            deals[at % number][at / number] = cards;
        }
        swaps::mix(&table, &constraints, &mut deals, rounds, &mut Chance::new(seed));
        deals
    });
    let mixed: &[Deal] = &mixed;
    bytes(py, (0..rows * number).map(|at| mixed[at % number][at / number]))
}

/// Replays a game so far; see the stub.
#[pyfunction]
#[pyo3(signature = (table, hands, dealt, history, firsts, policies, seed))]
#[allow(clippy::too_many_arguments, clippy::type_complexity, clippy::needless_pass_by_value)] // as Python sees them
pub(crate) fn replay<'py>(
    py: Python<'py>,
    table: (Vec<u32>, [u64; CATEGORIES], bool),
    hands: &[u8],
    dealt: &[u8],
    history: Vec<(usize, u64, u64, Vec<(usize, u64)>, usize)>,
    firsts: Vec<bool>,
    policies: Vec<Named>,
    seed: u64,
) -> PyResult<(Bytes<'py>, Shows<Bytes<'py>>, Bytes<'py>)> {
    let table = read_table(table)?;
    let policies = policies.iter().map(read_policy).collect::<PyResult<Vec<_>>>()?;
    let policies: Vec<Policy> = policies.into_iter().map(|(_, policy)| policy).collect();
    let (hands, dealt) = (words(hands), words(dealt));
    let heard =
        |(asker, guess, passed, shown, weighed)| Heard { asker, guess, passed, shown, weighed };
    let history: Vec<Heard> = history.into_iter().map(heard).collect();
    let show = read_shows(&firsts);
    let (can, shows, chances) = py.detach(move || {
        let games = dealt.len();
        let mut chance = Chance::new(seed);
        let weighed = history.iter().filter(|heard| heard.weighed > 0).count();
        let mut chances = vec![0.0; weighed * policies.len() * CATEGORIES * games];
        let mut told = Told::new(&table, games);
        let mut world = World::default();
        for (game, &dealt) in dealt.iter().enumerate() {
            let hands = hands.iter().skip(game).step_by(games).copied();
            world.begin(&table, hands, dealt);
            let tell = |[event, model, category]: [usize; 3], share| {
                let row = (event * policies.len() + model) * CATEGORIES + category;
                chances[row * games + game] = share;
            };
            play_again(&table, &mut world, &history, &show, &policies, &mut chance, tell);
            told.add(&table, game, &world);
        }
        (told.can, told.shows, chances)
    });
    let (rows, places, cards) = shows;
    let array = |words: Words| bytes(py, words.into_iter());
    let shows = (array(rows)?, array(places)?, array(cards)?);
    Ok((array(can)?, shows, bytes(py, chances.into_iter().map(f64::to_bits))?))
}

/// The knowledge of all seats, in arrays.
struct Told {
    games: usize,
    can: Words,
    shows: Shows<Words>,
}

impl Told {
    fn new(table: &Table, games: usize) -> Self {
        let views = table.players() * games;
        let can = vec![0; (table.players() + 1) * views];
        Told { games, can, shows: Shows::default() }
    }

    fn add(&mut self, table: &Table, game: usize, world: &World) {
        let views = table.players() * self.games;
        for (viewer, view) in world.views.iter().enumerate() {
            let row = viewer * self.games + game;
            for (place, &cards) in view.can[..=table.players()].iter().enumerate() {
                self.can[place * views + row] = cards;
            }
            for &(place, cards) in &view.shows {
                self.shows.0.push(number(row));
                self.shows.1.push(number(place));
                self.shows.2.push(cards);
            }
        }
    }
}

/// Reads worlds back from arrays.
fn read_worlds(table: &Table, hands: &[u8], can: &[u8], shows: Shows<&[u8]>) -> Vec<World> {
    let (hands, can) = (words(hands), words(can));
    let players = table.players();
    let games = hands.len() / players;
    let mut worlds = vec![World::default(); games];
    for (game, world) in worlds.iter_mut().enumerate() {
        world.hands = hands.iter().skip(game).step_by(games).copied().collect();
        world.views.resize_with(players, Default::default);
        for (viewer, view) in world.views.iter_mut().enumerate() {
            let row = viewer * games + game;
            for (at, cards) in can.iter().skip(row).step_by(players * games).enumerate() {
                view.can[at] = *cards;
            }
        }
    }
    let shows = words(shows.0).into_iter().zip(words(shows.1)).zip(words(shows.2));
    for ((view, at), cards) in shows {
        let row = place(view);
        worlds[row % games].views[row / games].shows.push((place(at), cards));
    }
    for world in &mut worlds {
        world.views.iter_mut().for_each(|view| view.settle(table));
    }
    worlds
}

/// Plays games to their ends; see the stub.
#[pyfunction]
#[allow(clippy::too_many_arguments, clippy::type_complexity, clippy::needless_pass_by_value)] // as Python sees them
pub(crate) fn play_on<'py>(
    py: Python<'py>,
    table: (Vec<u32>, [u64; CATEGORIES], bool),
    worlds: (PyBackedBytes, PyBackedBytes, Shows<PyBackedBytes>),
    deals: &[u8],
    turn: (usize, u64),
    first: Option<(PyBackedBytes, Option<(usize, PyBackedBytes)>)>,
    rules: (Vec<bool>, bool, Vec<f64>, u64, Vec<Vec<Named>>, Vec<(f64, f64)>, Option<Rooms>),
    start: (Words, Option<usize>, Vec<Steps>),
    seed: u64,
) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    let table = read_table(table)?;
    let (firsts, all_claim, rash, most_turns, policies, habits, board) = rules;
    let read = |named: &Vec<Named>| named.iter().map(read_policy).collect();
    let policies = policies.iter().map(read).collect::<PyResult<_>>()?;
    let habits = habits.into_iter().map(|(own, heard)| Habit { own, heard }).collect();
    let board = board.map(|(steps, passages, suspects)| Board { steps, passages, suspects });
    let rules =
        Rules { show: read_shows(&firsts), all_claim, rash, most_turns, policies, habits, board };
    let (said, asker, pawns) = start;
    let mut last = Last { of: [0; PLACES], asker };
    last.of[..table.players()].copy_from_slice(&said);
    let deals = words(deals);
    let outcomes: Vec<_> = py.detach(move || {
        let (hands, can, (rows, places, cards)) = &worlds;
        let worlds = read_worlds(&table, hands, can, (rows, places, cards));
        let guesses = first.as_ref().map(|(guesses, _)| words(guesses));
        let answer = first.as_ref().and_then(|(_, answer)| answer.as_ref());
        let answer = answer.map(|(seat, cards)| (*seat, words(cards)));
        let mut chance = Chance::new(seed);
        let mut world = World::default();
        let mut play = |(number, deal): (usize, u64)| {
            world.hands.clone_from(&worlds[place(deal)].hands);
            world.views.clone_from(&worlds[place(deal)].views);
            let start = Start {
                seat: turn.0,
                out: turn.1,
                guess: guesses.as_ref().map(|guesses| guesses[number]),
                shown: answer.as_ref().map(|(seat, cards)| (*seat, cards[number])),
                last,
                pawns: pawns.clone(),
            };
            playouts::play_on(&table, &rules, &mut world, start, &mut chance)
        };
        deals.into_iter().enumerate().map(&mut play).collect()
    });
    let winner = |seat: Option<usize>| seat.map_or(u64::MAX, number);
    let winners = bytes(py, outcomes.iter().map(|outcome| winner(outcome.winner)))?;
    Ok((bytes(py, outcomes.iter().map(|outcome| outcome.turns))?, winners))
}
