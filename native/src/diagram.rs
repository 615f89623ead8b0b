//! All reachable states and the moves between them, layer by layer.
//!
//! The passes of [`crate::tally`] and [`crate::sample`] use it, with machine integers.

use std::iter;
use std::ops::Range;

use crate::hash::Table;
use crate::limit::{Meter, Stop};
use crate::number::{Number, choose};
use crate::states::{Feasible, Layout, State, Step};

/// How many times the memory of one layer a whole diagram may take.
const LAYERS: usize = 2;

/// The operation of a stage.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Separates a player from the fresh pool.
    Open(usize),
    /// Deals the card of a step.
    Deal(usize),
    /// Adds a player's remaining capacity to the resting pool.
    Close(usize),
}

/// The destination of a card, or the owner of cards of a pool.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// To this player.
    Take(usize),
    /// Into the envelope.
    Hide,
    /// Into the fresh pool.
    Fresh,
    /// Into the resting pool, so to any of its possible players.
    Resting,
    /// Some of the fresh pool's cards belong to the player who leaves it.
    Open,
    /// A player's capacity joins the resting pool.
    Close,
}

impl Action {
    /// The number of ways to give the player some cards of a pool.
    pub fn ways<N: Number>(self, pool: u8, mine: u8) -> N {
        match self {
            Self::Open | Self::Close => choose(pool.into(), mine.into()),
            _ => N::from(1),
        }
    }
}

/// A move from a state to one of the next layer.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The index of the state in its layer.
    pub from: u32,
    /// The index of the next state in its layer.
    pub to: u32,
    /// The number of the pool's cards, for an action on a pool.
    pub pool: u8,
    /// The number of these that belong to the player.
    pub mine: u8,
}

/// Moves of one action.
#[derive(Debug)]
pub struct Batch {
    /// The action.
    pub action: Action,
    /// The range of its moves.
    pub moves: Range<usize>,
}

/// A stage, from one layer to the next.
#[derive(Debug)]
pub struct Stage {
    /// Its operation.
    pub kind: Kind,
    /// Its moves by action.
    pub batches: Vec<Batch>,
}

/// The complete diagram.
pub struct Diagram {
    /// The states, layer after layer.
    pub states: Vec<State>,
    /// The range of each layer in the states; one more than there are stages.
    pub layers: Vec<Range<usize>>,
    /// The stages.
    pub stages: Vec<Stage>,
    /// The moves, stage after stage.
    pub moves: Vec<Move>,
}

/// The index of a dropped state.
pub const DROPPED: u32 = u32::MAX;

impl Diagram {
    /// Builds the diagram of all steps.
    pub fn draw(layout: &Layout, meter: &mut Meter) -> Result<Self, Stop> {
        Drawing::new(layout).draw(meter)
    }

    /// About the bytes of the states and moves, and of the numbers of the states in the passes.
    fn size(&self) -> usize {
        3 * self.states.len() * size_of::<State>() + self.moves.len() * size_of::<Move>()
    }

    /// The states of a layer.
    pub fn layer(&self, number: usize) -> &[State] {
        &self.states[self.layers[number].clone()]
    }

    /// The moves of a batch.
    pub fn moves(&self, batch: &Batch) -> &[Move] {
        &self.moves[batch.moves.clone()]
    }

    /// The action of a move of a stage.
    pub fn action_of(&self, stage: usize, number: usize) -> Action {
        let batches = &self.stages[stage].batches;
        batches[batches.partition_point(|batch| batch.moves.end <= number)].action
    }
}

/// A builder of a diagram.
struct Drawing<'a> {
    layout: &'a Layout,
    diagram: Diagram,
    /// The index of each state in the current layer.
    numbers: Table<State, u32>,
}

impl<'a> Drawing<'a> {
    fn new(layout: &'a Layout) -> Self {
        let (problem, plan) = (&layout.problem, &layout.plan);
        let resting = problem.capacity.iter().zip(&plan.span).filter(|(_, span)| span.is_none());
        let first = layout.start(resting.filter_map(|(capacity, _)| *capacity).sum());
        Drawing {
            layout,
            diagram: Diagram {
                states: vec![first],
                layers: iter::once(0..1).collect(),
                stages: Vec::new(),
                moves: Vec::new(),
            },
            numbers: Table::default(),
        }
    }

    fn draw(mut self, meter: &mut Meter) -> Result<Diagram, Stop> {
        let layout = self.layout;
        let (capacity, span) = (&layout.problem.capacity, &layout.plan.span);
        let players = || {
            (0..capacity.len())
                .filter_map(|player| Some((player, capacity[player]?, span[player]?)))
        };
        let mut fresh: usize = players().map(|(_, capacity, _)| capacity).sum();
        for (index, step) in layout.steps.iter().enumerate() {
            for (player, capacity, _) in players().filter(|&(_, _, (first, _))| first == index) {
                fresh -= capacity;
                self.tell_apart(player, capacity, fresh, meter)?;
            }
            self.deal(index, step, meter)?;
            meter.spend(self.diagram.layer(self.diagram.stages.len()).len())?;
            meter.hold(self.diagram.size() / LAYERS)?;
            for (player, ..) in players().filter(|&(_, _, (_, last))| last == index) {
                self.rest(player, layout.problem.cards.len() - index - 1, meter)?;
            }
        }
        Ok(self.diagram)
    }

    /// Starts a layer; returns the range of the previous one.
    fn begin(&mut self, kind: Kind) -> Range<usize> {
        self.numbers.clear();
        self.diagram.stages.push(Stage { kind, batches: Vec::new() });
        let end = self.diagram.states.len();
        self.diagram.layers.push(end..end);
        self.diagram.layers[self.diagram.layers.len() - 2].clone()
    }

    /// Adds the moves of an action: for each previous state, the next state and the pool.
    fn add<I>(
        &mut self,
        before: Range<usize>,
        action: Action,
        mut feasible: Option<&mut Feasible>,
        meter: &mut Meter,
        moves: impl Fn(State) -> I,
    ) -> Result<(), Stop>
    where
        I: IntoIterator<Item = (State, usize, usize)>,
    {
        let start = self.diagram.moves.len();
        for (from, at) in before.enumerate() {
            meter.moved(1)?;
            for (state, pool, mine) in moves(self.diagram.states[at]) {
                let to = self.number(state, &mut feasible);
                if to != DROPPED {
                    self.diagram.moves.push(Move {
                        from: small(from),
                        to,
                        pool: tiny(pool),
                        mine: tiny(mine),
                    });
                }
            }
        }
        let moves = start..self.diagram.moves.len();
        if let (false, Some(stage)) = (moves.is_empty(), self.diagram.stages.last_mut()) {
            stage.batches.push(Batch { action, moves });
        }
        Ok(())
    }

    /// The index of a state in the current layer.
    fn number(&mut self, state: State, feasible: &mut Option<&mut Feasible>) -> u32 {
        let diagram = &mut self.diagram;
        *self.numbers.entry(state).or_insert_with(|| {
            if feasible.as_mut().is_some_and(|feasible| !feasible.is(state)) {
                return DROPPED;
            }
            diagram.states.push(state);
            let end = diagram.states.len();
            diagram.layers.last_mut().map_or(DROPPED, |layer| {
                layer.end = end;
                small(layer.len() - 1)
            })
        })
    }

    /// Chooses the cards of the fresh pool for a player who leaves it.
    fn tell_apart(
        &mut self,
        player: usize,
        capacity: usize,
        fresh_room: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let layout = self.layout;
        let before = self.begin(Kind::Open(player));
        // A player with an unmet branch must have capacity.
        let most = if layout.unmet[player] == 0 { Some(capacity) } else { capacity.checked_sub(1) };
        self.add(before, Action::Open, None, meter, |state| {
            let pool = layout.fresh(state);
            let end = most.map_or(0, |most| most.min(pool) + 1);
            (pool.saturating_sub(fresh_room)..end).map(move |mine| {
                let told = ((capacity - mine) as State) << layout.field(player);
                (state - mine as State * layout.one_fresh() + told, pool, mine)
            })
        })
    }

    /// Adds a player's capacity to the resting pool, whose cards have no fixed owner.
    fn rest(&mut self, player: usize, coming: usize, meter: &mut Meter) -> Result<(), Stop> {
        let layout = self.layout;
        let before = self.begin(Kind::Close(player));
        self.add(before, Action::Close, None, meter, |state| {
            let capacity = layout.capacity(state, player);
            let pool = layout.resting(state) + capacity;
            let rested = state - ((capacity as State) << layout.field(player));
            (pool <= coming)
                .then(|| (rested + capacity as State * layout.one_resting(), pool, capacity))
        })
    }

    /// Deals one card to each possible place.
    fn deal(&mut self, index: usize, step: &Step, meter: &mut Meter) -> Result<(), Stop> {
        let layout = self.layout;
        let before = self.begin(Kind::Deal(index));
        let mut feasible = Feasible::new(layout, &step.told_apart, step.ahead);
        let closes = |state: State| state & step.closed == 0;
        for taker in &step.takers {
            let action = Action::Take(taker.player);
            self.add(before.clone(), action, Some(&mut feasible), meter, |state| {
                layout.take(state, taker, step.closed).map(|then| (then, 0, 0))
            })?;
        }
        if step.need != 0 {
            self.add(before.clone(), Action::Hide, Some(&mut feasible), meter, |state| {
                let then = state & !step.need & !step.hides;
                (state & step.need != 0 && closes(then)).then_some((then, 0, 0))
            })?;
        }
        self.add(before.clone(), Action::Fresh, Some(&mut feasible), meter, |state| {
            (layout.fresh(state) < step.fresh && closes(state))
                .then(|| (state + layout.one_fresh(), 0, 0))
        })?;
        self.add(before, Action::Resting, Some(&mut feasible), meter, |state| {
            let pool = layout.resting(state);
            (pool > 0 && closes(state)).then(|| (state - layout.one_resting(), pool, 0))
        })
    }
}

/// The index of a state.
#[allow(clippy::cast_possible_truncation)] // as many states would not fit any memory
pub fn small(number: usize) -> u32 {
    debug_assert!(number < DROPPED as usize);
    number as u32
}

#[allow(clippy::cast_possible_truncation)] // a pool has at most as many cards as a problem
fn tiny(number: usize) -> u8 {
    debug_assert!(number <= crate::problem::MOST);
    number as u8
}
