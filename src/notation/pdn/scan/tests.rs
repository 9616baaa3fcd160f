//! Tests of the scanner.

use super::*;

fn signs(text: &str) -> Vec<Sign> {
    let mut scanner = Scanner::new(text, 1);
    std::iter::from_fn(|| scanner.next())
        .map(|(_, sign)| sign)
        .collect()
}

fn mv(text: &str) -> Sign {
    Sign::Move(text.to_owned())
}

fn result(text: &str) -> Sign {
    Sign::Result(text.to_owned())
}

const FIRST: Sign = Sign::Number { second: false };
const SECOND: Sign = Sign::Number { second: true };

#[test]
fn moves_numbers_and_results_are_told_apart() {
    for (text, expected) in [
        ("1.32-28 19 -23", vec![FIRST, mv("32-28"), mv("19-23")]),
        ("1\t11-15\t24-20", vec![FIRST, mv("11-15"), mv("24-20")]),
        (
            "1... 7-12 2. ... 3–8",
            vec![SECOND, mv("7-12"), SECOND, mv("3–8")],
        ),
        (
            "01. 35x 4 4 x\n15x17",
            vec![FIRST, mv("35x4"), mv("4x15x17")],
        ),
        ("12. 1-18 1-1", vec![FIRST, mv("1-18"), result("1-1")]),
        ("1. 2-0", vec![FIRST, result("2-0")]),
        (
            "1 - 0 2-1 1-10 0-12",
            vec![result("1-0"), mv("2-1"), mv("1-10"), mv("0-12")],
        ),
        (
            "*1. 32-28 *",
            vec![result("*"), FIRST, mv("32-28"), result("*")],
        ),
        ("1-6* 32-28", vec![mv("1-6"), Sign::Forced, mv("32-28")]),
        (
            "28*19 1-6!* ",
            vec![
                mv("28*19"),
                mv("1-6"),
                Sign::Strength("!".into()),
                Sign::Forced,
            ],
        ),
        (
            "1.a3b4 c3:e5:g7 C1, B2",
            vec![FIRST, mv("a3b4"), mv("c3:e5:g7"), mv("C1,B2")],
        ),
        (
            "3228 1923 1999. 3-8",
            vec![mv("3228"), mv("1923"), FIRST, mv("3-8")],
        ),
        (
            "41. - - 5-6 -- 77. ... *",
            vec![
                FIRST,
                Sign::Pass,
                Sign::Pass,
                mv("5-6"),
                Sign::Pass,
                SECOND,
                result("*"),
            ],
        ),
        (
            "½-½ 1/2-1/2 0.5-0.5",
            vec![result("½-½"), result("1/2-1/2"), result("0.5-0.5")],
        ),
    ] {
        assert_eq!(signs(text), expected, "{text}");
    }
}

#[test]
fn the_rest_is_read() {
    let strength = |text: &str| Sign::Strength(text.to_owned());
    for (text, expected) in [
        (
            "5-6!?(!?!!!)$902",
            vec![
                mv("5-6"),
                strength("!?"),
                strength("(!?!!!)"),
                Sign::Nag(902),
            ],
        ),
        ("(5-6)", vec![Sign::Open, mv("5-6"), Sign::Close]),
        (
            "{ a\n  [b] } ; c\n% d\n",
            vec![Sign::Comment("a [b]".into()), Sign::Comment("c".into())],
        ),
        (
            "/FEN \"B::\"/5-6",
            vec![Sign::Setup("B::".into()), mv("5-6")],
        ),
        ("{ a", vec![Sign::Fault(Fault::OpenComment)]),
        (
            "a } b",
            vec![
                Sign::Fault(Fault::Word("a".into())),
                Sign::Fault(Fault::StrayBrace),
                Sign::Fault(Fault::Word("b".into())),
            ],
        ),
        (
            "$ /x 12th",
            vec![
                Sign::Fault(Fault::NoMove),
                Sign::Fault(Fault::Word("/x".into())),
                Sign::Fault(Fault::Word("12th".into())),
            ],
        ),
    ] {
        assert_eq!(signs(text), expected, "{text}");
    }
}

#[test]
fn tags_are_read_as_programs_write_them() {
    let tag = |name: &str, value: &str| Sign::Tag(name.to_owned(), value.to_owned());
    for (text, expected) in [
        (
            r#"[White "a"] [Black   "b" ]"#,
            vec![tag("White", "a"), tag("Black", "b")],
        ),
        (
            r#"[A "with \"quotes\""]"#,
            vec![tag("A", "with \"quotes\"")],
        ),
        (
            r#"[A "with "bare" quotes"]"#,
            vec![tag("A", "with \"bare\" quotes")],
        ),
        (r#"[A "x\"] y"]"#, vec![tag("A", "x\"] y")]),
        (r#"[A "c:\"]"#, vec![tag("A", "c:\\")]),
        ("[pdn][A b c][/pdn]", vec![tag("A", "b c")]),
        (
            "[A \"b\n1-2",
            vec![Sign::Fault(Fault::Tag), Sign::Move("1-2".into())],
        ),
        (
            "[ \"b\"] [%x y]",
            vec![Sign::Fault(Fault::Tag), Sign::Fault(Fault::Tag)],
        ),
    ] {
        assert_eq!(signs(text), expected, "{text}");
    }
}
