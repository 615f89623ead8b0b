//! The states of the count: one number of small fields, laid out for one problem and plan.
//!
//! The fields of `cluetree/exact/_states.py`. From the lowest bit: the number of cards in
//! the fresh pool, the number of cards that the resting pool still takes, each player's room
//! while told apart, the needs, the branches.

use crate::bits::bits;
use crate::hash::Table;
use crate::plan::Plan;
use crate::problem::{CATEGORIES, Cards, Problem};

/// A state: one number of small fields.
pub type State = u128;

/// The bits of a state.
const BITS: usize = 128;

/// A separately tracked player who may get a card.
pub struct Taker {
    /// The player.
    pub player: usize,
    /// The first bit of the player's capacity.
    pub shift: usize,
    /// The branch bits that the card meets.
    pub met: State,
}

/// The possible effects of dealing one card to a state.
pub struct Step {
    /// The card.
    pub card: usize,
    /// The bit that must be set for the envelope to take the card; 0 if it never may.
    pub need: State,
    /// The branch bits that are met if the envelope takes it.
    pub hides: State,
    /// The separately tracked players who may get it.
    pub takers: Vec<Taker>,
    /// The players of unknown hand size who may get it without meeting a branch.
    pub loose: u64,
    /// The players of unknown hand size who would meet a branch with it, with the bits met.
    pub settlers: Vec<(usize, State)>,
    /// Bits that must be clear afterwards: their last card has been dealt.
    pub closing: State,
    /// Fields that must not exceed the cards still to come: shift, most.
    pub tight: Vec<(usize, usize)>,
    /// The separately tracked players with several unmet branches.
    pub crowded: Vec<usize>,
    /// The cards still to come.
    pub ahead: Cards,
    /// The capacity of all players in the fresh pool when the card is dealt.
    pub fresh: usize,
}

/// The layout of the fields of a state, and the effect of each step on them.
pub struct Layout<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The plan.
    pub plan: &'a Plan,
    /// For each place, the bits of the branches that must be met there.
    pub unmet: Vec<State>,
    /// The steps, in the plan's order.
    pub steps: Vec<Step>,
    width: usize,
    met: Vec<Vec<State>>,
}

/// The bits of a field.
fn width(problem: &Problem) -> usize {
    (usize::BITS - problem.cards.len().max(1).leading_zeros()) as usize
}

/// Returns whether the core can count a problem: whether its states and numbers fit. One bit of a
/// number stays free, because the bound is rounded.
#[must_use]
pub fn fits(problem: &Problem, most_bits: f64) -> bool {
    let fields = (2 + problem.envelope()) * width(problem);
    problem.is_sound()
        && fields + CATEGORIES + problem.branches.len() <= BITS
        && most_bits < f64::from(u128::BITS - 1)
}

impl<'a> Layout<'a> {
    /// Lays out a problem whose states fit.
    #[must_use]
    pub fn new(problem: &'a Problem, plan: &'a Plan) -> Self {
        let width = width(problem);
        let mut layout = Layout {
            problem,
            plan,
            unmet: vec![0; problem.envelope() + 1],
            steps: Vec::new(),
            width,
            met: vec![vec![0; problem.envelope() + 1]; problem.cards.len()],
        };
        for (number, branch) in problem.branches.iter().enumerate() {
            let bit = 1 << (layout.branches_at() + number);
            if let [(place, _)] = branch[..] {
                layout.unmet[place] |= bit;
            }
            for &(place, cards) in branch {
                for card in bits(cards) {
                    layout.met[card][place] |= bit;
                }
            }
        }
        layout.steps = layout.look_back();
        layout
    }

    /// The first bit of a player's capacity.
    #[must_use]
    pub fn field(&self, player: usize) -> usize {
        (2 + player) * self.width
    }

    fn branches_at(&self) -> usize {
        self.field(self.problem.envelope()) + CATEGORIES
    }

    /// The number in a field.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a field has a few bits
    pub fn read(&self, state: State, shift: usize) -> usize {
        (state >> shift) as usize & ((1 << self.width) - 1)
    }

    /// The cards in the fresh pool.
    #[must_use]
    pub fn fresh(&self, state: State) -> usize {
        self.read(state, 0)
    }

    /// The cards that the resting pool still takes.
    #[must_use]
    pub fn resting(&self, state: State) -> usize {
        self.read(state, self.width)
    }

    /// The unit of capacity in the resting pool.
    #[must_use]
    pub fn one_resting(&self) -> State {
        1 << self.width
    }

    /// The bit that says the envelope still takes a card of the category.
    #[must_use]
    pub fn need(&self, category: usize) -> State {
        1 << (self.field(self.problem.envelope()) + category)
    }

    /// The categories that are open in a state, as a set.
    #[must_use]
    pub fn open(&self, state: State) -> usize {
        let is_open = |&category: &usize| state & self.need(category) != 0;
        (0..CATEGORIES).filter(is_open).fold(0, |open, category| open | 1 << category)
    }

    /// The first state, for a number of cards that the resting pool takes.
    #[must_use]
    pub fn start(&self, resting: usize) -> State {
        let needed = (0..CATEGORIES).filter(|&category| self.problem.needs[category]);
        let needs = needed.fold(0, |needs, category| needs | self.need(category));
        needs | self.branches() | (resting as State) << self.width
    }

    /// The bits of all branches.
    fn branches(&self) -> State {
        let at = self.branches_at();
        (at..at + self.problem.branches.len()).fold(0, |all, bit| all | 1 << bit)
    }

    /// Works back from the last card, because each step depends on the remaining cards.
    fn look_back(&self) -> Vec<Step> {
        let needs = (0..CATEGORIES).fold(0, |needs, category| needs | self.need(category));
        let mut closed = self.branches() | needs;
        let mut coming = vec![0; self.problem.room.len()];
        let (mut fresh, mut ahead) = (0, 0);
        for &card in &self.plan.plain {
            closed = self.see(card, &mut coming, closed);
            ahead |= 1 << card;
        }
        let mut steps = Vec::new();
        for (index, &card) in self.plan.order.iter().enumerate().rev() {
            let (closing, most) = (closed, coming.clone());
            closed = self.see(card, &mut coming, closed);
            steps.push(self.step(index, &most, closing & !closed, ahead, fresh));
            ahead |= 1 << card;
            for (player, span) in self.plan.span.iter().enumerate() {
                if span.is_some_and(|(first, _)| first == index) {
                    fresh += self.problem.room[player].unwrap_or(0);
                }
            }
        }
        steps.reverse();
        steps
    }

    /// Adds a card to the remaining ones; returns the bits that none of them can clear.
    fn see(&self, number: usize, coming: &mut [usize], mut closed: State) -> State {
        let card = self.problem.cards[number];
        for (player, cards) in coming.iter_mut().enumerate() {
            *cards += (card.places >> player & 1) as usize;
        }
        if card.places >> self.problem.envelope() & 1 != 0 {
            closed &= !self.need(card.category);
        }
        self.met[number].iter().fold(closed, |closed, met| closed & !met)
    }

    fn step(
        &self,
        index: usize,
        most: &[usize],
        closing: State,
        ahead: Cards,
        fresh: usize,
    ) -> Step {
        let number = self.plan.order[index];
        let (card, met) = (self.problem.cards[number], &self.met[number]);
        let envelope = self.problem.envelope();
        let may_hide = card.places >> envelope & 1 != 0 && self.problem.needs[card.category];
        let is_told_apart = |&player: &usize| {
            self.plan.span[player].is_some_and(|(first, last)| first <= index && index <= last)
        };
        let told_apart: Vec<usize> = (0..envelope).filter(is_told_apart).collect();
        let may = |player: &usize| card.places >> player & 1 != 0;
        let loose = self.problem.loose() & card.places;
        let room = |player: usize| self.problem.room[player].unwrap_or(0);
        let several = |&&player: &&usize| self.unmet[player].count_ones() > 1;
        let taker = |&player: &usize| Taker { player, shift: self.field(player), met: met[player] };
        Step {
            card: number,
            need: if may_hide { self.need(card.category) } else { 0 },
            hides: met[envelope],
            takers: told_apart.iter().filter(|player| may(player)).map(taker).collect(),
            loose: bits(loose).filter(|&p| met[p] == 0).fold(0, |all, p| all | 1 << p),
            settlers: bits(loose).filter(|&p| met[p] != 0).map(|p| (p, met[p])).collect(),
            closing,
            tight: (told_apart.iter())
                .filter(|&&player| most[player] < room(player))
                .map(|&player| (self.field(player), most[player]))
                .collect(),
            crowded: told_apart.iter().filter(several).copied().collect(),
            ahead,
            fresh,
        }
    }

    /// Returns whether `room` of the remaining cards can meet a player's branches of these bits.
    fn can_meet(&self, player: usize, unmet: State, room: usize, ahead: Cards) -> bool {
        if unmet == 0 || room == 0 {
            return unmet == 0;
        }
        let first = unmet.trailing_zeros() as usize - self.branches_at();
        let cards = self.problem.branches[first][0].1;
        bits(cards & ahead)
            .any(|card| self.can_meet(player, unmet & !self.met[card][player], room - 1, ahead))
    }
}

/// Checks states after a step: every player can get enough cards and meet all branches.
pub struct Feasible<'a> {
    layout: &'a Layout<'a>,
    step: &'a Step,
    known: Table<State, bool>,
}

impl<'a> Feasible<'a> {
    /// Prepares the check of one step.
    #[must_use]
    pub fn new(layout: &'a Layout<'a>, step: &'a Step) -> Self {
        Feasible { layout, step, known: Table::default() }
    }

    /// Returns whether a state may have a completion; if not, it is dropped.
    pub fn is(&mut self, state: State) -> bool {
        let layout = self.layout;
        self.step.tight.iter().all(|&(shift, most)| layout.read(state, shift) <= most)
            && self.step.crowded.iter().all(|&player| self.may_meet(player, state))
    }

    fn may_meet(&mut self, player: usize, state: State) -> bool {
        let (layout, ahead) = (self.layout, self.step.ahead);
        let shift = layout.field(player);
        let (unmet, room) = (state & layout.unmet[player], layout.read(state, shift));
        if unmet == 0 || room == 0 {
            return unmet == 0;
        }
        // The bits of branches belong to one player each, so they identify the player.
        let key = unmet | (room as State) << shift;
        *self.known.entry(key).or_insert_with(|| layout.can_meet(player, unmet, room, ahead))
    }
}
