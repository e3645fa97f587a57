//! The heap of a Lua state: every block belongs to the script that was running when it was made, and a script can only take so
//! much.
//!
//! Blocks of up to 512 bytes lie in chunks of 64 KiB; a chunk holds blocks of one size and one owner, so a block needs no
//! header to know whose it is, and making and freeing one takes a few instructions. Larger blocks come from the system with
//! a header.
//!
//! What is guaranteed: the host (owner 0) is never refused. A script is refused what would bring it over its own limit, or all
//! scripts together over the common one; Lua then collects garbage, asks again, and raises "not enough memory" if it is
//! refused again. Shrinking and freeing are never refused. Nothing here panics. This is one of the few files that may say
//! `unsafe`.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc, realloc};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};
use std::rc::Rc;

const CHUNK: usize = 64 * 1024;
/// Sizes of small blocks are multiples of this; all blocks are aligned to it.
const STEP: usize = 16;
const LARGEST_SMALL: usize = 512;
const CLASSES: usize = LARGEST_SMALL / STEP;
/// Before a large block.
const HEADER: usize = 16;
/// The part of a chunk that is no block.
const CHUNK_HEADER: usize = 64;
/// So many empty chunks are kept for reuse.
const SPARE_CHUNKS: usize = 64;

/// How much scripts may take, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryLimits {
    pub a_script: usize,
    pub all_scripts: usize,
}

impl Default for MemoryLimits {
    fn default() -> MemoryLimits {
        MemoryLimits { a_script: 64 << 20, all_scripts: 256 << 20 }
    }
}

/// A free block of a chunk, linked to the next.
struct Free {
    next: *mut Free,
}

/// The beginning of a chunk.
#[repr(C)]
struct Chunk {
    owner: u32,
    class: u32,
    used: u32,
    /// Blocks from here on, counted in bytes from the start of the chunk, were never used.
    fresh: u32,
    free: *mut Free,
    /// In the list of the owner's chunks of this class that have room.
    before: *mut Chunk,
    after: *mut Chunk,
}

struct Account {
    bytes: usize,
    /// Refused since the last question.
    refused: bool,
    /// Chunks with room, by class.
    with_room: [*mut Chunk; CLASSES],
}

/// The heap. It must outlive the state that uses it.
pub struct Heap {
    /// Who runs: a script's number, or 0 for the host.
    running: Rc<Cell<u32>>,
    limits: MemoryLimits,
    accounts: Vec<Account>,
    of_scripts: usize,
    spare: Vec<NonNull<Chunk>>,
}

impl Heap {
    /// An empty heap. `running` tells whose the next block is: a script's number, 0 for the host.
    pub fn new(running: Rc<Cell<u32>>, limits: MemoryLimits) -> Heap {
        Heap { running, limits, accounts: Vec::new(), of_scripts: 0, spare: Vec::new() }
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
            let empty = || Account { bytes: 0, refused: false, with_room: [null_mut(); CLASSES] };
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
        let block =
            unsafe { if size <= LARGEST_SMALL { self.small(owner, size) } else { large(owner, size) } };
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
            if size <= LARGEST_SMALL {
                let owner = (*chunk_of(block)).owner;
                self.take(owner, size);
                self.free_small(block);
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
            if old <= LARGEST_SMALL && new <= LARGEST_SMALL && class(old) == class(new) {
                let owner = (*chunk_of(block)).owner;
                self.take(owner, old);
                self.add(owner, new);
                return block;
            }
            if old > LARGEST_SMALL && new > LARGEST_SMALL {
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

    /// # Safety
    /// `size` is 1 to `LARGEST_SMALL`.
    unsafe fn small(&mut self, owner: u32, size: usize) -> *mut u8 {
        let class = class(size);
        let mut chunk = self.account(owner).with_room[class];
        // SAFETY: chunks in a list are alive and have room; a block of a chunk lies within it.
        unsafe {
            if chunk.is_null() {
                chunk = self.new_chunk(owner, class);
                if chunk.is_null() {
                    return null_mut();
                }
                self.link(chunk);
            }
            let block = if (*chunk).free.is_null() {
                let block = chunk.cast::<u8>().add((*chunk).fresh as usize);
                (*chunk).fresh += block_size(class) as u32;
                block
            } else {
                let block = (*chunk).free;
                (*chunk).free = (*block).next;
                block.cast()
            };
            (*chunk).used += 1;
            if is_full(chunk) {
                self.unlink(chunk);
            }
            block
        }
    }

    /// # Safety
    /// `block` is a used block of a chunk.
    unsafe fn free_small(&mut self, block: *mut u8) {
        // SAFETY: as the caller promises, so the chunk is alive.
        unsafe {
            let chunk = chunk_of(block);
            let was_full = is_full(chunk);
            let free = block.cast::<Free>();
            (*free).next = (*chunk).free;
            (*chunk).free = free;
            (*chunk).used -= 1;
            if was_full {
                self.link(chunk);
            }
            if (*chunk).used == 0 {
                self.unlink(chunk);
                self.retire(chunk);
            }
        }
    }

    fn new_chunk(&mut self, owner: u32, class: usize) -> *mut Chunk {
        let chunk: *mut Chunk = match self.spare.pop() {
            Some(chunk) => chunk.as_ptr(),
            // SAFETY: the layout has a size.
            None => unsafe { alloc(chunk_layout()) }.cast(),
        };
        if !chunk.is_null() {
            let fresh = CHUNK_HEADER as u32;
            let header = Chunk {
                owner,
                class: class as u32,
                used: 0,
                fresh,
                free: null_mut(),
                before: null_mut(),
                after: null_mut(),
            };
            // SAFETY: a chunk is larger than its header and aligned.
            unsafe { chunk.write(header) };
        }
        chunk
    }

    /// # Safety
    /// The chunk is alive, in no list, and none of its blocks is used.
    unsafe fn retire(&mut self, chunk: *mut Chunk) {
        match NonNull::new(chunk) {
            Some(chunk) if self.spare.len() < SPARE_CHUNKS => self.spare.push(chunk),
            // SAFETY: it came from `alloc` with this layout.
            _ => unsafe { dealloc(chunk.cast(), chunk_layout()) },
        }
    }

    /// # Safety
    /// The chunk is alive and in no list.
    unsafe fn link(&mut self, chunk: *mut Chunk) {
        // SAFETY: all chunks of a list are alive.
        unsafe {
            let first = &mut self.account((*chunk).owner).with_room[(*chunk).class as usize];
            (*chunk).before = null_mut();
            (*chunk).after = *first;
            if !first.is_null() {
                (**first).before = chunk;
            }
            *first = chunk;
        }
    }

    /// # Safety
    /// The chunk is in the list of its owner and class.
    unsafe fn unlink(&mut self, chunk: *mut Chunk) {
        // SAFETY: all chunks of a list are alive.
        unsafe {
            let (before, after) = ((*chunk).before, (*chunk).after);
            if before.is_null() {
                self.account((*chunk).owner).with_room[(*chunk).class as usize] = after;
            } else {
                (*before).after = after;
            }
            if !after.is_null() {
                (*after).before = before;
            }
        }
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        for chunk in self.spare.drain(..) {
            // SAFETY: spare chunks are alive, came from `alloc`, and nothing uses them.
            unsafe { dealloc(chunk.as_ptr().cast(), chunk_layout()) };
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

fn class(size: usize) -> usize {
    (size - 1) / STEP
}

fn block_size(class: usize) -> usize {
    (class + 1) * STEP
}

/// # Safety
/// The chunk is alive.
unsafe fn is_full(chunk: *const Chunk) -> bool {
    // SAFETY: as the caller promises.
    unsafe {
        (*chunk).free.is_null() && (*chunk).fresh as usize + block_size((*chunk).class as usize) > CHUNK
    }
}

fn chunk_of(block: *mut u8) -> *mut Chunk {
    block.map_addr(|address| address & !(CHUNK - 1)).cast()
}

const fn chunk_layout() -> Layout {
    match Layout::from_size_align(CHUNK, CHUNK) {
        Ok(layout) => layout,
        Err(_) => Layout::new::<[u8; CHUNK]>(),
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
