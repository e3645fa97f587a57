//! The events that the yard runs by itself.

/// Event, arguments, when.
pub const EVENTS: &[(&str, &str, &str)] = &[
    ("Init", "", "Once, before the first `Think`."),
    ("Think", "dt: number", "Each frame, with its length in seconds."),
    ("Tick", "dt: number, tick: integer", "After each physics step; `dt` is 1/60."),
    (
        "Contact",
        "contact: Contact",
        "Two bodies began to touch. At most 32 a frame, in a fixed order; closing speeds under 0.5 m/s are not reported; \
         never the player. A body in it may have been removed by an earlier hook.",
    ),
    ("Shutdown", "", "The yard closes."),
];
