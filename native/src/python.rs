//! The interface to Python: plain numbers and tuples in, plain numbers and tuples out.
//!
//! A call first copies its input from the Python objects. It then releases the interpreter lock
//! while it counts, and reacquires it briefly from time to time to check for Ctrl-C.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::chance::Chance;
use crate::hash::Table;
use crate::limit::{Meter, Stop};
use crate::problem::{OpenCard, Problem};
use crate::replies::{self, Answer, Figures, Question};
use crate::sample;
use crate::tally::{Tally, tally};
use crate::triples::Label;

/// The version of this interface, raised with each incompatible change.
const API: u32 = 7;

type Rows<'py> = Bound<'py, PyTuple>;
type Whole<'py> = Bound<'py, PyAny>;
type Counted<'py> = (Whole<'py>, Rows<'py>, Bound<'py, PyDict>);
type Told<'py> = (f64, f64, f64, (f64, f64, f64), Bound<'py, PyDict>);
type Scored<'py> = (f64, Vec<Told<'py>>);

/// Reads an object's attribute.
fn get<'py, T: FromPyObjectOwned<'py>>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<T> {
    object.getattr(name)?.extract().map_err(Into::into)
}

/// Returns the value, or `None` if a number in it is too large for the core.
fn small_enough<T>(py: Python<'_>, read: PyResult<T>) -> PyResult<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

fn read_problem(problem: &Bound<PyAny>) -> PyResult<Problem> {
    let cards: Vec<(usize, u64)> = get(problem, "cards")?;
    let cards = cards.into_iter().map(|(category, places)| OpenCard { category, places });
    Ok(Problem {
        cards: cards.collect(),
        capacity: get(problem, "capacity")?,
        needs: get(problem, "needs")?,
        branches: get(problem, "branches")?,
    })
}

fn read_failed(problem: &Bound<PyAny>) -> PyResult<Vec<u64>> {
    Ok(get::<HashSet<u64>>(problem, "failed_accusations")?.into_iter().collect())
}

fn read_question(question: &Bound<PyAny>) -> PyResult<Question> {
    let problem = question.getattr("problem")?;
    Ok(Question {
        failed_accusations: read_failed(&problem)?,
        problem: read_problem(&problem)?,
        deals_bits: get(question, "deals_bits")?,
        hidden: get(question, "hidden")?,
        plain: get(question, "plain")?,
        special: get(question, "special")?,
        asked: get(question, "asked")?,
        seats: get(question, "seats")?,
        order: get(question, "order")?,
        most: get(question, "most")?,
        habits: get(question, "habits")?,
        scale: get(question, "scale")?,
        guesses: get(question, "guesses")?,
    })
}

/// Runs a computation without the interpreter lock and within a limit.
///
/// Returns the states spent and the result, which is `None` if the core declined or the limit was
/// reached.
fn within<T: Send>(
    py: Python<'_>,
    states: Option<u64>,
    check: Option<&Bound<'_, PyAny>>,
    work: impl Send + FnOnce(&mut Meter) -> Result<Option<T>, Stop>,
) -> PyResult<(u64, Option<T>)> {
    let raised = Mutex::new(None);
    let check = check.map(|check| check.clone().unbind());
    let look = |py: Python<'_>| {
        py.check_signals()?;
        check.as_ref().map_or(Ok(()), |check| check.call0(py).map(drop))
    };
    let is_interrupted = || match Python::attach(look) {
        Ok(()) => false,
        Err(error) => {
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            true
        }
    };
    let (spent, done) = py.detach(|| {
        let mut meter = Meter::new(states, states.is_some() || check.is_some(), &is_interrupted);
        let done = work(&mut meter);
        (meter.states, done)
    });
    match done {
        Ok(found) => Ok((spent, found)),
        Err(Stop::Limit) => Ok((spent, None)),
        Err(Stop::Interrupted) => Err(raised
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))),
    }
}

/// Counts every deal of a problem; see the stub.
#[pyfunction]
#[pyo3(signature = (problem, *, states=None, check=None))]
fn count<'py>(
    problem: &Bound<'py, PyAny>,
    states: Option<u64>,
    check: Option<&Bound<'_, PyAny>>,
) -> PyResult<(u64, Option<Counted<'py>>)> {
    let py = problem.py();
    let Some(problem) = small_enough(py, read_problem(problem))? else {
        return Ok((0, None));
    };
    let (spent, found) = within(py, states, check, |meter| tally(&problem, meter))?;
    Ok((spent, found.map(|tally| written(py, &tally)).transpose()?))
}

/// Draws deals of one problem; see the stub.
#[pyclass(frozen, module = "cluetree_native")]
struct Sampler(sample::Sampler);

#[pymethods]
impl Sampler {
    /// Draws deals; see the stub.
    fn draw(&self, py: Python<'_>, number: usize, seed: u64) -> PyResult<Vec<Vec<usize>>> {
        let mut chance = Chance::new(seed);
        let draw = |meter: &mut Meter| self.0.draw(number, &mut chance, meter).map(Some);
        let (_, deals) = within(py, None, None, draw)?;
        Ok(deals.unwrap_or_default())
    }
}

/// Prepares drawing deals of a problem; see the stub.
#[pyfunction]
#[pyo3(signature = (problem, *, states=None, check=None))]
fn sampler(
    problem: &Bound<'_, PyAny>,
    states: Option<u64>,
    check: Option<&Bound<'_, PyAny>>,
) -> PyResult<(u64, Option<Sampler>)> {
    let py = problem.py();
    let read = read_problem(problem).and_then(|read| Ok((read, read_failed(problem)?)));
    let Some((problem, failed)) = small_enough(py, read)? else {
        return Ok((0, None));
    };
    let make = |meter: &mut Meter| sample::Sampler::new(problem, failed, meter);
    let (spent, found) = within(py, states, check, make)?;
    Ok((spent, found.map(Sampler)))
}

/// Scores suggestions; see the stub.
#[pyfunction]
#[pyo3(signature = (question, *, states=None, check=None))]
fn score<'py>(
    question: &Bound<'py, PyAny>,
    states: Option<u64>,
    check: Option<&Bound<'_, PyAny>>,
) -> PyResult<(u64, Option<Scored<'py>>)> {
    let py = question.py();
    let Some(question) = small_enough(py, read_question(question))? else {
        return Ok((0, None));
    };
    let (spent, found) = within(py, states, check, |meter| replies::score(&question, meter))?;
    let Some(scores) = found else {
        return Ok((spent, None));
    };
    let mut words = Words { py, order: &question.order, known: Table::default() };
    let figures = scores.figures.iter().map(|figures| words.figures(figures));
    Ok((spent, Some((scores.before, figures.collect::<PyResult<_>>()?))))
}

/// The distinct answers as Python objects.
struct Words<'a, 'py> {
    py: Python<'py>,
    order: &'a [usize],
    known: Table<u64, Bound<'py, PyTuple>>,
}

impl<'py> Words<'_, 'py> {
    /// Returns the scores of a guess.
    fn figures(&mut self, figures: &Figures) -> PyResult<Told<'py>> {
        let shown = PyDict::new(self.py);
        for &(answer, chance) in &figures.shown {
            shown.set_item(self.shown(answer)?, chance)?;
        }
        let [suspect, weapon, room] = figures.settles;
        Ok((figures.gain, figures.leak, figures.solves, (suspect, weapon, room), shown))
    }

    /// The shows: seats in asking order, with cards.
    fn shown(&mut self, answer: Answer) -> PyResult<Bound<'py, PyTuple>> {
        let key = answer.into_iter().fold(0, |key, rank| key << 8 | u64::from(rank));
        if let Some(shown) = self.known.get(&key) {
            return Ok(shown.clone());
        }
        let mut answers: Vec<(u8, usize)> =
            answer.into_iter().zip(0..).filter(|&(rank, _)| rank > 0).collect();
        answers.sort_unstable();
        let seat = |rank: u8| self.order[usize::from(rank) - 1];
        let answers = answers.into_iter().map(|(rank, card)| (seat(rank), card));
        let shown = PyTuple::new(self.py, answers.collect::<Vec<_>>())?;
        self.known.insert(key, shown.clone());
        Ok(shown)
    }
}

/// Converts a tally to Python objects.
fn written<'py>(py: Python<'py>, tally: &Tally) -> PyResult<Counted<'py>> {
    let row = |row: &Vec<u128>| {
        let numbers = row.iter().map(|&number| whole(py, number)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, numbers)
    };
    let rows = tally.rows.iter().map(row).collect::<PyResult<Vec<_>>>()?;
    let triples = PyDict::new(py);
    for &(label, deals) in &tally.triples {
        let label: Label = label;
        triples.set_item((label[0], label[1], label[2]), whole(py, deals)?)?;
    }
    Ok((whole(py, tally.deals)?, PyTuple::new(py, rows)?, triples))
}

/// Converts a number to a Python int, with a fast path for small ones.
fn whole(py: Python<'_>, number: u128) -> PyResult<Whole<'_>> {
    Ok(match u64::try_from(number) {
        Ok(small) => small.into_pyobject(py)?.into_any(),
        Err(_) => number.into_pyobject(py)?.into_any(),
    })
}

#[pymodule]
fn cluetree_native(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("API", API)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(count, module)?)?;
    module.add_function(wrap_pyfunction!(score, module)?)?;
    module.add_class::<Sampler>()?;
    module.add_function(wrap_pyfunction!(sampler, module)?)
}
