//! What results, moves, squares and values of tags look like.

/// Results that are longer than two digits and a dash.
const RESULTS: [&str; 7] = [
    "1/2-1/2",
    "½-½",
    "½–½",
    "0.5-0.5",
    "1/2–1/2",
    "1/2:1/2",
    "0,5-0,5",
];

pub(super) fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

/// The text with its blanks and line feeds as single blanks.
pub(super) fn single_blanks(text: &str) -> String {
    let mut single = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !single.is_empty() {
            single.push(' ');
        }
        single.push_str(word);
    }
    single
}

/// The length of the value of a tag from behind its first quote on, and its length with the closing quote and bracket.
/// A quote closes it where a bracket follows. In a value with a quote and a bracket, the quote has a backslash.
pub(super) fn value_length(text: &str) -> Option<(usize, usize)> {
    let mut escaped = None;
    for (at, _) in text.match_indices('"') {
        let behind = text[at + 1..].trim_start();
        if !behind.starts_with(']') {
            continue;
        }
        let length = (at, text.len() - behind.len() + 1);
        if !text[..at].ends_with('\\') {
            return Some(length);
        }
        escaped = escaped.or(Some(length));
    }
    escaped
}

/// The length of a result at the beginning of a text. `1-2` and `2-1` are moves; the other results of two digits name
/// the same square twice or a square 0, and are none.
pub(super) fn result_length(text: &str) -> Option<usize> {
    if let Some(found) = RESULTS.iter().find(|result| text.starts_with(**result)) {
        return Some(found.len());
    }
    let mut signs = text.char_indices().filter(|(_, sign)| *sign != ' ');
    let (_, white) = signs.next().filter(|(_, sign)| sign.is_ascii_digit())?;
    let (_, dash) = signs.next()?;
    let (at, black) = signs.next().filter(|(_, sign)| sign.is_ascii_digit())?;
    let is_result = matches!(
        (white, black),
        ('0', '0') | ('0', '1') | ('0', '2') | ('1', '0') | ('2', '0') | ('1', '1')
    );
    let end = at + 1;
    let goes_on = |sign: char| sign.is_alphanumeric() || matches!(sign, ':') || is_dash(sign);
    let ends = !text[end..].starts_with(goes_on);
    (is_result && is_dash(dash) && ends).then_some(end)
}

/// A move at the beginning of a text, without its blanks, and its length: squares with signs between them, or squares
/// without any (`a3b4`, `3228`).
pub(super) fn move_of(text: &str) -> Option<(String, usize)> {
    let first = square_length(text)?;
    let is_name = text.starts_with(|sign: char| sign.is_ascii_alphabetic());
    let mut end = first;
    if is_name {
        while let Some(length) = square_length(&text[end..]).filter(|_| starts_name(&text[end..])) {
            end += length;
        }
    }
    let mut squares = if end > first { 2 } else { 1 };
    let mut found = text[..end].to_owned();
    loop {
        let rest = &text[end..];
        let sign = rest
            .trim_start()
            .chars()
            .next()
            .filter(|&sign| is_separator(sign, is_name));
        let Some(sign) = sign else {
            break;
        };
        let before = rest.len() - rest.trim_start().len();
        let behind = &rest[before + sign.len_utf8()..];
        let blanks = behind.len() - behind.trim_start().len();
        // A star or a comma with a blank is something else.
        if (sign == '*' || (sign == ',' && !is_name)) && before + blanks > 0 {
            break;
        }
        let Some(length) = square_length(behind.trim_start()) else {
            break;
        };
        end += before + sign.len_utf8() + blanks + length;
        found.push(sign);
        found.push_str(&behind.trim_start()[..length]);
        squares += 1;
    }
    let is_packed = squares == 1 && !is_name && first >= 4 && first.is_multiple_of(2);
    let ends = !text[end..].starts_with(|sign: char| sign.is_alphanumeric());
    let is_numbered = text[end..].starts_with('.') && is_packed;
    (ends && !is_numbered && (squares > 1 || is_packed)).then_some((found, end))
}

fn is_separator(sign: char, between_names: bool) -> bool {
    is_dash(sign) || matches!(sign, 'x' | 'X' | '×' | ':' | '*') || (sign == ',' && between_names)
}

fn starts_name(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_alphabetic())
}

/// The length of a square at the beginning of a text: a number, or a file and a rank.
fn square_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let letter = usize::from(matches!(bytes.first()?, b'a'..=b'l' | b'A'..=b'L'));
    let digits = bytes[letter..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    (digits > 0 && (letter == 0 || digits <= 2)).then_some(letter + digits)
}
