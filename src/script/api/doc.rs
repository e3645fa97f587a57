//! Documentation as data: what is known of every function that scripts can call.

/// A parameter, result or field: its name, its type in the notation of LuaCATS, and a word on it.
pub type Named = (&'static str, &'static str, &'static str);

pub struct Function {
    pub name: &'static str,
    /// A `?` after the name of a parameter makes it optional; `...` takes any number.
    pub parameters: &'static [Named],
    pub returns: &'static [Named],
    /// What it does, in sentences; units, ranges and errors included.
    pub text: &'static str,
}

pub struct Table {
    /// Empty for functions that are global.
    pub name: &'static str,
    pub text: &'static str,
    pub functions: Vec<Function>,
}

/// A class of values or of options.
pub struct Class {
    pub name: &'static str,
    pub text: &'static str,
    pub fields: &'static [Named],
    pub methods: &'static [Function],
}

impl Function {
    /// `table.name`, or the name alone for a global one.
    pub fn full_name(&self, table: &str) -> String {
        if table.is_empty() { self.name.to_owned() } else { format!("{table}.{}", self.name) }
    }

    /// `(a, b [, c])`
    pub fn signature(&self) -> String {
        let mut text = String::from("(");
        let mut open = 0;
        for (index, (name, ..)) in self.parameters.iter().enumerate() {
            let optional = name.ends_with('?') || *name == "...";
            let comma = if index > 0 { ", " } else { "" };
            if optional {
                text.push_str(if index > 0 { " [" } else { "[" });
                open += 1;
            }
            text.push_str(comma);
            text.push_str(name.trim_end_matches('?'));
        }
        text.push_str(&"]".repeat(open));
        text.push(')');
        text
    }
}
