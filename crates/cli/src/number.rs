//! Numbers, for people.

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

/// `1 ply`, `2 plies`.
pub(crate) fn plies(count: impl Into<u64>) -> String {
    counted(count.into(), "ply", "plies")
}

/// `1 game`, `10,000 games`.
pub(crate) fn games(count: u64) -> String {
    counted(count, "game", "games")
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
}
