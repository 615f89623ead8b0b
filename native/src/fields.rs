//! The states of the count with cards left out: a field for each place, the envelope's last.
//!
//! The same fields as in `cluetree/exact/_fields.py`. A field says how many cards the place still
//! takes and which of its branches are unmet; branches over several places have their bits above
//! all fields. Unlike in [`crate::states`], every player is told apart to the end, for the asked
//! cards may come to any of them.

use crate::bits::{bits, count};
use crate::hash::Table;
use crate::problem::{Cards, Problem};

/// A state: one number of small fields.
pub type State = u64;

/// Where in a state a place's part lies.
pub struct Field {
    /// Its first bit.
    pub shift: usize,
    /// Bits of the number of cards still taken; it is always 1 where any number is.
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

    /// The field's part of a state, where it lies.
    fn part(&self, state: State) -> State {
        state & (((1 << (self.width + self.branches.len())) - 1) << self.shift)
    }

    /// Which of its branches are unmet, from the lowest bit.
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

/// What it does to a state that a place gets a card.
#[derive(Clone, Copy)]
pub struct Taker {
    /// The place.
    pub place: usize,
    /// What is taken from the state.
    pub one: State,
    /// The bits of the branches that are met.
    pub met: State,
}

/// The fields of one problem, and what each card does to them.
pub struct Layout {
    /// How many cards each place takes at first; `None` for any number.
    pub rooms: Vec<Option<usize>>,
    /// Each place's field.
    pub fields: Vec<Field>,
    /// For each card, the places that may get it, the envelope first.
    pub takers: Vec<Vec<Taker>>,
    /// The bits of all branches.
    pub unmet: State,
    /// The state in which nothing is left to do.
    pub done: State,
    /// For each place the cards that may come there in the count.
    may: Vec<Cards>,
}

impl Layout {
    /// Lays out a problem of which these cards may be hidden; `None` if it takes too many bits.
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

    /// What to check of a place when these cards are to come; `None` if all is well.
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

    /// Whether a place that might get the card may be in trouble for not getting it.
    #[must_use]
    pub fn is_touched(&self, place: usize, card: usize, ahead: Cards) -> bool {
        let lacks = |room| count(ahead & self.may[place]) < room;
        self.rooms[place].is_some_and(lacks)
            || self.fields[place].branches.iter().any(|cards| cards >> card & 1 != 0)
    }
}

/// Says whether the cards to come will do for a place; worked out when first asked.
///
/// The places are looked at one by one. So a state that fails is sure to be a dead end, and one
/// that passes may still be one.
pub struct Check<'a> {
    field: &'a Field,
    ahead: Cards,
    most: Option<usize>,
    known: Table<State, bool>,
}

impl Check<'_> {
    /// Says it of a state.
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

/// Whether so many cards can meet all these branches.
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
    // Where there are too many, the layout is given up in the end.
    bits | 1_u64.wrapping_shl(u32::try_from(number).unwrap_or(u32::MAX))
}
