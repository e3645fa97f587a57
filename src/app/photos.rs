//! Pictures that somebody takes while playing (F12): numbered PNG files that never take the place of another file.
//!
//! Each is drawn and written aside, in the best quality, so that play does not stumble. Called by the window.

use super::output::tell;
use crate::render::{RenderError, Renderer, Scene, write_png};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

/// More than so many that wait to be drawn are refused.
const MOST_WAITING: usize = 8;

struct Order {
    scene: Scene,
    size: (u32, u32),
}

/// Takes pictures, one after the other, into a folder.
pub struct Photos {
    folder: PathBuf,
    aside: Option<(SyncSender<Order>, JoinHandle<()>)>,
}

impl Photos {
    /// Into `folder`, which is made with the first picture.
    pub fn into_folder(folder: impl Into<PathBuf>) -> Photos {
        Photos { folder: folder.into(), aside: None }
    }

    /// Draws the scene into a new file, aside, and tells its name when it is written.
    pub fn take(&mut self, scene: Scene, size: (u32, u32)) {
        let folder = &self.folder;
        let (orders, _) = self.aside.get_or_insert_with(|| {
            let (sender, orders) = sync_channel(MOST_WAITING);
            let folder = folder.clone();
            (sender, std::thread::spawn(move || work(&orders, &folder)))
        });
        match orders.try_send(Order { scene, size }) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                tell(&format!("moonyard: {MOST_WAITING} pictures are still being drawn; this one is not"));
            }
            // It ended by itself only in a panic; the next one begins anew.
            Err(TrySendError::Disconnected(_)) => self.aside = None,
        }
    }

    /// Waits until all that was taken is written.
    pub fn finish(&mut self) {
        if let Some((orders, thread)) = self.aside.take() {
            drop(orders);
            let _ = thread.join();
        }
    }
}

impl Drop for Photos {
    fn drop(&mut self) {
        self.finish();
    }
}

fn work(orders: &Receiver<Order>, folder: &Path) {
    let mut renderer = None;
    for order in orders {
        match draw(&mut renderer, &order)
            .map_err(anyhow::Error::from)
            .and_then(|pixels| write(folder, &order, &pixels))
        {
            Ok(file) => tell(&format!("moonyard: wrote {}", file.display())),
            Err(error) => {
                tell(&format!("moonyard: no picture was taken: {error:#}"));
                // A driver that failed is opened anew for the next.
                renderer = None;
            }
        }
    }
}

fn draw(renderer: &mut Option<Renderer>, order: &Order) -> Result<Vec<u8>, RenderError> {
    if renderer.is_none() {
        *renderer = Some(Renderer::headless()?);
    }
    match renderer {
        Some(renderer) => renderer.picture(&order.scene, order.size.0, order.size.1),
        None => Err(RenderError::NoAdapter("none was opened".to_owned())),
    }
}

fn write(folder: &Path, order: &Order, pixels: &[u8]) -> anyhow::Result<PathBuf> {
    let at_folder = |error: io::Error| anyhow::anyhow!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(at_folder)?;
    let file = reserve(folder).map_err(at_folder)?;
    let written = write_png(&file, order.size.0, order.size.1, pixels);
    if written.is_err() {
        // The empty file that kept the name.
        let _ = fs::remove_file(&file);
    }
    written?;
    Ok(file)
}

/// Makes an empty file under the first number after all that are taken, so that nobody else takes the name meanwhile.
fn reserve(folder: &Path) -> io::Result<PathBuf> {
    let taken = fs::read_dir(folder)?.flatten().filter_map(|entry| number(entry.file_name().to_str()?));
    let mut next = taken.max().unwrap_or(0).saturating_add(1);
    loop {
        let file = folder.join(format!("moonyard-{next:04}.png"));
        match OpenOptions::new().write(true).create_new(true).open(&file) {
            Ok(_) => return Ok(file),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && next < u64::MAX => next += 1,
            Err(error) => return Err(error),
        }
    }
}

/// The number in a picture's name.
fn number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("moonyard-")?.strip_suffix(".png")?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_after_the_highest_number_and_never_take_the_place_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let next = || reserve(folder.path()).unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(next(), "moonyard-0001.png");
        assert_eq!(next(), "moonyard-0002.png");
        for name in
            ["moonyard-0041.png", "moonyard-+99.png", "moonyard-.png", "moonyard-77.jpg", "other-500.png"]
        {
            fs::write(folder.path().join(name), "mine").unwrap();
        }
        assert_eq!(next(), "moonyard-0042.png");
        fs::remove_file(folder.path().join("moonyard-0001.png")).unwrap();
        assert_eq!(next(), "moonyard-0043.png");
        fs::write(folder.path().join("moonyard-12345.png"), "mine").unwrap();
        assert_eq!(next(), "moonyard-12346.png");
    }

    #[test]
    fn two_programs_that_take_pictures_at_once_get_different_names() {
        let folder = tempfile::tempdir().unwrap();
        let mut names: Vec<PathBuf> = std::thread::scope(|scope| {
            let takers: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| (0..25).map(|_| reserve(folder.path()).unwrap()).collect::<Vec<_>>()))
                .collect();
            takers.into_iter().flat_map(|taker| taker.join().unwrap()).collect()
        });
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 100);
    }
}
