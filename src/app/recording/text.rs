//! Bytes as text in quotes: readable where they are text, and never more than a line.

/// The bytes in quotes. Letters stay as they are; what is no letter, and the two that quoting needs, is escaped.
pub fn quote(bytes: &[u8]) -> String {
    let mut text = String::from('"');
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => text.extend(['\\', c]),
                '\n' => text.push_str("\\n"),
                '\t' => text.push_str("\\t"),
                c if c.is_control() => {
                    let mut buffer = [0; 4];
                    c.encode_utf8(&mut buffer).bytes().for_each(|byte| text.push_str(&escaped(byte)));
                }
                c => text.push(c),
            }
        }
        chunk.invalid().iter().for_each(|&byte| text.push_str(&escaped(byte)));
    }
    text.push('"');
    text
}

fn escaped(byte: u8) -> String {
    format!("\\x{byte:02x}")
}

/// Reads what [`quote`] wrote from the beginning of a text, and returns it with what follows. `None` if that is not there.
pub fn unquote(text: &str) -> Option<(Vec<u8>, &str)> {
    let mut bytes = Vec::new();
    let mut chars = text.strip_prefix('"')?.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((bytes, text.get(at + 2..)?)),
            '\\' => match chars.next()?.1 {
                'n' => bytes.push(b'\n'),
                't' => bytes.push(b'\t'),
                c @ ('"' | '\\') => bytes.push(c as u8),
                'x' => {
                    let digits: String = [chars.next()?.1, chars.next()?.1].iter().collect();
                    bytes.push(u8::from_str_radix(&digits, 16).ok()?);
                }
                _ => return None,
            },
            c => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_are_read_back_and_text_stays_readable() {
        assert_eq!(quote("maze.lua: \"höher\"\n".as_bytes()), "\"maze.lua: \\\"höher\\\"\\n\"");
        let all: Vec<u8> = (0..=255).chain("ä\u{85}\u{2028}\\".bytes()).collect();
        let quoted = quote(&all);
        assert_eq!(quoted.lines().count(), 1);
        assert_eq!(unquote(&format!("{quoted} rest")), Some((all, " rest")));
        for wrong in ["", "a", "\"a", "\"\\", "\"\\x4", "\"\\xzz\"", "\"\\q\""] {
            assert_eq!(unquote(wrong), None, "{wrong}");
        }
    }
}
