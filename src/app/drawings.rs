//! What scripts drew, as part of the picture. Reads only.

use crate::render::{Label, Line, Scene, ScreenText, WireBox, WireSphere};
use crate::script::{Drawn, Thing};

/// Adds all that scripts drew to a scene; `time` is the simulation's, in seconds.
pub fn add(scene: &mut Scene, drawn: &Drawn, time: f64) {
    for (color, thing) in drawn.things() {
        match thing {
            Thing::Line { from, to } => {
                scene.lines.push(Line { from: from.as_vec3(), to: to.as_vec3(), color, ..Line::default() });
            }
            Thing::Box { pos, size } => {
                scene.wire_boxes.push(WireBox { pos: pos.as_vec3(), size: size.as_vec3(), color });
            }
            Thing::Sphere { pos, radius } => {
                scene.wire_spheres.push(WireSphere { pos: pos.as_vec3(), radius: *radius as f32, color });
            }
            Thing::Label { pos, text, size } => {
                let (pos, size) = (pos.as_vec3(), *size as f32);
                scene.labels.push(Label { pos, text: text.clone(), color, size });
            }
        }
    }
    scene.lines.extend(drawn.trails.pieces(time).map(|piece| Line {
        from: piece.from.as_vec3(),
        to: piece.to.as_vec3(),
        color: piece.color,
        ..Line::default()
    }));
    scene.texts.extend(drawn.texts().map(|it| ScreenText {
        text: it.text.clone(),
        place: it.place.map(|(x, y)| (x as f32, y as f32)),
        color: it.color.as_vec3(),
        size: it.size as f32,
    }));
}
