//! Parallel work if no thread can be started.
//!
//! Each test runs itself again in a process in which every thread would have a stack larger than the address
//! space, so that the system starts no thread. This needs no privilege, and also works for root.
#![cfg(unix)]

use std::{env, process::Command};

use perfect_play_parallel::{ParallelIterator, parallel, set_threads};

/// Set in the process in which no thread can be started.
const ALONE: &str = "PERFECT_PLAY_TEST_ALONE";

/// Whether this is that process. Otherwise runs the test there.
fn is_alone(test: &str) -> bool {
    if env::var_os(ALONE).is_some() {
        assert!(std::thread::Builder::new().spawn(|| ()).is_err(), "a thread could be started");
        return true;
    }
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--test-threads=1", "--nocapture"])
        .env(ALONE, "1")
        .env("RUST_MIN_STACK", (1_u64 << 60).to_string())
        .output()
        .unwrap();
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success() && printed[0].contains("1 passed"), "{printed:?}");
    false
}

fn sum() -> u64 {
    parallel(0..1000_u64).sum()
}

#[test]
fn the_calling_thread_does_the_work() {
    if is_alone("the_calling_thread_does_the_work") {
        assert_eq!([sum(), sum()], [499_500; 2]);
        assert_eq!(rayon::current_num_threads(), 1);
    }
}

#[test]
fn one_thread_needs_no_other() {
    if is_alone("one_thread_needs_no_other") {
        set_threads(1.try_into().unwrap()).unwrap();
        assert_eq!(sum(), 499_500);
    }
}

#[test]
fn several_threads_are_refused() {
    if is_alone("several_threads_are_refused") {
        let error = set_threads(2.try_into().unwrap()).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
    }
}

#[test]
fn as_many_threads_work_as_were_asked_for() {
    let threads = std::thread::spawn(|| {
        set_threads(4.try_into().unwrap()).unwrap();
        // A thread that is in a pool stays in that pool.
        assert!(set_threads(2.try_into().unwrap()).is_err());
        assert_eq!(sum(), 499_500);
        rayon::current_num_threads()
    });
    assert_eq!(threads.join().unwrap(), 4);
}

#[test]
fn a_pool_of_the_callers_own_is_used() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let threads = pool.install(|| {
        assert_eq!(sum(), 499_500);
        rayon::current_num_threads()
    });
    assert_eq!(threads, 3);
}
