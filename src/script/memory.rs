//! The heap of a Lua state: every block belongs to the script that was running when it was made, and a script can only take so
//! much.
//!
//! Blocks of up to 512 bytes lie in chunks, which know their owner; larger ones come from the system with a header.
//!
//! What is guaranteed: the host (owner 0) is never refused. A script is refused what would bring it over its own limit, or all
//! scripts together over the common one; Lua then collects garbage, asks again, and raises "not enough memory" if it is
//! refused again. Shrinking and freeing are never refused. Nothing here panics. This is one of the few files that may say
//! `unsafe`.

#![allow(unsafe_code)]

use super::chunks::{self, Chunks};
use std::alloc::{Layout, alloc, dealloc, realloc};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::rc::Rc;

/// Before a large block.
const HEADER: usize = 16;

/// How much scripts may take, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimits {
    pub a_script: usize,
    pub all_scripts: usize,
}

impl MemoryLimits {
    /// No limits, and nothing is counted either.
    pub const UNCOUNTED: MemoryLimits = MemoryLimits { a_script: usize::MAX, all_scripts: usize::MAX };
}

impl Default for MemoryLimits {
    fn default() -> MemoryLimits {
        MemoryLimits { a_script: 64 << 20, all_scripts: 256 << 20 }
    }
}

struct Account {
    bytes: usize,
    /// Refused since the last question.
    refused: bool,
}

/// The heap. It must outlive the state that uses it.
pub struct Heap {
    /// Who runs: a script's number, or 0 for the host.
    running: Rc<Cell<u32>>,
    limits: MemoryLimits,
    accounts: Vec<Account>,
    of_scripts: usize,
    chunks: Chunks,
}

impl Heap {
    /// An empty heap. `running` tells whose the next block is: a script's number, 0 for the host.
    pub fn new(running: Rc<Cell<u32>>, limits: MemoryLimits) -> Heap {
        Heap { running, limits, accounts: Vec::new(), of_scripts: 0, chunks: Chunks::default() }
    }

    /// How many bytes a script holds.
    pub fn bytes_of(&self, owner: u32) -> usize {
        self.accounts.get(owner as usize).map_or(0, |account| account.bytes)
    }

    /// Whether a script was refused memory since the last time this was asked.
    pub fn was_refused(&mut self, owner: u32) -> bool {
        self.accounts.get_mut(owner as usize).is_some_and(|account| std::mem::take(&mut account.refused))
    }

    fn account(&mut self, owner: u32) -> &mut Account {
        let index = owner as usize;
        if self.accounts.len() <= index {
            let empty = || Account { bytes: 0, refused: false };
            self.accounts.resize_with(index + 1, empty);
        }
        &mut self.accounts[index]
    }

    /// Whether an owner may hold so much more; notes a refusal.
    fn grants(&mut self, owner: u32, more: usize) -> bool {
        if owner == 0 {
            return true;
        }
        let limits = self.limits;
        let all = self.of_scripts;
        let account = self.account(owner);
        let granted = more <= limits.a_script.saturating_sub(account.bytes)
            && more <= limits.all_scripts.saturating_sub(all);
        account.refused |= !granted;
        granted
    }

    fn add(&mut self, owner: u32, bytes: usize) {
        self.account(owner).bytes += bytes;
        if owner != 0 {
            self.of_scripts += bytes;
        }
    }

    fn take(&mut self, owner: u32, bytes: usize) {
        self.account(owner).bytes -= bytes;
        if owner != 0 {
            self.of_scripts -= bytes;
        }
    }

    /// A block of at least 1 byte for whoever runs; null when the system has no more.
    ///
    /// # Safety
    /// None beyond that the heap is used by one thread.
    unsafe fn make(&mut self, size: usize) -> *mut u8 {
        let owner = self.running.get();
        // SAFETY: both give a block of `size` bytes or null.
        let block = unsafe {
            if size <= chunks::LARGEST { self.chunks.make(owner, size) } else { large(owner, size) }
        };
        if !block.is_null() {
            self.add(owner, size);
        }
        block
    }

    /// # Safety
    /// `block` came from `make` or `change` of this heap with this size, and is not used afterwards.
    unsafe fn free(&mut self, block: *mut u8, size: usize) {
        // SAFETY: as the caller promises; the size tells which kind of block it is.
        unsafe {
            if size <= chunks::LARGEST {
                let owner = chunks::owner_of(block);
                self.take(owner, size);
                self.chunks.free(block);
            } else {
                let start = block.sub(HEADER);
                let owner = start.cast::<u32>().read();
                self.take(owner, size);
                dealloc(start, large_layout(size));
            }
        }
    }

    /// # Safety
    /// As `free`; the block's content up to the smaller of both sizes is kept. Null leaves the old block as it was.
    unsafe fn change(&mut self, block: *mut u8, old: usize, new: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        unsafe {
            if old <= chunks::LARGEST && new <= chunks::LARGEST && chunks::same_class(old, new) {
                let owner = chunks::owner_of(block);
                self.take(owner, old);
                self.add(owner, new);
                return block;
            }
            if old > chunks::LARGEST && new > chunks::LARGEST {
                let start = realloc(block.sub(HEADER), large_layout(old), new + HEADER);
                if start.is_null() {
                    return null_mut();
                }
                // Whoever makes a block grow has it from then on.
                let owner = self.running.get();
                self.take(start.cast::<u32>().read(), old);
                self.add(owner, new);
                start.cast::<u32>().write(owner);
                return start.add(HEADER);
            }
            let other = self.make(new);
            if !other.is_null() {
                block.copy_to_nonoverlapping(other, old.min(new));
                self.free(block, old);
            }
            other
        }
    }
}

/// Lua's allocation function over a heap.
///
/// # Safety
/// `heap` points at a [`Heap`] that nothing else borrows during the call; blocks and sizes are as Lua keeps them.
pub unsafe extern "C" fn allocate(
    heap: *mut c_void,
    block: *mut c_void,
    old: usize,
    new: usize,
) -> *mut c_void {
    // SAFETY: as the caller promises. Without a block, `old` is no size but a kind of object.
    unsafe {
        let heap = &mut *heap.cast::<Heap>();
        let block = block.cast::<u8>();
        let old = if block.is_null() { 0 } else { old };
        if new == 0 {
            if old > 0 {
                heap.free(block, old);
            }
            return null_mut();
        }
        // More than this is no size that a machine has; it also keeps sums below from overflowing.
        if new > isize::MAX as usize / 2 || (new > old && !heap.grants(heap.running.get(), new - old)) {
            return null_mut();
        }
        let block = if old == 0 { heap.make(new) } else { heap.change(block, old, new) };
        block.cast()
    }
}

/// Lua's allocation function without limits and without knowing whose a block is.
///
/// # Safety
/// Blocks and sizes are as Lua keeps them.
pub unsafe extern "C" fn allocate_uncounted(
    _: *mut c_void,
    block: *mut c_void,
    old: usize,
    new: usize,
) -> *mut c_void {
    // SAFETY: as the caller promises; sizes that a machine does not have are refused.
    unsafe {
        if new == 0 {
            if !block.is_null() && old > 0 {
                dealloc(block.cast(), Layout::from_size_align_unchecked(old, HEADER));
            }
            return null_mut();
        }
        if new > isize::MAX as usize / 2 {
            return null_mut();
        }
        let block: *mut u8 = block.cast();
        let made = if block.is_null() || old == 0 {
            alloc(Layout::from_size_align_unchecked(new, HEADER))
        } else {
            realloc(block, Layout::from_size_align_unchecked(old, HEADER), new)
        };
        made.cast()
    }
}

/// # Safety
/// `size` is at most half of `isize::MAX`.
unsafe fn large_layout(size: usize) -> Layout {
    // SAFETY: the alignment is a power of two, and the sum does not overflow.
    unsafe { Layout::from_size_align_unchecked(size + HEADER, HEADER) }
}

/// # Safety
/// As [`large_layout`].
unsafe fn large(owner: u32, size: usize) -> *mut u8 {
    // SAFETY: the layout has a size; the header fits before the block.
    unsafe {
        let start = alloc(large_layout(size));
        if start.is_null() {
            return null_mut();
        }
        start.cast::<u32>().write(owner);
        start.add(HEADER)
    }
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
