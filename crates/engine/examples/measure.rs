//! Measures.
#![allow(clippy::all)]
fn main() {
    for name in std::env::args().skip(1) {
        let s = perfect_play_engine::TierSolve::new(name.parse().unwrap()).unwrap();
        let t = std::time::Instant::now();
        let (h, start) = s
            .into_file(std::path::Path::new("/tmp/t/x.perfect"), Default::default())
            .unwrap()
            .run(&|_| ())
            .unwrap();
        println!(
            "{name}: {:?} {} bytes {} slots {:?}",
            t.elapsed(),
            h.stored_bytes,
            h.entry_bytes,
            start.entry
        );
        let t = std::time::Instant::now();
        let table =
            perfect_play_engine::AnyTable::open(std::path::Path::new("/tmp/t/x.perfect")).unwrap();
        println!("open {:?}", t.elapsed());
        let t = std::time::Instant::now();
        println!("{}", table.verify(&mut |_, _| ()).unwrap().is_proven());
        println!("verify {:?}", t.elapsed());
        let t = std::time::Instant::now();
        let s = table.stats(None, &mut |_, _| ()).unwrap();
        println!("stats {:?} {}", t.elapsed(), s.positions);
    }
}
