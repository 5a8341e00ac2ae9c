//! Attacks of random cases until the time is up. `tests/siege` and the siege of the program have the attacks.
//!
//! A case is made from the seed, the name of the attack and the number of the case alone. So it can be repeated alone.

use std::{
    collections::BTreeMap,
    env,
    io::{self, Write},
    panic::{self, AssertUnwindSafe},
    process,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// Numbers that look random and are the same for the same seed (the generator `SplitMix64`).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number below `end`, in the type that is asked for.
    ///
    /// # Panics
    ///
    /// If `end` is 0.
    pub fn below<T: TryFrom<u64>>(&mut self, end: impl TryInto<u64>) -> T {
        let end = end.try_into().unwrap_or_else(|_| panic!("the end is not a number of 64 bits"));
        T::try_from(self.bits() % end).unwrap_or_else(|_| panic!("{end} does not fit the type"))
    }

    /// Whether something that happens once in so many times happens now.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.bits().is_multiple_of(times)
    }

    /// One of these.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn of<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below::<usize>(from.len() as u64)].clone()
    }
}

/// What an attack tries once.
#[derive(Debug)]
pub struct Case {
    /// The numbers that make the case.
    pub random: Random,
    kinds: Vec<String>,
}

impl Case {
    /// Notes what kind of case this is, for the count at the end.
    pub fn note(&mut self, kind: impl Into<String>) {
        self.kinds.push(kind.into());
    }
}

/// After this time a case has hung. The slowest case takes less than a tenth of it.
const HANG: Duration = Duration::from_secs(300);

/// An attack ends after this many defeats.
const MOST_DEFEATS: usize = 10;

fn number<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

fn say(line: &str) {
    // The test harness captures `eprintln!` until a test has ended, but not this.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Attacks with one case after the other, until `SIEGE_SECONDS` are over (5 by default); or with `SIEGE_CASE` alone.
/// `module` is the path of the test's module, in which the test has the module's name. `SIEGE_SEED` gives other cases. A
/// case is a defeat if it panics or hangs.
///
/// # Panics
///
/// If there was a defeat, or no case.
pub fn besiege(module: &str, mut attack: impl FnMut(&mut Case)) {
    let seed: u64 = number("SIEGE_SEED").unwrap_or(1);
    let seconds: f64 = number("SIEGE_SECONDS").unwrap_or(5.0);
    let only: Option<u64> = number("SIEGE_CASE");
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let (program, path) = module.split_once("::").expect("a module of a program");
    let name = path.rsplit("::").next().unwrap_or(path);
    let test = format!("cargo test -p {package} --test {program} {path} -- --include-ignored");
    let command = move |case: u64| format!("SIEGE_SEED={seed} SIEGE_CASE={case} {test}");
    let begin = Instant::now();
    let now = Arc::new(AtomicU64::new(only.unwrap_or(0)));
    watch(Arc::clone(&now), command.clone());
    let (mut kinds, mut cases, mut defeats) = (BTreeMap::<String, u64>::new(), 0, Vec::new());
    for case in only.map_or(0..u64::MAX, |only| only..only + 1) {
        if cases > 0 && begin.elapsed().as_secs_f64() > seconds || defeats.len() == MOST_DEFEATS {
            break;
        }
        now.store(case, Relaxed);
        let of_attack =
            name.bytes().fold(seed, |seed, byte| Random::new(seed ^ u64::from(byte)).bits());
        let random = Random::new(Random::new(of_attack ^ case).bits());
        let mut of_case = Case { random, kinds: Vec::new() };
        if panic::catch_unwind(AssertUnwindSafe(|| attack(&mut of_case))).is_err() {
            let command = command(case);
            say(&format!("a defeat ({}): {command}", of_case.kinds.join(", ")));
            defeats.push(command);
        }
        of_case.kinds.into_iter().for_each(|kind| *kinds.entry(kind).or_default() += 1);
        cases += 1;
    }
    now.store(u64::MAX, Relaxed);
    println!("{name}: {cases} cases of seed {seed} in {:.1?}: {kinds:?}", begin.elapsed());
    assert!(defeats.is_empty(), "repeat the defeats with\n{}", defeats.join("\n"));
    assert!(!kinds.is_empty(), "no case attacked anything");
}

/// Ends the process if a case takes too long.
fn watch(now: Arc<AtomicU64>, command: impl Fn(u64) -> String + Send + 'static) {
    thread::spawn(move || {
        let (mut since, mut case) = (Instant::now(), 0);
        while case != u64::MAX {
            thread::sleep(Duration::from_secs(1));
            let next = now.load(Relaxed);
            if next != case {
                (since, case) = (Instant::now(), next);
            } else if since.elapsed() > HANG {
                say(&format!("a case hangs: {}", command(case)));
                process::exit(1);
            }
        }
    });
}
