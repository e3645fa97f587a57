//! The driver: finding an adapter, opening its device, and hearing what it reports. Nothing here panics when a driver
//! misbehaves; errors are kept until somebody asks with [`Gpu::check`].

use std::sync::{Arc, Mutex, PoisonError};

use super::RenderError;

/// An open device and what it has reported.
pub(super) struct Gpu {
    pub adapter: wgpu::Adapter,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    reports: Arc<Mutex<Reports>>,
}

#[derive(Default)]
struct Reports {
    error: Option<String>,
    lost: Option<String>,
}

/// Every interface to a driver that we use.
pub(super) const BACKENDS: wgpu::Backends = wgpu::Backends::VULKAN.union(wgpu::Backends::GL);

/// A picture of this many pixels on each side takes about 3 GB while it is drawn; larger ones would only exhaust the
/// machine.
const LONGEST_SIDE: u32 = 8192;

/// An instance for pictures, or for a window when `display` is the window system's connection.
pub(super) fn instance(
    backends: wgpu::Backends,
    display: Option<Box<dyn wgpu::wgt::WgpuHasDisplayHandle>>,
) -> wgpu::Instance {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = backends;
    // The driver's own debugging layers are seldom installed and never fit to be on in play.
    descriptor.flags = wgpu::InstanceFlags::empty().with_env();
    descriptor.display = display;
    wgpu::Instance::new(descriptor)
}

impl Gpu {
    /// Opens the best adapter that can draw, to `surface` if one is given.
    pub fn open(instance: &wgpu::Instance, surface: Option<&wgpu::Surface<'_>>) -> Result<Gpu, RenderError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: surface,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(|error| RenderError::NoAdapter(error.to_string()))?;
        // Small needs, so that old drivers serve too; the largest picture that the adapter can make.
        let limits = wgpu::Limits::downlevel_webgl2_defaults().using_resolution(adapter.limits());
        let limits = wgpu::Limits { max_buffer_size: adapter.limits().max_buffer_size, ..limits };
        let descriptor =
            wgpu::DeviceDescriptor { label: Some("moonyard"), required_limits: limits, ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| RenderError::Device(error.to_string()))?;

        let reports = Arc::new(Mutex::new(Reports::default()));
        let sink = Arc::clone(&reports);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            let mut reports = sink.lock().unwrap_or_else(PoisonError::into_inner);
            reports.error.get_or_insert_with(|| error.to_string());
        }));
        let sink = Arc::clone(&reports);
        device.set_device_lost_callback(move |reason, message| {
            let mut reports = sink.lock().unwrap_or_else(PoisonError::into_inner);
            reports.lost.get_or_insert_with(|| format!("{reason:?}: {message}"));
        });
        Ok(Gpu { adapter, device, queue, reports })
    }

    /// The first thing that went wrong since the last call; a lost device stays lost.
    pub fn check(&self) -> Result<(), RenderError> {
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lost) = &reports.lost {
            return Err(RenderError::Device(lost.clone()));
        }
        match reports.error.take() {
            Some(error) => Err(RenderError::Drawing(error)),
            None => Ok(()),
        }
    }

    /// The longest side of a picture, in pixels: what the device can make, within reason.
    pub fn longest_side(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d.min(LONGEST_SIDE)
    }

    /// Refuses sizes that no picture can have.
    pub fn check_size(&self, width: u32, height: u32) -> Result<(), RenderError> {
        let limit = self.longest_side();
        if (1..=limit).contains(&width) && (1..=limit).contains(&height) {
            Ok(())
        } else {
            Err(RenderError::Size { width, height, limit })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_driver_the_error_says_what_to_install_and_that_headless_runs_need_nothing() {
        let Err(error) = Gpu::open(&instance(wgpu::Backends::empty(), None), None) else {
            panic!("an instance without backends has no adapter");
        };
        let text = error.to_string();
        assert!(text.contains("mesa-vulkan-drivers"), "{text}");
        assert!(text.contains("Headless runs need no driver"), "{text}");
    }
}
