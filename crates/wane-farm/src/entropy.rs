//! Random numbers that nobody can guess.

use crate::error::FarmError;

fn fill(buffer: &mut [u8]) -> Result<(), FarmError> {
    getrandom::fill(buffer).map_err(|error| FarmError::Entropy(error.to_string()))
}

/// A number.
pub(crate) fn number() -> Result<u64, FarmError> {
    let mut buffer = [0; 8];
    fill(&mut buffer)?;
    Ok(u64::from_le_bytes(buffer))
}

/// A text of this many random bytes, in hexadecimal digits.
pub(crate) fn token(bytes: usize) -> Result<String, FarmError> {
    let mut buffer = vec![0; bytes];
    fill(&mut buffer)?;
    Ok(buffer.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")))
}
