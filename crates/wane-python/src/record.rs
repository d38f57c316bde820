//! Self-play records: `python/wane/records.py` reads and writes them as numpy arrays, and has them checked here.

use pyo3::prelude::*;
use wane_lab::Record;

use crate::failure::value_error;

/// Checks records, which are the bytes of a file.
#[pyfunction]
pub(crate) fn check_records(bytes: &[u8]) -> PyResult<()> {
    let (records, rest) = bytes.as_chunks::<{ Record::BYTES }>();
    for (number, record) in records.iter().enumerate() {
        if let Err(error) = Record::from_bytes(record) {
            return Err(value_error(format_args!("record {number}: {error}")));
        }
    }
    if !rest.is_empty() {
        return Err(value_error(format_args!(
            "{} bytes are no whole number of records, which have {} bytes each",
            bytes.len(),
            Record::BYTES
        )));
    }
    Ok(())
}
