//! Hooks: functions by event and id. Nothing here knows Lua; the rules are promised and tested on plain values.
//!
//! What is guaranteed:
//! - The order is that of first adding; adding the same event and id again replaces the function in its place, and the
//!   new owner takes it over.
//! - A dispatch walks what was there when it began: a hook added meanwhile waits for the next dispatch, one that was
//!   removed before its turn does not run, one that was replaced before its turn runs its new function.
//! - Dispatches nest to any depth.
//! - What a script replaced or removed of others while it loaded comes back in its place if the load fails.

use super::owner::OwnerId;
use super::takeover::Takeover;
use std::collections::BTreeMap;

struct Hook<F> {
    /// When it was first added: grows along the list and is never used again.
    place: u64,
    id: String,
    owner: OwnerId,
    function: F,
}

/// Every hook of every script.
pub struct Hooks<F> {
    events: BTreeMap<String, Vec<Hook<F>>>,
    next_place: u64,
    counts: BTreeMap<OwnerId, usize>,
    /// Hooks of others, by event and id, that the script that loads put out of their places.
    displaced: Takeover<(String, String), Hook<F>>,
}

/// A walk over an event's hooks; see [`Hooks::dispatch`].
#[derive(Clone, Copy)]
pub struct Dispatch {
    after: u64,
    before: u64,
}

/// One hook to run.
pub struct Due<F> {
    pub id: String,
    pub owner: OwnerId,
    pub function: F,
}

impl<F> Default for Hooks<F> {
    fn default() -> Self {
        Hooks {
            events: BTreeMap::new(),
            next_place: 1,
            counts: BTreeMap::new(),
            displaced: Takeover::default(),
        }
    }
}

impl<F: Clone> Hooks<F> {
    pub fn add(&mut self, event: &str, id: &str, owner: OwnerId, function: F) {
        if !self.events.contains_key(event) {
            self.events.insert(event.to_owned(), Vec::new());
        }
        let Some(hooks) = self.events.get_mut(event) else { return };
        if let Some(hook) = hooks.iter_mut().find(|hook| hook.id == id) {
            let place = hook.place;
            let before = std::mem::replace(hook, Hook { place, id: id.to_owned(), owner, function });
            self.count_less(before.owner);
            *self.counts.entry(owner).or_default() += 1;
            self.displaced.note(Some(owner), before.owner, || ((event.to_owned(), id.to_owned()), before));
            return;
        }
        *self.counts.entry(owner).or_default() += 1;
        hooks.push(Hook { place: self.next_place, id: id.to_owned(), owner, function });
        self.next_place += 1;
    }

    /// Removes a hook, in the name of whoever runs; one that is not there is fine.
    pub fn remove(&mut self, event: &str, id: &str, by: Option<OwnerId>) {
        let Some(hooks) = self.events.get_mut(event) else { return };
        let Some(at) = hooks.iter().position(|hook| hook.id == id) else { return };
        let hook = hooks.remove(at);
        if hooks.is_empty() {
            self.events.remove(event);
        }
        self.count_less(hook.owner);
        self.displaced.note(by, hook.owner, || ((event.to_owned(), id.to_owned()), hook));
    }

    /// A script begins to load.
    pub fn begin_load(&mut self, owner: OwnerId) {
        self.displaced.begin(owner);
    }

    /// It is done. If it failed, and all that it made is removed, others get back what it took from them.
    pub fn end_load(&mut self, failed: bool) {
        for ((event, _), hook) in self.displaced.end(failed) {
            let hooks = self.events.entry(event).or_default();
            if hooks.iter().all(|other| other.id != hook.id) {
                *self.counts.entry(hook.owner).or_default() += 1;
                hooks.insert(hooks.partition_point(|other| other.place < hook.place), hook);
            }
        }
    }

    fn count_less(&mut self, owner: OwnerId) {
        if let Some(count) = self.counts.get_mut(&owner) {
            *count -= 1;
        }
    }

    pub fn remove_owned_by(&mut self, owner: OwnerId) {
        self.counts.remove(&owner);
        self.displaced.forget(|hook| hook.owner == owner);
        self.events.retain(|_, hooks| {
            hooks.retain(|hook| hook.owner != owner);
            !hooks.is_empty()
        });
    }

    pub fn count_owned_by(&self, owner: OwnerId) -> usize {
        self.counts.get(&owner).copied().unwrap_or(0)
    }

    /// Every hook as (event, id, owner, function): events by name, hooks in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, OwnerId, &F)> {
        self.events.iter().flat_map(|(event, hooks)| {
            hooks.iter().map(move |hook| (event.as_str(), hook.id.as_str(), hook.owner, &hook.function))
        })
    }

    /// Whether anybody listens to an event.
    pub fn has(&self, event: &str) -> bool {
        self.events.get(event).is_some_and(|hooks| !hooks.is_empty())
    }

    /// Begins a walk over the hooks that are there now. It borrows nothing, so hooks may change between two steps.
    pub fn dispatch(&self) -> Dispatch {
        Dispatch { after: 0, before: self.next_place }
    }

    /// The next hook of a walk, or `None` at its end.
    pub fn next(&self, event: &str, walk: &mut Dispatch) -> Option<Due<F>> {
        let hooks = self.events.get(event)?;
        let index = hooks.partition_point(|hook| hook.place <= walk.after);
        let hook = hooks.get(index).filter(|hook| hook.place < walk.before)?;
        walk.after = hook.place;
        Some(Due { id: hook.id.clone(), owner: hook.owner, function: hook.function.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: OwnerId = OwnerId(1);
    const B: OwnerId = OwnerId(2);

    fn hooks(ids: &[&'static str]) -> Hooks<&'static str> {
        let mut hooks = Hooks::default();
        for id in ids {
            hooks.add("Think", id, A, *id);
        }
        hooks
    }

    /// Walks `Think`, calling `during` after each function that ran.
    fn run(
        hooks: &mut Hooks<&'static str>,
        mut during: impl FnMut(&mut Hooks<&'static str>, &str),
    ) -> Vec<&'static str> {
        let mut walk = hooks.dispatch();
        let mut ran = Vec::new();
        while let Some(due) = hooks.next("Think", &mut walk) {
            ran.push(due.function);
            during(hooks, due.function);
        }
        ran
    }

    #[test]
    fn hooks_run_in_the_order_of_first_adding() {
        let mut hooks = hooks(&["c", "a", "b"]);
        hooks.add("Think", "c", B, "c2");
        assert_eq!(run(&mut hooks, |_, _| ()), ["c2", "a", "b"]);
        assert_eq!((hooks.count_owned_by(A), hooks.count_owned_by(B)), (2, 1));
    }

    #[test]
    fn a_hook_added_while_the_event_runs_waits_for_the_next_run() {
        let mut hooks = hooks(&["a"]);
        let ran = run(&mut hooks, |hooks, _| hooks.add("Think", "late", A, "late"));
        assert_eq!(ran, ["a"]);
        assert_eq!(run(&mut hooks, |_, _| ()), ["a", "late"]);
    }

    #[test]
    fn a_hook_removed_before_its_turn_does_not_run() {
        let mut hooks = hooks(&["a", "b", "c"]);
        let ran = run(&mut hooks, |hooks, now| {
            if now == "a" {
                hooks.remove("Think", "b", None);
            }
        });
        assert_eq!(ran, ["a", "c"]);
    }

    #[test]
    fn a_hook_that_removes_itself_does_not_skip_the_next() {
        let mut hooks = hooks(&["a", "b", "c"]);
        let ran = run(&mut hooks, |hooks, now| hooks.remove("Think", now, None));
        assert_eq!(ran, ["a", "b", "c"]);
        assert_eq!(run(&mut hooks, |_, _| ()), [] as [&str; 0]);
    }

    #[test]
    fn a_hook_removed_and_added_again_meanwhile_waits() {
        let mut hooks = hooks(&["a", "b"]);
        let ran = run(&mut hooks, |hooks, now| {
            if now == "a" {
                hooks.remove("Think", "b", None);
                hooks.add("Think", "b", A, "b again");
            }
        });
        assert_eq!(ran, ["a"]);
    }

    #[test]
    fn a_hook_replaced_before_its_turn_runs_its_new_function() {
        let mut hooks = hooks(&["a", "b"]);
        let ran = run(&mut hooks, |hooks, now| {
            if now == "a" {
                hooks.add("Think", "b", A, "new");
            }
        });
        assert_eq!(ran, ["a", "new"]);
    }

    #[test]
    fn what_a_failed_load_took_from_others_is_back_in_its_place() {
        let mut hooks = hooks(&["a", "b", "c"]);
        hooks.begin_load(B);
        hooks.add("Think", "a", B, "b's a");
        hooks.add("Think", "a", B, "b's second a");
        hooks.remove("Think", "c", Some(B));
        hooks.add("Think", "c", B, "b's c");
        hooks.remove("Think", "b", Some(A));
        hooks.remove_owned_by(B);
        hooks.end_load(true);
        assert_eq!(run(&mut hooks, |_, _| ()), ["a", "c"]);
        assert_eq!((hooks.count_owned_by(A), hooks.count_owned_by(B)), (2, 0));
    }

    #[test]
    fn what_a_load_that_works_took_over_it_keeps() {
        let mut hooks = hooks(&["a", "b"]);
        hooks.begin_load(B);
        hooks.add("Think", "a", B, "b's a");
        hooks.end_load(false);
        hooks.begin_load(B);
        hooks.remove_owned_by(B);
        hooks.end_load(true);
        assert_eq!(run(&mut hooks, |_, _| ()), ["b"]);
    }

    #[test]
    fn an_owner_that_is_gone_gets_nothing_back() {
        let mut hooks = hooks(&["a"]);
        hooks.begin_load(B);
        hooks.add("Think", "a", B, "b's a");
        hooks.remove_owned_by(A);
        hooks.remove_owned_by(B);
        hooks.end_load(true);
        assert_eq!((run(&mut hooks, |_, _| ()).len(), hooks.count_owned_by(A)), (0, 0));
    }

    #[test]
    fn an_owner_takes_its_hooks_along() {
        let mut hooks = hooks(&["a", "b"]);
        hooks.add("Think", "b", B, "b");
        assert_eq!((hooks.count_owned_by(A), hooks.count_owned_by(B)), (1, 1));
        hooks.remove_owned_by(A);
        assert_eq!(run(&mut hooks, |_, _| ()), ["b"]);
        hooks.remove("Think", "b", None);
        assert_eq!((hooks.count_owned_by(A), hooks.count_owned_by(B)), (0, 0));
    }
}
