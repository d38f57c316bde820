//! [`Checksum`]: tells whether two contents are the same.

use std::io::{self, Read};

/// How much of a file is in memory at a time; a multiple of eight.
const BUFFER: usize = 64 << 10;

/// A 64-bit checksum: little-endian words of eight bytes, each xored in, multiplied by the FNV prime
/// and folded. It is made like FNV-1a and is not FNV-1a, which takes single bytes. It finds accidents,
/// not forgeries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// The checksum of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut sum = Self::default();
        sum.add(bytes);
        sum
    }

    /// The checksum of all that a reader has.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of_reader(mut reader: impl Read) -> io::Result<Self> {
        let (mut sum, mut buffer) = (Self::default(), vec![0; BUFFER]);
        loop {
            // A reader may give less than it has; only the last words may be cut.
            let mut filled = 0;
            while filled < BUFFER {
                match reader.read(&mut buffer[filled..])? {
                    0 => break,
                    read => filled += read,
                }
            }
            sum.add(&buffer[..filled]);
            if filled < BUFFER {
                return Ok(sum);
            }
        }
    }

    /// Adds bytes; a multiple of eight of them, except the last time.
    pub fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3);
            self.0 ^= self.0 >> 32;
        }
    }

    /// The number itself.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Sixteen hexadecimal digits.
    #[must_use]
    pub fn to_hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that gives seven bytes at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(7);
            self.0.read(&mut buffer[..most])
        }
    }

    #[test]
    fn parts_readers_and_whole_contents_have_one_checksum() {
        let bytes: Vec<u8> = (0..200_003_u32).map(|number| (number % 251) as u8).collect();
        let whole = Checksum::of(&bytes);
        let mut parts = Checksum::default();
        bytes.chunks(4096).for_each(|part| parts.add(part));
        assert_eq!(parts, whole);
        assert_eq!(Checksum::of_reader(bytes.as_slice()).unwrap(), whole);
        assert_eq!(Checksum::of_reader(Slow(&bytes)).unwrap(), whole);
        assert_eq!(whole.to_hex().len(), 16);
    }

    #[test]
    fn one_other_byte_is_another_checksum() {
        let bytes = [7; 100];
        for index in 0..bytes.len() {
            let mut other = bytes;
            other[index] ^= 1;
            assert_ne!(Checksum::of(&other), Checksum::of(&bytes), "{index}");
        }
    }
}
