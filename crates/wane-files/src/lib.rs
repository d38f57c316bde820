//! Files that survive a kill, a full disk and a power cut; errors that say which file they are about; and checksums
//! that tell one content from another.
//!
//! A file that is written as a whole is written with [`write_atomically`]. A file that grows while a program runs is an
//! [`AppendFile`], or a [`Journal`] if its lines are what a later run resumes from. Both are locked while they are open,
//! and so is a folder with a [`FolderLock`].
//!
//! What the bytes mean is for others to say.

#![forbid(unsafe_code)]

mod append;
mod atomic;
mod checksum;
mod folder;
mod journal;
mod late_sync;
mod lock;
mod path_error;
mod seal;

pub use append::AppendFile;
pub use atomic::{ensure_writable, write_atomically, write_new_atomically};
pub use checksum::Checksum;
pub use folder::{FolderLock, create_folder};
pub use journal::{GoodLines, Journal, JournalError, good_lines};
pub use lock::LockError;
pub use path_error::PathError;
pub use seal::LineForm;
