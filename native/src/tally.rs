//! The tally of a diagram: a forward pass, a backward pass, and a pass for the triples.
//!
//! The deals of a move are the ways before it times the ways after it. The owner of a card of a
//! pool is counted separately:
//!
//! - forward, each resting player has a number of *slots*: the ways times this player's
//!   capacity left in the resting pool;
//! - back, each fresh player has a number of *claims*: the ways on in which a certain card of
//!   the fresh pool turns out to be this player's.

use crate::diagram::{Action, Batch, Diagram, Kind};
use crate::limit::{Meter, Stop};
use crate::number::{Number, choose, count};
use crate::plain::{End, Plain};
use crate::plan::plan;
use crate::problem::Problem;
use crate::states::{Layout, fits};
use crate::triples::{Label, labels, triples};

/// The result of a count, in the problem's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of deals.
    pub deals: u128,
    /// For each card, for each place, the number of deals in which it lies there.
    pub rows: Vec<Vec<u128>>,
    /// The number of deals behind each choice of hidden cards that some deal allows.
    pub triples: Vec<(Label, u128)>,
}

/// Counts all deals of a problem; `None` if its numbers or states might not fit.
///
/// # Errors
/// If the limit is reached.
pub fn tally(problem: &Problem, meter: &mut Meter) -> Result<Option<Tally>, Stop> {
    // A resting player's slots are counted once for each card they can still get.
    let most = problem.most_bits() + (problem.cards.len() as f64 + 1.0).log2();
    if !fits(problem, most) {
        return Ok(None);
    }
    let layout = Layout::new(problem.clone(), plan(problem));
    let diagram = Diagram::draw(&layout, meter)?;
    if most < f64::from(u64::BITS - 1) {
        Passes::<u64>::new(&layout, &diagram).run(meter).map(Some)
    } else {
        Passes::<u128>::new(&layout, &diagram).run(meter).map(Some)
    }
}

/// The passes over one diagram.
struct Passes<'a, N> {
    layout: &'a Layout,
    diagram: &'a Diagram,
    /// The players of the resting pool, in the order of joining.
    resting: Vec<usize>,
    /// The number of resting players before each stage, and at the end.
    rested: Vec<usize>,
    /// The players of the fresh pool, in reverse order of leaving.
    fresh: Vec<usize>,
    /// For each card and player, the number of ways in which the player has the card.
    rows: Vec<Vec<N>>,
}

/// Numbers for each state of all layers: the ways to it, and the slots of the resting players.
pub struct Forward<N> {
    /// The ways.
    pub ways: Vec<N>,
    slots: Vec<N>,
    /// The start of the slots of each layer.
    at: Vec<usize>,
}

impl<'a, N: Number> Passes<'a, N> {
    fn new(layout: &'a Layout, diagram: &'a Diagram) -> Self {
        let (problem, span) = (&layout.problem, &layout.plan.span);
        let is_resting = |&p: &usize| problem.capacity[p].is_some() && span[p].is_none();
        let mut resting: Vec<usize> = (0..problem.envelope()).filter(is_resting).collect();
        let (mut rested, mut fresh) = (vec![resting.len()], Vec::new());
        for stage in &diagram.stages {
            match stage.kind {
                Kind::Close(player) => resting.push(player),
                Kind::Open(player) => fresh.insert(0, player),
                Kind::Deal(_) => {}
            }
            rested.push(resting.len());
        }
        let rows = vec![vec![N::default(); problem.envelope()]; problem.cards.len()];
        Passes { layout, diagram, resting, rested, fresh, rows }
    }

    fn run(mut self, meter: &mut Meter) -> Result<Tally, Stop> {
        let forward = self.forward(meter)?;
        let last = self.diagram.layers.len() - 1;
        let ends = self.ends(last, &forward);
        let numbers = &forward.ways[self.diagram.layers[last].clone()];
        let deals = sum(numbers.iter().zip(&ends).map(|(&ways, end)| ways * end.ways));
        let back = self.backward(&forward, &ends, meter)?;
        let labels = labels(self.layout);
        let spread: Vec<N> = ends.iter().map(|end| end.spread).collect();
        let triples =
            triples(self.layout, self.diagram, &labels, &forward.ways, &back, &spread, meter)?;
        let with_envelope = |row: Vec<N>| {
            let hidden = deals - sum(row.iter().copied());
            row.into_iter().chain([hidden]).map(Into::into).collect()
        };
        Ok(Tally {
            deals: deals.into(),
            rows: self.rows.into_iter().map(with_envelope).collect(),
            triples,
        })
    }

    /// Adds up the ways to each state.
    fn forward(&self, meter: &mut Meter) -> Result<Forward<N>, Stop> {
        let diagram = self.diagram;
        let mut at = vec![0];
        for (layer, &rested) in diagram.layers.iter().zip(&self.rested) {
            at.push(at[at.len() - 1] + layer.len() * rested);
        }
        let mut forward = Forward {
            ways: vec![N::default(); diagram.states.len()],
            slots: vec![N::default(); at[at.len() - 1]],
            at,
        };
        let (mut ways, mut pool) = (count(1), 0);
        for &player in &self.resting[..self.rested[0]] {
            let capacity = self.layout.problem.capacity[player].unwrap_or(0);
            pool += capacity;
            ways = ways * choose(pool, capacity);
        }
        forward.ways[0] = ways;
        for (slot, &player) in forward.slots.iter_mut().zip(&self.resting[..self.rested[0]]) {
            *slot = ways * count(self.layout.problem.capacity[player].unwrap_or(0));
        }
        for (number, stage) in diagram.stages.iter().enumerate() {
            for batch in &stage.batches {
                self.go(number, batch, &mut forward);
                meter.moved(batch.moves.len())?;
            }
        }
        Ok(forward)
    }

    /// Propagates the numbers of one layer forward along a batch of moves.
    fn go(&self, stage: usize, batch: &Batch, forward: &mut Forward<N>) {
        let (here, there) = (self.rested[stage], self.rested[stage + 1]);
        let middle = self.diagram.layers[stage + 1].start;
        let (ways, next_ways) = forward.ways.split_at_mut(middle);
        let ways = &ways[self.diagram.layers[stage].start..];
        let (slots, next_slots) = forward.slots.split_at_mut(forward.at[stage + 1]);
        let slots = &slots[forward.at[stage]..];
        for step in self.diagram.moves(batch) {
            let (from, to) = (step.from as usize, step.to as usize);
            let from_slots = &slots[from * here..][..here];
            let to_slots = &mut next_slots[to * there..][..there];
            let times = batch.action.ways(step.pool, step.mine);
            next_ways[to] += ways[from] * times;
            for (slot, &other) in to_slots.iter_mut().zip(from_slots) {
                *slot += match batch.action {
                    Action::Resting => other - other / count(step.pool.into()),
                    _ => other * times,
                };
            }
            if let Action::Close = batch.action {
                to_slots[here] += ways[from] * times * count(step.mine.into());
            }
        }
    }

    /// Deals the plain cards of each last state by formula, and counts their owners.
    fn ends(&mut self, last: usize, forward: &Forward<N>) -> Vec<End<N>> {
        let plain = Plain::new(self.layout);
        let rested = self.resting.len();
        let mut ends = Vec::new();
        for (number, &state) in self.diagram.layer(last).iter().enumerate() {
            let end: End<N> = plain.end(self.layout, state);
            let ways = forward.ways[self.diagram.layers[last].start + number];
            let slots = &forward.slots[forward.at[last] + number * rested..][..rested];
            if end.rest > 0 && end.ways != N::default() {
                for &card in &self.layout.plan.plain {
                    let held = plain.held(self.layout, &end, card);
                    let row = &mut self.rows[card];
                    for (&player, &slot) in self.resting.iter().zip(slots) {
                        row[player] += slot * held / count(end.rest);
                    }
                    if end.pool < end.rest {
                        let over = count::<N>(end.rest - end.pool);
                        let each =
                            ways * held * over / (count::<N>(end.rest) * count(plain.loose.len()));
                        for &player in &plain.loose {
                            row[player] += each;
                        }
                    }
                }
            }
            ends.push(end);
        }
        ends
    }

    /// Adds up the ways from each state to the end, and combines both passes for each card.
    fn backward(
        &mut self,
        forward: &Forward<N>,
        ends: &[End<N>],
        meter: &mut Meter,
    ) -> Result<Vec<N>, Stop> {
        let diagram = self.diagram;
        let mut back = vec![N::default(); diagram.states.len()];
        let last = diagram.layers.len() - 1;
        for (way, end) in back[diagram.layers[last].clone()].iter_mut().zip(ends) {
            *way = end.ways;
        }
        // The claims of the layer after a stage; the fresh pool is empty at the end.
        let (mut claims, mut fresh) = (Vec::new(), 0);
        for (number, stage) in diagram.stages.iter().enumerate().rev() {
            let here = fresh + usize::from(matches!(stage.kind, Kind::Open(_)));
            let mut before = vec![N::default(); diagram.layers[number].len() * here];
            for batch in &stage.batches {
                let mut claims = Claims { before: &mut before, here, after: &claims, there: fresh };
                self.come_back(number, batch, forward, &mut back, &mut claims);
                meter.moved(batch.moves.len())?;
            }
            (claims, fresh) = (before, here);
        }
        Ok(back)
    }

    /// Propagates the numbers of one layer back along a batch of moves.
    fn come_back(
        &mut self,
        stage: usize,
        batch: &Batch,
        forward: &Forward<N>,
        back: &mut [N],
        claims: &mut Claims<N>,
    ) {
        let diagram = self.diagram;
        let (start, middle) = (diagram.layers[stage].start, diagram.layers[stage + 1].start);
        let (ways, here) = (&forward.ways[start..], self.rested[stage]);
        let slots = &forward.slots[forward.at[stage]..];
        let (before, after) = back.split_at_mut(middle);
        let before = &mut before[start..];
        let mut direct = N::default();
        let mut by_pool = vec![N::default(); self.layout.problem.envelope()];
        for step in diagram.moves(batch) {
            let (from, to) = (step.from as usize, step.to as usize);
            let on = after[to];
            if on == N::default() {
                continue;
            }
            let times = batch.action.ways(step.pool, step.mine);
            before[from] += on * times;
            let claimed = &claims.after[to * claims.there..][..claims.there];
            let claiming = &mut claims.before[from * claims.here..][..claims.here];
            match batch.action {
                Action::Open => {
                    // A given card of the pool is the player's or not.
                    let (pool, mine) = (usize::from(step.pool), usize::from(step.mine));
                    if pool > mine {
                        let others = choose(pool - 1, mine);
                        add(claiming, claimed, others);
                    }
                    if mine > 0 {
                        claiming[claims.there] += on * choose(pool - 1, mine - 1);
                    }
                }
                _ => add(claiming, claimed, times),
            }
            match batch.action {
                Action::Take(_) => direct += ways[from] * on,
                Action::Fresh => {
                    for (&player, &claim) in self.fresh.iter().zip(claimed) {
                        by_pool[player] += ways[from] * claim;
                    }
                }
                Action::Resting => {
                    let slots = &slots[from * here..][..here];
                    for (&player, &slot) in self.resting.iter().zip(slots) {
                        by_pool[player] += slot / count(step.pool.into()) * on;
                    }
                }
                Action::Hide | Action::Open | Action::Close => {}
            }
        }
        if let Kind::Deal(index) = diagram.stages[stage].kind {
            let row = &mut self.rows[self.layout.steps[index].card];
            for (player, (number, &pooled)) in row.iter_mut().zip(&by_pool).enumerate() {
                *number += pooled;
                let is_direct = matches!(batch.action, Action::Take(taker) if taker == player);
                if is_direct {
                    *number += direct;
                }
            }
        }
    }
}

/// The claims before and after a stage, and the number of players with claims.
struct Claims<'a, N> {
    before: &'a mut [N],
    here: usize,
    after: &'a [N],
    there: usize,
}

fn add<N: Number>(to: &mut [N], from: &[N], times: N) {
    for (sum, &number) in to.iter_mut().zip(from) {
        *sum += number * times;
    }
}

fn sum<N: Number>(numbers: impl Iterator<Item = N>) -> N {
    numbers.fold(N::default(), |sum, number| sum + number)
}
