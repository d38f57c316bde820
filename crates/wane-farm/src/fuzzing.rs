//! What strangers send, for the fuzzer: the messages themselves are private.

use crate::address::FarmAddress;
use crate::message::{JobMessage, ResultMessage};

/// Reads bytes as each kind of message and as an address. What can be read is the same after writing.
///
/// # Panics
/// If it is not.
pub fn read(bytes: &[u8]) {
    if let Ok(job) = JobMessage::from_bytes(bytes) {
        assert_eq!(JobMessage::from_bytes(&job.to_bytes()).ok(), Some(job));
    }
    if let Ok(result) = ResultMessage::from_bytes(bytes) {
        assert_eq!(ResultMessage::from_bytes(&result.to_bytes()).ok(), Some(result));
    }
    if let Ok(text) = str::from_utf8(bytes)
        && let Ok(address) = text.parse::<FarmAddress>()
    {
        assert_eq!(address.to_string().parse(), Ok(address));
    }
}
