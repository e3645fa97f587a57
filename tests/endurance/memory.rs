//! How much memory is in use, to the byte: this test program counts what it allocates.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

/// Lua's heap takes memory in chunks of this alignment and keeps some for later; what is in them it counts itself.
const CHUNK: usize = 64 * 1024;

struct Counting;

static LIVE: AtomicIsize = AtomicIsize::new(0);

fn count(layout: Layout, sign: isize) {
    if layout.align() < CHUNK {
        LIVE.fetch_add(sign * layout.size() as isize, Relaxed);
    }
}

// SAFETY: everything is the system's; counting touches no memory that is handed out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout, 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(layout, -1);
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.align() < CHUNK {
            LIVE.fetch_add(size as isize - layout.size() as isize, Relaxed);
        }
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that are in use outside of the chunks of Lua's heap.
pub fn live() -> usize {
    LIVE.load(Relaxed).try_into().unwrap_or(0)
}

/// Bytes of this process that are in the machine's memory, where the system tells. It grows for a while even if nothing else
/// does: what was allocated long ago counts only once it is touched.
pub fn resident() -> Option<usize> {
    let statistics = std::fs::read_to_string("/proc/self/statm").ok()?;
    statistics.split_whitespace().nth(1)?.parse().ok().map(|pages: usize| pages * 4096)
}
