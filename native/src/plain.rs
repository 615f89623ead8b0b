//! The plain cards, special to no player, dealt last and by formula.

use crate::bits::bits;
use crate::number::{Number, choose, count};
use crate::problem::CATEGORIES;
use crate::states::{Layout, State};

/// The ways to deal the plain cards from a last state.
pub struct End<N> {
    /// The ways to deal them.
    pub ways: N,
    /// The ways for one choice of hidden cards.
    pub spread: N,
    /// The categories with a hidden plain card, as a set.
    pub open: usize,
    /// The number of cards that are not hidden.
    pub rest: usize,
    /// The number of these for the resting pool; the others go to players of unknown hand size.
    pub pool: usize,
}

/// The plain cards, which are equivalent and counted by formula.
pub struct Plain {
    cards: usize,
    /// The players of unknown hand size.
    pub loose: Vec<usize>,
    /// For each category, the number of them that the envelope may take.
    hideable: [usize; CATEGORIES],
}

impl Plain {
    /// Finds a layout's plain cards.
    pub fn new(layout: &Layout) -> Self {
        let (problem, plain) = (&layout.problem, &layout.plan.plain);
        let hideable = |category| {
            let cards = problem.hideable(category);
            plain.iter().filter(|&&card| cards >> card & 1 != 0).count()
        };
        Plain {
            cards: plain.len(),
            loose: bits(problem.loose()).collect(),
            hideable: [hideable(0), hideable(1), hideable(2)],
        }
    }

    /// Counts the ways to deal them from a last state.
    pub fn end<N: Number>(&self, layout: &Layout, state: State) -> End<N> {
        let (open, pool) = (layout.open(state), layout.resting(state));
        let hidden = open.count_ones() as usize;
        let none = End { ways: N::default(), spread: N::default(), open, rest: 0, pool };
        let Some(rest) = self.cards.checked_sub(hidden) else {
            return none;
        };
        if pool > rest || (pool < rest && self.loose.is_empty()) {
            return none;
        }
        let loosely = (pool..rest).map(|_| count::<N>(self.loose.len()));
        let spread = loosely.fold(choose(rest, pool), |ways, players| ways * players);
        let choices = (0..CATEGORIES).filter(|category| open >> category & 1 != 0);
        let ways = choices.fold(spread, |ways, category| ways * count(self.hideable[category]));
        End { ways, spread, open, rest, pool }
    }

    /// The ways in which a given plain card is not hidden.
    pub fn held<N: Number>(&self, layout: &Layout, end: &End<N>, card: usize) -> N {
        let category = layout.problem.cards[card].category;
        let may_hide = layout.problem.hideable(category) >> card & 1 != 0;
        if may_hide && end.open >> category & 1 != 0 {
            end.ways - end.ways / count(self.hideable[category])
        } else {
            end.ways
        }
    }
}
