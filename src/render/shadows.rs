//! The shadow map on the device, and the kept one beside it that shows what does not move.

use std::ops::Range;

use super::instances::{Instances, Kind, Shapes};
use super::kept::{Kept, Renewal};
use super::pipelines::{Layouts, Pipelines, SHADOW_FORMAT};
use super::targets::texture;
use glam::Vec3;

pub(super) struct Shadows {
    pub texels: u32,
    /// What the picture is drawn by.
    used: wgpu::Texture,
    used_view: wgpu::TextureView,
    pub group: wgpu::BindGroup,
    /// `None` on drivers that cannot copy it: there all shadows are drawn each frame.
    kept: Option<(wgpu::Texture, wgpu::TextureView)>,
    state: Kept,
    /// The used map shows more than the kept one.
    shows_moving: bool,
}

/// What is drawn into the maps in this frame.
pub(super) struct Task {
    /// The kept map begins empty, and nothing of it is true any more.
    all_anew: bool,
    still: Shapes<Range<u32>>,
}

impl Shadows {
    pub fn new(
        device: &wgpu::Device,
        layouts: &Layouts,
        sampler: &wgpu::Sampler,
        texels: u32,
        keeps: bool,
    ) -> Shadows {
        let map = |usage| texture(device, (texels, texels), SHADOW_FORMAT, 1, usage);
        let used = map(wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST);
        let used_view = used.create_view(&Default::default());
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shadow"),
            layout: &layouts.shadow,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&used_view) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(sampler) },
            ],
        });
        let kept = keeps.then(|| {
            let kept = map(wgpu::TextureUsages::COPY_SRC);
            let view = kept.create_view(&Default::default());
            (kept, view)
        });
        Shadows { texels, used, used_view, group, kept, state: Kept::default(), shows_moving: true }
    }

    /// Puts what is to be drawn of what stays into the frame's instances.
    pub fn plan(&mut self, instances: &mut Instances, middle: Vec3) -> Task {
        if self.kept.is_none() {
            self.state.forget();
        }
        let still = std::mem::take(&mut instances.still);
        let renewal = self.state.renew(&still, middle);
        let mut append = |list: &Shapes<Vec<_>>| Shapes {
            boxes: instances.append(&list.boxes),
            spheres: instances.append(&list.spheres),
        };
        let task = match &renewal {
            Renewal::Nothing => Task { all_anew: false, still: Shapes::default() },
            Renewal::Add(added) => Task { all_anew: false, still: append(added) },
            Renewal::All => Task { all_anew: true, still: append(&still) },
        };
        instances.still = still;
        task
    }

    /// Brings the used map up to date. `begin` sets a pass up for drawing instances.
    pub fn draw(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        pipelines: &Pipelines,
        task: &Task,
        moving: &Shapes<Range<u32>>,
        begin: impl Fn(&mut wgpu::RenderPass<'_>),
    ) {
        let pass = |encoder: &mut wgpu::CommandEncoder, view, clear, lists: &[&Shapes<Range<u32>>]| {
            let load = if clear { wgpu::LoadOp::Clear(1.0) } else { wgpu::LoadOp::Load };
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("shadows"),
                color_attachments: &[],
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view,
                    depth_ops: Some(wgpu::Operations { load, store: wgpu::StoreOp::Store }),
                    stencil_ops: None,
                }),
                ..Default::default()
            });
            begin(&mut pass);
            for kind in [Kind::Box, Kind::Sphere] {
                let shape = pipelines.of(kind);
                for list in lists {
                    let range = list.of(kind);
                    if !range.is_empty() {
                        pass.set_pipeline(&shape.shadow);
                        pass.draw_indexed(0..shape.indices, 0, range.clone());
                    }
                }
            }
        };
        let Some((kept, kept_view)) = &self.kept else {
            pass(encoder, &self.used_view, true, &[&task.still, moving]);
            return;
        };
        let renewed = task.all_anew || !is_empty(&task.still);
        if renewed {
            pass(encoder, kept_view, task.all_anew, &[&task.still]);
        }
        let anything_moves = !is_empty(moving);
        if renewed || anything_moves || self.shows_moving {
            let extent = wgpu::Extent3d { width: self.texels, height: self.texels, depth_or_array_layers: 1 };
            encoder.copy_texture_to_texture(kept.as_image_copy(), self.used.as_image_copy(), extent);
        }
        if anything_moves {
            pass(encoder, &self.used_view, false, &[moving]);
        }
        self.shows_moving = anything_moves;
    }
}

fn is_empty(shapes: &Shapes<Range<u32>>) -> bool {
    shapes.boxes.is_empty() && shapes.spheres.is_empty()
}
