//! Sums as Lua makes them: of integers an integer, else a float.

use super::{StoreError, Value};

pub(super) fn sum(a: &Value, b: &Value) -> Result<Value, StoreError> {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => {
            // A count that wraps round is worse than one that stops.
            a.checked_add(*b).map(Value::Integer).ok_or(StoreError::OutOfRange)
        }
        _ => {
            let sum = float(a)? + float(b)?;
            if sum.is_nan() { Err(StoreError::OutOfRange) } else { Ok(Value::Float(sum)) }
        }
    }
}

fn float(value: &Value) -> Result<f64, StoreError> {
    match value {
        Value::Integer(n) => Ok(*n as f64),
        Value::Float(n) => Ok(*n),
        other => Err(StoreError::NotANumber(other.kind())),
    }
}
