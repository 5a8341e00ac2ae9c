//! Numbers, durations and bars, for people.

use std::fmt::Display;

/// A number with separators between thousands: `5,478`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number from 0 to 1 in percent, with this many decimals. A chance is rounded to 0% or 100% only if it is exactly
/// that.
pub(crate) fn percent(value: f64, decimals: usize) -> String {
    let [text, zero, hundred] = [100.0 * value, 0.0, 100.0].map(|n| format!("{n:.decimals$}"));
    if text == zero && value > 0.0 {
        format!("<0.{:0>decimals$}", 1)
    } else if text == hundred && value < 1.0 {
        format!(">99.{}", "9".repeat(decimals))
    } else {
        text
    }
}

/// A number and its noun: `1 call`, `10,000 calls`.
pub(crate) fn counted(count: u64, one: &str, several: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{} {several}", grouped(count)),
    }
}

/// The number, rounded to its first two digits.
pub(crate) fn two_digits(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    (number / unit + u64::from(number % unit >= unit.div_ceil(2) && unit > 1)) * unit
}

/// The text of a number. The largest number stands for those that are too large.
pub(crate) fn or_more(number: u64, text: impl Display) -> String {
    if number == u64::MAX { format!("more than {text}") } else { text.to_string() }
}

/// `1 ply`, `2 plies`.
pub(crate) fn plies(count: impl Into<u64>) -> String {
    counted(count.into(), "ply", "plies")
}

/// `1 game`, `10,000 games`.
pub(crate) fn games(count: u64) -> String {
    counted(count, "game", "games")
}

/// A time: `3.5 s`, `35 s`, `12.5 min`, `3.5 h`.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 10.0 => format!("{seconds:.1} s"),
        _ if seconds < 120.0 => format!("{seconds:.0} s"),
        _ if seconds < 7200.0 => format!("{:.1} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// A bar for a number from 0 to 1, with this many characters for 1, precise to an eighth of a character.
pub(crate) fn bar(value: f64, length: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a bar has few characters"
    )]
    let eighths = (value.clamp(0.0, 1.0) * (8 * length) as f64).round() as usize;
    // A chance above 0 shows at least something.
    let eighths = if value > 0.0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_certain_does_not_look_so() {
        let percents = [0.0, 0.000_01, 0.000_05, 0.5, 0.999_94, 0.999_99, 1.0];
        let percents = percents.map(|value| percent(value, 2));
        assert_eq!(percents, ["0.00", "<0.01", "0.01", "50.00", "99.99", ">99.99", "100.00"]);
        assert_eq!([percent(0.0001, 1), percent(0.9999, 1)], ["<0.1", ">99.9"]);
    }

    #[test]
    fn numbers_have_their_thousands_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (43_046_721, "43,046,721")]
        {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn bars_are_as_long_as_their_number() {
        let bars = [0.0, 0.001, 0.5, 0.55, 1.0, 2.0].map(|value| bar(value, 4));
        assert_eq!(bars, ["", "▏", "██", "██▎", "████", "████"]);
    }
}
