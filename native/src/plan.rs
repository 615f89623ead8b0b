//! The order of the open cards, and the steps in which each player is tracked separately.
//!
//! Before the first and after the last card special to them, a player need not be distinguished:
//! cards go to a common pool, and a stage settles whose they are. How many states there are after
//! some cards depends on the set of these cards and not on their order. So each set has an
//! estimated width, an order costs the widths of its sets, and a beam search finds a cheap way from
//! no card to all.

use std::cmp::Ordering;

use crate::bits::{bits, count};
use crate::hash::Table;
use crate::problem::{CATEGORIES, Cards, Problem};

/// The order of the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The special cards, in the order they are dealt.
    pub order: Vec<usize>,
    /// The cards special to no player.
    pub plain: Vec<usize>,
    /// For each player of known capacity with special cards: the steps of the first and the last.
    pub span: Vec<Option<(usize, usize)>>,
}

/// Chooses an order with few states.
pub fn plan(problem: &Problem) -> Plan {
    let may = problem.may();
    let (scopes, branches) = scopes(problem, &may);
    let (mut groups, plain) = alike(problem.deck(), scopes.iter().chain(&branches).copied());
    if groups.len() > 1 {
        groups = order(&groups, &mut Widths::new(problem, &may, &scopes, branches));
    }
    let order: Vec<usize> = groups.iter().flat_map(|&group| bits(group)).collect();
    let span = |scope: Cards| {
        let is_special = |card: &usize| scope >> card & 1 != 0;
        let first = order.iter().position(is_special)?;
        Some((first, order.iter().rposition(is_special)?))
    };
    let span = (problem.capacity.iter().zip(&scopes))
        .map(|(capacity, &scope)| capacity.and_then(|_| span(scope)));
    Plan { span: span.collect(), order, plain: bits(plain).collect() }
}

/// The cards special to each player, and those that each branch names.
fn scopes(problem: &Problem, may: &[Cards]) -> (Vec<Cards>, Vec<Cards>) {
    let mut special: Vec<Cards> = may.iter().map(|cards| problem.deck() & !cards).collect();
    for &(place, cards) in problem.branches.iter().flatten() {
        special[place] |= cards;
    }
    special.truncate(problem.envelope());
    let named =
        |branch: &Vec<(usize, Cards)>| branch.iter().fold(0, |all, &(_, cards)| all | cards);
    (special, problem.branches.iter().map(named).collect())
}

/// Groups the cards that are in the same scopes, and those in no scope.
fn alike(deck: Cards, scopes: impl Iterator<Item = Cards>) -> (Vec<Cards>, Cards) {
    let (mut groups, mut plain) = (Vec::new(), deck);
    for scope in scopes {
        let parts = |group: &Cards| [group & scope, group & !scope];
        groups = groups.iter().flat_map(parts).filter(|&part| part != 0).collect();
        if plain & scope != 0 {
            groups.push(plain & scope);
            plain &= !scope;
        }
    }
    (groups, plain)
}

/// The factor on the number of states of each part of a state, fitted to games played for that purpose.
const ROOM: f64 = 0.62;
const FRESH: f64 = 0.88;
const RESTING: f64 = 0.13;
const BRANCH: f64 = 1.6;
const CATEGORY: f64 = 1.3;

/// Estimates how many states there are when a set of cards has been dealt.
struct Widths {
    deck: Cards,
    players: Vec<Spread>,
    resting: usize,
    branches: Vec<Cards>,
    hideable: Vec<Cards>,
    known: Table<Cards, f64>,
}

/// A player who is tracked separately for some steps.
struct Spread {
    scope: Cards,
    may: Cards,
    capacity: usize,
    /// The factor of their capacity, by the number of their possible cards dealt.
    ranges: Vec<f64>,
}

impl Widths {
    fn new(problem: &Problem, may: &[Cards], scopes: &[Cards], branches: Vec<Cards>) -> Self {
        let (mut players, mut resting) = (Vec::new(), 0);
        for ((&scope, &may), capacity) in scopes.iter().zip(may).zip(&problem.capacity) {
            match *capacity {
                Some(capacity) if scope != 0 => {
                    players.push(Spread {
                        scope,
                        may,
                        capacity,
                        ranges: ranges(capacity, count(may)),
                    });
                }
                Some(capacity) => resting += capacity,
                None => {}
            }
        }
        let needed = (0..CATEGORIES).filter(|&category| problem.needs[category]);
        let hideable = needed.map(|category| problem.hideable(category)).collect();
        Widths {
            deck: problem.deck(),
            players,
            resting,
            branches,
            hideable,
            known: Table::default(),
        }
    }

    fn of(&mut self, dealt: Cards) -> f64 {
        if let Some(&width) = self.known.get(&dealt) {
            return width;
        }
        let width = self.estimate(dealt);
        self.known.insert(dealt, width);
        width
    }

    fn estimate(&self, dealt: Cards) -> f64 {
        let left = self.deck & !dealt;
        let (mut width, mut fresh, mut resting) = (1.0, 0, self.resting);
        for player in &self.players {
            if player.scope & dealt == 0 {
                fresh += player.capacity;
            } else if player.scope & left == 0 {
                resting += player.capacity;
            } else {
                width *= player.ranges[count(player.may & dealt)];
            }
        }
        for cards in &self.branches {
            if cards & dealt != 0 && cards & left != 0 {
                width *= BRANCH;
            }
        }
        for cards in &self.hideable {
            if cards & dealt != 0 {
                width *= CATEGORY;
            }
        }
        let number = count(dealt);
        width *= power(1 + fresh.min(number), FRESH);
        width * power(1 + resting.min(number), RESTING)
    }
}

fn ranges(capacity: usize, cards: usize) -> Vec<f64> {
    let range =
        |dealt: usize| dealt.min(capacity).saturating_sub(capacity.saturating_sub(cards - dealt));
    (0..=cards).map(|dealt| power(1 + range(dealt), ROOM)).collect()
}

fn power(base: usize, exponent: f64) -> f64 {
    (base as f64).powf(exponent)
}

/// A partial order of the groups.
#[derive(Clone)]
struct Way {
    cost: f64,
    dealt: Cards,
    taken: Vec<Cards>,
}

impl Way {
    fn compare(&self, other: &Self) -> Ordering {
        (self.cost.total_cmp(&other.cost))
            .then_with(|| self.dealt.cmp(&other.dealt))
            .then_with(|| self.taken.cmp(&other.taken))
    }
}

/// The beam width by cost, in squares of the number of groups.
const WIDER: [(f64, usize); 2] = [(5.0, 4), (20.0, 16)];

/// Finds a cheap order of the groups, with a longer search for harder problems.
fn order(groups: &[Cards], widths: &mut Widths) -> Vec<Cards> {
    let mut best = search(groups, widths, 1);
    for (cost, beam) in WIDER {
        if best.cost > cost * (groups.len() * groups.len()) as f64 {
            let other = search(groups, widths, beam);
            if other.compare(&best) == Ordering::Less {
                best = other;
            }
        }
    }
    best.taken
}

/// Builds the order group by group, keeping the cheapest `beam` partial orders.
fn search(groups: &[Cards], widths: &mut Widths, beam: usize) -> Way {
    let mut front = vec![Way { cost: 0.0, dealt: 0, taken: Vec::new() }];
    for _ in groups {
        let mut then: Vec<(f64, Cards, usize, Cards)> = Vec::new();
        let mut at: Table<Cards, usize> = Table::default();
        for (from, way) in front.iter().enumerate() {
            for &group in groups.iter().filter(|&group| way.dealt & group == 0) {
                let now = way.dealt | group;
                let cost = way.cost + widths.of(now) * count(group) as f64;
                let place = *at.entry(now).or_insert(then.len());
                if place == then.len() {
                    then.push((cost, now, from, group));
                } else if cost < then[place].0 {
                    then[place] = (cost, now, from, group);
                }
            }
        }
        then.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        then.truncate(beam);
        let go = |&(cost, dealt, from, group): &(f64, Cards, usize, Cards)| {
            let taken = front[from].taken.iter().copied().chain([group]).collect();
            Way { cost, dealt, taken }
        };
        front = then.iter().map(go).collect();
    }
    front.swap_remove(0)
}
