//! The states of the count without some cards: a field for each place, the envelope's last.
//!
//! A field has the number of cards that the
//! place still takes and its unmet branches; branches over several places have their bits above
//! all fields. Unlike in [`crate::states`], every player is tracked separately to the end, because
//! any of them may have the asked cards.

use crate::bits::{bits, count};
use crate::hash::Table;
use crate::problem::{Cards, Problem};

/// A state: one number of small fields.
pub type State = u64;

/// The position of a place's field in a state.
pub struct Field {
    /// Its first bit.
    pub shift: usize,
    /// The bits of the number of cards still taken, which is always 1 if the hand size is unknown.
    width: usize,
    /// The cards of each of its branches: a bit each above the number, set while it is unmet.
    branches: Vec<Cards>,
}

impl Field {
    /// The number of cards still taken.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // a field has a few bits
    pub fn room(&self, state: State) -> usize {
        (state >> self.shift) as usize & ((1 << self.width) - 1)
    }

    /// The bits of the field in a state, unshifted.
    fn part(&self, state: State) -> State {
        state & (((1 << (self.width + self.branches.len())) - 1) << self.shift)
    }

    /// The unmet branches, from the lowest bit.
    fn unmet_bits(&self, state: State) -> State {
        state >> (self.shift + self.width) & ((1 << self.branches.len()) - 1)
    }

    /// The cards to come that may meet each unmet branch.
    fn unmet(&self, state: State, ahead: Cards) -> impl Iterator<Item = Cards> {
        let unmet = self.unmet_bits(state);
        let open = self.branches.iter().enumerate().filter(move |&(bit, _)| unmet >> bit & 1 != 0);
        open.map(move |(_, cards)| cards & ahead)
    }
}

/// The effect on a state of giving a card to a place.
#[derive(Clone, Copy)]
pub struct Taker {
    /// The place.
    pub place: usize,
    /// The number subtracted from the state.
    pub one: State,
    /// The bits of the branches that are met.
    pub met: State,
}

/// The fields of one problem, and the effect of each card on them.
pub struct Layout {
    /// The number of cards that each place takes; `None` for any number.
    pub rooms: Vec<Option<usize>>,
    /// Each place's field.
    pub fields: Vec<Field>,
    /// For each card, the places that may get it, the envelope first.
    pub takers: Vec<Vec<Taker>>,
    /// The bits of all branches.
    pub unmet: State,
    /// The complete state.
    pub done: State,
    /// For each place, the cards that it may get in the count.
    may: Vec<Cards>,
}

impl Layout {
    /// Lays out a problem in which these cards may be hidden; `None` if it needs too many bits.
    #[must_use]
    pub fn new(problem: &Problem, hideable: Cards) -> Option<Self> {
        let needed = problem.needs.iter().filter(|&&needed| needed).count();
        let rooms: Vec<_> = problem.room.iter().copied().chain([Some(needed)]).collect();
        let mut fields = Vec::new();
        let (mut at, mut unmet) = (0, 0);
        for (place, room) in rooms.iter().enumerate() {
            let own = |branch: &Vec<(usize, Cards)>| match branch[..] {
                [(owner, cards)] if owner == place => Some(cards),
                _ => None,
            };
            let branches: Vec<Cards> = problem.branches.iter().filter_map(own).collect();
            let width = (usize::BITS - room.unwrap_or(0).max(1).leading_zeros()) as usize;
            let end = at + width + branches.len();
            fields.push(Field { shift: at, width, branches });
            (at, unmet) = (end, (at + width..end).fold(unmet, set));
        }
        let wide: Vec<_> = problem.branches.iter().filter(|branch| branch.len() != 1).collect();
        if at + wide.len() > State::BITS as usize {
            return None;
        }
        let unmet = (at..at + wide.len()).fold(unmet, set);
        let mut layout = Layout {
            done: (rooms.iter().zip(&fields))
                .filter(|(room, _)| room.is_none())
                .fold(0, |done, (_, field)| set(done, field.shift)),
            rooms,
            fields,
            takers: Vec::new(),
            unmet,
            may: vec![0; problem.envelope() + 1],
        };
        for (card, open) in problem.cards.iter().enumerate() {
            let envelope = problem.envelope();
            let hidden = (hideable >> card & 1 != 0).then_some(envelope);
            let players = bits(open.places & ((1 << envelope) - 1));
            let takers: Vec<Taker> = (hidden.into_iter().chain(players))
                .map(|place| layout.taker(place, card, &wide, at))
                .collect();
            for taker in &takers {
                layout.may[taker.place] |= 1 << card;
            }
            layout.takers.push(takers);
        }
        Some(layout)
    }

    fn taker(
        &self,
        place: usize,
        card: usize,
        wide: &[&Vec<(usize, Cards)>],
        wide_at: usize,
    ) -> Taker {
        let field = &self.fields[place];
        let names = |cards: Cards| cards >> card & 1 != 0;
        let mut met = 0;
        for (number, &cards) in field.branches.iter().enumerate() {
            if names(cards) {
                met = set(met, field.shift + field.width + number);
            }
        }
        for (number, branch) in wide.iter().enumerate() {
            if branch.iter().any(|&(other, cards)| other == place && names(cards)) {
                met = set(met, wide_at + number);
            }
        }
        let one = if self.rooms[place].is_some() { 1 << field.shift } else { 0 };
        Taker { place, one, met }
    }

    /// The check of a place before these cards are dealt; `None` if it always passes.
    #[must_use]
    pub fn check(&self, place: usize, ahead: Cards) -> Option<Check<'_>> {
        let field = &self.fields[place];
        let branches = field.branches.iter().fold(0, |all, cards| all | cards);
        let most = self.rooms[place].map(|room| count(ahead & self.may[place]).min(room));
        if most == self.rooms[place] && branches == 0 {
            return None;
        }
        Some(Check { field, ahead, most, known: Table::default() })
    }

    /// Whether a place that may get the card can fail without it.
    #[must_use]
    pub fn is_touched(&self, place: usize, card: usize, ahead: Cards) -> bool {
        let lacks = |room| count(ahead & self.may[place]) < room;
        self.rooms[place].is_some_and(lacks)
            || self.fields[place].branches.iter().any(|cards| cards >> card & 1 != 0)
    }
}

/// Returns whether the remaining cards are enough for a place; cached.
///
/// The places are checked one by one. A state that fails has no completion; a state that passes
/// may have none either.
pub struct Check<'a> {
    field: &'a Field,
    ahead: Cards,
    most: Option<usize>,
    known: Table<State, bool>,
}

impl Check<'_> {
    /// Checks a state.
    pub fn passes(&mut self, state: State) -> bool {
        let (field, ahead) = (self.field, self.ahead);
        let room = field.room(state);
        if self.most.is_some_and(|most| room > most) {
            return false;
        }
        let unmet = || field.unmet(state, ahead);
        match (field.unmet_bits(state).count_ones(), self.most) {
            (0, _) => true,
            (_, Some(_)) if room == 0 => false,
            (1, _) | (_, None) => unmet().all(|cards| cards != 0),
            _ => *(self.known.entry(field.part(state)))
                .or_insert_with(|| can_meet(&unmet().collect::<Vec<_>>(), room)),
        }
    }
}

/// Whether `room` cards can meet all these branches.
fn can_meet(unmet: &[Cards], room: usize) -> bool {
    let Some((&first, others)) = unmet.split_first() else {
        return true;
    };
    room > 0
        && bits(first).any(|card| {
            let left: Vec<Cards> =
                others.iter().copied().filter(|cards| cards >> card & 1 == 0).collect();
            can_meet(&left, room - 1)
        })
}

fn set(bits: State, number: usize) -> State {
    // If there are too many, the layout fails later.
    bits | 1_u64.wrapping_shl(u32::try_from(number).unwrap_or(u32::MAX))
}
