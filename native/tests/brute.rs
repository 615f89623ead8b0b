//! The tally, and deals drawn, against all deals of small problems, one by one.

use std::collections::BTreeMap;

use cluetree_native::chance::Chance;
use cluetree_native::limit::{Meter, Stop};
use cluetree_native::problem::{CATEGORIES, OpenCard, Problem};
use cluetree_native::sample::Sampler;
use cluetree_native::tally::{Tally, tally};
use cluetree_native::triples::Label;

/// Chance that is the same on every run (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((x ^ (x >> 31)) % sides as u64).unwrap()
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}

/// A small problem around a deal, with unknown hand sizes and branches over several places.
fn problem(dice: &mut Dice) -> Problem {
    let players = 1 + dice.below(3);
    let cards = 3 + dice.below(5);
    let category: Vec<usize> = (0..cards).map(|_| dice.below(CATEGORIES)).collect();
    let mut deal: Vec<usize> = (0..cards).map(|_| dice.below(players)).collect();
    let mut needs = [false; CATEGORIES];
    for (number, needed) in needs.iter_mut().enumerate() {
        if let Some(card) = category.iter().position(|&other| other == number) {
            *needed = dice.percent(80);
            deal[card] = if *needed { players } else { deal[card] };
        }
    }
    let open = [50, 90, 100][dice.below(3)];
    let places: Vec<u64> = (0..cards)
        .map(|card| {
            let may =
                |&place: &usize| (place < players || needs[category[card]]) && dice.percent(open);
            (0..=players).filter(may).fold(1 << deal[card], |all, place| all | 1 << place)
        })
        .collect();
    let unknown = [0, 0, 40, 100][dice.below(4)];
    let branches = (0..dice.below(5))
        .map(|_| {
            let mut pairs = BTreeMap::new();
            for _ in 0..=dice.below(3) {
                let card = dice.below(cards);
                *pairs.entry(deal[card]).or_insert(0) |= 1 << card;
            }
            let place = dice.below(players + 1);
            *pairs.entry(place).or_insert(0) |= 1 << dice.below(cards);
            pairs.into_iter().collect()
        })
        .collect();
    let size = |dice: &mut Dice, player| {
        let held = deal.iter().filter(|&&place| place == player).count();
        (!dice.percent(unknown)).then_some(held)
    };
    Problem {
        capacity: (0..players).map(|player| size(dice, player)).collect(),
        cards: (category.iter().zip(&places))
            .map(|(&category, &places)| OpenCard { category, places })
            .collect(),
        needs,
        branches,
    }
}

/// Calls back with every deal that fits: for each card its place.
fn each_deal(problem: &Problem, dealt: &mut Vec<usize>, seen: &mut impl FnMut(&[usize])) {
    if dealt.len() == problem.cards.len() {
        if fits(problem, dealt) {
            seen(dealt);
        }
        return;
    }
    for place in 0..=problem.envelope() {
        if problem.cards[dealt.len()].places >> place & 1 != 0 {
            dealt.push(place);
            each_deal(problem, dealt, seen);
            dealt.pop();
        }
    }
}

fn fits(problem: &Problem, dealt: &[usize]) -> bool {
    let held = |place| dealt.iter().filter(|&&other| other == place).count();
    let hidden = |category| {
        (dealt.iter().zip(&problem.cards))
            .filter(|&(&place, card)| place == problem.envelope() && card.category == category)
            .count()
    };
    (problem.capacity.iter().enumerate())
        .all(|(p, capacity)| capacity.is_none_or(|capacity| held(p) == capacity))
        && (0..CATEGORIES).all(|category| hidden(category) == usize::from(problem.needs[category]))
        && (problem.branches.iter()).all(|branch| {
            let is_true = |&(place, cards): &(usize, u64)| {
                dealt.iter().enumerate().any(|(c, &at)| at == place && cards >> c & 1 != 0)
            };
            branch.iter().any(is_true)
        })
}

fn by_hand(problem: &Problem) -> Tally {
    let mut deals = 0;
    let mut rows = vec![vec![0; problem.envelope() + 1]; problem.cards.len()];
    let mut triples: BTreeMap<Label, u128> = BTreeMap::new();
    each_deal(problem, &mut Vec::new(), &mut |dealt| {
        deals += 1;
        let mut label = [None; CATEGORIES];
        for (card, &place) in dealt.iter().enumerate() {
            rows[card][place] += 1;
            if place == problem.envelope() {
                label[problem.cards[card].category] = Some(card);
            }
        }
        *triples.entry(label).or_default() += 1;
    });
    Tally { deals, rows, triples: triples.into_iter().collect() }
}

#[test]
fn every_deal_is_counted_once() {
    let mut dice = Dice(1);
    let mut possible = 0;
    for number in 0..2000 {
        let problem = problem(&mut dice);
        let mut found = tally(&problem, &mut Meter::free()).unwrap().unwrap();
        found.triples.sort_unstable();
        let expected = by_hand(&problem);
        assert_eq!(found, expected, "problem {number}: {problem:?}");
        possible += u32::from(expected.deals > 1);
    }
    assert!(possible > 1000, "only {possible} are worth counting");
}

#[test]
fn every_deal_is_drawn_as_often() {
    let (mut dice, mut chance) = (Dice(2), Chance::new(1));
    let (mut deviations, mut freedom) = (0.0, 0.0);
    for number in 0..400 {
        let problem = problem(&mut dice);
        let mut often: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        each_deal(&problem, &mut Vec::new(), &mut |dealt| {
            often.insert(dealt.to_vec(), 0);
        });
        let failed: Vec<u64> = often
            .keys()
            .take(usize::from(dice.percent(30)))
            .map(|deal| hidden(&problem, deal))
            .collect();
        often.retain(|deal, _| !failed.contains(&hidden(&problem, deal)));
        if often.is_empty() {
            continue;
        }
        let sampler = Sampler::new(problem.clone(), failed, &mut Meter::free()).unwrap().unwrap();
        let each = 20;
        for deal in sampler.draw(each * often.len(), &mut chance, &mut Meter::free()).unwrap() {
            *often.get_mut(&deal).unwrap_or_else(|| panic!("problem {number}: {deal:?}")) += 1;
        }
        let mean = each as f64;
        deviations += often.values().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum::<f64>();
        freedom += often.len() as f64 - 1.0;
    }
    // The sum has as many degrees of freedom as its mean.
    assert!(freedom > 1000.0);
    let error = (2.0 * freedom).sqrt();
    assert!((deviations - freedom).abs() < 6.0 * error, "{deviations} of {freedom}");
}

/// The cards in the envelope.
fn hidden(problem: &Problem, deal: &[usize]) -> u64 {
    let cards = deal.iter().enumerate().filter(|&(_, &place)| place == problem.envelope());
    cards.fold(0, |all, (card, _)| all | 1 << card)
}

/// So many cards that any of the players may have.
fn alike(cards: usize, capacity: Vec<Option<usize>>) -> Problem {
    let card = OpenCard { category: 0, places: (1 << capacity.len()) - 1 };
    Problem { cards: vec![card; cards], capacity, needs: [false; 3], branches: vec![] }
}

#[test]
fn numbers_may_take_128_bits_and_no_more() {
    let thirty = alike(30, vec![Some(5); 6]);
    let counted = tally(&thirty, &mut Meter::free()).unwrap().unwrap();
    let factorial = |number: u128| (1..=number).product::<u128>();
    assert_eq!(counted.deals, factorial(30) / factorial(5).pow(6));
    assert!(counted.deals > u128::from(u64::MAX));
    assert_eq!(tally(&alike(60, vec![None; 10]), &mut Meter::free()), Ok(None));
}

#[test]
fn what_makes_no_sense_is_declined() {
    for problem in [
        alike(64, vec![None]),
        alike(2, vec![Some(1); 63]),
        alike(2, vec![Some(3)]),
        Problem { branches: vec![vec![(0, 0b100)]], ..alike(2, vec![Some(2)]) },
        Problem { branches: vec![vec![(2, 0b001)]], ..alike(2, vec![Some(2)]) },
    ] {
        assert_eq!(tally(&problem, &mut Meter::free()), Ok(None));
        assert!(Sampler::new(problem, vec![], &mut Meter::free()).unwrap().is_none());
    }
}

/// A problem with a few hundred states.
fn wide() -> Problem {
    let branch = |place, cards| vec![(place, cards)];
    let branches = (0..5).map(|player| branch(player, 0b100_1001 << player)).collect();
    Problem { branches, ..alike(15, vec![Some(3); 5]) }
}

#[test]
fn a_limit_in_states_is_kept_to_the_state() {
    let mut meter = Meter::free();
    let counted = tally(&wide(), &mut meter);
    let states = meter.states;
    assert!(states > 100);
    let never = || false;
    assert_eq!(tally(&wide(), &mut Meter::new(Some(states), true, &never)), counted);
    let less = tally(&wide(), &mut Meter::new(Some(states - 1), true, &never));
    assert_eq!(less, Err(Stop::Limit));
    let make = |most| Sampler::new(wide(), vec![], &mut Meter::new(Some(most), true, &never));
    assert!(make(states).is_ok());
    assert_eq!(make(states - 1).err(), Some(Stop::Limit));
}

#[test]
fn who_asks_to_stop_is_heard() {
    let branches = (0..6).flat_map(|player| {
        [0b1_0010_0100_1001 << player, 0b10_0000_0100_0010 << player]
            .map(|cards| vec![(player, cards)])
    });
    let large = Problem { branches: branches.collect(), ..alike(24, vec![Some(4); 6]) };
    let at_once = || true;
    assert_eq!(tally(&large, &mut Meter::new(None, true, &at_once)), Err(Stop::Interrupted));
    let sampler = Sampler::new(wide(), vec![], &mut Meter::free()).unwrap().unwrap();
    let drawn = sampler.draw(100_000, &mut Chance::new(1), &mut Meter::new(None, true, &at_once));
    assert_eq!(drawn, Err(Stop::Interrupted));
}
