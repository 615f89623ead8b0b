//! The number of deals behind each triple of hidden cards.
//!
//! A third pass: each state that still needs a card in the envelope has one number for each
//! choice of the cards hidden so far. Once the last is hidden, the backward pass gives the number
//! of completions, so the state is not followed further.

use std::array::from_fn;

use crate::diagram::{Action, Diagram, Kind, Move};
use crate::labels::Labels;
use crate::limit::{Meter, Stop};
use crate::number::Number;
use crate::problem::CATEGORIES;
use crate::states::Layout;

/// A card of each category, or `None` if the envelope needs none.
pub type Label = [Option<usize>; CATEGORIES];

/// The labels of a layout's states: each special card that may be hidden is a group, and so are all
/// plain ones of a category.
#[must_use]
pub fn labels(layout: &Layout) -> Labels {
    let (problem, plan) = (&layout.problem, &layout.plan);
    let groups = from_fn(|category| {
        let hideable = if problem.needs[category] { problem.hideable(category) } else { 0 };
        let hidden_of = |cards: &[usize]| -> Vec<usize> {
            cards.iter().copied().filter(|card| hideable >> card & 1 != 0).collect()
        };
        let together = hidden_of(&plan.plain);
        let alone = hidden_of(&plan.order).into_iter().map(|card| vec![card]);
        alone.chain((!together.is_empty()).then_some(together)).collect()
    });
    Labels::new(problem, groups, &[])
}

/// Gives each triple the number of its label.
fn name<N: Number>(labels: &Labels, numbers: &[N]) -> Vec<(Label, u128)> {
    let mut named = Vec::new();
    for (label, &number) in numbers.iter().enumerate().filter(|(_, n)| **n != N::default()) {
        let groups = labels.split(label);
        let cards = |category: usize| -> Vec<Option<usize>> {
            let some = labels.groups[category].get(groups[category]);
            some.map_or(vec![None], |cards| cards.iter().copied().map(Some).collect())
        };
        let (suspects, weapons, rooms) = (cards(0), cards(1), cards(2));
        for &suspect in &suspects {
            for &weapon in &weapons {
                named.extend(rooms.iter().map(|&room| ([suspect, weapon, room], number.into())));
            }
        }
    }
    named
}

/// The vectors of one layer; none for states that need no card or have no completion.
struct Vectors<N> {
    at: Vec<Option<usize>>,
    numbers: Vec<N>,
}

impl<N: Number> Vectors<N> {
    fn new(labels: &Labels, layout: &Layout, diagram: &Diagram, layer: usize, back: &[N]) -> Self {
        let (mut at, mut end) = (Vec::new(), 0);
        let on = &back[diagram.layers[layer].clone()];
        for (&state, &on) in diagram.layer(layer).iter().zip(on) {
            let open = layout.open(state);
            let is_followed = open != 0 && on != N::default();
            at.push(is_followed.then_some(end));
            end += if is_followed { labels.len(open) } else { 0 };
        }
        Vectors { at, numbers: vec![N::default(); end] }
    }
}

/// Counts the deals behind each triple.
///
/// # Errors
/// If the limit is reached.
pub fn triples<N: Number>(
    layout: &Layout,
    diagram: &Diagram,
    labels: &Labels,
    ways: &[N],
    back: &[N],
    spread: &[N],
    meter: &mut Meter,
) -> Result<Vec<(Label, u128)>, Stop> {
    let mut all = vec![N::default(); labels.len(0)];
    if layout.open(diagram.states[0]) == 0 {
        all[0] = ways[0] * back[0];
        return Ok(name(labels, &all));
    }
    let mut vectors = Vectors::new(labels, layout, diagram, 0, back);
    vectors.numbers.fill(ways[0]);
    for (number, stage) in diagram.stages.iter().enumerate() {
        let mut next = Vectors::new(labels, layout, diagram, number + 1, back);
        let on = &back[diagram.layers[number + 1].clone()];
        for batch in &stage.batches {
            for &step in diagram.moves(batch) {
                let Move { from, to, pool, mine } = step;
                let (from, to) = (from as usize, to as usize);
                let Some(at) = vectors.at[from] else { continue };
                let open = layout.open(diagram.layer(number)[from]);
                let numbers = &vectors.numbers[at..][..labels.len(open)];
                match (batch.action, stage.kind) {
                    (Action::Hide, Kind::Deal(index)) => {
                        let card = layout.steps[index].card;
                        let category = layout.problem.cards[card].category;
                        if let Some(at) = next.at[to] {
                            labels.hide(numbers, open, category, card, &mut next.numbers[at..]);
                        } else if open == 1 << category {
                            let dealt: Vec<N> = numbers.iter().map(|&n| n * on[to]).collect();
                            labels.hide(&dealt, open, category, card, &mut all);
                        }
                    }
                    (action, _) => {
                        let Some(at) = next.at[to] else { continue };
                        let times = action.ways(pool, mine);
                        for (sum, &number) in next.numbers[at..].iter_mut().zip(numbers) {
                            *sum += number * times;
                        }
                    }
                }
            }
            meter.moved(batch.moves.len())?;
        }
        vectors = next;
    }
    let last = diagram.layers.len() - 1;
    for ((&state, at), &spread) in diagram.layer(last).iter().zip(&vectors.at).zip(spread) {
        let Some(at) = *at else { continue };
        let open = layout.open(state);
        hide_plain(labels, &vectors.numbers[at..][..labels.len(open)], open, spread, &mut all);
    }
    Ok(name(labels, &all))
}

/// Hides a plain card, of the last group, in each open category.
fn hide_plain<N: Number>(labels: &Labels, numbers: &[N], open: usize, spread: N, all: &mut [N]) {
    if open == 0 {
        for (sum, &number) in all.iter_mut().zip(numbers) {
            *sum += number * spread;
        }
        return;
    }
    let category = open.trailing_zeros() as usize;
    let left = open & !(1 << category);
    let mut hidden = vec![N::default(); labels.len(left)];
    if let Some(group) = labels.groups[category].last() {
        labels.hide(numbers, open, category, group[0], &mut hidden);
    }
    hide_plain(labels, &hidden, left, spread, all);
}
