//! How much memory is in use, to the block and byte: this test program counts what it allocates.

#![allow(unsafe_code)]

use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

/// Lua's heap takes memory in chunks of this alignment and keeps some for later; what is in them it counts itself.
const CHUNK: usize = 64 * 1024;

struct Counting;

static BLOCKS: AtomicIsize = AtomicIsize::new(0);
static BYTES: AtomicIsize = AtomicIsize::new(0);

fn count(layout: Layout, sign: isize) {
    if layout.align() < CHUNK {
        BLOCKS.fetch_add(sign, Relaxed);
        BYTES.fetch_add(sign * layout.size() as isize, Relaxed);
    }
}

// SAFETY: everything is the allocator's that the program has; counting touches no memory that is handed out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout, 1);
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(layout, -1);
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.align() < CHUNK {
            BYTES.fetch_add(size as isize - layout.size() as isize, Relaxed);
        }
        unsafe { MiMalloc.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What is in use outside of the chunks of Lua's heap.
#[derive(Clone, Copy)]
pub struct Live {
    pub blocks: usize,
    /// Lists that are empty again keep their room, so this grows by some doublings before it stays.
    pub bytes: usize,
}

pub fn live() -> Live {
    let read = |count: &AtomicIsize| count.load(Relaxed).try_into().unwrap_or(0);
    Live { blocks: read(&BLOCKS), bytes: read(&BYTES) }
}

/// Bytes of this process that are in the machine's memory, where the system tells. It grows for a while even if nothing else
/// does: what was allocated long ago counts only once it is touched.
pub fn resident() -> Option<usize> {
    let statistics = std::fs::read_to_string("/proc/self/statm").ok()?;
    statistics.split_whitespace().nth(1)?.parse().ok().map(|pages: usize| pages * 4096)
}
