//! What a store can hold, and how it is written down.
//!
//! The bytes of a value are a tag and its content, one value after the other, so that reading gives back what was saved to the
//! bit: an integer as an integer, a float as a float, a string as its bytes. Bytes that nobody wrote are an error and never
//! more than that.

/// How deep tables may lie in each other: a table of plain values is 1 deep.
pub const DEEPEST: usize = 16;
/// The most that one value may take up, in bytes.
pub const LARGEST: usize = 1 << 20;
/// The longest name, in bytes.
pub const LONGEST_NAME: usize = 1_000;

/// A value of a script, without any tie to Lua.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Boolean(bool),
    Integer(i64),
    /// Never NaN.
    Float(f64),
    Text(Vec<u8>),
    /// A vector of three floats, none of them NaN.
    Vector([f64; 3]),
    /// Pairs in the order in which they are put back. Keys are booleans, numbers and texts.
    Table(Vec<(Value, Value)>),
}

mod tag {
    pub const FALSE: u8 = b'f';
    pub const TRUE: u8 = b't';
    pub const INTEGER: u8 = b'i';
    pub const FLOAT: u8 = b'd';
    pub const TEXT: u8 = b's';
    pub const VECTOR: u8 = b'v';
    pub const TABLE: u8 = b'{';
}

impl Value {
    /// What it is called in a message.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Boolean(_) => "a boolean",
            Value::Integer(_) | Value::Float(_) => "a number",
            Value::Text(_) => "a string",
            Value::Vector(_) => "a Vec",
            Value::Table(_) => "a table",
        }
    }

    /// How many bytes [`Value::encode`] makes, without what tables hold.
    pub fn own_size(&self) -> usize {
        match self {
            Value::Boolean(_) => 1,
            Value::Integer(_) | Value::Float(_) => 9,
            Value::Text(text) => 5 + text.len(),
            Value::Vector(_) => 25,
            Value::Table(_) => 5,
        }
    }

    /// The bytes that [`Value::decode`] reads.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Value::Boolean(true) => bytes.push(tag::TRUE),
            Value::Boolean(false) => bytes.push(tag::FALSE),
            Value::Integer(n) => {
                bytes.push(tag::INTEGER);
                bytes.extend(n.to_le_bytes());
            }
            Value::Float(n) => {
                bytes.push(tag::FLOAT);
                bytes.extend(n.to_le_bytes());
            }
            Value::Text(text) => {
                bytes.push(tag::TEXT);
                write_count(text.len(), bytes);
                bytes.extend(text);
            }
            Value::Vector(components) => {
                bytes.push(tag::VECTOR);
                bytes.extend(components.iter().flat_map(|n| n.to_le_bytes()));
            }
            Value::Table(pairs) => {
                bytes.push(tag::TABLE);
                write_count(pairs.len(), bytes);
                for (key, value) in pairs {
                    key.write(bytes);
                    value.write(bytes);
                }
            }
        }
    }

    /// Reads a value; `None` for bytes that are not just one value.
    pub fn decode(bytes: &[u8]) -> Option<Value> {
        let mut rest = bytes;
        let value = read(&mut rest, 0)?;
        rest.is_empty().then_some(value)
    }
}

/// Counts fit: everything together is a megabyte at most.
fn write_count(count: usize, bytes: &mut Vec<u8>) {
    bytes.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

fn read(rest: &mut &[u8], depth: usize) -> Option<Value> {
    let [tag] = take(rest)?;
    Some(match tag {
        tag::TRUE => Value::Boolean(true),
        tag::FALSE => Value::Boolean(false),
        tag::INTEGER => Value::Integer(i64::from_le_bytes(take(rest)?)),
        tag::FLOAT => Value::Float(read_float(rest)?),
        tag::TEXT => {
            let length = read_count(rest)?;
            let (text, after) = rest.split_at_checked(length)?;
            *rest = after;
            Value::Text(text.to_vec())
        }
        tag::VECTOR => Value::Vector([read_float(rest)?, read_float(rest)?, read_float(rest)?]),
        tag::TABLE if depth < DEEPEST => {
            let pairs = read_count(rest)?;
            // No count is believed before its pairs are there.
            let mut table = Vec::with_capacity(pairs.min(rest.len() / 2));
            for _ in 0..pairs {
                let key = read(rest, DEEPEST)?;
                let value = read(rest, depth + 1)?;
                table.push((key, value));
            }
            Value::Table(table)
        }
        _ => return None,
    })
}

fn read_count(rest: &mut &[u8]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(take(rest)?)).ok()
}

fn read_float(rest: &mut &[u8]) -> Option<f64> {
    Some(f64::from_le_bytes(take(rest)?)).filter(|n| !n.is_nan())
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (bytes, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> Value {
        (1..depth).fold(Value::Table(Vec::new()), |inner, _| Value::Table(vec![(Value::Integer(1), inner)]))
    }

    fn everything() -> Value {
        Value::Table(vec![
            (Value::Integer(1), Value::Float(-0.0)),
            (Value::Integer(i64::MIN), Value::Integer(i64::MAX)),
            (Value::Float(f64::INFINITY), Value::Float(f64::MIN_POSITIVE / 2.0)),
            (Value::Boolean(true), Value::Boolean(false)),
            (Value::Text(b"\xff\0".to_vec()), Value::Text(Vec::new())),
            (Value::Text(b"v".to_vec()), Value::Vector([1.0, -2.5, f64::NEG_INFINITY])),
            (Value::Text(b"deep".to_vec()), nested(DEEPEST - 1)),
        ])
    }

    #[test]
    fn what_was_written_is_read_to_the_bit() {
        let bytes = everything().encode();
        let read = Value::decode(&bytes).unwrap();
        assert_eq!(read, everything());
        assert_eq!(read.encode(), bytes, "-0.0 equals 0.0, and its bytes do not");
    }

    #[test]
    fn bytes_that_are_cut_short_or_changed_are_no_value_and_no_harm() {
        let bytes = everything().encode();
        for end in 0..bytes.len() {
            assert_eq!(Value::decode(&bytes[..end]), None);
        }
        for at in 0..bytes.len() {
            for byte in 0..=u8::MAX {
                let mut changed = bytes.clone();
                changed[at] = byte;
                let _ = Value::decode(&changed);
            }
        }
        assert_eq!(Value::decode(&[&bytes[..], b"t"].concat()), None);
    }

    #[test]
    fn depths_and_counts_out_of_range_are_refused() {
        assert!(Value::decode(&nested(DEEPEST).encode()).is_some());
        assert_eq!(Value::decode(&nested(DEEPEST + 1).encode()), None);
        assert_eq!(Value::decode(b"{\xff\xff\xff\xff"), None);
        assert_eq!(Value::decode(&Value::Float(f64::NAN).encode()), None);
    }

    #[test]
    fn sizes_are_those_of_the_bytes() {
        for value in
            [Value::Boolean(true), Value::Integer(1), Value::Text(vec![7; 9]), Value::Vector([0.0; 3])]
        {
            assert_eq!(value.encode().len(), value.own_size());
        }
    }
}
