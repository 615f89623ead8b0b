//! Draws deals of a problem uniformly, by going backwards through the diagram of the count.

use crate::bits::bits;
use crate::chance::Chance;
use crate::diagram::{Action, Diagram, Kind, Move};
use crate::limit::{Meter, Stop};
use crate::number::choose;
use crate::plain::{End, Plain};
use crate::plan::plan;
use crate::problem::{CATEGORIES, Cards, Problem};
use crate::states::{Layout, State, fits};

/// Draws deals of one problem; all draws share one diagram.
pub struct Sampler {
    layout: Layout,
    plain: Plain,
    failed_accusations: Vec<Cards>,
    diagram: Diagram,
    /// The ways to each state.
    ways: Vec<u128>,
    /// For each last state, the cumulative number of deals.
    ends: Vec<u128>,
    /// The moves, grouped by their next state.
    into: Vec<usize>,
    /// For each state, the start of its moves; one more than there are states.
    starts: Vec<usize>,
}

impl Sampler {
    /// Builds the diagram; `None` if a number or the states might not fit.
    ///
    /// # Errors
    /// If the limit is reached.
    pub fn new(
        problem: Problem,
        failed_accusations: Vec<Cards>,
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        if !fits(&problem, problem.most_bits()) {
            return Ok(None);
        }
        let order = plan(&problem);
        let layout = Layout::new(problem, order);
        let diagram = Diagram::draw(&layout, meter)?;
        let ways = ways(&layout, &diagram, meter)?;
        let ends = ends(&layout, &diagram, &ways);
        let (into, starts) = by_state(&diagram);
        let plain = Plain::new(&layout);
        Ok(Some(Sampler { layout, plain, failed_accusations, diagram, ways, ends, into, starts }))
    }

    /// Draws deals: the place of each card of the problem. Deals that hide a failed accusation are
    /// drawn again, so at least one deal must fit.
    ///
    /// # Errors
    /// If the user interrupts.
    pub fn draw(
        &self,
        number: usize,
        chance: &mut Chance,
        meter: &mut Meter,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        let mut deals = Vec::new();
        while deals.len() < number {
            meter.moved(self.diagram.stages.len() + 1)?;
            let places = self.back(chance);
            if !self.hides_failed(&places) {
                deals.push(places);
            }
        }
        Ok(deals)
    }

    fn hides_failed(&self, places: &[usize]) -> bool {
        let hides = |card| places[card] == self.layout.problem.envelope();
        self.failed_accusations.iter().any(|&triple| bits(triple).all(hides))
    }

    /// Draws one deal, ignoring failed accusations.
    fn back(&self, chance: &mut Chance) -> Vec<usize> {
        let (problem, diagram) = (&self.layout.problem, &self.diagram);
        let mut places = vec![0; problem.cards.len()];
        let mut at = self.end(chance);
        let last = diagram.layer(diagram.stages.len())[at];
        let mut pool = self.deal_plain(last, &mut places, chance);
        let mut claims: Vec<usize> = Vec::new();
        for (number, stage) in diagram.stages.iter().enumerate().rev() {
            let (action, step) = self.step_back(number, at, chance);
            at = step.from as usize;
            let mine = usize::from(step.mine);
            match stage.kind {
                Kind::Open(player) => claims.extend((0..mine).map(|_| player)),
                Kind::Close(player) => {
                    (0..mine).for_each(|_| places[chance.pop(&mut pool)] = player);
                }
                Kind::Deal(index) => {
                    let card = self.layout.steps[index].card;
                    match action {
                        Action::Take(player) => places[card] = player,
                        Action::Hide => places[card] = problem.envelope(),
                        Action::Fresh => places[card] = chance.pop(&mut claims),
                        _ => pool.push(card),
                    }
                }
            }
        }
        for (player, capacity) in resting(&self.layout) {
            (0..capacity).for_each(|_| places[chance.pop(&mut pool)] = player);
        }
        places
    }

    /// Draws a last state.
    fn end(&self, chance: &mut Chance) -> usize {
        let ends = &self.ends;
        let drawn = chance.below_wide(ends[ends.len() - 1]);
        ends.partition_point(|&sum| sum <= drawn)
    }

    /// Draws the move to a state, by the number of ways to the states before.
    fn step_back(&self, stage: usize, at: usize, chance: &mut Chance) -> (Action, Move) {
        let diagram = &self.diagram;
        let before = diagram.layers[stage].start;
        let here = diagram.layers[stage + 1].start + at;
        let mut left = chance.below_wide(self.ways[here]);
        for &number in &self.into[self.starts[here]..self.starts[here + 1]] {
            let (action, step) = (diagram.action_of(stage, number), diagram.moves[number]);
            let times: u128 = action.ways(step.pool, step.mine);
            let ways = self.ways[before + step.from as usize] * times;
            if left < ways {
                return (action, step);
            }
            left -= ways;
        }
        unreachable!("the ways to a state are those of its moves")
    }

    /// Deals the plain cards; returns those of the resting pool.
    fn deal_plain(&self, state: State, places: &mut [usize], chance: &mut Chance) -> Vec<usize> {
        let (problem, open) = (&self.layout.problem, self.layout.open(state));
        let mut left = self.layout.plan.plain.clone();
        for category in (0..CATEGORIES).filter(|category| open >> category & 1 != 0) {
            let hideable = problem.hideable(category);
            let cards: Vec<usize> =
                left.iter().copied().filter(|card| hideable >> card & 1 != 0).collect();
            let hidden = cards[chance.index(cards.len())];
            places[hidden] = problem.envelope();
            left.retain(|&card| card != hidden);
        }
        chance.shuffle(&mut left);
        for card in left.split_off(self.layout.resting(state)) {
            places[card] = self.plain.loose[chance.index(self.plain.loose.len())];
        }
        left
    }
}

/// Adds up the ways to each state.
fn ways(layout: &Layout, diagram: &Diagram, meter: &mut Meter) -> Result<Vec<u128>, Stop> {
    let mut ways = vec![0; diagram.states.len()];
    let mut pool = 0;
    ways[0] = 1;
    for (_, capacity) in resting(layout) {
        pool += capacity;
        ways[0] *= choose::<u128>(pool, capacity);
    }
    for (stage, layers) in diagram.stages.iter().zip(diagram.layers.windows(2)) {
        for batch in &stage.batches {
            for step in diagram.moves(batch) {
                let (from, to) = (layers[0].start + step.from as usize, step.to as usize);
                let times: u128 = batch.action.ways(step.pool, step.mine);
                ways[layers[1].start + to] += ways[from] * times;
            }
            meter.moved(batch.moves.len())?;
        }
    }
    Ok(ways)
}

/// The players who are never tracked separately, and the number of cards each takes.
fn resting(layout: &Layout) -> impl Iterator<Item = (usize, usize)> {
    let players = layout.problem.capacity.iter().zip(&layout.plan.span).enumerate();
    players.filter_map(|(player, (&capacity, span))| {
        Some((player, capacity.filter(|_| span.is_none())?))
    })
}

/// Adds up the deals of the last states.
fn ends(layout: &Layout, diagram: &Diagram, ways: &[u128]) -> Vec<u128> {
    let plain = Plain::new(layout);
    let last = diagram.layers.len() - 1;
    let mut sum = 0;
    let deals = |(&state, &ways)| {
        let end: End<u128> = plain.end(layout, state);
        sum += end.ways * ways;
        sum
    };
    diagram.layer(last).iter().zip(&ways[diagram.layers[last].clone()]).map(deals).collect()
}

/// Groups the moves by their next state, and returns the start of each group.
fn by_state(diagram: &Diagram) -> (Vec<usize>, Vec<usize>) {
    let mut to = vec![0; diagram.moves.len()];
    for (stage, after) in diagram.stages.iter().zip(&diagram.layers[1..]) {
        for number in stage.batches.iter().flat_map(|batch| batch.moves.clone()) {
            to[number] = after.start + diagram.moves[number].to as usize;
        }
    }
    let mut starts = vec![0; diagram.states.len() + 1];
    for &state in &to {
        starts[state + 1] += 1;
    }
    for state in 0..diagram.states.len() {
        starts[state + 1] += starts[state];
    }
    let (mut into, mut next) = (vec![0; to.len()], starts.clone());
    for (number, &state) in to.iter().enumerate() {
        into[next[state]] = number;
        next[state] += 1;
    }
    (into, starts)
}

impl Chance {
    /// Draws a number from 0 to one less than `sides`, which must not be 0.
    fn below_wide(&mut self, sides: u128) -> u128 {
        let mask = u128::MAX >> (sides - 1).leading_zeros().min(127);
        loop {
            let drawn = (u128::from(self.word()) << 64 | u128::from(self.word())) & mask;
            if drawn < sides {
                return drawn;
            }
        }
    }

    /// Draws an index below a number.
    #[allow(clippy::cast_possible_truncation)] // it is below a number of this size
    fn index(&mut self, number: usize) -> usize {
        self.below_wide(number as u128) as usize
    }

    /// Removes a random element; the order of the others may change.
    fn pop<T>(&mut self, items: &mut Vec<T>) -> T {
        let at = self.index(items.len());
        items.swap_remove(at)
    }

    /// Shuffles elements.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }
}
