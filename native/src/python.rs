//! What Python sees: plain numbers and tuples in, plain numbers and tuples out.
//!
//! A call takes what it needs from Python's objects first, then lets go of the interpreter's
//! lock while it counts, and takes it back for a moment now and then to see whether Ctrl-C was
//! pressed.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyKeyboardInterrupt, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::limit::{Meter, Stop};
use crate::problem::{Branch, CATEGORIES, OpenCard, Problem};
use crate::tally::{Tally, tally};
use crate::triples::Label;

/// Goes up with every change that an older or newer cluetree would not understand.
const API: u32 = 1;

type Rows<'py> = Bound<'py, PyTuple>;
type Counted<'py> = (Bound<'py, PyAny>, Rows<'py>, Bound<'py, PyDict>);

/// Reads a problem; `None` if a number in it is too large for the core.
fn read(
    cards: &Bound<PyAny>,
    room: &Bound<PyAny>,
    needs: [bool; CATEGORIES],
    branches: &Bound<PyAny>,
) -> PyResult<Option<Problem>> {
    let read = || -> PyResult<Problem> {
        let cards: Vec<(usize, u64)> = cards.extract()?;
        let branches: Vec<Branch> = branches.extract()?;
        let cards = cards.into_iter().map(|(category, places)| OpenCard { category, places });
        Ok(Problem { cards: cards.collect(), room: room.extract()?, needs, branches })
    };
    match read() {
        Ok(problem) => Ok(Some(problem).filter(Problem::is_sound)),
        Err(error) if error.is_instance_of::<PyOverflowError>(cards.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Works without the interpreter's lock and within a limit.
///
/// Returns the states that were spent, and the result if there is one: there is none if the core
/// declined or the limit was reached.
fn within<T: Send>(
    py: Python<'_>,
    states: Option<u64>,
    seconds: Option<f64>,
    work: impl Send + FnOnce(&mut Meter) -> Result<Option<T>, Stop>,
) -> PyResult<(u64, Option<T>)> {
    let raised = Mutex::new(None);
    let look = |py: Python<'_>| py.check_signals();
    let is_interrupted = || match Python::attach(look) {
        Ok(()) => false,
        Err(error) => {
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            true
        }
    };
    let (spent, done) = py.detach(|| {
        let mut meter = Meter::new(states, seconds, &is_interrupted);
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
#[pyo3(signature = (cards, room, needs, branches, *, states=None, seconds=None))]
fn count<'py>(
    cards: &Bound<'py, PyAny>,
    room: &Bound<'py, PyAny>,
    needs: [bool; CATEGORIES],
    branches: &Bound<'py, PyAny>,
    states: Option<u64>,
    seconds: Option<f64>,
) -> PyResult<(u64, Option<Counted<'py>>)> {
    let py = cards.py();
    let Some(problem) = read(cards, room, needs, branches)? else {
        return Ok((0, None));
    };
    let (spent, found) = within(py, states, seconds, |meter| tally(&problem, meter))?;
    Ok((spent, found.map(|tally| written(py, &tally)).transpose()?))
}

/// Puts a tally in Python's terms.
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

/// A number as Python's int; most are small, and that is much the quicker way.
fn whole(py: Python<'_>, number: u128) -> PyResult<Bound<'_, PyAny>> {
    Ok(match u64::try_from(number) {
        Ok(small) => small.into_pyobject(py)?.into_any(),
        Err(_) => number.into_pyobject(py)?.into_any(),
    })
}

#[pymodule]
fn cluetree_native(module: &Bound<PyModule>) -> PyResult<()> {
    module.add("API", API)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(count, module)?)
}
