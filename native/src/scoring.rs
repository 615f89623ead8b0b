//! Measures parts of all deals: their number and their entropy.

use crate::labels::Labels;
use crate::number::Number;
use crate::problem::CATEGORIES;

/// A part of all deals.
pub struct Part {
    /// The number of its deals.
    pub total: u128,
    /// Its share of the entropy, in bits.
    pub entropy: f64,
    /// For each category, whether all its deals hide the same card.
    pub is_known: [bool; CATEGORIES],
}

/// Measures parts of a total number of deals.
#[derive(Clone)]
pub struct Gauge {
    whole: f64,
}

impl Gauge {
    /// Starts with the total number of deals.
    pub fn new(whole: f64) -> Self {
        Gauge { whole }
    }

    /// The probability of a part with a number of deals.
    pub fn chance(&self, deals: u128) -> f64 {
        deals as f64 / self.whole
    }

    /// A number's share times its logarithm.
    pub fn share_of(&self, number: f64) -> f64 {
        let share = number / self.whole;
        share * share.log2()
    }

    /// Measures a part.
    pub fn measure<N: Number>(&self, labels: &Labels, numbers: &[N]) -> Part {
        let (mut total, mut entropy) = (N::default(), Sum::default());
        let (mut first, mut differs) = (None, [false; CATEGORIES]);
        for (label, (&number, &size)) in numbers.iter().zip(&labels.sizes).enumerate() {
            if number == N::default() || size == 0 {
                continue;
            }
            total += number * N::from(size);
            entropy.add(-(size as f64) * self.share_of(number.float()));
            if differs != [true; CATEGORIES] {
                let cards = labels.split(label);
                let known = *first.get_or_insert(cards);
                for category in 0..CATEGORIES {
                    let group = labels.groups[category].get(cards[category]);
                    differs[category] |= known[category] != cards[category]
                        || group.is_some_and(|group| group.len() > 1);
                }
            }
        }
        Part {
            total: total.into(),
            entropy: entropy.total(),
            is_known: differs.map(|differs| !differs),
        }
    }
}

/// A compensated sum of doubles (Neumaier's).
#[derive(Clone, Copy, Default)]
pub struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        let sum = self.sum + number;
        self.lost += if self.sum.abs() >= number.abs() {
            (self.sum - sum) + number
        } else {
            (number - sum) + self.sum
        };
        self.sum = sum;
    }

    /// Returns the sum.
    pub fn total(self) -> f64 {
        self.sum + self.lost
    }
}
