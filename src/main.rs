//! x
fn main(){
    use damka::position::*; use damka::rules::*; use damka::search::*; use damka::eval::*;
    let a: Vec<String>=std::env::args().collect();
    let p=Position::<International>::start();
    let d: usize = a[2].parse().unwrap();
    let t=std::time::Instant::now();
    #[allow(clippy::print_stdout)]
    if a[1]=="perft" {
    let n=perft::perft(&p,d);
    let e=t.elapsed();
    println!("{n} {:?} {:.1} M/s", e, n as f64/e.as_secs_f64()/1e6);} else {
    let table=Table::new(22).unwrap();
    let line=Line::new(p,&FMJD);
    let lim=Limits{depth:Some(d as u32),threads:a.get(3).map_or(1,|x|x.parse().unwrap()),lines:1,..Default::default()};
    let c=Control::new(false);
    think(&line,&table,&Material::<International>::new(),&lim,&c,&mut |i|println!("{} {:.1} {} {} {:?} {:.2}Mnps {}",i.depth,i.mean_depth,i.score,i.nodes,i.time,i.nodes as f64/i.time.as_secs_f64()/1e6,i.pv.iter().map(|m|format!("{}-{}",International::number(m.from()),International::number(m.to()))).collect::<Vec<_>>().join(" ")));
    }
}
