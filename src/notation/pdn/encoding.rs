//! Bytes of unknown encoding as text.

use std::borrow::Cow;

/// Windows-1252 from 0x80 to 0x9F; above that it is Latin-1.
const CP1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// Windows-1251 from 0x80 to 0xBF; above that stand the 64 letters from А to я.
const CP1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\
                      \u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї";

/// The text of bytes: UTF-8 if they are, otherwise Windows-1251 if the letters beyond ASCII stand together as in
/// Cyrillic words, otherwise Windows-1252, which has everything of Latin-1. Every sequence of bytes is some text.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let table = if is_cyrillic(bytes) { CP1251 } else { CP1252 };
    let signs: Vec<char> = table.chars().collect();
    let letter_a = if is_cyrillic(bytes) { 'А' } else { 'À' };
    let decoded = bytes.iter().map(|&byte| match byte {
        0..0x80 => char::from(byte),
        0xc0.. => char::from_u32(u32::from(letter_a) + u32::from(byte - 0xc0)).unwrap_or('?'),
        _ => {
            let sign = signs.get(usize::from(byte - 0x80));
            sign.copied().unwrap_or(char::from(byte))
        }
    });
    Cow::Owned(decoded.collect())
}

/// Whether most letters beyond ASCII have another one beside them. In the languages of Western Europe they stand alone
/// between letters of ASCII.
fn is_cyrillic(bytes: &[u8]) -> bool {
    let is_letter = |&byte: &u8| matches!(byte, 0xa8 | 0xb8 | 0xc0..);
    let (mut letters, mut together) = (0, 0);
    for run in bytes.chunk_by(|a, b| is_letter(a) == is_letter(b)) {
        if run.first().is_some_and(is_letter) {
            letters += run.len();
            together += if run.len() > 1 { run.len() } else { 0 };
        }
    }
    2 * together > letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        for (bytes, text) in [
            (&b"J\xfcrgen M\xfcller"[..], "Jürgen Müller"),
            (b"na\xefve caf\xe9 \x96 69\xb0 \x80", "naïve café – 69° €"),
            (
                b"\xc1\xeb\xe8\xed\xe4\xe5\xf0 \xc1. \xb9 1",
                "Блиндер Б. № 1",
            ),
            (b"\xb8\xeb\xea\xe0", "ёлка"),
            ("Сергей 高文龙 é".as_bytes(), "Сергей 高文龙 é"),
            (b"", ""),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }

    #[test]
    fn tables_have_a_sign_for_each_byte() {
        assert_eq!((CP1252.chars().count(), CP1251.chars().count()), (32, 64));
        assert_eq!(decode(&[0xa0, 0x9f, 0xff, b'a']), "\u{a0}Ÿÿa");
    }
}
