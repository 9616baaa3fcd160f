//! The kinds of parameters: what values they take, and how they are declared.

use crate::wire::hub::quote;

/// A parameter of any type.
pub(super) trait Param {
    fn name(&self) -> &'static str;

    /// The value as text.
    fn value(&self) -> String;

    /// The type and what limits the value, as they are declared.
    fn kind(&self) -> String;

    /// What values there are, for a person.
    fn expected(&self) -> String;

    /// Takes a value; returns whether it is one.
    fn accept(&mut self, text: &str) -> bool;

    /// The line that declares it. Readers depend on the order: name, value, type, and what limits the value last.
    fn declaration(&self) -> String {
        let value = quote(&self.value());
        format!("param name={} value={value} {}", self.name(), self.kind())
    }
}

/// A whole number within a range.
#[derive(Clone, Debug)]
pub struct Int {
    pub(super) name: &'static str,
    pub(super) value: u32,
    pub(super) min: u32,
    pub(super) max: u32,
}

impl Int {
    /// The number.
    pub const fn get(&self) -> u32 {
        self.value
    }
}

impl Param for Int {
    fn name(&self) -> &'static str {
        self.name
    }

    fn value(&self) -> String {
        self.value.to_string()
    }

    fn kind(&self) -> String {
        format!("type=int min={} max={}", self.min, self.max)
    }

    fn expected(&self) -> String {
        format!("a whole number from {} to {}", self.min, self.max)
    }

    fn accept(&mut self, text: &str) -> bool {
        match text.parse() {
            Ok(value) if (self.min..=self.max).contains(&value) => {
                self.value = value;
                true
            }
            _ => false,
        }
    }
}

/// Yes or no.
#[derive(Clone, Debug)]
pub struct Bool {
    pub(super) name: &'static str,
    pub(super) value: bool,
}

impl Param for Bool {
    fn name(&self) -> &'static str {
        self.name
    }

    fn value(&self) -> String {
        self.value.to_string()
    }

    fn kind(&self) -> String {
        "type=bool".to_owned()
    }

    fn expected(&self) -> String {
        "true or false".to_owned()
    }

    fn accept(&mut self, text: &str) -> bool {
        self.value = match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => true,
            "false" | "0" | "no" | "off" => false,
            _ => return false,
        };
        true
    }
}

/// One of a list of words.
#[derive(Clone, Debug)]
pub struct Choice {
    pub(super) name: &'static str,
    pub(super) value: &'static str,
    pub(super) values: Vec<&'static str>,
}

impl Choice {
    /// The word.
    pub const fn get(&self) -> &'static str {
        self.value
    }
}

impl Param for Choice {
    fn name(&self) -> &'static str {
        self.name
    }

    fn value(&self) -> String {
        self.value.to_owned()
    }

    fn kind(&self) -> String {
        format!("type=enum values=\"{}\"", self.values.join(" "))
    }

    fn expected(&self) -> String {
        format!("one of {}", self.values.join(", "))
    }

    fn accept(&mut self, text: &str) -> bool {
        let is_same = |value: &&&'static str| value.eq_ignore_ascii_case(text);
        let found = self.values.iter().find(is_same).copied();
        self.value = found.unwrap_or(self.value);
        found.is_some()
    }
}

/// Any text.
#[derive(Clone, Debug)]
pub struct Text {
    pub(super) name: &'static str,
    pub(super) value: String,
}

impl Text {
    /// The text, unless it is empty.
    pub fn get(&self) -> Option<&str> {
        Some(self.value.as_str()).filter(|text| !text.is_empty())
    }
}

impl Param for Text {
    fn name(&self) -> &'static str {
        self.name
    }

    fn value(&self) -> String {
        self.value.clone()
    }

    fn kind(&self) -> String {
        "type=string".to_owned()
    }

    fn expected(&self) -> String {
        "a text without quotes".to_owned()
    }

    fn accept(&mut self, text: &str) -> bool {
        self.value = text.to_owned();
        true
    }
}
