//! Stands where the panel's picture would be in a build without it.

/// Nothing, as there is no panel.
#[derive(Default)]
pub struct PanelPicture;

#[derive(Default)]
pub(super) struct PanelPainter;

impl PanelPainter {
    pub fn draw(
        &mut self,
        (device, _): (&wgpu::Device, &wgpu::Queue),
        _: &mut PanelPicture,
        _: (&wgpu::TextureView, wgpu::TextureFormat, (u32, u32)),
    ) -> wgpu::CommandBuffer {
        device.create_command_encoder(&Default::default()).finish()
    }
}
