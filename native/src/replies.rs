//! The possible answers to suggestions, and their expected information.
//!
//! Combines `cluetree/exact/replies.py` and `cluetree/advice/replies.py`. The placings of the
//! asked cards give the possible answers, the habits of the players give the card shown, and the
//! deals of each answer give its information.

use std::array::from_fn;
use std::collections::BTreeMap;

use crate::dealer::{Asked, Dealer, Patterns, SHIFT};
use crate::hash::Table;
use crate::labels::{Labels, add};
use crate::limit::{Meter, Stop};
use crate::marginals::leave_out;
use crate::number::Number;
use crate::problem::{CATEGORIES, Cards, Problem};
use crate::scoring::{Gauge, Sum};

/// For each asked card, the player who must answer with it or shows it: the rank in asking order
/// plus one, or 0 for no player.
pub type Answer = [u8; CATEGORIES];

/// The habits of each seat as integers on a scale: for each nonempty set of asked cards held, each
/// card's share.
pub type Habits = Vec<[[u64; CATEGORIES]; 7]>;

/// The asked card of each category: a candidate, or -1 minus the seat for a card with a known
/// place. Seats after the last player are for the envelope and the face-up cards. Guesses of one
/// class have the same numbers.
pub type GuessClass = [isize; CATEGORIES];

/// The complete question.
pub struct Question {
    /// The remaining problem to count.
    pub problem: Problem,
    /// The number of bits of its number of deals.
    pub deals_bits: u32,
    /// Failed accusations, as sets of cards.
    pub failed_accusations: Vec<Cards>,
    /// For each category, the cards that may be hidden, in groups.
    pub hidden: [Vec<Vec<usize>>; CATEGORIES],
    /// The plain cards that are not candidates.
    pub plain: Cards,
    /// The special cards that are not candidates.
    pub special: Vec<usize>,
    /// The candidates of each category.
    pub asked: [Vec<usize>; CATEGORIES],
    /// The seat of each place of the problem.
    pub seats: Vec<usize>,
    /// The seats of the asked players, in asking order.
    pub order: Vec<usize>,
    /// The maximum number of shows: one, or all who can.
    pub most: usize,
    /// The possible answers.
    pub habits: Vec<Habits>,
    /// The sum of the shares of one player.
    pub scale: u64,
    /// The classes to score, with their habits.
    pub guesses: Vec<(GuessClass, usize)>,
}

/// The expected values of a guess.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Expected information about the envelope, in bits.
    pub gain: f64,
    /// The part of the gain that is public, in bits.
    pub leak: f64,
    /// The chance that the envelope is known after the reply.
    pub solves: f64,
    /// The chance that each category's card is known.
    pub settles: [f64; CATEGORIES],
    /// The chance of each answer.
    pub shown: Vec<(Answer, f64)>,
}

/// The scores of all guesses.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The entropy of the envelope, in bits.
    pub before: f64,
    /// The scores of each guess.
    pub figures: Vec<Figures>,
}

/// Scores all guesses; `None` if numbers or states might not fit.
///
/// # Errors
/// If the limit is reached.
pub fn score(question: &Question, meter: &mut Meter) -> Result<Option<Scores>, Stop> {
    if !question.is_sound() {
        return Ok(None);
    }
    // Intermediate counts may have any size; the final ones are deals times the scale.
    let scale = (question.scale as f64).log2() * question.most as f64;
    let most = question.problem.most_bits().max(f64::from(question.deals_bits) + scale);
    if scale > f64::from(u64::BITS - 1) {
        return Ok(None);
    }
    // Rounding errors of the bound are far below the free bit.
    if most < f64::from(u64::BITS - 1) {
        Scoring::run::<u64>(question, meter)
    } else if most < f64::from(u128::BITS - 1) {
        Scoring::run::<u128>(question, meter)
    } else {
        Ok(None)
    }
}

impl Question {
    /// Whether all indices are valid.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_card = |&card: &usize| card < self.problem.cards.len();
        self.problem.is_sound()
            && self.special.iter().chain(self.asked.iter().flatten()).all(is_card)
            && self.plain & !self.problem.deck() == 0
            && self
                .hidden
                .iter()
                .flatten()
                .all(|group| !group.is_empty() && group.iter().all(is_card))
            && self
                .guesses
                .iter()
                .all(|(class, _)| self.candidates(class).iter().flatten().all(is_card))
            && self.seats.len() == self.problem.envelope() + 1
            && self.order.len() < u8::MAX.into()
            && (self.habits.iter()).all(|habits| self.order.iter().all(|&seat| seat < habits.len()))
            && self.guesses.iter().all(|&(_, habits)| habits < self.habits.len())
    }

    /// The candidates of a class. For a category without a candidate, leave out the first one too,
    /// which does not change the holders of the other asked cards.
    fn candidates(&self, class: &GuessClass) -> Asked {
        from_fn(|category| match usize::try_from(class[category]) {
            Ok(candidate) => Some(candidate),
            Err(_) => self.asked[category].first().copied(),
        })
    }

    /// The rank in asking order plus one of each seat; 0 for seats not asked.
    fn ranks(&self) -> Vec<u8> {
        let settled = self.guesses.iter().flat_map(|(class, _)| *class).filter_map(settled);
        let last =
            settled.chain(self.seats.iter().copied()).chain(self.order.iter().copied()).max();
        let mut ranks = vec![0; last.unwrap_or(0) + 1];
        for (&seat, rank) in self.order.iter().zip(1..) {
            ranks[seat] = rank;
        }
        ranks
    }

    /// The possible answers of the players who must show, with weights of a constant sum.
    fn ways(&self, habits: &Habits, holders: Answer) -> Vec<(Answer, u64)> {
        let mut ways = vec![([0; CATEGORIES], 1)];
        let mut left = self.most;
        for (rank, &seat) in (1..).zip(&self.order) {
            let held =
                (0..CATEGORIES).filter(|&c| holders[c] == rank).fold(0, |set, c| set | 1 << c);
            if held == 0 {
                continue;
            }
            left -= 1;
            let shares = habits[seat][held - 1];
            ways = (ways.into_iter())
                .flat_map(|(shown, weight)| {
                    let shows = |category: usize| {
                        let mut then: Answer = shown;
                        then[category] = rank;
                        (then, weight * shares[category])
                    };
                    (0..CATEGORIES)
                        .filter(|&category| shares[category] > 0)
                        .map(shows)
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        let rest = (0..left).fold(1, |rest, _| rest * self.scale);
        ways.into_iter().map(|(shown, weight)| (shown, weight * rest)).collect()
    }
}

/// The seat of a card with a known place.
fn settled(class: isize) -> Option<usize> {
    usize::try_from(!class).ok()
}

/// The scoring of one question.
struct Scoring<'a> {
    question: &'a Question,
    labels: &'a Labels,
    ranks: Vec<u8>,
    /// The guesses of each choice of candidates, class by class.
    guesses: BTreeMap<Asked, BTreeMap<GuessClass, Vec<usize>>>,
    /// The gauges of the public information and of the asker's.
    gauges: Option<[Gauge; 2]>,
    before: f64,
    figures: Vec<Figures>,
}

impl Scoring<'_> {
    fn run<N: Number>(question: &Question, meter: &mut Meter) -> Result<Option<Scores>, Stop> {
        let labels =
            Labels::new(&question.problem, question.hidden.clone(), &question.failed_accusations);
        let Some(dealer) = Dealer::new(&question.problem, &labels) else {
            return Ok(None);
        };
        let mut guesses: BTreeMap<Asked, BTreeMap<GuessClass, Vec<usize>>> = BTreeMap::new();
        for (guess, (class, _)) in question.guesses.iter().enumerate() {
            let asked = guesses.entry(question.candidates(class)).or_default();
            asked.entry(*class).or_default().push(guess);
        }
        let mut scoring = Scoring {
            question,
            labels: &labels,
            ranks: question.ranks(),
            guesses,
            gauges: None,
            before: 0.0,
            figures: vec![Figures::default(); question.guesses.len()],
        };
        let (plain, special, asked) = (question.plain, &question.special, &question.asked);
        leave_out::<N>(&dealer, plain, special, asked, meter, &mut |asked, patterns, meter| {
            scoring.take(asked, patterns, meter)
        })?;
        Ok(Some(Scores { before: scoring.before, figures: scoring.figures }))
    }

    /// Scores all guesses that ask for these candidates.
    fn take<N: Number>(
        &mut self,
        asked: Asked,
        patterns: &Patterns<N>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let length = self.labels.len(0);
        let gauges = if let Some(gauges) = &self.gauges {
            gauges.clone()
        } else {
            let mut envelopes = vec![N::default(); length];
            patterns.numbers.chunks_exact(length).for_each(|numbers| add(&mut envelopes, numbers));
            self.weigh(&envelopes)
        };
        for (class, guesses) in self.guesses.remove(&asked).unwrap_or_default() {
            let mut holders = Sums::new(length);
            for (&places, numbers) in
                patterns.places.iter().zip(patterns.numbers.chunks_exact(length))
            {
                holders.add(self.who(class, places), numbers, N::from(1));
            }
            for guess in guesses {
                self.figures[guess] =
                    self.figure(&holders, self.question.guesses[guess].1, &gauges);
                meter.moved(holders.numbers.len())?;
            }
        }
        Ok(())
    }

    /// Computes the entropy of the envelope and prepares the gauges.
    fn weigh<N: Number>(&mut self, envelopes: &[N]) -> [Gauge; 2] {
        let deals = Gauge::new(1.0).measure(self.labels, envelopes).total as f64;
        let scale =
            (self.question.scale as f64).powi(i32::try_from(self.question.most).unwrap_or(1));
        let gauges = [Gauge::new(deals), Gauge::new(deals * scale)];
        self.before = gauges[0].measure(self.labels, envelopes).entropy;
        self.gauges = Some(gauges.clone());
        gauges
    }

    /// The players who must answer, and their cards, for a placing of the asked cards.
    fn who(&self, class: GuessClass, places: u32) -> Answer {
        let mut answer = [0; CATEGORIES];
        for (category, rank) in answer.iter_mut().enumerate() {
            let place = (places >> (SHIFT * category)) as usize & ((1 << SHIFT) - 1);
            *rank =
                self.ranks[settled(class[category]).unwrap_or_else(|| self.question.seats[place])];
        }
        if self.question.most == 1 {
            let first = answer.into_iter().filter(|&rank| rank > 0).min();
            answer = answer.map(|rank| if Some(rank) == first { rank } else { 0 });
        }
        answer
    }

    /// Computes the expected values for these answers and habits.
    fn figure<N: Number>(&self, holders: &Sums<N>, habits: usize, gauges: &[Gauge; 2]) -> Figures {
        let question = self.question;
        let mut shown = Sums::new(holders.length);
        let mut public = Sums::new(holders.length);
        for (&answer, numbers) in
            holders.answers.iter().zip(holders.numbers.chunks_exact(holders.length))
        {
            for (cards, weight) in question.ways(&question.habits[habits], answer) {
                shown.add(cards, numbers, N::from(weight));
            }
            let seats = distinct(answer);
            public.add(seats, numbers, N::from(1));
        }
        let mut figures = Figures::default();
        let [by_all, by_asker] = gauges;
        let (mut solves, mut settles) = (0, [0; CATEGORIES]);
        let mut learned = Sum::default();
        learned.add(self.before);
        for (&cards, numbers) in shown.answers.iter().zip(shown.numbers.chunks_exact(shown.length))
        {
            let part = by_asker.measure(self.labels, numbers);
            if part.total == 0 {
                continue;
            }
            learned.add(-by_asker.share_of(part.total as f64));
            learned.add(-part.entropy);
            solves += if part.is_known == [true; CATEGORIES] { part.total } else { 0 };
            for (settles, is_known) in settles.iter_mut().zip(part.is_known) {
                *settles += if is_known { part.total } else { 0 };
            }
            figures.shown.push((cards, by_asker.chance(part.total)));
        }
        figures.solves = by_asker.chance(solves);
        figures.settles = settles.map(|deals| by_asker.chance(deals));
        figures.gain = learned.total();
        let mut learned = Sum::default();
        learned.add(self.before);
        for numbers in public.numbers.chunks_exact(public.length) {
            let part = by_all.measure(self.labels, numbers);
            if part.total == 0 {
                continue;
            }
            learned.add(-by_all.share_of(part.total as f64));
            learned.add(-part.entropy);
        }
        figures.leak = learned.total();
        figures
    }
}

/// The players who answer, without their cards.
fn distinct(answer: Answer) -> Answer {
    let mut seats = [0; CATEGORIES];
    for (number, &rank) in answer.iter().enumerate() {
        if !answer[..number].contains(&rank) {
            seats[number] = rank;
        }
    }
    seats.sort_unstable();
    seats
}

/// Numbers for each label, by answer.
struct Sums<N> {
    length: usize,
    answers: Vec<Answer>,
    numbers: Vec<N>,
    known: Table<u64, usize>,
}

impl<N: Number> Sums<N> {
    fn new(length: usize) -> Self {
        Sums { length, answers: Vec::new(), numbers: Vec::new(), known: Table::default() }
    }

    fn add(&mut self, answer: Answer, numbers: &[N], times: N) {
        let key = answer.iter().fold(0, |key, &rank| key << SHIFT | u64::from(rank));
        let all = self.answers.len();
        let at = *self.known.entry(key).or_insert(all);
        if at == all {
            self.answers.push(answer);
            self.numbers.resize((all + 1) * self.length, N::default());
        }
        let sums = &mut self.numbers[at * self.length..][..self.length];
        if times == N::from(1) {
            add(sums, numbers);
            return;
        }
        for (sum, &number) in sums.iter_mut().zip(numbers) {
            *sum += number * times;
        }
    }
}
