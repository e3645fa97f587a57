//! Sorting agents by cell: a counting sort on all threads. Each thread has a range of cells, and looks through all agents for its
//! own; so what it writes lies together, and the result is the same whatever the number of threads. Agents of a crowd that moves
//! lie nearly in order already, so most stretches of them hold none of a thread's cells and are passed over.

use super::buffer::Buffer;
use super::work::{ALWAYS, share_in, threads_for};

/// Agents are passed over so many at a time.
const STRETCH: usize = 2_048;
/// So many agents are looked at to cut cells into ranges of about as many agents each.
const SAMPLE: usize = 512;
/// An agent that is so many places from its own among those of its cell: the cell is in disorder, and sorted as a whole.
const FAR: usize = 64;

/// Agents by cell, and within a cell by index.
pub struct Sorted {
    /// The first slot of each cell, and at the end how many agents there are.
    pub starts: Buffer<u32>,
    /// Where the agent of each slot came from.
    pub from: Buffer<u32>,
    /// Its index.
    pub index_of: Buffer<u32>,
    /// Its cell.
    pub cell_of: Buffer<u32>,
}

/// One thread's part: a range of cells, and of slots once it is known how many they hold.
#[derive(Default)]
struct Part<'a> {
    first_cell: usize,
    first_slot: u32,
    starts: &'a mut [u32],
    from: &'a mut [u32],
    index_of: &'a mut [u32],
    cell_of: &'a mut [u32],
}

/// Sorts agents by the cell of each, which is below `count`. `indices` are their indices, if they are not just 0, 1, 2, …
pub fn by_cell(cells: &[u32], count: usize, indices: Option<&[u32]>) -> Sorted {
    let n = cells.len();
    let mut sorted = Sorted {
        starts: Buffer::filled(count + 1, 0),
        from: Buffer::unset(n),
        index_of: Buffer::unset(n),
        cell_of: Buffer::unset(n),
    };
    sorted.starts[count] = n as u32;
    let mut parts = Vec::new();
    let mut starts = &mut sorted.starts[..count];
    let mut first_cell = 0;
    for end in ends_of_ranges(cells, count, threads_for(n)) {
        let own = starts.split_off_mut(..end - first_cell).unwrap_or_default();
        parts.push(Part { first_cell, starts: own, ..Part::default() });
        first_cell = end;
    }
    // Nobody stops a sort: it is short.
    let stretches = stretches(cells);
    let _ = share_in(n, &mut parts, ALWAYS, |part| part.count(&stretches));
    let (mut from, mut index_of, mut cell_of) =
        (&mut sorted.from[..], &mut sorted.index_of[..], &mut sorted.cell_of[..]);
    let mut first_slot = 0;
    for part in &mut parts {
        let agents = part.starts.last().map_or(0, |&agents| agents as usize);
        part.first_slot = first_slot;
        first_slot += agents as u32;
        part.from = from.split_off_mut(..agents).unwrap_or_default();
        part.index_of = index_of.split_off_mut(..agents).unwrap_or_default();
        part.cell_of = cell_of.split_off_mut(..agents).unwrap_or_default();
    }
    let _ = share_in(n, &mut parts, ALWAYS, |part| part.place(cells, &stretches, indices));
    sorted
}

/// Some agents that lie side by side, from `start` on.
struct Stretch<'a> {
    start: usize,
    cells: &'a [u32],
    lowest: u32,
    highest: u32,
}

fn stretches(cells: &[u32]) -> Vec<Stretch<'_>> {
    let chunks = cells.chunks(STRETCH).enumerate();
    chunks
        .map(|(at, cells)| {
            let (mut lowest, mut highest) = (u32::MAX, 0);
            for &cell in cells {
                (lowest, highest) = (lowest.min(cell), highest.max(cell));
            }
            Stretch { start: at * STRETCH, cells, lowest, highest }
        })
        .collect()
}

/// Where ranges of cells end, the last at `count`; there are at most `parts`.
fn ends_of_ranges(cells: &[u32], count: usize, parts: usize) -> Vec<usize> {
    let mut sample: Vec<u32> = if parts > 1 {
        cells.iter().copied().step_by((cells.len() / SAMPLE).max(1)).collect()
    } else {
        Vec::new()
    };
    sample.sort_unstable();
    let mut ends: Vec<usize> = (1..parts)
        .filter_map(|part| sample.get(part * sample.len() / parts))
        .map(|&cell| cell as usize)
        .filter(|&cell| cell > 0)
        .collect();
    ends.push(count);
    ends.dedup();
    ends
}

impl Part<'_> {
    /// Whether some of its agents may be there.
    fn meets(&self, stretch: &Stretch) -> bool {
        let end = self.first_cell + self.starts.len();
        stretch.highest as usize >= self.first_cell && (stretch.lowest as usize) < end
    }

    /// How many agents there are up to each cell of the range.
    fn count(&mut self, stretches: &[Stretch]) {
        for stretch in stretches {
            if self.meets(stretch) {
                for &cell in stretch.cells {
                    if let Some(count) = self.starts.get_mut((cell as usize).wrapping_sub(self.first_cell)) {
                        *count += 1;
                    }
                }
            }
        }
        let mut sum = 0;
        for count in self.starts.iter_mut() {
            sum += *count;
            *count = sum;
        }
    }

    fn place(&mut self, cells: &[u32], stretches: &[Stretch], indices: Option<&[u32]>) {
        // From the last to the first, so that what lay in order still does.
        for stretch in stretches.iter().rev() {
            if self.meets(stretch) {
                for (at, &cell) in stretch.cells.iter().enumerate().rev() {
                    if let Some(start) = self.starts.get_mut((cell as usize).wrapping_sub(self.first_cell)) {
                        *start -= 1;
                        self.from[*start as usize] = (stretch.start + at) as u32;
                    }
                }
            }
        }
        let lies = self.from.iter().map(|&old| old as usize);
        for ((index, cell), old) in self.index_of.iter_mut().zip(&mut *self.cell_of).zip(lies) {
            *index = indices.map_or(old as u32, |indices| indices[old]);
            *cell = cells[old];
        }
        sort_within_cells(self.cell_of, self.index_of, self.from);
        self.starts.iter_mut().for_each(|start| *start += self.first_slot);
    }
}

/// Within a cell agents lie by index. They nearly do already.
fn sort_within_cells(cells: &[u32], index_of: &mut [u32], from: &mut [u32]) {
    for slot in 1..cells.len() {
        let (cell, index, source) = (cells[slot], index_of[slot], from[slot]);
        let mut at = slot;
        while at > 0 && cells[at - 1] == cell && index_of[at - 1] > index && slot - at < FAR {
            index_of[at] = index_of[at - 1];
            from[at] = from[at - 1];
            at -= 1;
        }
        index_of[at] = index;
        from[at] = source;
        if slot - at == FAR {
            let start = cells[..slot].iter().rposition(|&other| other != cell).map_or(0, |before| before + 1);
            let end = start + cells[start..].iter().take_while(|&&other| other == cell).count();
            let mut both: Vec<(u32, u32)> =
                index_of[start..end].iter().copied().zip(from[start..end].iter().copied()).collect();
            both.sort_unstable();
            for (place, (index, source)) in (start..end).zip(both) {
                index_of[place] = index;
                from[place] = source;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_lie_by_cell_then_index_whatever_the_ranges() {
        let n = 20_000_u32;
        let cells: Vec<u32> = (0..n).map(|at| at.wrapping_mul(2_654_435_761) >> 25).collect();
        let indices: Vec<u32> = (0..n).map(|at| (at * 7_919) % n).collect();
        let mut wanted: Vec<(u32, u32, u32)> =
            (0..n).map(|at| (cells[at as usize], indices[at as usize], at)).collect();
        wanted.sort_unstable();
        let sorted = by_cell(&cells, 130, Some(&indices));
        let got: Vec<(u32, u32, u32)> = (0..n as usize)
            .map(|slot| (sorted.cell_of[slot], sorted.index_of[slot], sorted.from[slot]))
            .collect();
        assert_eq!(got, wanted);
        for cell in 0..130 {
            let first = wanted.partition_point(|agent| agent.0 < cell);
            assert_eq!(sorted.starts[cell as usize] as usize, first);
        }
        assert_eq!(sorted.starts[130], n);
    }

    #[test]
    fn ranges_of_cells_hold_about_as_many_agents_each() {
        let cells: Vec<u32> = (0..10_000).map(|at| if at < 9_000 { 5 } else { at % 50 }).collect();
        assert_eq!(ends_of_ranges(&cells, 50, 1), [50]);
        assert_eq!(ends_of_ranges(&cells, 50, 4), [5, 50]);
        let even: Vec<u32> = (0..10_000).map(|at| at % 100).collect();
        assert_eq!(ends_of_ranges(&even, 100, 4).len(), 4);
        assert_eq!(ends_of_ranges(&[], 7, 3), [7]);
    }
}
