//! What differs between two frames: films keep only that.

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

/// The smallest part outside of which two pictures of `width` pixels a row, `depth` values a pixel, are the same; one
/// pixel if they are the same throughout.
pub fn part(before: &[u8], after: &[u8], width: usize, depth: usize) -> Part {
    let stride = (width * depth).max(1);
    let (mut left, mut right, mut rows) = (usize::MAX, 0, None);
    for (y, (old, new)) in before.chunks_exact(stride).zip(after.chunks_exact(stride)).enumerate() {
        if old == new {
            continue;
        }
        let differs = |x: &usize| old.get(x * depth..(x + 1) * depth) != new.get(x * depth..(x + 1) * depth);
        left = left.min((0..width).find(differs).unwrap_or(0));
        right = right.max((0..width).rfind(differs).unwrap_or(0));
        rows = Some((rows.map_or(y, |(top, _)| top), y));
    }
    match rows {
        Some((top, bottom)) => Part { left, top, width: right + 1 - left, height: bottom + 1 - top },
        None => Part { left: 0, top: 0, width: 1, height: 1 },
    }
}

/// The rows of a part of a picture, from the top.
pub fn rows(picture: &[u8], width: usize, depth: usize, part: Part) -> impl Iterator<Item = &[u8]> {
    let (from, to) = (part.left * depth, (part.left + part.width) * depth);
    let stride = (width * depth).max(1);
    picture.chunks_exact(stride).skip(part.top).take(part.height).filter_map(move |row| row.get(from..to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_changed_is_found_to_the_pixel() {
        let before = vec![0; 8 * 5 * 2];
        let mut after = before.clone();
        assert_eq!(part(&before, &after, 8, 2), Part { left: 0, top: 0, width: 1, height: 1 });
        after[(8 + 6) * 2 + 1] = 1;
        after[(3 * 8 + 2) * 2] = 1;
        let found = part(&before, &after, 8, 2);
        assert_eq!(found, Part { left: 2, top: 1, width: 5, height: 3 });
        let rows: Vec<&[u8]> = rows(&after, 8, 2, found).collect();
        assert_eq!((rows.len(), rows[0].len()), (3, 10));
        assert_eq!((rows[0][9], rows[2][0]), (1, 1));
        after[0] = 1;
        after[8 * 5 * 2 - 1] = 1;
        assert_eq!(part(&before, &after, 8, 2), Part { left: 0, top: 0, width: 8, height: 5 });
    }
}
