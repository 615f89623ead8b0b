//! The states of the count: one number of small fields, laid out for one problem and plan.

use crate::bits::{bits, count};
use crate::hash::Table;
use crate::plan::Plan;
use crate::problem::{CATEGORIES, Cards, Problem};

/// A state: one number of small fields.
pub type State = u128;

/// The bits of a state.
const BITS: usize = 128;

/// A player who may get a card: one tracked separately, or one of unknown hand size.
#[derive(Clone, Copy)]
pub struct Taker {
    /// The player.
    pub player: usize,
    /// The bits of the player's capacity; none if the hand size is unknown.
    capacity: State,
    /// One card of the capacity.
    one: State,
    /// The branch bits that the card meets.
    met: State,
}

/// The possible effects of dealing one card to a state.
pub struct Step {
    /// The card.
    pub card: usize,
    /// The bit that must be set for the envelope to take the card; 0 if it never may.
    pub need: State,
    /// The branch bits that are met if the envelope takes it.
    pub hides: State,
    /// The players who may get it.
    pub takers: Vec<Taker>,
    /// Bits that must be clear afterwards: no remaining card clears them.
    pub closed: State,
    /// The separately tracked players.
    pub told_apart: Vec<usize>,
    /// The cards still to come.
    pub ahead: Cards,
    /// The capacity of all players in the fresh pool when the card is dealt.
    pub fresh: usize,
}

/// The layout of the fields of a state, and the effect of each step on them.
pub struct Layout {
    /// The problem.
    pub problem: Problem,
    /// The plan.
    pub plan: Plan,
    /// For each place, the bits of the branches that must be met there.
    pub unmet: Vec<State>,
    /// The steps, in the plan's order.
    pub steps: Vec<Step>,
    /// The first bit of each part, and the end of the last.
    at: Vec<usize>,
    may: Vec<Cards>,
    met: Vec<Vec<State>>,
    /// For each bit of the needs and the branches, the cards that may clear it.
    clearing: Vec<(State, Cards)>,
}

/// The first bit of each part of a state, and the end of the last: each player's capacity, the
/// branches, the needs, the capacity of the resting pool, the cards of the fresh pool.
fn parts(problem: &Problem) -> Vec<usize> {
    let width = |number: usize| (usize::BITS - number.leading_zeros()) as usize;
    let total = width(problem.capacity.iter().flatten().sum());
    // A player of known capacity has at least one bit; see `Taker::capacity`.
    let capacities = problem.capacity.iter().map(|capacity| width(capacity.unwrap_or(0).max(1)));
    let widths = capacities.chain([problem.branches.len(), CATEGORIES, total, total]);
    let mut at = vec![0];
    for width in widths {
        at.push(at[at.len() - 1] + width);
    }
    at
}

/// Returns whether the core can count a problem: whether its states and numbers fit. One bit of a
/// number stays free, because the bound is rounded.
pub fn fits(problem: &Problem, most_bits: f64) -> bool {
    problem.is_sound()
        && parts(problem).last().is_some_and(|&bits| bits <= BITS)
        && most_bits < f64::from(u128::BITS - 1)
}

impl Layout {
    /// Lays out a problem whose states fit.
    pub fn new(problem: Problem, plan: Plan) -> Self {
        let places = problem.envelope() + 1;
        let mut layout = Layout {
            unmet: vec![0; places],
            steps: Vec::new(),
            at: parts(&problem),
            may: problem.may(),
            met: vec![vec![0; places]; problem.cards.len()],
            clearing: Vec::new(),
            problem,
            plan,
        };
        for category in 0..CATEGORIES {
            layout.clearing.push((layout.need(category), layout.problem.hideable(category)));
        }
        for (number, branch) in layout.problem.branches.iter().enumerate() {
            let bit = 1 << (layout.branches_at() + number);
            if let [(place, _)] = branch[..] {
                layout.unmet[place] |= bit;
            }
            for &(place, cards) in branch {
                for card in bits(cards) {
                    layout.met[card][place] |= bit;
                }
            }
            layout.clearing.push((bit, branch.iter().fold(0, |all, &(_, cards)| all | cards)));
        }
        layout.steps = layout.look_ahead();
        layout
    }

    /// The first bit of a player's capacity.
    pub fn field(&self, player: usize) -> usize {
        self.at[player]
    }

    fn branches_at(&self) -> usize {
        self.at[self.problem.envelope()]
    }

    /// The bits of a state in which nothing is in a pool and the envelope needs no card.
    pub fn bits(&self) -> usize {
        self.at[self.problem.envelope() + 1]
    }

    #[allow(clippy::cast_possible_truncation)] // a part has a few bits
    fn read(&self, state: State, part: usize) -> usize {
        (state >> self.at[part]) as usize & ((1 << (self.at[part + 1] - self.at[part])) - 1)
    }

    /// The capacity of a player.
    pub fn capacity(&self, state: State, player: usize) -> usize {
        self.read(state, player)
    }

    /// The cards in the fresh pool.
    pub fn fresh(&self, state: State) -> usize {
        self.read(state, self.problem.envelope() + 3)
    }

    /// The cards that the resting pool still takes.
    pub fn resting(&self, state: State) -> usize {
        self.read(state, self.problem.envelope() + 2)
    }

    /// A card in the fresh pool.
    pub fn one_fresh(&self) -> State {
        1 << self.at[self.problem.envelope() + 3]
    }

    /// The unit of capacity in the resting pool.
    pub fn one_resting(&self) -> State {
        1 << self.at[self.problem.envelope() + 2]
    }

    /// The bit that says the envelope still takes a card of the category.
    pub fn need(&self, category: usize) -> State {
        1 << (self.at[self.problem.envelope() + 1] + category)
    }

    /// The categories that are open in a state, as a set.
    pub fn open(&self, state: State) -> usize {
        let is_open = |&category: &usize| state & self.need(category) != 0;
        (0..CATEGORIES).filter(is_open).fold(0, |open, category| open | 1 << category)
    }

    /// The first state, for a number of cards that the resting pool takes.
    pub fn start(&self, resting: usize) -> State {
        let needed = (0..CATEGORIES).filter(|&category| self.problem.needs[category]);
        let needs = needed.fold(0, |needs, category| needs | self.need(category));
        needs | self.branches() | (resting as State * self.one_resting())
    }

    /// The bits of all branches.
    pub fn branches(&self) -> State {
        let at = self.branches_at();
        (at..at + self.problem.branches.len()).fold(0, |all, bit| all | 1 << bit)
    }

    /// The bits of needs and branches that no card to come can clear.
    pub fn closed(&self, ahead: Cards) -> State {
        let closed = self.clearing.iter().filter(|(_, cards)| cards & ahead == 0);
        closed.fold(0, |all, (bit, _)| all | bit)
    }

    fn look_ahead(&self) -> Vec<Step> {
        let (span, mut ahead) = (&self.plan.span, self.problem.deck());
        let mut steps = Vec::new();
        for (index, &card) in self.plan.order.iter().enumerate() {
            ahead &= !(1 << card);
            let players = |is: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
                let may =
                    |&player: &usize| span[player].is_some_and(|(first, last)| is(first, last));
                (0..span.len()).filter(may).collect()
            };
            let told_apart = players(&|first, last| first <= index && index <= last);
            let fresh = players(&|first, _| first > index);
            let open = self.problem.cards[card];
            let envelope = self.problem.envelope();
            let may_hide = open.places >> envelope & 1 != 0 && self.problem.needs[open.category];
            steps.push(Step {
                card,
                need: if may_hide { self.need(open.category) } else { 0 },
                hides: self.met[card][envelope],
                takers: self.takers(card, &told_apart),
                closed: self.closed(ahead),
                told_apart,
                ahead,
                fresh: fresh.iter().filter_map(|&player| self.problem.capacity[player]).sum(),
            });
        }
        steps
    }

    /// The players who may get a card, of those tracked separately and of unknown hand size.
    pub fn takers(&self, card: usize, told_apart: &[usize]) -> Vec<Taker> {
        let sized = told_apart.iter().map(|&player| {
            let one: State = 1 << self.at[player];
            let capacity = (1 << self.at[player + 1]) - one;
            Taker { player, capacity, one, met: self.met[card][player] }
        });
        let loose = bits(self.problem.loose()).map(|player| Taker {
            player,
            capacity: 0,
            one: 0,
            met: self.met[card][player],
        });
        let places = self.problem.cards[card].places;
        sized.chain(loose).filter(|taker| places >> taker.player & 1 != 0).collect()
    }

    /// Gives a card to a player; `None` if the player cannot take it.
    pub fn take(&self, state: State, taker: &Taker, closed: State) -> Option<State> {
        if taker.capacity == 0 {
            let then = state & !taker.met;
            return (then & closed == 0).then_some(then);
        }
        if state & taker.capacity == 0 {
            return None;
        }
        let then = (state - taker.one) & !taker.met;
        // A player without capacity must have met all their branches.
        let is_met = then & taker.capacity != 0 || then & self.unmet[taker.player] == 0;
        (is_met && then & closed == 0).then_some(then)
    }

    /// Returns whether `capacity` of the remaining cards can meet a player's branches of these bits.
    fn can_meet(&self, player: usize, unmet: State, capacity: usize, ahead: Cards) -> bool {
        if unmet == 0 || capacity == 0 {
            return unmet == 0;
        }
        let first = unmet.trailing_zeros() as usize - self.branches_at();
        let cards = self.problem.branches[first][0].1;
        bits(cards & ahead)
            .any(|card| self.can_meet(player, unmet & !self.met[card][player], capacity - 1, ahead))
    }
}

/// Checks states after a step: every player can get enough cards and meet all branches.
pub struct Feasible<'a> {
    layout: &'a Layout,
    /// The players whose capacity must not exceed the cards still to come, and these.
    tight: Vec<(usize, usize)>,
    /// The players with several unmet branches.
    crowded: Vec<usize>,
    ahead: Cards,
    known: Table<State, bool>,
}

impl<'a> Feasible<'a> {
    /// Prepares the check of the players tracked separately when certain cards are to come.
    pub fn new(layout: &'a Layout, told_apart: &[usize], ahead: Cards) -> Self {
        let most = |player: usize| count(layout.may[player] & ahead);
        let is_tight = |&&player: &&usize| {
            layout.problem.capacity[player].is_some_and(|capacity| most(player) < capacity)
        };
        let tight = told_apart.iter().filter(is_tight);
        let crowded = told_apart.iter().filter(|&&player| layout.unmet[player].count_ones() > 1);
        Feasible {
            layout,
            tight: tight.map(|&player| (player, most(player))).collect(),
            crowded: crowded.copied().collect(),
            ahead,
            known: Table::default(),
        }
    }

    /// Returns whether a state may have a completion; if not, it is dropped.
    pub fn is(&mut self, state: State) -> bool {
        let layout = self.layout;
        self.tight.iter().all(|&(player, most)| layout.capacity(state, player) <= most)
            && (0..self.crowded.len()).all(|at| self.may_meet(self.crowded[at], state))
    }

    fn may_meet(&mut self, player: usize, state: State) -> bool {
        let (layout, ahead) = (self.layout, self.ahead);
        let (unmet, capacity) = (state & layout.unmet[player], layout.capacity(state, player));
        if unmet.count_ones() as usize <= capacity || capacity == 0 {
            // A card for each will do, and each has one to come.
            return unmet == 0 || capacity > 0;
        }
        // The bits of branches belong to one player each, so they identify the player.
        let key = unmet | (capacity as State) << layout.field(player);
        *self.known.entry(key).or_insert_with(|| layout.can_meet(player, unmet, capacity, ahead))
    }
}
