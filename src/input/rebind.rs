//! Binding actions anew: for whoever shows them to the player, and for what was kept or recorded.

use super::action::{Input, InputError};
use super::bindings::{Bindings, MOST_BINDINGS};
use super::{Binding, standard};

impl Input {
    /// Binds an action anew: `slot` counts its bindings from 0, and one more than there are adds one. `None` takes a binding
    /// away. A binding that the action has in another slot already moves here.
    ///
    /// # Errors
    /// An unknown action or slot, or a binding that the action cannot have.
    pub fn rebind(&mut self, action: &str, slot: usize, binding: Option<Binding>) -> Result<(), InputError> {
        let Some(known) = self.get(action) else {
            return Err(InputError(format!("there is no action named \"{action}\"")));
        };
        let mut bindings = known.bindings.clone();
        if slot > bindings.len() || slot >= MOST_BINDINGS || (slot == bindings.len() && binding.is_none()) {
            let count = bindings.len();
            return Err(InputError(format!("\"{action}\" has no binding {slot}; it has {count}, from 0 on")));
        }
        if let Some(binding) = binding {
            standard::fits(action, binding).map_err(InputError)?;
        }
        let rest = bindings.split_off(slot);
        let keeps = |other: &Binding| Some(*other) != binding;
        bindings.retain(keeps);
        bindings.extend(binding);
        bindings.extend(rest.into_iter().skip(1).filter(keeps));
        let usual = known.usual == bindings;
        self.set_bindings(action, (!usual).then_some(bindings));
        Ok(())
    }

    /// Gives an action its usual bindings again; an unknown one has no others.
    pub fn reset(&mut self, action: &str) {
        self.set_bindings(action, None);
    }

    /// Whether the action's bindings are other than the usual ones.
    pub fn is_rebound(&self, action: &str) -> bool {
        self.changed.get(action).is_some()
    }

    /// Every change of bindings, also for actions that no script has made yet.
    pub fn changed_bindings(&self) -> &Bindings {
        &self.changed
    }

    /// Uses these changes in place of those that were there.
    pub fn use_bindings(&mut self, bindings: &Bindings) {
        for (action, bindings) in bindings.changes_since(&self.changed) {
            self.set_bindings(&action, bindings);
        }
    }

    /// Changes one action's bindings, or makes them the usual ones again. The action need not be there yet.
    pub fn set_bindings(&mut self, action: &str, bindings: Option<Vec<Binding>>) {
        if let Some(known) = self.by_id.get(action).and_then(|&at| self.actions.get_mut(at)) {
            known.bindings = bindings.clone().unwrap_or_else(|| known.usual.clone());
        }
        self.changed.set(action, bindings);
    }
}
