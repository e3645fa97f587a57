//! Crowds against recorded data: the same inputs must give the same outputs.

mod behaviours;
mod fields;
mod genomes;
mod golden;
mod life;
mod neighbours;
mod trees;
