//! Endgame tables against counts and positions of independent solvers.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{cases, position};
use damka::endgame::build::{self, BuildError, Step, Watch};
use damka::endgame::file::{FileError, TableFile};
use damka::endgame::{self, MOST_PIECES, Results, Room, Tables, Value};
use damka::rules::variant::Variant;
use damka::rules::{
    Brazilian, Breakthrough, Canadian, English, Frisian, International, Italian, Losing, Rules,
    Turkish,
};

/// An empty folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The tables of a game up to so many pieces, built in a folder.
fn built<R: Rules>(name: &str, pieces: u32) -> Tables<R> {
    let folder = folder(name);
    build::build::<R>(&folder, pieces, u64::MAX, &Watch::default(), &|_: Step| {})
        .expect("sound tables");
    let mut tables = Tables::new(1 << 20);
    for pieces in 2..=pieces {
        let bytes = fs::read(build::path::<R>(&folder, pieces)).expect("sound tables");
        tables.add(TableFile::read(bytes)).expect("sound tables");
    }
    tables
}

fn three(results: Results) -> String {
    let Results { win, draw, loss } = results;
    format!("{win} {draw} {loss}")
}

/// The counts of all classes with so many pieces are those of the independent solver.
fn check_counts(tables: &Tables<International>, pieces: u32) {
    let mut classes = 0;
    for case in cases("endgame", "international") {
        let class = case.column(0);
        let mut counts = tables.counts();
        let Some((found, counts)) = counts.find(|(found, _)| found.to_string() == class) else {
            continue;
        };
        assert_eq!(
            three(counts.quiet::<International>()),
            case.column(1),
            "{}",
            case.place
        );
        assert_eq!(
            three(counts.capture::<International>()),
            case.column(2),
            "{}",
            case.place
        );
        let by_plies = counts.by_value::<International>().map(|(value, count)| {
            let plies = value
                .plies()
                .map_or("draw".to_owned(), |plies| plies.to_string());
            format!("{plies}:{count}")
        });
        let by_plies: Vec<_> = by_plies.collect();
        assert_eq!(by_plies.join(" "), case.column(3), "{}", case.place);
        classes += usize::from(found.pieces() == pieces);
    }
    assert_eq!(classes, endgame::classes::<International>(pieces).len());
}

/// The positions of the data file that the tables know have the values that it gives; returns how many they are.
fn check_positions(tables: &Tables<International>) -> usize {
    let (mut room, mut known) = (Room::new(), 0);
    for case in cases("endgame", "positions") {
        let position = position::<International>(case.column(0));
        let Some(value) = tables.value(&position, &mut room) else {
            continue;
        };
        known += 1;
        let result = match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
        };
        assert_eq!(result, case.column(1), "{}", case.place);
        if let Ok(plies) = case.column(2).parse::<u16>() {
            assert_eq!(value.plies(), Some(plies), "{}", case.place);
        }
    }
    known
}

#[test]
fn three_pieces_are_counted_as_elsewhere() {
    let tables = built::<International>("endgame-three", 3);
    check_counts(&tables, 2);
    check_counts(&tables, 3);
    assert!(check_positions(&tables) > 250);
}

/// The bytes of the file for two pieces.
fn small_file(name: &str) -> Vec<u8> {
    let folder = folder(name);
    build::build::<International>(&folder, 2, u64::MAX, &Watch::default(), &|_: Step| {})
        .expect("sound tables");
    fs::read(build::path::<International>(&folder, 2)).expect("sound tables")
}

fn opened<R: Rules>(bytes: Vec<u8>) -> Result<Tables<R>, FileError> {
    let mut tables = Tables::new(0);
    tables.add(TableFile::read(bytes)).map(|()| tables)
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let bytes = small_file("endgame-damaged");
    assert_eq!(
        opened::<International>(bytes.clone())
            .unwrap()
            .most_pieces(),
        2
    );
    let foreign = opened::<Brazilian>(bytes.clone()).err();
    assert!(
        matches!(foreign, Some(FileError::Game { .. })),
        "{foreign:?}"
    );
    assert_eq!(
        opened::<International>(b"PNG".to_vec()).err(),
        Some(FileError::NotTables)
    );
    for length in 0..bytes.len() {
        assert!(
            opened::<International>(bytes[..length].to_vec()).is_err(),
            "cut at {length}"
        );
    }
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        assert!(opened::<International>(flipped).is_err(), "byte {at}");
    }
    let longer = [&bytes[..], &[0; 8]].concat();
    assert!(opened::<International>(longer).is_err());
}

/// Bytes of the head of a file without the name of the game.
const HEAD: usize = 8 + 2 + 2 + 8 + 4;

/// Where sections begin and end: each begins with its length.
fn sections(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut begin = HEAD + International::NAME.len();
    let mut found = Vec::new();
    while begin < bytes.len() {
        let length = u64::from_le_bytes(bytes[begin..begin + 8].try_into().expect("8 bytes"));
        found.push((begin, begin + length as usize));
        begin += length as usize;
    }
    found
}

/// Contents that contradict themselves under sums that fit are refused, or give no or wrong values; nothing panics.
#[test]
fn forged_files_do_no_harm() {
    let bytes = small_file("endgame-forged");
    let positions: Vec<_> = cases("endgame", "positions").into_iter().take(60).collect();
    let (mut refused, mut taken) = (0, 0);
    for (begin, end) in sections(&bytes) {
        for at in begin + 8..end - 4 {
            let mut forged = bytes.clone();
            forged[at] ^= 0x11;
            let sum = crc32fast::hash(&forged[begin..end - 4]);
            forged[end - 4..end].copy_from_slice(&sum.to_le_bytes());
            let Ok(tables) = opened::<International>(forged) else {
                refused += 1;
                continue;
            };
            taken += 1;
            let mut room = Room::new();
            for case in &positions {
                let _ = tables.value(&position::<International>(case.column(0)), &mut room);
            }
        }
    }
    assert!(
        refused > 100 && taken > 100,
        "{refused} refused, {taken} taken"
    );
}

#[test]
fn an_interrupted_build_goes_on_where_it_was() {
    let whole = small_file("endgame-whole");
    let folder = folder("endgame-part");
    let path = build::path::<International>(&folder, 2);
    let part = path.with_extension("end.part");
    // Cut within a section, between two sections, and within the head.
    let between = sections(&whole)[1].1;
    for length in [whole.len() - 1, between, between + 100, 10, 0] {
        fs::write(&part, &whole[..length]).unwrap();
        let watch = Watch::default();
        build::build::<International>(&folder, 2, u64::MAX, &watch, &|_: Step| {}).unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {length}");
        assert!(!part.exists());
        fs::remove_file(&path).unwrap();
    }
    let watch = Watch::default();
    watch.stop();
    let stopped = build::build::<International>(&folder, 2, u64::MAX, &watch, &|_: Step| {});
    assert!(matches!(stopped, Err(BuildError::Stopped)) && !path.exists());
}

#[test]
fn what_cannot_be_built_is_said() {
    let folder = folder("endgame-refused");
    let build = |pieces, memory| {
        let watch = Watch::default();
        build::build::<International>(&folder, pieces, memory, &watch, &|_: Step| {})
    };
    assert!(matches!(build(1, u64::MAX), Err(BuildError::Pieces(1))));
    assert!(matches!(build(4, 1 << 20), Err(BuildError::Memory { .. })));
    let frisian = build::build::<Frisian>(&folder, 2, u64::MAX, &Watch::default(), &|_: Step| {});
    assert!(matches!(frisian, Err(BuildError::Unsupported)));
}

/// Every value of every class of a game follows from those of the positions after it.
fn check_game<R: Rules>() {
    let tables = built::<R>(&format!("endgame-{}", R::NAME), 2);
    tables.verify(&Watch::default()).expect("sound tables");
    let wins = tables.counts().map(|(_, counts)| {
        let (quiet, capture) = (counts.quiet::<R>(), counts.capture::<R>());
        quiet.win + capture.win + quiet.loss + capture.loss
    });
    assert!(wins.sum::<u64>() > 0, "{}", R::NAME);
}

#[test]
fn every_kind_of_rules_has_sound_tables() {
    check_game::<English>();
    check_game::<Italian>();
    check_game::<Turkish>();
    check_game::<Losing>();
    check_game::<Breakthrough>();
    check_game::<Canadian>();
}

#[test]
fn the_tables_of_the_program_are_right() {
    let tables = Tables::<International>::embedded(4);
    for pieces in 2..=4 {
        check_counts(&tables, pieces);
    }
    assert!(check_positions(&tables) > 850);
}

/// Every game that can have tables has some of its own in the program, and each file can be read.
#[test]
fn the_program_has_tables_for_every_game() {
    fn check<R: Rules>() {
        let tables = Tables::<R>::embedded(MOST_PIECES);
        let classes = (2..=tables.most_pieces()).map(|pieces| endgame::classes::<R>(pieces).len());
        assert_eq!(
            tables.counts().count(),
            classes.sum::<usize>(),
            "{}",
            R::NAME
        );
        assert_eq!(
            tables.most_pieces() >= 3,
            endgame::is_supported::<R>(),
            "{}",
            R::NAME
        );
    }
    for &variant in Variant::ALL {
        damka::dispatch!(variant, R => check::<R>());
    }
}

#[test]
#[ignore = "half a minute"]
fn four_pieces_are_counted_as_elsewhere() {
    let tables = built::<International>("endgame-four", 4);
    check_counts(&tables, 4);
    assert!(check_positions(&tables) > 850);
    tables.verify(&Watch::default()).unwrap();
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("endgame-four");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("endgame");
    for pieces in 2..=4 {
        let [made, shipped] = [&made, &shipped]
            .map(|folder| fs::read(build::path::<International>(folder, pieces)).unwrap());
        assert!(made == shipped, "the file for {pieces} pieces");
    }
}
