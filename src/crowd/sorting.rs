//! Sorting agents by cell: a counting sort on all threads. Each thread has a range of cells, and looks through all agents for its
//! own; so what it writes lies together, and the result is the same whatever the number of threads. Agents of a crowd that moves
//! lie nearly in order already, so most stretches of them hold none of a thread's cells and are passed over.

use super::buffer::Buffer;
use super::work::{ALWAYS, cut, share_in, threads_for};

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
    /// The index of the agent of each slot.
    pub index_of: Buffer<u32>,
    /// Its cell.
    pub cell_of: Buffer<u32>,
}

/// What is known of each agent.
#[derive(Clone, Copy)]
pub struct Agents<'a> {
    /// Its cell, which is below `count`.
    pub cells: &'a [u32],
    pub count: usize,
    /// Its index, if it is not just 0, 1, 2, …
    pub indices: Option<&'a [u32]>,
    /// Numbers that go with it.
    pub columns: &'a [&'a [f64]],
}

/// One thread's part: a range of cells, and of slots once it is known how many they hold.
#[derive(Default)]
struct Part<'a> {
    first_cell: usize,
    first_slot: u32,
    starts: &'a mut [u32],
    index_of: &'a mut [u32],
    cell_of: &'a mut [u32],
    columns: Vec<&'a mut [f64]>,
}

/// Sorts agents by cell. `sorted` gets their columns in the new order: at most four of them, or six.
pub fn by_cell(agents: Agents, sorted: Vec<&mut [f64]>) -> Sorted {
    let Agents { cells, count, .. } = agents;
    debug_assert!(matches!(agents.columns.len(), 0..=4 | 6));
    let n = cells.len();
    let mut made = Sorted {
        starts: Buffer::filled(count + 1, 0),
        index_of: Buffer::unset(n),
        cell_of: Buffer::unset(n),
    };
    made.starts[count] = n as u32;
    let mut parts = Vec::new();
    let mut starts = &mut made.starts[..count];
    let mut first_cell = 0;
    for end in ends_of_ranges(cells, count, threads_for(n)) {
        let own = starts.split_off_mut(..end - first_cell).unwrap_or_default();
        parts.push(Part { first_cell, starts: own, ..Part::default() });
        first_cell = end;
    }
    // Nobody stops a sort: it is short.
    let stretches = stretches(cells);
    let _ = share_in(n, &mut parts, ALWAYS, |part| part.count(&stretches));
    let (mut index_of, mut cell_of) = (&mut made.index_of[..], &mut made.cell_of[..]);
    let sizes = |part: &Part| part.starts.last().map_or(0, |&agents| agents as usize);
    let ends = parts.iter().scan(0, |end, part| {
        *end += sizes(part);
        Some(*end)
    });
    let columns = cut(sorted, ends.collect::<Vec<_>>());
    for (part, (first_slot, columns)) in parts.iter_mut().zip(columns) {
        let agents = sizes(part);
        part.first_slot = first_slot as u32;
        part.index_of = index_of.split_off_mut(..agents).unwrap_or_default();
        part.cell_of = cell_of.split_off_mut(..agents).unwrap_or_default();
        part.columns = columns;
    }
    let _ = share_in(n, &mut parts, ALWAYS, |part| part.place(agents, &stretches));
    made
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

    fn place(&mut self, agents: Agents, stretches: &[Stretch]) {
        // As many columns as two things in one, two or three dimensions have, or one.
        match agents.columns.len() {
            1 => self.place_with::<1>(agents, stretches),
            2 => self.place_with::<2>(agents, stretches),
            3 => self.place_with::<3>(agents, stretches),
            4 => self.place_with::<4>(agents, stretches),
            6 => self.place_with::<6>(agents, stretches),
            _ => self.place_with::<0>(agents, stretches),
        }
        self.starts.iter_mut().for_each(|start| *start += self.first_slot);
    }

    fn place_with<const COLUMNS: usize>(&mut self, agents: Agents, stretches: &[Stretch]) {
        let columns: [&[f64]; COLUMNS] = std::array::from_fn(|k| agents.columns[k]);
        let mut sorted = self.columns.iter_mut();
        let sorted: [&mut [f64]; COLUMNS] =
            std::array::from_fn(|_| sorted.next().map(|column| &mut **column).unwrap_or_default());
        // From the last to the first, so that what lay in order still does.
        for stretch in stretches.iter().rev() {
            let end = self.first_cell + self.starts.len();
            if (stretch.highest as usize) < self.first_cell || stretch.lowest as usize >= end {
                continue;
            }
            let range = stretch.start..stretch.start + stretch.cells.len();
            let columns = columns.map(|column| &column[range.clone()]);
            let indices = agents.indices.map(|indices| &indices[range]);
            for (at, &cell) in stretch.cells.iter().enumerate().rev() {
                let Some(start) = self.starts.get_mut((cell as usize).wrapping_sub(self.first_cell)) else {
                    continue;
                };
                *start -= 1;
                let slot = *start as usize;
                self.index_of[slot] = indices.map_or((stretch.start + at) as u32, |indices| indices[at]);
                self.cell_of[slot] = cell;
                for k in 0..COLUMNS {
                    sorted[k][slot] = columns[k][at];
                }
            }
        }
        sort_within_cells(self.cell_of, self.index_of, sorted);
    }
}

/// Within a cell agents lie by index. They nearly do already.
fn sort_within_cells<const COLUMNS: usize>(
    cells: &[u32],
    index_of: &mut [u32],
    mut columns: [&mut [f64]; COLUMNS],
) {
    for slot in 1..cells.len() {
        let cell = cells[slot];
        let mut at = slot;
        while at > 0 && cells[at - 1] == cell && index_of[at - 1] > index_of[at] && slot - at < FAR {
            index_of.swap(at - 1, at);
            columns.iter_mut().for_each(|column| column.swap(at - 1, at));
            at -= 1;
        }
        if slot - at == FAR {
            let start = cells[..slot].iter().rposition(|&other| other != cell).map_or(0, |before| before + 1);
            let end = start + cells[start..].iter().take_while(|&&other| other == cell).count();
            let mut both: Vec<(u32, usize)> = index_of[start..end].iter().copied().zip(start..).collect();
            both.sort_unstable();
            for (place, (index, _)) in index_of[start..end].iter_mut().zip(&both) {
                *place = *index;
            }
            for column in &mut columns {
                let sorted: Vec<f64> = both.iter().map(|&(_, from)| column[from]).collect();
                column[start..end].copy_from_slice(&sorted);
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
        let from: Vec<f64> = (0..n).map(f64::from).collect();
        let mut came_from = vec![0.0; n as usize];
        let agents = Agents { cells: &cells, count: 130, indices: Some(&indices), columns: &[&from] };
        let sorted = by_cell(agents, vec![&mut came_from]);
        let got: Vec<(u32, u32, u32)> = (0..n as usize)
            .map(|slot| (sorted.cell_of[slot], sorted.index_of[slot], came_from[slot] as u32))
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
