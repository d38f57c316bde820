//! Files that are written whole or not at all, and checksums that tell one content from another.
//!
//! What the bytes mean is for others to say.

#![forbid(unsafe_code)]

mod atomic;
mod checksum;

pub use atomic::{ensure_writable, write_atomically};
pub use checksum::Checksum;
