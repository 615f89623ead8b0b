//! Counts a problem without three cards, for every possible triple of asked cards.
//!
//! The method of `cluetree/exact/_patterns.py`. One candidate represents each class of equivalent
//! cards. The other cards are dealt first, then the candidates by divide and conquer: to leave out
//! each card of one half, deal the other half once, and recurse within the half. With n candidates,
//! most work is done about log n times instead of n times.

use crate::dealer::{Asked, Dealer, Patterns, States};
use crate::limit::{Meter, Stop};
use crate::number::Number;
use crate::problem::{CATEGORIES, Cards};

/// Finds the placings of the chosen cards, for every choice of a candidate in each category.
///
/// Plain cards are special to no player; all other cards that are not candidates are special. A
/// category may have no candidate.
pub fn leave_out<N: Number>(
    dealer: &Dealer,
    plain: Cards,
    special: &[usize],
    asked: &[Vec<usize>; CATEGORIES],
    meter: &mut Meter,
    seen: &mut impl FnMut(Asked, &Patterns<N>, &mut Meter) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut ahead =
        special.iter().chain(asked.iter().flatten()).fold(0, |all, card| all | 1 << card);
    let mut states: States<N> = dealer.start(plain, ahead, meter)?;
    for &card in special {
        ahead &= !(1 << card);
        states = dealer.deal(&states, card, ahead, meter)?;
    }
    let asked = [&asked[0][..], &asked[1][..], &asked[2][..]];
    halve(dealer, &states, asked, ahead, meter, seen)
}

fn halve<N: Number>(
    dealer: &Dealer,
    states: &States<N>,
    asked: [&[usize]; CATEGORIES],
    ahead: Cards,
    meter: &mut Meter,
    seen: &mut impl FnMut(Asked, &Patterns<N>, &mut Meter) -> Result<(), Stop>,
) -> Result<(), Stop> {
    // The first of the longest.
    let longest = asked.iter().map(|cards| cards.len()).max().unwrap_or(0);
    let category = asked.iter().position(|cards| cards.len() == longest).unwrap_or(0);
    if longest <= 1 {
        let chosen = asked.map(|cards| cards.first().copied());
        return seen(chosen, &dealer.place(states, chosen), meter);
    }
    let (first, second) = asked[category].split_at(longest / 2);
    for (kept, dealt) in [(first, second), (second, first)] {
        let mut left = ahead;
        let mut then: Option<States<N>> = None;
        for &card in dealt {
            left &= !(1 << card);
            then = Some(dealer.deal(then.as_ref().unwrap_or(states), card, left, meter)?);
        }
        let mut narrowed = asked;
        narrowed[category] = kept;
        halve(dealer, then.as_ref().unwrap_or(states), narrowed, left, meter, seen)?;
    }
    Ok(())
}
