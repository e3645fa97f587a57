//! What a script takes from others while it loads, kept until it is known whether the load works.

use super::owner::OwnerId;
use std::collections::BTreeMap;

/// Things of others, by name, that were put out of their places by the script that loads.
pub struct Takeover<K, T> {
    loading: Option<OwnerId>,
    taken: BTreeMap<K, T>,
}

impl<K, T> Default for Takeover<K, T> {
    fn default() -> Self {
        Takeover { loading: None, taken: BTreeMap::new() }
    }
}

impl<K: Ord, T> Takeover<K, T> {
    /// A script begins to load.
    pub fn begin(&mut self, owner: OwnerId) {
        self.loading = Some(owner);
        self.taken.clear();
    }

    /// `by` put something of `whose` out of its place. What was there first is what comes back.
    pub fn note(&mut self, by: Option<OwnerId>, whose: OwnerId, what: impl FnOnce() -> (K, T)) {
        if by.is_some() && by == self.loading && by != Some(whose) {
            let (name, what) = what();
            self.taken.entry(name).or_insert(what);
        }
    }

    /// What is not worth keeping any more.
    pub fn forget(&mut self, which: impl Fn(&T) -> bool) {
        self.taken.retain(|_, taken| !which(taken));
    }

    /// The load is done: what must come back if it failed.
    pub fn end(&mut self, failed: bool) -> BTreeMap<K, T> {
        self.loading = None;
        let taken = std::mem::take(&mut self.taken);
        if failed { taken } else { BTreeMap::new() }
    }
}
