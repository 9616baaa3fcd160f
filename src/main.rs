//! x
fn main() {
    use damka::position::*;
    use damka::rules::*;
    let p = Position::<International>::start();
    let d: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let t = std::time::Instant::now();
    let n = perft::perft(&p, d);
    let e = t.elapsed();
    #[allow(clippy::print_stdout)]
    {
        println!("{n} {:?} {:.1} M/s", e, n as f64 / e.as_secs_f64() / 1e6);
    }
}
