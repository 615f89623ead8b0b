//! Labels: the contents of the envelope, up to equivalent cards.
//!
//! Every state has one number for each label. While the envelope's card of a category is open, the
//! labels do not distinguish the cards of that category. A state therefore has one run of numbers
//! for each possible set of open categories.

use std::array::from_fn;

use crate::bits::bits;
use crate::number::Number;
use crate::problem::{CATEGORIES, Cards, Problem};

/// A set of categories that are open, as bits.
pub type Open = usize;

/// The number of sets of categories.
pub const OPENS: usize = 1 << CATEGORIES;

/// The labels of one problem.
pub struct Labels {
    /// The categories that the envelope needs.
    pub needed: Open,
    /// For each category, the cards hidden in the count, one for each group.
    pub hideable: [Cards; CATEGORIES],
    /// For each category and label, the cards that the label represents.
    pub groups: [Vec<Vec<usize>>; CATEGORIES],
    /// For each card hidden in the count, its label in its category.
    number: Vec<usize>,
    /// The length of a run, for each set of open categories.
    runs: [usize; OPENS],
    /// For each complete label, the number of envelopes that it represents; 0 for a failed
    /// accusation.
    pub sizes: Vec<u64>,
}

impl Labels {
    /// Numbers the labels.
    ///
    /// The first card of each group of hidden candidates represents the group. Failed accusations
    /// are sets of cards.
    pub fn new(problem: &Problem, groups: [Vec<Vec<usize>>; CATEGORIES], failed: &[Cards]) -> Self {
        let mut labels = Labels {
            needed: (0..CATEGORIES).filter(|&c| problem.needs[c]).fold(0, |all, c| all | 1 << c),
            hideable: [0; CATEGORIES],
            groups,
            number: vec![0; problem.cards.len()],
            runs: [1; OPENS],
            sizes: Vec::new(),
        };
        for (category, groups) in labels.groups.iter().enumerate() {
            for (number, group) in groups.iter().enumerate() {
                labels.hideable[category] |= 1 << group[0];
                labels.number[group[0]] = number;
            }
        }
        labels.runs = from_fn(|open| labels.lengths(open).iter().product());
        let size = |label| -> u64 {
            let numbers = labels.split(label);
            let sizes =
                (0..CATEGORIES).map(|c| labels.groups[c].get(numbers[c]).map_or(1, Vec::len));
            sizes.product::<usize>() as u64
        };
        labels.sizes = (0..labels.len(0)).map(size).collect();
        let all = labels.all();
        for &triple in failed.iter().filter(|&triple| triple & !all == 0) {
            let (mut label, mut step) = (0, 1);
            for category in 0..CATEGORIES {
                let card = bits(triple & labels.hideable[category]).next();
                label += step * card.map_or(0, |card| labels.number[card]);
                step *= labels.groups[category].len().max(1);
            }
            labels.sizes[label] = 0;
        }
        labels
    }

    /// All cards that are hidden in the count.
    pub fn all(&self) -> Cards {
        self.hideable.iter().fold(0, |all, cards| all | cards)
    }

    /// For each category, the number of a complete label.
    pub fn split(&self, label: usize) -> [usize; CATEGORIES] {
        let [suspects, weapons, _] = self.lengths(0);
        [label % suspects, label / suspects % weapons, label / suspects / weapons]
    }

    fn lengths(&self, open: Open) -> [usize; CATEGORIES] {
        let length = |category: usize| {
            if open >> category & 1 != 0 { 1 } else { self.groups[category].len().max(1) }
        };
        [length(0), length(1), length(2)]
    }

    /// The length of a run with these open categories.
    pub fn len(&self, open: Open) -> usize {
        self.runs[open]
    }

    /// The start and the length of a run in the numbers of a state with these runs.
    pub fn run(&self, runs: u8, open: Open) -> (usize, usize) {
        let before = u64::from(runs) & ((1 << open) - 1);
        (bits(before).map(|other| self.runs[other]).sum(), self.runs[open])
    }

    /// The number of numbers of a state with these runs.
    pub fn total(&self, runs: u8) -> usize {
        bits(runs.into()).map(|open| self.runs[open]).sum()
    }

    /// Adds a run with a card's category open to the run with the card hidden.
    pub fn hide<N: Number>(
        &self,
        from: &[N],
        open: Open,
        category: usize,
        card: usize,
        to: &mut [N],
    ) {
        let low: usize = self.lengths(open)[..category].iter().product();
        let step = low * self.groups[category].len();
        let at = low * self.number[card];
        for (numbers, sums) in from.chunks_exact(low).zip(to.chunks_exact_mut(step)) {
            add(&mut sums[at..at + low], numbers);
        }
    }
}

/// Adds numbers to others.
pub fn add<N: Number>(sums: &mut [N], numbers: &[N]) {
    for (sum, &number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}
