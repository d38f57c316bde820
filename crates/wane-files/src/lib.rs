//! Files that are written whole or not at all, errors that say which file they are about, and checksums that tell one
//! content from another.
//!
//! What the bytes mean is for others to say.

#![forbid(unsafe_code)]

mod atomic;
mod checksum;
mod path_error;

pub use atomic::{ensure_writable, write_atomically};
pub use checksum::Checksum;
pub use path_error::PathError;
