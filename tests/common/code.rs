//! Rust sources as text: what is left without comments, strings and tests.

/// Whether a sign belongs to a name.
pub fn is_word(sign: u8) -> bool {
    sign.is_ascii_alphanumeric() || sign == b'_'
}

/// The code with comments, strings and characters blanked out; every line keeps its place.
pub fn blanked(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let in_word = code.bytes().last().is_some_and(is_word);
        let length = match blank_length(rest) {
            Some(length) if !(in_word && sign == 'r') => length,
            _ => {
                code.push(sign);
                rest = &rest[sign.len_utf8()..];
                continue;
            }
        };
        code.extend(rest[..length].chars().map(|sign| match sign {
            '\n' => '\n',
            _ => ' ',
        }));
        rest = &rest[length..];
    }
    code
}

/// The length of the comment, string or character with which a text begins.
fn blank_length(text: &str) -> Option<usize> {
    let until = |end: &str, from: usize| {
        let found = text[from..].find(end);
        found.map_or(text.len(), |found| from + found + end.len())
    };
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(until("*/", 2));
    }
    if let Some(raw) = text.strip_prefix('r') {
        let marks = raw.len() - raw.trim_start_matches('#').len();
        if raw[marks..].starts_with('"') {
            return Some(until(&format!("\"{}", "#".repeat(marks)), marks + 2));
        }
    }
    match text.as_bytes() {
        [b'"', ..] => Some(quoted_length(text)),
        [b'\'', b'\\', ..] => Some(quoted_length(text)),
        [b'\'', ..] => {
            // A character, or a lifetime.
            let sign = text[1..].chars().next()?;
            let end = 1 + sign.len_utf8();
            text[end..].starts_with('\'').then_some(end + 1)
        }
        _ => None,
    }
}

/// The length of a text in the quotes with which it begins, with `\` before signs that do not end it.
fn quoted_length(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (at, sign) in text.bytes().enumerate().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if sign == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Blanked code without the items that only tests have.
pub fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let mut kept = code.to_owned();
    while let Some(start) = kept.find(MARK) {
        let item = &kept[start..];
        let length = match item.find(['{', ';']) {
            Some(open) if item[open..].starts_with('{') => open + block_length(&item[open..]),
            Some(semicolon) => semicolon + 1,
            None => item.len(),
        };
        let lines = "\n".repeat(item[..length].matches('\n').count());
        kept.replace_range(start..start + length, &lines);
    }
    kept
}

/// The length of a block in braces.
fn block_length(code: &str) -> usize {
    let mut depth = 0;
    for (at, sign) in code.bytes().enumerate() {
        match sign {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}
