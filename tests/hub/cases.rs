//! Bugs that engines and clients are known to have had; the names are those of the public reports.

use std::time::{Duration, Instant};

use super::client::{Engine, START, count, field, hub, infos};

#[test]
fn c13_a_move_of_the_wrong_side_is_refused() {
    let mut engine = Engine::ready();
    let position = hub("W:WK2,25:B14,15,16");
    let answers = engine.answers(&format!("pos pos={position} moves=\"25-20 25-20\""));
    assert_eq!(count(&answers, "error"), 1, "{answers:?}");
}

#[test]
fn c26_a_legal_move_even_when_all_draw_by_a_counter() {
    let mut engine = Engine::ready();
    let shuffle = "1-6 50-45 6-1 45-50 ".repeat(15);
    let position = hub("W:WK1:BK50");
    let lines = format!("pos pos={position} moves=\"{shuffle}\"\nlevel depth=4\ngo think");
    let answer = engine.search(&lines);
    assert!(
        answer.last().unwrap().starts_with("done move=1-"),
        "{answer:?}"
    );
}

#[test]
fn c28_a_negative_clock() {
    let mut engine = Engine::ready();
    let began = Instant::now();
    let answer = engine.search("level time=-0.5 inc=1.0\ngo think");
    assert!(answer.last().unwrap().starts_with("done move="));
    // Half a second is left with the increment.
    assert!(began.elapsed() < Duration::from_millis(500));
}

#[test]
fn c29_fractions_of_a_second_and_depth_zero() {
    let mut engine = Engine::ready();
    let began = Instant::now();
    let answer = engine.search(&format!("pos pos={START}\nlevel move-time=0.5\ngo think"));
    assert!(began.elapsed() > Duration::from_millis(300), "searched");
    let depth: u32 = field(infos(&answer).last().unwrap(), "depth")
        .parse()
        .unwrap();
    assert!(depth > 5);
    let answer = engine.search("level depth=0\ngo think");
    assert_eq!(field(infos(&answer).last().unwrap(), "depth"), "1");
}

#[test]
fn c30_a_ping_does_not_end_a_search() {
    let mut engine = Engine::ready();
    engine.send("level move-time=0.3\ngo think\nping");
    let lines = engine.until("pong");
    assert_eq!(count(&lines, "done"), 0);
    let began = Instant::now();
    engine.until("done");
    assert!(began.elapsed() > Duration::from_millis(100));
}

#[test]
fn c31_a_ponder_search_that_has_found_everything_waits() {
    let mut engine = Engine::ready();
    let forced = hub("W:W32:B28,45");
    for order in ["ponder-hit", "stop"] {
        engine.send(&format!("pos pos={forced}\nlevel depth=2\ngo ponder"));
        engine.is_searching();
        let lines = engine.answers("");
        assert_eq!(count(&lines, "done"), 0, "{lines:?}");
        engine.search(order);
        assert_eq!(engine.answers("ponder-hit\nstop"), [""; 0]);
    }
}

#[test]
fn c32_a_ponder_hit_in_the_same_write_is_not_lost() {
    let mut engine = Engine::ready();
    for _ in 0..20 {
        let began = Instant::now();
        engine.search(&format!(
            "pos pos={START}\nlevel move-time=0.05\ngo ponder\nponder-hit"
        ));
        assert!(began.elapsed() < Duration::from_millis(500));
    }
}

#[test]
fn c33_a_stop_in_the_same_write_is_not_lost_and_idle_ones_do_nothing() {
    let mut engine = Engine::ready();
    for _ in 0..20 {
        engine.search("go think\nstop");
        assert_eq!(engine.answers("stop\nstop\nstop\nstop\nstop"), [""; 0]);
    }
    engine.search("go think\nstop\nstop\nstop\nstop\nstop");
    assert_eq!(engine.answers(""), [""; 0]);
}

#[test]
fn c35_c36_c37_c39_lines_are_plain() {
    let mut engine = Engine::ready();
    let answer = engine.search(&format!("pos pos={START}\nlevel depth=9\ngo analyze"));
    for info in infos(&answer) {
        let outside: String = info.split('"').step_by(2).collect();
        for word in outside.split(' ').skip(1).filter(|word| !word.is_empty()) {
            // A name and a value: neither flags nor a second equals sign.
            assert_eq!(word.split('=').count(), 2, "{info}");
        }
        assert!(field(info, "depth").parse::<u32>().is_ok());
        assert!(field(info, "score").parse::<f64>().unwrap().is_finite());
        let is_single = !field(info, "pv").contains(' ');
        assert_eq!(is_single, !info.contains('"'), "{info}");
    }
    let done = answer.last().unwrap();
    assert!(done.find("move=") < done.find("ponder=") && !done.contains('"'));
}

#[test]
fn c40_a_capture_may_come_without_its_squares_if_that_is_clear() {
    let mut engine = Engine::ready();
    let one = hub("W:W28:B23");
    assert_eq!(
        engine.answers(&format!("pos pos={one} moves=28x19")),
        [""; 0]
    );
    // From 4 to 15 there are two ways.
    let two = hub("W:WK4:B13,20,32,37");
    let answers = engine.answers(&format!("pos pos={two} moves=4x15"));
    assert_eq!(count(&answers, "error"), 1);
    assert!(answers[0].contains("4x15x13x20x32"), "{answers:?}");
    assert_eq!(
        engine.answers(&format!("pos pos={two} moves=4x15x37x20x13")),
        [""; 0]
    );
}

#[test]
fn c44_go_with_a_value_and_two_limits_in_one_line() {
    let mut engine = Engine::ready();
    let answer = engine.search(&format!(
        "pos pos={START}\nlevel depth=4 move-time=1000\ngo think=true"
    ));
    assert_eq!(field(infos(&answer).last().unwrap(), "depth"), "4");
    let began = Instant::now();
    engine.search("level depth=60 move-time=0.1\ngo analyze=true");
    assert!(began.elapsed() < Duration::from_secs(1));
}
