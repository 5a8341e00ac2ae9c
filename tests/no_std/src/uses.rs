//! Every public function of the runtime crate and of core, called with any values.
//!
//! `covered.py` compares this folder with the list of those functions. Each is called by its path, so
//! that both can be compared as text.

mod boards;
mod codes;
mod families;
mod games;
mod levels;
mod tables;
mod values;

/// Calls, each a function of its own, so that nothing is known of one from another.
///
/// If the program does not link, `ONLY='the call as it stands' cargo build --release` shows whether this call is
/// the reason.
macro_rules! uses {
    ($($call:expr;)*) => {
        pub(super) static USES: &[fn()] = &[$(|| {
            if const { crate::uses::wanted(stringify!($call)) } {
                let _ = core::hint::black_box($call);
            }
        }),*];

        /// Whether one of these calls is wanted.
        pub(super) const WANTED: bool = false $(|| crate::uses::wanted(stringify!($call)))*;
    };
}
pub(crate) use uses;

/// All of them.
pub(crate) static ALL: &[&[fn()]] = &[
    boards::USES,
    codes::USES,
    families::USES,
    games::USES,
    levels::USES,
    tables::USES,
    values::USES,
];

const _: () = assert!(
    boards::WANTED
        || codes::WANTED
        || families::WANTED
        || games::WANTED
        || levels::WANTED
        || tables::WANTED
        || values::WANTED,
    "no call stands here as `ONLY` has it",
);

/// Whether a call is wanted in this program: all are, unless one is asked for.
pub(crate) const fn wanted(call: &str) -> bool {
    match option_env!("ONLY") {
        None => true,
        Some(only) => matches!(after(call.as_bytes(), only.as_bytes()), Some([])),
    }
}

const fn after<'a>(mut text: &'a [u8], mut expected: &[u8]) -> Option<&'a [u8]> {
    while let [next, more @ ..] = expected {
        match text {
            [found, rest @ ..] if *found == *next => text = rest,
            _ => return None,
        }
        expected = more;
    }
    Some(text)
}
