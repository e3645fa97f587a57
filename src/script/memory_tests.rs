//! The heap on its own.
//!
//! SAFETY (all `unsafe` here): blocks are written and read within the sizes that they were made with, until they are freed.

use super::*;

struct Test {
    heap: Heap,
    running: Rc<Cell<u32>>,
}

impl Test {
    fn new(a_script: usize, all_scripts: usize) -> Test {
        let running = Rc::new(Cell::new(0));
        Test { heap: Heap::new(running.clone(), MemoryLimits { a_script, all_scripts }), running }
    }

    fn call(&mut self, block: *mut u8, old: usize, new: usize) -> *mut u8 {
        unsafe { allocate((&raw mut self.heap).cast(), block.cast(), old, new).cast() }
    }

    fn make(&mut self, size: usize) -> *mut u8 {
        self.call(null_mut(), 5, size)
    }

    fn free(&mut self, block: *mut u8, size: usize) {
        self.call(block, size, 0);
    }
}

const ROOMY: usize = 1 << 30;

/// A generator of numbers that are as good as random.
fn next(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn blocks_keep_what_is_in_them_whatever_happens_around() {
    let mut test = Test::new(ROOMY, ROOMY);
    let mut seed = 1;
    let mut blocks: Vec<(*mut u8, usize, u8)> = Vec::new();
    for step in 0..200_000 {
        test.running.set((next(&mut seed) % 3) as u32);
        let size = 1 + if next(&mut seed).is_multiple_of(20) {
            next(&mut seed) % 5_000
        } else {
            next(&mut seed) % 600
        };
        let mark = (step % 251) as u8;
        match next(&mut seed) % 3 {
            0 if !blocks.is_empty() => {
                let (block, size, mark) = blocks.swap_remove(next(&mut seed) % blocks.len());
                assert!((0..size).all(|at| unsafe { block.add(at).read() } == mark));
                test.free(block, size);
            }
            1 if !blocks.is_empty() => {
                let index = next(&mut seed) % blocks.len();
                let (block, old, kept) = blocks[index];
                let changed = test.call(block, old, size);
                assert!((0..old.min(size)).all(|at| unsafe { changed.add(at).read() } == kept));
                unsafe { changed.write_bytes(mark, size) };
                blocks[index] = (changed, size, mark);
            }
            _ => {
                let block = test.make(size);
                assert_eq!(block.addr() % chunks::STEP, 0);
                unsafe { block.write_bytes(mark, size) };
                blocks.push((block, size, mark));
            }
        }
    }
    let held: usize = blocks.iter().map(|block| block.1).sum();
    assert_eq!((0..3).map(|owner| test.heap.bytes_of(owner)).sum::<usize>(), held);
    for (block, size, _) in blocks {
        test.free(block, size);
    }
    assert_eq!((0..3).map(|owner| test.heap.bytes_of(owner)).sum::<usize>(), 0);
    assert_eq!(test.heap.of_scripts, 0);
}

#[test]
fn a_script_is_refused_more_than_its_limit_and_others_are_not() {
    let mut test = Test::new(1_000, ROOMY);
    test.running.set(1);
    let first = test.make(900);
    assert!(!first.is_null());
    assert!(test.make(200).is_null());
    assert!(test.heap.was_refused(1));
    assert!(!test.heap.was_refused(1));
    assert!(test.call(first, 900, 1_001).is_null());
    test.running.set(2);
    let second = test.make(900);
    assert!(!second.is_null() && !test.heap.was_refused(2));
    test.running.set(0);
    let hosts = test.make(100_000);
    assert!(!hosts.is_null());
    for (block, size) in [(first, 900), (second, 900), (hosts, 100_000)] {
        test.free(block, size);
    }
}

#[test]
fn all_scripts_together_have_a_limit_too() {
    let mut test = Test::new(1_000, 1_500);
    test.running.set(1);
    let first = test.make(800);
    test.running.set(2);
    assert!(test.make(800).is_null());
    test.running.set(1);
    test.free(first, 800);
    test.running.set(2);
    let second = test.make(800);
    assert!(!second.is_null());
    test.free(second, 800);
}

#[test]
fn shrinking_is_never_refused() {
    let mut test = Test::new(10_000, ROOMY);
    test.running.set(1);
    let block = test.make(9_990);
    let block = test.call(block, 9_990, 40);
    assert!(!block.is_null());
    let block = test.call(block, 40, 39);
    test.free(block, 39);
    assert_eq!(test.heap.bytes_of(1), 0);
}

#[test]
fn a_large_block_belongs_to_whoever_makes_it_grow() {
    let mut test = Test::new(ROOMY, ROOMY);
    test.running.set(1);
    let block = test.make(1_000);
    test.running.set(2);
    let block = test.call(block, 1_000, 2_000);
    assert_eq!((test.heap.bytes_of(1), test.heap.bytes_of(2)), (0, 2_000));
    test.free(block, 2_000);
}

#[test]
fn absurd_sizes_are_refused() {
    let mut test = Test::new(ROOMY, ROOMY);
    assert!(test.make(usize::MAX).is_null());
    assert!(test.make(isize::MAX as usize).is_null());
}
