//! The knowledge of one seat: for each place the cards that it can have, and open unseen shows.
//!
//! A place *has* a card if and only if no other place can have it.

use crate::bits::bits;
use crate::problem::CATEGORIES;

/// The maximum number of places: the seats and the envelope.
pub const PLACES: usize = 16;

/// The layout shared by all games.
#[derive(Clone, Debug)]
pub struct Table {
    /// Each seat's number of cards.
    pub sizes: Vec<u32>,
    /// The cards of each category.
    pub categories: [u64; CATEGORIES],
    /// Whether all players who can show a card do, or only the first.
    pub all_answer: bool,
}

impl Table {
    /// Returns the number of seats, which is also the envelope's as a place.
    #[must_use]
    pub fn players(&self) -> usize {
        self.sizes.len()
    }

    /// Yields the other seats in answering order.
    pub fn left_of(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let players = self.players();
        (seat + 1..players).chain(0..seat)
    }
}

/// One suggestion, and its answers.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The seat that suggested.
    pub asker: usize,
    /// The cards asked for.
    pub guess: u64,
    /// The seats that passed, as bits.
    pub passed: u64,
    /// The seats that showed a card, as bits.
    showed: u64,
    /// The card that each of them showed.
    shown: [u64; PLACES],
}

impl Asked {
    /// Makes a suggestion without answers.
    #[must_use]
    pub fn new(asker: usize, guess: u64) -> Self {
        Asked { asker, guess, passed: 0, showed: 0, shown: [0; PLACES] }
    }

    /// Lets a seat show a card.
    pub fn show(&mut self, seat: usize, card: u64) {
        self.showed |= 1 << seat;
        self.shown[seat] = card;
    }
}

/// The knowledge of one seat; `conclude` deduces the consequences of new information.
#[derive(Debug, Default)]
pub struct View {
    /// For each place, the envelope last, the cards that it can have.
    pub can: [u64; PLACES],
    /// Unseen shows of which no card is known to be there: a seat, and at least two cards.
    pub shows: Vec<(usize, u64)>,
    /// The cards that exactly one place can have, as far as it has concluded.
    pub known: u64,
    /// Whether there is new information without conclusions.
    has_news: bool,
}

impl Clone for View {
    fn clone(&self) -> Self {
        View { shows: self.shows.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        let mut shows = std::mem::take(&mut self.shows);
        shows.clone_from(&other.shows);
        *self = View { shows, ..*other };
    }
}

/// The cards that at least one place can have, and those that at least two can.
fn once_and_twice(can: &[u64]) -> (u64, u64) {
    can.iter().fold((0, 0), |(once, twice), cards| (once | cards, twice | once & cards))
}

impl View {
    /// Lets a seat look at its hand.
    #[must_use]
    pub fn at_start(table: &Table, seat: usize, hand: u64, dealt: u64) -> Self {
        let mut view = View::default();
        view.begin(table, seat, hand, dealt);
        view
    }

    /// Resets the state, reusing its memory.
    pub fn begin(&mut self, table: &Table, seat: usize, hand: u64, dealt: u64) {
        self.can[..=table.players()].fill(dealt & !hand);
        self.can[seat] = hand;
        self.shows.clear();
        self.settle(table);
    }

    /// Returns the cards that more than one place can have.
    #[must_use]
    pub fn in_doubt(&self, table: &Table) -> u64 {
        once_and_twice(&self.can[..=table.players()]).1
    }

    /// Returns the cards not known to be with a player or face-up.
    #[must_use]
    pub fn unlocated(&self, table: &Table) -> u64 {
        self.in_doubt(table) | self.can[table.players()]
    }

    /// Returns whether the envelope is known.
    #[must_use]
    pub fn is_solved(&self, table: &Table) -> bool {
        self.can[table.players()].count_ones() as usize == table.categories.len()
    }

    /// Returns the number of possible envelopes, category by category.
    #[must_use]
    pub fn answers_left(&self, table: &Table) -> u32 {
        let hidden = self.can[table.players()];
        table.categories.iter().map(|cards| (hidden & cards).count_ones()).product()
    }

    /// Adds a suggestion as a seat saw it.
    pub fn learn(&mut self, table: &Table, seat: usize, asked: &Asked) {
        for other in bits(asked.passed) {
            self.has_news |= self.can[other] & asked.guess != 0;
            self.can[other] &= !asked.guess;
        }
        for other in bits(asked.showed).filter(|&other| other != seat) {
            if seat == asked.asker {
                self.has_news |= self.hold(table, other, asked.shown[other]);
            } else {
                let cards = asked.guess & self.can[other];
                if cards & self.known == 0 {
                    self.has_news |= cards.is_power_of_two();
                    self.shows.push((other, cards));
                }
            }
        }
    }

    /// Draws all conclusions if there is new information.
    pub fn conclude(&mut self, table: &Table) {
        if self.has_news {
            self.settle(table);
        }
    }

    /// Records that a place has some cards; returns whether that is new.
    fn hold(&mut self, table: &Table, place: usize, cards: u64) -> bool {
        let mut is_news = false;
        for other in (0..=table.players()).filter(|&other| other != place) {
            is_news |= self.can[other] & cards != 0;
            self.can[other] &= !cards;
        }
        is_news
    }

    /// Draws all conclusions, until nothing changes.
    pub fn settle(&mut self, table: &Table) {
        self.has_news = true;
        while self.has_news {
            // A change in this round causes another round, which uses it.
            let (once, twice) = once_and_twice(&self.can[..=table.players()]);
            self.known = once & !twice;
            self.has_news =
                self.settle_hands(table) | self.settle_envelope(table) | self.settle_shows(table);
        }
    }

    /// Finds hands that lack all but what they are known to have, or have all that they can.
    fn settle_hands(&mut self, table: &Table) -> bool {
        let mut is_news = false;
        for (seat, &size) in table.sizes.iter().enumerate() {
            let may = self.can[seat];
            let has = may & self.known;
            if has.count_ones() == size {
                is_news |= may != has;
                self.can[seat] = has;
            } else if may.count_ones() == size {
                is_news |= self.hold(table, seat, may);
            }
        }
        is_news
    }

    /// Finds categories of which the envelope's card is known, or is the last one possible.
    fn settle_envelope(&mut self, table: &Table) -> bool {
        let envelope = table.players();
        let mut is_news = false;
        for cards in &table.categories {
            let may = self.can[envelope] & cards;
            let has = may & self.known;
            if has != 0 {
                is_news |= may != has;
                self.can[envelope] &= !(may & !has);
            } else if may.is_power_of_two() {
                is_news |= self.hold(table, envelope, may);
            }
        }
        is_news
    }

    /// Finds the shows with one card left, and forgets those that are met.
    fn settle_shows(&mut self, table: &Table) -> bool {
        let mut singles = 0;
        let mut last = (0, 0);
        let (can, known) = (&self.can, self.known);
        self.shows.retain_mut(|(seat, cards)| {
            *cards &= can[*seat];
            let is_open = *cards & known == 0;
            if is_open && cards.is_power_of_two() {
                singles += 1;
                last = (*seat, *cards);
            }
            is_open
        });
        // One at a time; what is held then is met in the next round.
        singles > 0 && self.hold(table, last.0, last.1)
    }
}
