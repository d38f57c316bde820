//! [`Checksum`]: a number that tells one file from another.

/// FNV-1a over eight bytes at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checksum(u64);

impl Checksum {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut sum = Self::new();
        sum.add(bytes);
        sum
    }

    /// Adds bytes; as many as are a multiple of eight, except the last time.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3);
            self.0 ^= self.0 >> 32;
        }
    }

    /// Sixteen digits.
    pub(crate) fn to_hex(self) -> String {
        format!("{:016x}", self.0)
    }
}
