//! Zeroed memory for the transposition table, in huge pages if the system has them. With small pages, almost every
//! random lookup misses the TLB.

use std::sync::atomic::AtomicU32;

/// A cache line of 64 bytes.
pub type CacheLine = [AtomicU32; 16];

#[cfg(not(target_arch = "wasm32"))]
pub use mapped::HugePages;
#[cfg(target_arch = "wasm32")]
pub use plain::HugePages;

#[cfg(not(target_arch = "wasm32"))]
mod mapped {
    use memmap2::MmapMut;
    use zerocopy::FromBytes;

    use super::CacheLine;

    /// Cache lines, zero until they are written.
    pub struct HugePages(MmapMut);

    impl HugePages {
        /// Allocates `lines` cache lines, at least one. Returns `None` if there is not enough memory.
        pub fn new(lines: usize) -> Option<HugePages> {
            let map = MmapMut::map_anon(lines.max(1).checked_mul(size_of::<CacheLine>())?).ok()?;
            // Without huge pages the table is only slower.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            Some(HugePages(map))
        }

        /// Returns the allocated cache lines.
        pub fn lines(&mut self) -> &mut [CacheLine] {
            <[CacheLine]>::mut_from_bytes(&mut self.0).expect("a map begins with a page and holds whole lines")
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod plain {
    use super::CacheLine;

    /// Cache lines, zero until they are written.
    pub struct HugePages(Vec<CacheLine>);

    impl HugePages {
        /// Allocates `lines` cache lines, at least one. Returns `None` if there is not enough memory.
        pub fn new(lines: usize) -> Option<HugePages> {
            let mut memory = Vec::new();
            memory.try_reserve_exact(lines.max(1)).ok()?;
            memory.resize_with(lines.max(1), CacheLine::default);
            Some(HugePages(memory))
        }

        /// Returns the allocated cache lines.
        pub fn lines(&mut self) -> &mut [CacheLine] {
            &mut self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn lines_are_zero_until_they_are_written() {
        let mut pages = HugePages::new(100_000).expect("there is memory for so little");
        assert_eq!(pages.lines().len(), 100_000);
        assert!(pages.lines().iter().flatten().all(|word| word.load(Ordering::Relaxed) == 0));
        pages.lines()[77][3].store(5, Ordering::Relaxed);
        assert_eq!(pages.lines()[77][3].load(Ordering::Relaxed), 5);
        assert_eq!(HugePages::new(0).expect("one line").lines().len(), 1);
        assert!(HugePages::new(usize::MAX).is_none());
    }
}
