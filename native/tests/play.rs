//! Games by chance: what must hold in each, and how often what comes.

use cluetree_native::play::chance::Chance;
use cluetree_native::play::playouts::{Habit, Last, Rules, Start, play_on};
use cluetree_native::play::policy::Policy;
use cluetree_native::play::replay::{Heard, Show, World, replay};
use cluetree_native::play::swaps::{Constraints, Deal, mix};
use cluetree_native::play::view::{Asked, PLACES, Table, View};
use cluetree_native::play::walks::Board;

const DECK: u64 = (1 << 21) - 1;

/// Three players with six cards each, of 6 suspects, 6 weapons and 9 rooms.
fn table() -> Table {
    let categories = [0b11_1111, 0b11_1111 << 6, 0b1_1111_1111 << 12];
    Table { sizes: vec![6, 6, 6], categories, all_answer: false }
}

/// Hands in which the first card of each category is hidden.
fn hands(chance: &mut Chance) -> Vec<u64> {
    let mut left = DECK & !(1 | 1 << 6 | 1 << 12);
    let mut hands = vec![0; 3];
    for number in 0..18 {
        let card = chance.card(left);
        left &= !card;
        hands[number % 3] |= card;
    }
    hands
}

fn rules(policy: &Policy) -> Rules {
    Rules {
        show: vec![Show::Uniform; 3],
        all_claim: false,
        rash: vec![0.0; 3],
        most_turns: 500,
        policies: vec![vec![(1.0, policy.clone())]; 3],
        habits: vec![Habit::default(); 3],
        board: None,
    }
}

fn start(seat: usize, guess: Option<u64>) -> Start {
    let last = Last { of: [0; PLACES], asker: None };
    Start { seat, out: 0, guess, shown: None, last, pawns: vec![] }
}

const POLICIES: [Policy; 8] = [
    Policy::Any,
    Policy::Stateless,
    Policy::Stateful,
    Policy::Heuristic { is_first: true },
    Policy::Heuristic { is_first: false },
    Policy::Bluff([0.3, 0.1, 0.9]),
    Policy::Wensel,
    Policy::Likeliest(20.0),
];

#[test]
fn nobody_ever_knows_what_is_not_so() {
    let table = table();
    let mut chance = Chance::new(1);
    for game in 0..200 {
        let policy = &POLICIES[game % POLICIES.len()];
        let dealt = hands(&mut chance);
        let mut world = World::at_start(&table, dealt.clone(), DECK);
        let start = start(game % 3, None);
        let outcome = play_on(&table, &rules(policy), &mut world, start, &mut chance);
        let winner = outcome.winner.expect("somebody finds out in the end");
        assert!(world.views[winner].is_solved(&table));
        for view in &world.views {
            for (seat, hand) in dealt.iter().enumerate() {
                assert_eq!(hand & !view.can[seat], 0);
                assert_eq!(view.can[seat] & view.known & !hand, 0);
            }
            assert_eq!(view.can[3] & 0b1_0000_0100_0001, 0b1_0000_0100_0001);
        }
    }
}

#[test]
fn what_is_chosen_has_the_share_that_is_told() {
    let table = table();
    let mut chance = Chance::new(2);
    let mut world = World::at_start(&table, hands(&mut chance), DECK);
    let policy = Policy::Heuristic { is_first: false };
    let short = Rules { most_turns: 4, ..rules(&policy) };
    let start = start(0, None);
    play_on(&table, &short, &mut world, start, &mut chance);
    for policy in &POLICIES {
        let view = &world.views[1];
        let draws = 20_000;
        let guesses: Vec<u64> =
            (0..draws).map(|_| policy.choose(&table, 1, view, &mut chance)).collect();
        for &guess in &guesses[..20] {
            let told: f64 = policy.shares(&table, 1, view, guess).iter().product();
            let times = guesses.iter().filter(|&&other| other == guess).count();
            assert!((times as f64 / f64::from(draws) - told).abs() < 0.02, "{policy:?}");
        }
    }
}

#[test]
fn mixed_deals_fit_and_differ() {
    let table = table();
    let hidden = 1 | 1 << 6 | 1 << 12;
    let mut chance = Chance::new(3);
    let given = hands(&mut chance);
    let mut deal: Deal = [0; PLACES];
    deal[..3].copy_from_slice(&given);
    deal[3] = hidden;
    let open = DECK & !given[0];
    let shown = given[1] & 0b11_1111_1111;
    let constraints = Constraints {
        can: vec![given[0], open, open, open],
        branches: vec![vec![(1, shown)]],
        failed_accusations: vec![1 << 1 | 1 << 7 | 1 << 13],
    };
    let mut mixed = vec![deal; 300];
    mix(&table, &constraints, &mut mixed, 10, &mut chance);
    for deal in &mixed {
        assert_eq!(deal[0], given[0]);
        assert!(deal[1] & shown != 0);
        assert!(deal[3] != 1 << 1 | 1 << 7 | 1 << 13);
        assert!(table.categories.iter().all(|cards| (deal[3] & cards).is_power_of_two()));
        assert!(deal[..3].iter().all(|hand| hand.count_ones() == 6));
        assert_eq!(deal.iter().fold(0, |all, cards| all | cards), DECK);
    }
    let envelopes: std::collections::BTreeSet<u64> = mixed.iter().map(|deal| deal[3]).collect();
    assert!(envelopes.len() > 30);
}

#[test]
fn a_shown_card_is_drawn_unless_it_was_seen() {
    let table = table();
    let hands = vec![0b11_1111, 0b11_1111 << 6, 0b11_1111 << 12];
    let guess = 1 << 6 | 1 << 7;
    let heard = |card| Heard { asker: 0, guess, passed: 0, shown: vec![(1, card)], weighed: 0 };
    let mut seen = [0; 2];
    for seed in 0..400 {
        let mut world = World::at_start(&table, hands.clone(), DECK);
        let show = [Show::Uniform; 3];
        replay(&table, &mut world, &[heard(0)], &show, &[], &mut Chance::new(seed), |_, _| {});
        seen[usize::from(world.views[0].known & 1 << 7 != 0)] += 1;
        assert_eq!(world.views[2].shows, [(1, guess)]);
    }
    assert!(seen.iter().all(|&times| times > 150));
    let mut world = World::at_start(&table, hands, DECK);
    let show = [Show::First; 3];
    replay(&table, &mut world, &[heard(1 << 7)], &show, &[], &mut Chance::new(1), |_, _| {});
    assert!(world.views[0].known & 1 << 7 != 0);
}

#[test]
fn rash_players_accuse_when_two_answers_are_left() {
    let table = table();
    let dealt = vec![0b11_1110 | 1 << 20, 0b11_1110 << 6 | 1 << 19, 0b11_1111 << 13];
    // Nothing is open to the first but two rooms of the third's and the hidden one.
    let mut world = World::at_start(&table, dealt, DECK);
    let envelope = 1 | 1 << 6 | 1 << 12 | 1 << 13;
    for view in &mut world.views {
        view.can[3] &= envelope;
        view.settle(&table);
    }
    assert_eq!(world.views[0].answers_left(&table), 2);
    let rules = Rules { rash: vec![1.0; 3], most_turns: 1, ..rules(&Policy::Any) };
    let own = 1 << 1 | 1 << 20; // names nothing that others have
    let start = start(0, Some(own));
    let mut chance = Chance::new(5);
    let won = (0..1000).filter(|_| {
        play_on(&table, &rules, &mut world.clone(), start.clone(), &mut chance).winner == Some(0)
    });
    let won = won.count();
    assert!((400..600).contains(&won), "{won} of 1000");
}

#[test]
fn a_pawn_suggests_once_it_is_in_a_room() {
    let table = table();
    let mut chance = Chance::new(6);
    let world = World::at_start(&table, hands(&mut chance), DECK);
    let board =
        Board { steps: vec![vec![9; 9]; 9], passages: vec![None; 9], suspects: vec![1, 2, 4] };
    let policy = Policy::Heuristic { is_first: false };
    for (steps, most_turns, asks) in [(2, 1, true), (13, 1, false), (13, 60, true)] {
        let rules = Rules { board: Some(board.clone()), most_turns, ..rules(&policy) };
        let start = Start { pawns: vec![vec![steps; 9]; 3], ..start(0, None) };
        let mut after = world.clone();
        play_on(&table, &rules, &mut after, start, &mut chance);
        let mut views = after.views.iter().zip(&world.views);
        let has_news = views.any(|(now, then)| now.can != then.can || !now.shows.is_empty());
        assert_eq!(has_news, asks);
    }
}

#[test]
fn an_open_show_is_closed_by_what_follows() {
    let table = table();
    let mut view = View::at_start(&table, 0, 0b11_1111, DECK);
    let mut asked = Asked::new(1, 1 << 6 | 1 << 12);
    asked.show(2, 1 << 6);
    view.learn(&table, 0, &asked);
    assert_eq!(view.shows, [(2, 1 << 6 | 1 << 12)]);
    view.can[2] &= !(1 << 6);
    view.settle(&table);
    assert!(view.shows.is_empty());
    assert_ne!(view.known & 1 << 12, 0);
}
