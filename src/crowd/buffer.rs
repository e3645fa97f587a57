//! Memory for as many numbers as there are agents, used again.
//!
//! A step of a large crowd makes a dozen arrays and drops as many. Memory fresh from the system costs a fault for each page, more
//! than the arithmetic on it, and threads that fault at once wait for each other; so each thread keeps what it dropped for a while:
//! at most [`MOST_KEPT`] bytes, and nothing that no frame needed for a second or so ([`age`]).

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::thread::LocalKey;

/// A thread keeps at most so many bytes of each kind of number.
pub const MOST_KEPT: usize = 64 << 20;
/// And at most so many pieces, which are looked through.
const MOST_BUFFERS: usize = 256;
/// What is smaller comes quickly from anywhere.
const SMALLEST: usize = 1 << 10;
/// Frames after which what nobody needed goes back to the system.
const PATIENCE: u32 = 60;

/// Numbers of a length that stays. The memory goes back to the thread that drops them.
#[derive(Debug, Default)]
pub struct Buffer<T: Kept> {
    numbers: Vec<T>,
}

/// What was dropped, each with the frame of that.
#[derive(Default)]
pub struct Spare<T> {
    buffers: Vec<(Vec<T>, u32)>,
    bytes: usize,
    frame: u32,
}

/// Numbers whose memory threads keep.
pub trait Kept: Copy + Default + 'static {
    fn spare() -> &'static LocalKey<RefCell<Spare<Self>>>;
}

thread_local! {
    static SPARE_F64: RefCell<Spare<f64>> = RefCell::default();
    static SPARE_U32: RefCell<Spare<u32>> = RefCell::default();
}

impl Kept for f64 {
    fn spare() -> &'static LocalKey<RefCell<Spare<f64>>> {
        &SPARE_F64
    }
}

impl Kept for u32 {
    fn spare() -> &'static LocalKey<RefCell<Spare<u32>>> {
        &SPARE_U32
    }
}

/// A frame has passed for this thread.
pub fn age() {
    SPARE_F64.with_borrow_mut(Spare::age);
    SPARE_U32.with_borrow_mut(Spare::age);
}

impl<T> Spare<T> {
    /// One of just that size, mostly the last that was dropped; or the smallest that is large enough and not much too large.
    fn take(&mut self, len: usize) -> Option<Vec<T>> {
        let same = self.buffers.iter().rposition(|(buffer, _)| buffer.capacity() == len);
        let place = same.or_else(|| {
            let sizes = self.buffers.iter().map(|(buffer, _)| buffer.capacity()).enumerate();
            let fits = sizes.filter(|(_, capacity)| (len..=len + len / 2).contains(capacity));
            fits.min_by_key(|(_, capacity)| *capacity).map(|(place, _)| place)
        })?;
        let (buffer, _) = self.buffers.swap_remove(place);
        self.bytes -= buffer.capacity() * size_of::<T>();
        Some(buffer)
    }

    fn give(&mut self, buffer: Vec<T>) {
        let bytes = buffer.capacity() * size_of::<T>();
        if self.bytes + bytes <= MOST_KEPT && self.buffers.len() < MOST_BUFFERS {
            self.bytes += bytes;
            self.buffers.push((buffer, self.frame));
        }
    }

    fn age(&mut self) {
        self.frame = self.frame.wrapping_add(1);
        let frame = self.frame;
        let bytes = &mut self.bytes;
        self.buffers.retain(|(buffer, dropped)| {
            let kept = frame.wrapping_sub(*dropped) < PATIENCE;
            if !kept {
                *bytes -= buffer.capacity() * size_of::<T>();
            }
            kept
        });
    }
}

impl<T: Kept> Buffer<T> {
    /// For one who writes every number: what is in them is left from something else, and differs from run to run.
    pub fn unset(len: usize) -> Buffer<T> {
        let again = if len * size_of::<T>() < SMALLEST {
            None
        } else {
            T::spare().with_borrow_mut(|spare| spare.take(len))
        };
        let numbers = match again {
            Some(mut numbers) => {
                numbers.resize(len, T::default());
                numbers
            }
            None => vec![T::default(); len],
        };
        Buffer { numbers }
    }

    pub fn filled(len: usize, value: T) -> Buffer<T> {
        let mut buffer = Buffer::unset(len);
        buffer.numbers.fill(value);
        buffer
    }
}

impl<T: Kept> Drop for Buffer<T> {
    fn drop(&mut self) {
        if self.numbers.capacity() * size_of::<T>() >= SMALLEST {
            let numbers = std::mem::take(&mut self.numbers);
            // A thread that ends keeps nothing.
            let _ = T::spare().try_with(|spare| spare.borrow_mut().give(numbers));
        }
    }
}

impl<T: Kept> From<Vec<T>> for Buffer<T> {
    fn from(numbers: Vec<T>) -> Buffer<T> {
        Buffer { numbers }
    }
}

impl<T: Kept> Clone for Buffer<T> {
    fn clone(&self) -> Buffer<T> {
        let mut copy = Buffer::unset(self.len());
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: Kept> Deref for Buffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.numbers
    }
}

impl<T: Kept> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> usize {
        SPARE_U32.with_borrow(|spare| spare.bytes)
    }

    #[test]
    fn memory_is_used_again_for_a_second_and_then_goes_back() {
        let first = Buffer::filled(100_000, 7_u32);
        let place = first.as_ptr();
        drop(first);
        assert_eq!(kept(), 400_000);
        let again = Buffer::<u32>::unset(90_000);
        assert_eq!((again.as_ptr(), again.len(), kept()), (place, 90_000, 0));
        assert_eq!(Buffer::filled(90_000, 3_u32)[89_999], 3);
        drop(again);
        // One that is much too large is left for others.
        assert_ne!(Buffer::<u32>::unset(30_000).as_ptr(), place);
        (0..PATIENCE).for_each(|_| age());
        assert_eq!(kept(), 0);
        // Little ones and too many are not kept.
        drop(Buffer::<u32>::unset(100));
        let many: Vec<_> = (0..40).map(|_| Buffer::<u32>::unset(1 << 20)).collect();
        drop(many);
        assert_eq!(kept(), MOST_KEPT);
    }
}
