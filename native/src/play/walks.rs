//! Pawns on a board, each by the number of steps that it is from each room.

use super::chance::Chance;
use super::view::{Table, View};
use crate::bits::bits;

/// The distance to a room that cannot be entered from here.
const NEVER: u8 = u8::MAX;

/// The steps from a pawn to each room, by the room's number in its category.
pub type Steps = Vec<u8>;

/// The rooms of a board, and whose pawn is whose.
#[derive(Clone, Debug)]
pub struct Board {
    /// The steps between rooms on foot.
    pub steps: Vec<Steps>,
    /// The room at the other end of each room's secret passage.
    pub passages: Vec<Option<usize>>,
    /// The suspect whose pawn each seat moves, as a card.
    pub suspects: Vec<u64>,
}

impl Board {
    /// Moves a seat's pawn by two dice, and returns the room that it enters, as a card; none if it
    /// enters none. It goes to a room worth asking for: any within reach, or else towards the
    /// nearest, which may be through another room.
    pub fn go(
        &self,
        table: &Table,
        seat: usize,
        view: &View,
        pawns: &mut [Steps],
        chance: &mut Chance,
    ) -> u64 {
        let (first, goals) = (first_room(table), rooms_worth(table, seat, view));
        let far = &mut pawns[seat];
        let roll = u8::try_from(2 + chance.below(6) + chance.below(6)).unwrap_or(NEVER);
        let is_near = |room: &usize| far[*room] <= roll;
        let within = bits(goals).filter(|room| is_near(&(room - first)));
        let within = within.fold(0, |rooms, room| rooms | 1 << room);
        let nearest = bits(goals).map(|room| room - first).min_by_key(|&room| far[room]);
        let Some(goal) = nearest.filter(|_| within == 0) else {
            return chance.card(within);
        };
        let left = if far[goal] == NEVER { 1 } else { far[goal] - roll };
        let on_the_way = (0..far.len()).filter(is_near).min_by_key(|&room| self.steps[room][goal]);
        if let Some(room) = on_the_way.filter(|&room| self.steps[room][goal] < left) {
            return 1 << (first + room);
        }
        for (room, steps) in far.iter_mut().enumerate() {
            *steps = steps.saturating_add(roll).min(left.saturating_add(self.steps[goal][room]));
        }
        0
    }

    /// Puts the asker's pawn in the room of a suggestion, and brings the suspect's there.
    pub fn gather(&self, table: &Table, asker: usize, guess: u64, pawns: &mut [Steps]) {
        for room in bits(guess & table.categories[2]).map(|room| room - first_room(table)) {
            pawns[asker] = self.inside(room);
            let brought = self.suspects.iter().position(|suspect| suspect & guess != 0);
            if let Some(seat) = brought.filter(|&seat| pawns[seat][room] != NEVER) {
                pawns[seat] = self.inside(room);
                pawns[seat][room] = 0; // it may stay, and ask there
            }
        }
    }

    /// Returns the steps from within a room: it has to be left before it is entered again.
    fn inside(&self, room: usize) -> Steps {
        let mut far = self.steps[room].clone();
        far[room] = NEVER;
        if let Some(other) = self.passages[room] {
            far[other] = 0;
        }
        far
    }
}

fn first_room(table: &Table) -> usize {
    table.categories[2].trailing_zeros() as usize
}

/// Returns the rooms worth a suggestion: those not located; once the hidden room is known, that one
/// and own ones.
fn rooms_worth(table: &Table, seat: usize, view: &View) -> u64 {
    let rooms = table.categories[2];
    match view.can[table.players()] & view.known & rooms {
        0 => view.unlocated(table) & rooms,
        hidden => hidden | view.can[seat] & rooms,
    }
}
