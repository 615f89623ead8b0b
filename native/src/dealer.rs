//! Deals the cards one by one and counts the ways to each state, label by label.
//!
//! Places that may need a card (because few cards
//! remain or a branch is unmet) are checked first. A single place that needs the card gets it; if
//! two need it, the state is dropped.

use crate::bits::{bits, count as number_of};
use crate::diagram::{DROPPED, small};
use crate::hash::Table;
use crate::labels::{Labels, OPENS, Open, add};
use crate::limit::{Meter, Stop};
use crate::number::{Number, choose, count};
use crate::plan::Plan;
use crate::problem::{CATEGORIES, Cards, Problem};
use crate::states::{Feasible, Layout, State, Taker, fits};

/// The number of sums that take about as long as one state.
const SUMS: usize = 192;

/// A state without pools and needs.
type Key = u64;

/// The states with their numbers, run after run.
pub struct States<N> {
    keys: Vec<Key>,
    /// The runs of each state: a bit for each set of open categories.
    runs: Vec<u8>,
    /// The start of its numbers.
    at: Vec<usize>,
    numbers: Vec<N>,
}

impl<N: Number> States<N> {
    fn new(labels: &Labels, keys: Vec<Key>, runs: Vec<u8>, meter: &Meter) -> Result<Self, Stop> {
        let (mut at, mut end) = (Vec::with_capacity(keys.len()), 0);
        for &runs in &runs {
            at.push(end);
            end += labels.total(runs);
        }
        meter.hold(end * size_of::<N>())?;
        Ok(States { keys, runs, at, numbers: vec![N::default(); end] })
    }

    fn run(&self, labels: &Labels, state: usize, open: Open) -> &[N] {
        let (at, length) = labels.run(self.runs[state], open);
        &self.numbers[self.at[state] + at..][..length]
    }

    fn run_mut(&mut self, labels: &Labels, state: usize, open: Open) -> &mut [N] {
        let (at, length) = labels.run(self.runs[state], open);
        &mut self.numbers[self.at[state] + at..][..length]
    }
}

/// A possible placing of the asked cards, with the number of deals for each label.
///
/// A place has [`SHIFT`] bits for each category; the envelope's place follows those of the
/// players.
pub struct Patterns<N> {
    /// The places of the cards.
    pub places: Vec<u32>,
    /// The numbers, pattern after pattern.
    pub numbers: Vec<N>,
}

/// The bits of a place in a pattern.
pub const SHIFT: usize = 8;

/// The asked candidate of each category, or `None`.
pub type Asked = [Option<usize>; CATEGORIES];

/// The effect on the numbers of giving a card to a place.
#[derive(Clone, Copy)]
struct Move {
    from: usize,
    to: usize,
    /// The runs that are copied.
    runs: u8,
    is_hidden: bool,
}

/// Deals the cards of one problem. The envelope is tracked like a player, and the cards that it
/// still needs are part of the label.
pub struct Dealer<'a> {
    problem: &'a Problem,
    labels: &'a Labels,
    layout: Layout,
    /// The players of known hand size, and the envelope.
    told_apart: Vec<usize>,
    /// For each card, the places that may get it.
    takers: Vec<Vec<Taker>>,
}

impl<'a> Dealer<'a> {
    /// Prepares a problem; `None` if its states need too many bits.
    pub fn new(problem: &'a Problem, labels: &'a Labels) -> Option<Self> {
        let envelope = problem.envelope();
        let mut all = problem.clone();
        all.capacity.push(Some(labels.needed.count_ones() as usize));
        all.needs = [false; CATEGORIES];
        for (number, card) in all.cards.iter_mut().enumerate() {
            if labels.all() >> number & 1 == 0 {
                card.places &= !(1 << envelope);
            }
        }
        if !fits(&all, 0.0) {
            return None;
        }
        let plan =
            Plan { order: Vec::new(), plain: Vec::new(), span: vec![None; all.capacity.len()] };
        let layout = Layout::new(all, plan);
        if layout.bits() > Key::BITS as usize {
            return None;
        }
        let is_sized = |&place: &usize| layout.problem.capacity[place].is_some();
        let told_apart: Vec<usize> = (0..=envelope).filter(is_sized).collect();
        let takers = (0..problem.cards.len()).map(|card| layout.takers(card, &told_apart));
        let takers = takers.collect();
        Some(Dealer { problem, labels, layout, told_apart, takers })
    }

    /// Deals the plain cards by formula.
    ///
    /// Any of them may be hidden, at most one a category. The players take the others in any
    /// numbers that fit their remaining capacity.
    pub fn start<N: Number>(
        &self,
        cards: Cards,
        ahead: Cards,
        meter: &mut Meter,
    ) -> Result<States<N>, Stop> {
        let (layout, labels) = (&self.layout, self.labels);
        let envelope = layout.field(self.problem.envelope());
        let mut feasible = Feasible::new(layout, &self.told_apart, ahead);
        let all_open = labels.needed.count_ones() as usize;
        let (mut states, mut runs, mut ways) = (Vec::new(), Vec::new(), Vec::new());
        for hidden in 0..=all_open.min(number_of(cards)) {
            let found = self.runs_at_start(cards, ahead, all_open - hidden);
            if found == 0 {
                continue;
            }
            for (capacities, number) in self.spread::<N>(number_of(cards) - hidden, meter)? {
                let needed = ((all_open - hidden) as State) << envelope;
                let state = layout.branches() | needed | capacities;
                if feasible.is(state) {
                    states.push(key(state));
                    runs.push(found);
                    ways.push(number);
                }
            }
        }
        let mut found = States::new(labels, states, runs, meter)?;
        for (state, &ways) in ways.iter().enumerate() {
            for open in bits(found.runs[state].into()) {
                let run = found.run_mut(labels, state, open);
                self.hide_some(run, cards, open, ways);
            }
        }
        meter.spend(found.keys.len())?;
        Ok(found)
    }

    /// The runs with `left` open categories that can remain after some of these cards are hidden.
    fn runs_at_start(&self, cards: Cards, ahead: Cards, left: usize) -> u8 {
        let labels = self.labels;
        let may_be = |&open: &Open| {
            open & !labels.needed == 0
                && open.count_ones() as usize == left
                && bits(labels.needed as u64).all(|category| {
                    let by = if open >> category & 1 != 0 { ahead } else { cards };
                    labels.hideable[category] & by != 0
                })
        };
        (0..OPENS).filter(may_be).fold(0, |runs, open| runs | 1 << open)
    }

    /// Fills a run with the number of ways after some of these cards are hidden.
    fn hide_some<N: Number>(&self, run: &mut [N], cards: Cards, open: Open, ways: N) {
        let hidden = self.labels.needed & !open;
        let mut found = vec![(self.labels.needed, vec![ways])];
        for category in bits(hidden as u64) {
            found = (found.into_iter())
                .map(|(open, numbers)| {
                    let then = open & !(1 << category);
                    let mut sums = vec![N::default(); self.labels.len(then)];
                    for card in bits(self.labels.hideable[category] & cards) {
                        self.labels.hide(&numbers, open, category, card, &mut sums);
                    }
                    (then, sums)
                })
                .collect();
        }
        for (_, numbers) in found {
            add(run, &numbers);
        }
    }

    /// The possible capacities after some cards are dealt, with the number of ways.
    fn spread<N: Number>(&self, cards: usize, meter: &Meter) -> Result<Vec<(State, N)>, Stop> {
        let loose = number_of(self.problem.loose());
        let capacities: Vec<(usize, usize)> = (self.problem.capacity.iter().enumerate())
            .filter_map(|(player, capacity)| Some((player, (*capacity)?)))
            .collect();
        let mut found = vec![(0, count(1), cards)];
        for (at, &(player, capacity)) in capacities.iter().enumerate() {
            // Later players must be able to take the rest, unless a hand size is unknown.
            let later: usize = capacities[at + 1..].iter().map(|&(_, capacity)| capacity).sum();
            let later = if loose > 0 { cards } else { later };
            // A player with an unmet branch must have capacity left.
            let most =
                if self.layout.unmet[player] == 0 { capacity } else { capacity.saturating_sub(1) };
            let shift = self.layout.field(player);
            meter.hold(found.len() * (capacity.min(cards) + 1) * size_of::<(State, N, usize)>())?;
            found = (found.into_iter())
                .flat_map(|(state, ways, left): (State, N, usize)| {
                    (left.saturating_sub(later)..=left.min(most)).map(move |taken| {
                        let capacities = state + (((capacity - taken) as State) << shift);
                        (capacities, ways * choose(left, taken), left - taken)
                    })
                })
                .collect();
        }
        let anyone = |(state, ways, left)| {
            let ways = (0..left).fold(ways, |ways: N, _| ways * count(loose));
            (left == 0 || loose > 0).then_some((state, ways))
        };
        Ok(found.into_iter().filter_map(anyone).collect())
    }

    /// Gives a card to each possible place while others remain.
    pub fn deal<N: Number>(
        &self,
        states: &States<N>,
        card: usize,
        ahead: Cards,
        meter: &mut Meter,
    ) -> Result<States<N>, Stop> {
        let labels = self.labels;
        let category = self.problem.cards[card].category;
        let (moves, found, runs) = self.moves(states, card, ahead);
        let mut then = States::new(labels, found, runs, meter)?;
        let mut sums = 0;
        for step in moves {
            for open in bits(step.runs.into()) {
                let numbers = states.run(labels, step.from, open);
                sums += numbers.len();
                if step.is_hidden {
                    let sums = then.run_mut(labels, step.to, open & !(1 << category));
                    labels.hide(numbers, open, category, card, sums);
                } else {
                    add(then.run_mut(labels, step.to, open), numbers);
                }
            }
        }
        meter.moved(sums)?;
        // Master Detective has hundreds of numbers a state, and they take most of the time.
        meter.spend(then.keys.len() + sums / SUMS)?;
        Ok(then)
    }

    /// All moves of a card, with the resulting states and runs.
    fn moves<N: Number>(
        &self,
        states: &States<N>,
        card: usize,
        ahead: Cards,
    ) -> (Vec<Move>, Vec<Key>, Vec<u8>) {
        let (layout, labels) = (&self.layout, self.labels);
        let category = self.problem.cards[card].category;
        let is_open = with(category);
        let is_last = labels.needed >> category & 1 != 0 && labels.hideable[category] & ahead == 0;
        let closed = layout.closed(ahead);
        let mut feasible = Feasible::new(layout, &self.told_apart, ahead);
        let (mut moves, mut found, mut runs) = (Vec::new(), Vec::new(), Vec::<u8>::new());
        let mut numbers: Table<Key, u32> = Table::default();
        numbers.reserve(states.keys.len());
        for (from, &state) in states.keys.iter().enumerate() {
            for taker in &self.takers[card] {
                let is_hidden = taker.player == self.problem.envelope();
                let taken = match (is_hidden, is_last) {
                    (true, _) => states.runs[from] & is_open,
                    (false, true) => states.runs[from] & !is_open,
                    (false, false) => states.runs[from],
                };
                if taken == 0 {
                    continue;
                }
                let Some(then) = layout.take(state.into(), taker, closed) else { continue };
                let to = *numbers.entry(key(then)).or_insert_with(|| {
                    if !feasible.is(then) {
                        return DROPPED;
                    }
                    found.push(key(then));
                    runs.push(0);
                    small(found.len() - 1)
                });
                if to == DROPPED {
                    continue;
                }
                let to = to as usize;
                runs[to] |= if is_hidden { without(taken, category) } else { taken };
                moves.push(Move { from, to, runs: taken, is_hidden });
            }
        }
        (moves, found, runs)
    }

    /// Finds the placings of the asked cards for the last states.
    pub fn place<N: Number>(&self, states: &States<N>, asked: Asked) -> Patterns<N> {
        let labels = self.labels;
        let mut patterns = Patterns { places: Vec::new(), numbers: Vec::new() };
        let mut known: Table<u64, usize> = Table::default();
        for (number, &state) in states.keys.iter().enumerate() {
            for open in bits(states.runs[number].into()) {
                let mut found = Vec::new();
                self.lay(state.into(), open, asked, 0, 0, &mut found);
                if found.is_empty() {
                    continue;
                }
                // Only the asked cards are left, so they fill every open category.
                let mut numbers = states.run(labels, number, open).to_vec();
                let mut left = open;
                for category in bits(open as u64) {
                    let Some(card) = asked[category] else { continue };
                    let then = left & !(1 << category);
                    let mut sums = vec![N::default(); labels.len(then)];
                    labels.hide(&numbers, left, category, card, &mut sums);
                    (numbers, left) = (sums, then);
                }
                for places in found {
                    let all = patterns.places.len();
                    let at = *known.entry(places.into()).or_insert(all);
                    if at == all {
                        patterns.places.push(places);
                        patterns.numbers.resize((all + 1) * labels.len(0), N::default());
                    }
                    add(&mut patterns.numbers[at * labels.len(0)..], &numbers);
                }
            }
        }
        patterns
    }

    /// Places the asked cards category by category, in every way that completes the state.
    fn lay(
        &self,
        state: State,
        open: Open,
        asked: Asked,
        category: usize,
        places: u32,
        found: &mut Vec<u32>,
    ) {
        if category == CATEGORIES {
            if state == 0 {
                found.push(places);
            }
            return;
        }
        let is_open = open >> category & 1 != 0;
        let Some(card) = asked[category] else {
            if !is_open {
                self.lay(state, open, asked, category + 1, places, found);
            }
            return;
        };
        for taker in &self.takers[card] {
            let is_hidden = taker.player == self.problem.envelope();
            if is_hidden != is_open {
                continue;
            }
            if let Some(then) = self.layout.take(state, taker, 0) {
                let place = u32::try_from(taker.player << (SHIFT * category)).unwrap_or(u32::MAX);
                self.lay(then, open, asked, category + 1, places | place, found);
            }
        }
    }
}

#[allow(clippy::cast_possible_truncation)] // the layout has at most as many bits
fn key(state: State) -> Key {
    state as Key
}

/// The runs in which a category is open.
fn with(category: usize) -> u8 {
    (0..OPENS).filter(|open| open >> category & 1 != 0).fold(0, |runs, open| runs | 1 << open)
}

/// The runs after a card of the category is hidden.
fn without(runs: u8, category: usize) -> u8 {
    bits(runs.into()).fold(0, |then, open| then | 1 << (open & !(1 << category)))
}
