//! Small blocks of memory, by size and owner.
//!
//! A chunk of 64 KiB holds blocks of one size and one owner, so a block needs no header to know whose it is, and making and
//! freeing one takes a few instructions. Nothing here panics, and nothing counts or refuses: that is the heap's to do.

#![allow(unsafe_code)]

use super::region::{CHUNK, Region};
use std::ptr::null_mut;

/// Sizes of blocks are multiples of this; all blocks are aligned to it.
pub const STEP: usize = 16;
/// Larger blocks are not for chunks.
pub const LARGEST: usize = 512;
const CLASSES: usize = LARGEST / STEP;
/// The part of a chunk that is no block.
const HEADER: usize = 64;

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

/// An owner's chunks with room, by class.
type WithRoom = [*mut Chunk; CLASSES];

/// All chunks. When this is dropped, no block of them may be used any more.
#[derive(Default)]
pub struct Chunks {
    owners: Vec<WithRoom>,
    region: Region,
}

impl Chunks {
    fn with_room(&mut self, owner: u32) -> &mut WithRoom {
        let index = owner as usize;
        if self.owners.len() <= index {
            self.owners.resize(index + 1, [null_mut(); CLASSES]);
        }
        &mut self.owners[index]
    }

    /// # Safety
    /// `size` is 1 to `LARGEST`.
    pub unsafe fn make(&mut self, owner: u32, size: usize) -> *mut u8 {
        let class = class(size);
        let mut chunk = self.with_room(owner)[class];
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
    pub unsafe fn free(&mut self, block: *mut u8) {
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
        let chunk: *mut Chunk = self.region.take().cast();
        if !chunk.is_null() {
            let fresh = HEADER as u32;
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
        // SAFETY: it came from there, and the caller promises the rest.
        unsafe { self.region.give_back(chunk.cast()) };
    }

    /// # Safety
    /// The chunk is alive and in no list.
    unsafe fn link(&mut self, chunk: *mut Chunk) {
        // SAFETY: all chunks of a list are alive.
        unsafe {
            let first = &mut self.with_room((*chunk).owner)[(*chunk).class as usize];
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
                self.with_room((*chunk).owner)[(*chunk).class as usize] = after;
            } else {
                (*before).after = after;
            }
            if !after.is_null() {
                (*after).before = before;
            }
        }
    }
}

/// Whose a block is.
///
/// # Safety
/// `block` is a used block of a chunk.
pub unsafe fn owner_of(block: *mut u8) -> u32 {
    // SAFETY: as the caller promises, so the chunk is alive.
    unsafe { (*chunk_of(block)).owner }
}

/// Whether a block of one size is one of another size too.
pub fn same_class(one: usize, other: usize) -> bool {
    class(one) == class(other)
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
