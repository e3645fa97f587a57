//! Where chunks lie in the address space: one after the other in a region that begins at a round address.
//!
//! Lua hashes tables, functions and other objects that are used as keys by the lower half of their address, so the order in
//! which `pairs` walks over them depends on where they lie. In such a region they lie alike in every run, and runs repeat. A
//! system that gives no region still works; runs then repeat but for the order of such keys.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::{NonNull, null_mut};

/// The size of a chunk, in bytes, to which it is also aligned.
pub const CHUNK: usize = 64 * 1024;

/// The region holds as many addresses as differ in their lower half.
#[cfg(target_os = "linux")]
const REGION: usize = 1 << 32;
/// Regions of several states lie one after the other from here on, where systems put nothing by themselves.
#[cfg(target_os = "linux")]
const FIRST_PLACE: usize = 1 << 44;
#[cfg(target_os = "linux")]
const PLACES: usize = 1 << 12;
/// So many chunks are kept as they are for the next owner; the memory of others goes back to the system.
const READY: usize = 64;

/// Chunks of memory, each in use or not.
pub struct Region {
    /// The region's start; null without one.
    start: *mut u8,
    /// How many chunks of it were ever in use.
    used: usize,
    free: Vec<NonNull<u8>>,
}

impl Default for Region {
    fn default() -> Region {
        Region { start: reserve(), used: 0, free: Vec::new() }
    }
}

impl Region {
    /// A chunk that nobody uses, with anything in it; null if there is no more memory.
    pub fn take(&mut self) -> *mut u8 {
        if let Some(chunk) = self.free.pop() {
            return chunk.as_ptr();
        }
        if self.start.is_null() {
            // SAFETY: the layout has a size.
            return unsafe { alloc(layout()) };
        }
        if (self.used + 1) * CHUNK > region_size() {
            return null_mut();
        }
        let chunk = self.start.wrapping_add(self.used * CHUNK);
        self.used += 1;
        chunk
    }

    /// Gives a chunk back.
    ///
    /// # Safety
    /// It came from `take` and is not used any more.
    pub unsafe fn give_back(&mut self, chunk: *mut u8) {
        if self.free.len() >= READY {
            if self.start.is_null() {
                // SAFETY: without a region it came from `alloc` with this layout.
                unsafe { dealloc(chunk, layout()) };
                return;
            }
            // SAFETY: a chunk of the region that nobody uses; it may be taken again, and then has zeros in it.
            unsafe { discard(chunk) };
        }
        self.free.extend(NonNull::new(chunk));
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        if self.start.is_null() {
            for chunk in self.free.drain(..) {
                // SAFETY: without a region they came from `alloc` with this layout, and nobody uses them.
                unsafe { dealloc(chunk.as_ptr(), layout()) };
            }
        } else {
            // SAFETY: the region is ours, and whoever drops it has given up what lay in it.
            unsafe { release(self.start) };
        }
    }
}

const fn layout() -> Layout {
    match Layout::from_size_align(CHUNK, CHUNK) {
        Ok(layout) => layout,
        Err(_) => Layout::new::<[u8; CHUNK]>(),
    }
}

#[cfg(target_os = "linux")]
fn region_size() -> usize {
    REGION
}

/// Reserves addresses; memory comes with their first use.
#[cfg(target_os = "linux")]
fn reserve() -> *mut u8 {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    for place in 0..PLACES {
        let wanted = (FIRST_PLACE + place * REGION) as *mut libc::c_void;
        // SAFETY: a new mapping that replaces none.
        let start = unsafe { libc::mmap(wanted, REGION, protection, flags, -1, 0) };
        if start == wanted {
            return start.cast();
        }
        if start != libc::MAP_FAILED {
            // An old system takes the place for a wish.
            // SAFETY: the mapping that was just made.
            unsafe { libc::munmap(start, REGION) };
        } else if std::io::Error::last_os_error().raw_os_error() != Some(libc::EEXIST) {
            break;
        }
    }
    null_mut()
}

#[cfg(target_os = "linux")]
unsafe fn discard(chunk: *mut u8) {
    // SAFETY: the caller's chunk lies in a mapping of ours.
    unsafe { libc::madvise(chunk.cast(), CHUNK, libc::MADV_DONTNEED) };
}

#[cfg(target_os = "linux")]
unsafe fn release(start: *mut u8) {
    // SAFETY: the caller's mapping, as it was made.
    unsafe { libc::munmap(start.cast(), REGION) };
}

#[cfg(not(target_os = "linux"))]
fn region_size() -> usize {
    0
}

#[cfg(not(target_os = "linux"))]
fn reserve() -> *mut u8 {
    null_mut()
}

#[cfg(not(target_os = "linux"))]
unsafe fn discard(_: *mut u8) {}

#[cfg(not(target_os = "linux"))]
unsafe fn release(_: *mut u8) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_aligned_differ_and_come_back() {
        let mut region = Region::default();
        let chunks: Vec<*mut u8> = (0..200).map(|_| region.take()).collect();
        for (index, &chunk) in chunks.iter().enumerate() {
            assert_eq!(chunk.addr() % CHUNK, 0);
            // SAFETY: a chunk of ours.
            unsafe { chunk.write_bytes(index as u8, CHUNK) };
        }
        for &chunk in &chunks {
            // SAFETY: taken above, and not used afterwards.
            unsafe { region.give_back(chunk) };
        }
        let again: Vec<*mut u8> = (0..200).map(|_| region.take()).collect();
        assert!(again.iter().all(|chunk| chunks.contains(chunk)));
        for chunk in again {
            // SAFETY: as above.
            unsafe { region.give_back(chunk) };
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn two_regions_have_the_same_lower_halves() {
        let (mut one, mut two) = (Region::default(), Region::default());
        let (one, two) = (one.take().addr(), two.take().addr());
        assert_ne!(one, two);
        assert_eq!(one as u32, two as u32);
    }
}
