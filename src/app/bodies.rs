//! The bodies of a game as data: for files that other programs read, and for script tests.

use super::game::Game;
use crate::sim::{BodyView, Shape};
use anyhow::Context;
use glam::DVec3;
use serde::Serialize;
use std::path::Path;

/// One body. Lengths in metres, velocities in m/s, colours 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Body {
    pub id: i64,
    /// The file name of the script that made it; none for the yard's own bodies.
    pub script: Option<String>,
    /// `box` or `sphere`.
    pub shape: &'static str,
    /// A box's full extents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<[f64; 3]>,
    /// A sphere's radius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    pub pos: [f64; 3],
    pub velocity: [f64; 3],
    pub color: [f64; 3],
    #[serde(rename = "static")]
    pub is_static: bool,
    pub visible: bool,
}

/// Every body in the order of ids.
pub fn list(game: &Game) -> Vec<Body> {
    game.sim().world.bodies().map(|view| body(game, &view)).collect()
}

fn body(game: &Game, view: &BodyView) -> Body {
    let (shape, size, radius) = match view.shape {
        Shape::Box { size } => ("box", Some(size.to_array()), None),
        Shape::Sphere { radius } => ("sphere", None, Some(radius)),
    };
    Body {
        id: view.id.0,
        script: game.owner_name(view.owner),
        shape,
        size,
        radius,
        pos: DVec3::to_array(&view.pos),
        velocity: view.velocity.to_array(),
        color: view.color.to_array(),
        is_static: view.is_static,
        visible: view.visible,
    }
}

/// Writes every body as a JSON array of one object each, a line for each body.
///
/// # Errors
/// A file that cannot be written.
pub fn write(game: &Game, file: &Path) -> anyhow::Result<()> {
    let lines: Vec<String> = list(game).iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    super::whole_file::write(file, text.as_bytes())
        .with_context(|| format!("{}: the bodies could not be written", file.display()))
}
