//! Which shadows are drawn anew. The shadows of what stays where it is are kept in a map of their own; as long as that
//! map is true, only what moves is drawn each frame. Pure: decides, and draws nothing.

use glam::Vec3;

use super::instances::{Instance, Shapes};

/// What the kept map shows.
#[derive(Default)]
pub(super) struct Kept {
    shown: Shapes<Vec<Instance>>,
    /// The map's middle; `None` while there is no map.
    middle: Option<Vec3>,
}

/// What is to be done to the kept map before it is used.
#[derive(Debug, PartialEq)]
pub(super) enum Renewal {
    /// It is true as it is.
    Nothing,
    /// These came to rest and are drawn in addition.
    Add(Shapes<Vec<Instance>>),
    /// Something left its place: everything is drawn anew.
    All,
}

impl Kept {
    /// Nothing is kept any more.
    pub fn forget(&mut self) {
        self.middle = None;
    }

    /// `still` is all that stays where it is, in the order in which it was made. Afterwards the map counts as renewed.
    pub fn renew(&mut self, still: &Shapes<Vec<Instance>>, middle: Vec3) -> Renewal {
        let added = (self.middle == Some(middle)).then(|| {
            let boxes = added(&self.shown.boxes, &still.boxes)?;
            let spheres = added(&self.shown.spheres, &still.spheres)?;
            Some(Shapes { boxes, spheres })
        });
        let renewal = match added.flatten() {
            Some(added) if added.boxes.is_empty() && added.spheres.is_empty() => return Renewal::Nothing,
            Some(added) => Renewal::Add(added),
            None => Renewal::All,
        };
        self.middle = Some(middle);
        self.shown.boxes.clone_from(&still.boxes);
        self.shown.spheres.clone_from(&still.spheres);
        renewal
    }
}

/// What `now` has beyond `shown`; `None` if something of `shown` is gone. Both keep their order, so that one walk tells.
fn added(shown: &[Instance], now: &[Instance]) -> Option<Vec<Instance>> {
    let mut shown = shown.iter().peekable();
    let mut added = Vec::new();
    for instance in now {
        match shown.peek() {
            Some(next) if next.shades_like(instance) => {
                shown.next();
            }
            _ => added.push(*instance),
        }
    }
    shown.next().is_none().then_some(added)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::instances::Instances;
    use crate::render::scene::{BoxInstance, CameraView, Scene};
    use crate::render::view::{Frame, View};

    /// Boxes that stand still at these places, coloured by `red`.
    fn still(places: &[f32], red: f32) -> Shapes<Vec<Instance>> {
        let boxes = places
            .iter()
            .map(|x| BoxInstance {
                pos: Vec3::new(*x, 0.5, 0.0),
                color: Vec3::new(red, 0.5, 0.5),
                still: true,
                ..BoxInstance::default()
            })
            .collect();
        let mut instances = Instances::default();
        let frame = Frame { size: (100, 100), line_width: 2.0, shadow_texels: 2048 };
        let view = View::new(&CameraView::default(), &frame);
        instances.sort(&Scene { boxes, ..Scene::default() }, &view);
        instances.still
    }

    fn counted(renewal: &Renewal) -> String {
        match renewal {
            Renewal::Nothing => "nothing".into(),
            Renewal::Add(added) => format!("add {}", added.boxes.len() + added.spheres.len()),
            Renewal::All => "all".into(),
        }
    }

    #[test]
    fn a_kept_map_is_drawn_anew_only_when_something_leaves_its_place() {
        let mut kept = Kept::default();
        let mut step = |places: &[f32], red| counted(&kept.renew(&still(places, red), Vec3::ZERO));
        assert_eq!(step(&[1.0, 2.0], 0.1), "all");
        assert_eq!(step(&[1.0, 2.0], 0.1), "nothing");
        assert_eq!(step(&[1.0, 2.0], 0.9), "nothing", "a colour casts no shadow");
        assert_eq!(step(&[0.5, 1.0, 2.0, 3.0], 0.1), "add 2");
        assert_eq!(step(&[0.5, 1.0, 2.0, 3.0], 0.1), "nothing");
        assert_eq!(step(&[0.5, 2.0, 3.0], 0.1), "all");
        assert_eq!(step(&[0.5, 2.1, 3.0], 0.1), "all");
        assert_eq!(step(&[], 0.1), "all");
        assert_eq!(step(&[], 0.1), "nothing");
    }

    #[test]
    fn a_map_around_another_place_shows_nothing_of_use() {
        let mut kept = Kept::default();
        kept.renew(&still(&[1.0], 0.1), Vec3::ZERO);
        assert_eq!(kept.renew(&still(&[1.0], 0.1), Vec3::X * 16.0), Renewal::All);
        kept.forget();
        assert_eq!(kept.renew(&still(&[1.0], 0.1), Vec3::X * 16.0), Renewal::All);
    }
}
