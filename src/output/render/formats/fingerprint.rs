//! What a finding is recognised by when lines have moved.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::answer::Finding;

/// Numbers findings that are alike, so that no two have the same fingerprint.
#[derive(Default)]
pub(super) struct Fingerprints {
    seen: IndexMap<String, usize, FxBuildHasher>,
}

impl Fingerprints {
    /// File, code, message and quoted line in 32 hexadecimal digits; the place in the file does not count.
    pub(super) fn of(&mut self, finding: &Finding) -> String {
        let (file, number) = (finding.file.as_deref().unwrap_or_default(), finding.code.entry().number);
        let own = [file, number, &finding.message, &finding.quoted].join("\0");
        let alike = self.seen.entry(own.clone()).or_default();
        *alike += 1;
        format!("{:032x}", fnv_1a(format!("{own}\0{alike}").as_bytes()))
    }
}

/// The hash FNV-1a with 128 bits (Fowler, Noll, Vo; RFC 9923).
fn fnv_1a(bytes: &[u8]) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME))
}
