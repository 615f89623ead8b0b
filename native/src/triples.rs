//! The number of deals behind each triple of hidden cards.
//!
//! A third pass: each state that still needs a card in the envelope has one number for each
//! choice of the cards hidden so far. Once the last is hidden, the backward pass gives the number
//! of completions, so the state is not followed further.

use crate::diagram::{Action, Diagram, Kind, Move};
use crate::limit::{Meter, Stop};
use crate::number::Number;
use crate::problem::CATEGORIES;
use crate::states::Layout;

/// A card of each category, or `None` if the envelope needs none.
pub type Label = [Option<usize>; CATEGORIES];

/// For each category, the cards that may be hidden, in classes of equivalent cards: each special
/// card alone, then the plain ones. Empty if none is needed.
pub struct Classes {
    cards: [Vec<Vec<usize>>; CATEGORIES],
    number: Vec<usize>,
}

impl Classes {
    /// Classifies the cards of a problem.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let (problem, plan) = (&layout.problem, &layout.plan);
        let mut number = vec![0; problem.cards.len()];
        let mut cards = [const { Vec::new() }; CATEGORIES];
        for (category, classes) in cards.iter_mut().enumerate() {
            let hideable = if problem.needs[category] { problem.hideable(category) } else { 0 };
            let hidden_of = |cards: &[usize]| -> Vec<usize> {
                cards.iter().copied().filter(|card| hideable >> card & 1 != 0).collect()
            };
            let together = hidden_of(&plan.plain);
            *classes = hidden_of(&plan.order).into_iter().map(|card| vec![card]).collect();
            if !together.is_empty() {
                classes.push(together);
            }
            for (class, cards) in classes.iter().enumerate() {
                for &card in cards {
                    number[card] = class;
                }
            }
        }
        Classes { cards, number }
    }

    /// For each category, the number of choices in a vector with these open categories.
    fn sizes(&self, open: usize) -> [usize; CATEGORIES] {
        let size = |category: usize| {
            if open >> category & 1 != 0 { 1 } else { self.cards[category].len().max(1) }
        };
        [size(0), size(1), size(2)]
    }

    fn len(&self, open: usize) -> usize {
        self.sizes(open).iter().product()
    }

    /// Adds the numbers of a state with an open category to those with a hidden class of it.
    fn hide<N: Number>(
        &self,
        from: &[N],
        open: usize,
        category: usize,
        class: usize,
        to: &mut [N],
        times: N,
    ) {
        let low: usize = self.sizes(open)[..category].iter().product();
        let step = low * self.cards[category].len().max(1);
        for (numbers, sums) in from.chunks_exact(low).zip(to.chunks_exact_mut(step)) {
            for (sum, &number) in sums[class * low..][..low].iter_mut().zip(numbers) {
                *sum += number * times;
            }
        }
    }

    /// Gives each triple the number of its classes.
    fn name<N: Number>(&self, numbers: &[N]) -> Vec<(Label, u128)> {
        let sizes = self.sizes(0);
        let mut named = Vec::new();
        for (index, &number) in numbers.iter().enumerate() {
            if number == N::default() {
                continue;
            }
            let class =
                [index % sizes[0], index / sizes[0] % sizes[1], index / sizes[0] / sizes[1]];
            let cards = |category: usize| -> Vec<Option<usize>> {
                let some = self.cards[category].get(class[category]);
                some.map_or(vec![None], |cards| cards.iter().copied().map(Some).collect())
            };
            let (suspects, weapons, rooms) = (cards(0), cards(1), cards(2));
            for &suspect in &suspects {
                for &weapon in &weapons {
                    named
                        .extend(rooms.iter().map(|&room| ([suspect, weapon, room], number.into())));
                }
            }
        }
        named
    }
}

/// The vectors of one layer; none for states that need no card or have no completion.
struct Vectors<N> {
    at: Vec<Option<usize>>,
    numbers: Vec<N>,
}

impl<N: Number> Vectors<N> {
    fn new(
        classes: &Classes,
        layout: &Layout,
        diagram: &Diagram,
        layer: usize,
        back: &[N],
    ) -> Self {
        let (mut at, mut end) = (Vec::new(), 0);
        let on = &back[diagram.layers[layer].clone()];
        for (&state, &on) in diagram.layer(layer).iter().zip(on) {
            let open = layout.open(state);
            let is_followed = open != 0 && on != N::default();
            at.push(is_followed.then_some(end));
            end += if is_followed { classes.len(open) } else { 0 };
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
    classes: &Classes,
    ways: &[N],
    back: &[N],
    spread: &[N],
    meter: &mut Meter,
) -> Result<Vec<(Label, u128)>, Stop> {
    let mut all = vec![N::default(); classes.len(0)];
    if layout.open(diagram.states[0]) == 0 {
        all[0] = ways[0] * back[0];
        return Ok(classes.name(&all));
    }
    let mut vectors = Vectors::new(classes, layout, diagram, 0, back);
    vectors.numbers.fill(ways[0]);
    for (number, stage) in diagram.stages.iter().enumerate() {
        let mut next = Vectors::new(classes, layout, diagram, number + 1, back);
        let on = &back[diagram.layers[number + 1].clone()];
        for batch in &stage.batches {
            for &step in diagram.moves(batch) {
                let Move { from, to, pool, mine } = step;
                let (from, to) = (from as usize, to as usize);
                let Some(at) = vectors.at[from] else { continue };
                let open = layout.open(diagram.layer(number)[from]);
                let numbers = &vectors.numbers[at..][..classes.len(open)];
                match (batch.action, stage.kind) {
                    (Action::Hide, Kind::Deal(index)) => {
                        let card = layout.steps[index].card;
                        let category = layout.problem.cards[card].category;
                        let class = classes.number[card];
                        if let Some(at) = next.at[to] {
                            classes.hide(
                                numbers,
                                open,
                                category,
                                class,
                                &mut next.numbers[at..],
                                N::from(1),
                            );
                        } else if open == 1 << category {
                            classes.hide(numbers, open, category, class, &mut all, on[to]);
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
        hide_plain(classes, &vectors.numbers[at..][..classes.len(open)], open, spread, &mut all);
    }
    Ok(classes.name(&all))
}

/// Hides a plain card, of the last class, in each open category.
fn hide_plain<N: Number>(classes: &Classes, numbers: &[N], open: usize, spread: N, all: &mut [N]) {
    if open == 0 {
        for (sum, &number) in all.iter_mut().zip(numbers) {
            *sum += number * spread;
        }
        return;
    }
    let category = open.trailing_zeros() as usize;
    let left = open & !(1 << category);
    let mut hidden = vec![N::default(); classes.len(left)];
    let last = classes.cards[category].len() - 1;
    classes.hide(numbers, open, category, last, &mut hidden, N::from(1));
    hide_plain(classes, &hidden, left, spread, all);
}
