//! [`Disk`]: a disk in memory with a volatile write cache, which a guest reaches through the NBD protocol.
//!
//! A written block is safe only after a flush. When the power is cut, blocks that were written since then are lost, or
//! some of them, or none, as with a real disk. Only what QEMU needs of the protocol is here.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use anyhow::{Context as _, Result, ensure};
use wane_testkit::Rng;

/// The unit that survives as a whole or not at all.
const BLOCK: usize = 4096;

/// The start of the server, of options, of their answers, of requests and of theirs.
const NBD_MAGIC: &[u8; 8] = b"NBDMAGIC";
const OPTION_MAGIC: &[u8; 8] = b"IHAVEOPT";
const OPTION_REPLY_MAGIC: u64 = 0x0003_e889_0455_65a9;
const REQUEST_MAGIC: u32 = 0x2560_9513;
const REPLY_MAGIC: u32 = 0x6744_6698;

/// `NBD_FLAG_FIXED_NEWSTYLE` and `NBD_FLAG_NO_ZEROES`.
const HANDSHAKE_FLAGS: u16 = 0b11;
/// `NBD_FLAG_HAS_FLAGS` and `NBD_FLAG_SEND_FLUSH`.
const EXPORT_FLAGS: u16 = 0b101;

const OPT_GO: u32 = 7;
const REP_ACK: u32 = 1;
const REP_INFO: u32 = 3;
const REP_ERR_UNSUP: u32 = 0x8000_0001;

const CMD_READ: u16 = 0;
const CMD_WRITE: u16 = 1;
const CMD_DISC: u16 = 2;
const CMD_FLUSH: u16 = 3;
const EINVAL: u32 = 22;

/// A disk that survives the guests that use it one after the other.
pub(super) struct Disk {
    blocks: Arc<Mutex<Blocks>>,
}

/// A disk in use.
pub(super) struct Server {
    thread: JoinHandle<io::Result<()>>,
    socket: PathBuf,
}

struct Blocks {
    /// What a reader sees.
    cached: Vec<u8>,
    /// What a power cut leaves for sure.
    safe: Vec<u8>,
    /// The blocks in which they may differ.
    dirty: BTreeSet<usize>,
}

impl Disk {
    /// A disk with this content, a multiple of [`BLOCK`].
    pub(super) fn new(content: Vec<u8>) -> Result<Self> {
        ensure!(content.len().is_multiple_of(BLOCK), "the disk has a length of {}", content.len());
        let blocks = Blocks { safe: content.clone(), cached: content, dirty: BTreeSet::new() };
        Ok(Self { blocks: Arc::new(Mutex::new(blocks)) })
    }

    /// Serves one guest through a new socket.
    pub(super) fn serve(&self, socket: &Path) -> Result<Server> {
        let listener = UnixListener::bind(socket).context("opening a socket for the disk")?;
        let blocks = self.blocks.clone();
        let thread = thread::spawn(move || {
            let (mut stream, _) = listener.accept()?;
            let size = lock(&blocks).cached.len() as u64;
            handshake(&mut stream, size)?;
            while request(&mut stream, &blocks)? {}
            Ok(())
        });
        Ok(Server { thread, socket: socket.into() })
    }

    /// Cuts the power. Each block that is not safe survives with a chance of 0, 1/2 or 1. Returns how many were lost.
    pub(super) fn cut_power(&self, rng: &mut Rng) -> usize {
        let mut blocks = lock(&self.blocks);
        let halves = rng.below(3);
        let dirty = std::mem::take(&mut blocks.dirty);
        let mut lost = 0;
        for block in dirty {
            if rng.below(2) < halves {
                blocks.make_safe(block);
            } else {
                blocks.lose(block);
                lost += 1;
            }
        }
        lost
    }
}

impl Server {
    /// Waits until the guest, which was killed, does not use the disk any more.
    pub(super) fn join(self) {
        // It may never have come.
        drop(UnixStream::connect(self.socket));
        // A killed guest ends in the middle of a request.
        let _ = self.thread.join();
    }
}

impl Blocks {
    fn write(&mut self, offset: usize, bytes: &[u8]) {
        self.cached[offset..][..bytes.len()].copy_from_slice(bytes);
        self.dirty.extend(offset / BLOCK..(offset + bytes.len()).div_ceil(BLOCK));
    }

    fn flush(&mut self) {
        for block in std::mem::take(&mut self.dirty) {
            self.make_safe(block);
        }
    }

    fn make_safe(&mut self, block: usize) {
        let range = block * BLOCK..(block + 1) * BLOCK;
        self.safe[range.clone()].copy_from_slice(&self.cached[range]);
    }

    fn lose(&mut self, block: usize) {
        let range = block * BLOCK..(block + 1) * BLOCK;
        self.cached[range.clone()].copy_from_slice(&self.safe[range]);
    }
}

fn lock(blocks: &Mutex<Blocks>) -> MutexGuard<'_, Blocks> {
    blocks.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers options until the client chooses the only export.
fn handshake(stream: &mut UnixStream, size: u64) -> io::Result<()> {
    stream.write_all(&[NBD_MAGIC, OPTION_MAGIC, &HANDSHAKE_FLAGS.to_be_bytes()[..]].concat())?;
    let _client_flags: [u8; 4] = read(stream)?;
    loop {
        if read::<8>(stream)? != *OPTION_MAGIC {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let option = u32::from_be_bytes(read(stream)?);
        let length = u32::from_be_bytes(read(stream)?);
        io::copy(&mut stream.take(length.into()), &mut io::sink())?;
        if option == OPT_GO {
            // NBD_INFO_EXPORT is 0.
            let info = [&[0; 2], &size.to_be_bytes()[..], &EXPORT_FLAGS.to_be_bytes()].concat();
            option_reply(stream, option, REP_INFO, &info)?;
            return option_reply(stream, option, REP_ACK, &[]);
        }
        option_reply(stream, option, REP_ERR_UNSUP, &[])?;
    }
}

fn option_reply(stream: &mut UnixStream, option: u32, kind: u32, data: &[u8]) -> io::Result<()> {
    let length = u32::try_from(data.len()).map_err(io::Error::other)?;
    let numbers = [option, kind, length].map(u32::to_be_bytes).concat();
    stream.write_all(&[&OPTION_REPLY_MAGIC.to_be_bytes(), &numbers[..], data].concat())
}

/// Answers a request; false after the last one.
fn request(stream: &mut UnixStream, blocks: &Mutex<Blocks>) -> io::Result<bool> {
    if u32::from_be_bytes(read(stream)?) != REQUEST_MAGIC {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let _flags: [u8; 2] = read(stream)?;
    let command = u16::from_be_bytes(read(stream)?);
    let cookie: [u8; 8] = read(stream)?;
    let offset = u64::from_be_bytes(read(stream)?);
    let length = u32::from_be_bytes(read(stream)?);
    let mut data = Vec::new();
    if command == CMD_WRITE {
        stream.take(length.into()).read_to_end(&mut data)?;
        if data.len() < length as usize {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let (mut error, mut answer) = (0, Vec::new());
    let mut blocks = lock(blocks);
    let size = blocks.cached.len();
    let start = usize::try_from(offset).ok().filter(|start| *start <= size);
    let start = start.filter(|start| length as usize <= size - start);
    match (command, start) {
        (CMD_DISC, _) => return Ok(false),
        (CMD_FLUSH, _) => blocks.flush(),
        (CMD_READ, Some(start)) => answer = blocks.cached[start..][..length as usize].to_vec(),
        (CMD_WRITE, Some(start)) => blocks.write(start, &data),
        _ => error = EINVAL,
    }
    drop(blocks);
    let head = [REPLY_MAGIC, error].map(u32::to_be_bytes).concat();
    stream.write_all(&[&head, &cookie[..], &answer].concat())?;
    Ok(true)
}

fn read<const N: usize>(stream: &mut UnixStream) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_flushed_survives_every_power_cut_and_the_rest_does_not() {
        let disk = Disk::new(vec![0; 64 * BLOCK]).unwrap();
        let mut rng = Rng::new(1);
        let mut lost = 0;
        for round in 1..=20 {
            lock(&disk.blocks).write(5, &[round; BLOCK]);
            lock(&disk.blocks).flush();
            lock(&disk.blocks).write(8 * BLOCK, &vec![round; 32 * BLOCK]);
            lost += disk.cut_power(&mut rng);
            let blocks = lock(&disk.blocks);
            assert_eq!(blocks.cached, blocks.safe);
            assert_eq!(blocks.cached[5..][..BLOCK], [round; BLOCK]);
        }
        assert!((100..540).contains(&lost), "{lost}");
    }
}
