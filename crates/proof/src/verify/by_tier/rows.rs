//! Formulas over whole strips of bytes. The compiler turns each loop without a lookup into vector code.

use perfect_play_core::Value;

/// A strip that is read by position.
pub(super) struct ByPlace {
    strip: Box<Places>,
    /// Temporary: the children of a row.
    children: Box<Places>,
}

/// A byte for every number that 16 bits can hold, and as many more as a piece has. So no piece is out of range.
type Places = [u8; (1 << 16) + Piece::LEN];

/// A position in a [`ByPlace`] that no strip uses. From there on it holds [`Value::NONE`], which never changes a
/// minimum.
pub(super) const NOWHERE: u16 = u16::MAX;

/// At most [`Piece::LEN`] consecutive places of a row whose children have consecutive positions, too.
// The proof shares no code with a solver, so it has pieces of its own.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    /// The first of the places.
    to: u16,
    /// The position of its child.
    from: u16,
}

impl Piece {
    /// So many bytes are copied, even if the piece is shorter.
    const LEN: usize = 16;
}

/// Divides the positions of the children of a row into pieces. Positions are consecutive nearly everywhere.
///
/// # Panics
///
/// If there are more than 2^16 positions.
pub(super) fn pieces(positions: &[u16]) -> Vec<Piece> {
    // The sum never exceeds `NOWHERE`, so several of them are one run. If `NOWHERE` follows the last position of a full strip,
    // both are in one run, too, which is right: the strip holds `Value::NONE` from there on.
    let runs = positions.chunk_by(|first, second| *second == first.saturating_add(1));
    let mut place = 0;
    let piece = |piece: &[u16]| {
        let to = u16::try_from(place).expect("a row is shorter");
        place += piece.len();
        Piece { to, from: piece[0] }
    };
    runs.flat_map(|run| run.chunks(Piece::LEN)).map(piece).collect()
}

impl ByPlace {
    pub(super) fn new() -> Self {
        let none = || vec![Value::NONE; size_of::<Places>()].into_boxed_slice();
        let places = || none().try_into().expect("it has this length");
        Self { strip: places(), children: places() }
    }

    /// Stores these values. There must be fewer than 2^16.
    pub(super) fn hold(&mut self, values: &[u8]) {
        self.strip[..values.len()].copy_from_slice(values);
    }

    /// Stores these values, but `ended` where the mask is set.
    pub(super) fn hold_except(&mut self, values: &[u8], mask: &[u8], ended: u8) {
        for ((held, value), mask) in self.strip.iter_mut().zip(values).zip(mask) {
            *held = value & !mask | ended & mask;
        }
    }

    /// Replaces each byte of a row by the minimum of it and the stored byte of its child.
    pub(super) fn lower(&mut self, least: &mut [u8], pieces: &[Piece]) {
        for &Piece { to, from } in pieces {
            // What is copied beyond the piece is overwritten by the next one, or lies behind the row.
            let child: &[u8; Piece::LEN] =
                self.strip[usize::from(from)..].first_chunk().expect("it is long enough");
            self.children[usize::from(to)..][..Piece::LEN].copy_from_slice(child);
        }
        lower(least, &self.children[..]);
    }

    /// Writes the stored byte of its image to each position of `turned`.
    pub(super) fn turn(&self, turned: &mut [u8], places: &[u16]) {
        let len = turned.len().min(places.len());
        let (turned, turned_rest) = turned[..len].as_chunks_mut::<8>();
        let (places, places_rest) = places[..len].as_chunks::<8>();
        // Eight at a time, so that the loop costs little.
        for (turned, places) in turned.iter_mut().zip(places) {
            *turned = places.map(|place| self.strip[usize::from(place)]);
        }
        for (turned, &place) in turned_rest.iter_mut().zip(places_rest) {
            *turned = self.strip[usize::from(place)];
        }
    }
}

/// Replaces each byte by the minimum of it and one other.
pub(super) fn lower_to(least: &mut [u8], other: u8) {
    for least in least {
        *least = (*least).min(other);
    }
}

/// Replaces each byte by the minimum of it and the child's.
pub(super) fn lower(least: &mut [u8], child: &[u8]) {
    for (least, child) in least.iter_mut().zip(child) {
        *least = (*least).min(*child);
    }
}

/// Replaces each byte by the minimum of it and the child's. The child's is `ended` where the mask is set.
pub(super) fn lower_except(least: &mut [u8], child: &[u8], mask: &[u8], ended: u8) {
    for ((least, child), mask) in least.iter_mut().zip(child).zip(mask) {
        *least = (*least).min(child & !mask | ended & mask);
    }
}

/// Sets the bits of a mask that are set in the other one.
pub(super) fn join(mask: &mut [u8], other: &[u8]) {
    for (mask, other) in mask.iter_mut().zip(other) {
        *mask |= other;
    }
}

/// Whether any value does not follow from the least byte among its children. Places where a mask is set are ignored.
pub(super) fn any_is_wrong(values: &[u8], least: &[u8], masks: [&[u8]; 2]) -> bool {
    let masks = masks[0].iter().zip(masks[1]);
    let slots = values.iter().zip(least).zip(masks);
    let wrong = slots.fold(0, |wrong, ((&value, &least), (first, second))| {
        wrong | wrong_bits(value, least) & !(first | second)
    });
    wrong != 0
}

/// Not 0 if and only if this value does not follow from the least byte among the children.
///
/// The bytes are ordered by the mover's preference. So the least byte is the child that is worst for the opponent,
/// and no child is better for the mover. A loss in *d* plies (*d*) makes a win in *d* + 1 (253 − *d*). A draw (127)
/// makes a draw. A win in *d* plies (254 − *d*) makes a loss in *d* + 1 (255 minus its byte).
#[inline]
fn wrong_bits(value: u8, least: u8) -> u8 {
    const DRAW: u8 = Value::DRAW.byte();
    let (not_lost, won) = (u8::from(least >= DRAW), u8::from(least > DRAW));
    let expected = 253_u8.wrapping_sub(least).wrapping_add(not_lost).wrapping_add(won);
    // Beyond the longest win or loss, the formula gives the byte of a draw. Without a child, it gives that of a loss.
    let beyond = u8::from(value == DRAW) & u8::from(least != DRAW);
    let no_child = u8::from(least == Value::NONE);
    expected ^ value | beyond | no_child
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_follows_from_the_least_child_as_the_bytes_are_defined() {
        for least in 0..=u8::MAX {
            let before = Value::from_byte(least).and_then(Value::before).map(Value::byte);
            // A win or a loss that is too far away has no byte.
            let before = before.filter(|&byte| byte != Value::NONE);
            for value in 0..=u8::MAX {
                assert_eq!(wrong_bits(value, least) == 0, before == Some(value), "{least} {value}");
                let is_wrong = |masks| any_is_wrong(&[value], &[least], masks);
                assert_eq!(is_wrong([&[0], &[0]]), before != Some(value));
                assert!(!is_wrong([&[255], &[0]]) && !is_wrong([&[0], &[255]]));
            }
        }
    }

    #[test]
    fn pieces_are_the_positions_that_they_were_made_of() {
        // Runs of all lengths up to 40, forwards and backwards, at either end of a strip, and nowhere.
        let run = |len: u16| [0..len, 999 - len..999, 65_535 - len..65_535];
        let mut positions: Vec<u16> = (1..41).flat_map(run).flatten().collect();
        positions.extend((0..40).rev().chain([NOWHERE; 40]).chain(7..70).chain([NOWHERE, 0]));
        positions.extend([65_533, 65_534, NOWHERE, NOWHERE, 65_534, 0, NOWHERE, 1]);
        let mut by_place = ByPlace::new();
        let strip: Vec<u8> =
            (0..65_535_u32).map(|place| place.wrapping_mul(40_503).to_le_bytes()[1]).collect();
        by_place.hold(&strip);
        let mut read = vec![Value::NONE; positions.len()];
        by_place.lower(&mut read, &pieces(&positions));
        let byte =
            |&position: &u16| strip.get(usize::from(position)).map_or(Value::NONE, |byte| *byte);
        assert_eq!(read, positions.iter().map(byte).collect::<Vec<_>>());
        // A shorter strip: nothing is read behind it.
        by_place.hold(&[1, 2, 3]);
        let mut read = [Value::NONE; 4];
        by_place.lower(&mut read, &pieces(&[1, 2, NOWHERE, 0]));
        assert_eq!(read, [2, 3, Value::NONE, 1]);
        // Each run is divided once for every sixteen places.
        assert!(pieces(&positions).len() < positions.len() / 8, "{}", pieces(&positions).len());
    }

    #[test]
    fn minima_are_taken_at_the_right_places() {
        let mut by_place = ByPlace::new();
        by_place.hold(&[5, 6, 7]);
        let mut least = [6; 4];
        by_place.lower(&mut least, &pieces(&[2, 1, 0, NOWHERE]));
        assert_eq!(least, [6, 6, 5, 6]);
        by_place.turn(&mut least, &[1, 2, 0, NOWHERE]);
        assert_eq!(least, [6, 7, 5, 255]);
        by_place.hold_except(&[5, 6, 7], &[0, 255, 0], 254);
        by_place.turn(&mut least, &[0, 1, 2, NOWHERE]);
        assert_eq!(least, [5, 254, 7, 255]);
        lower_except(&mut least, &[4, 3, 8, 9], &[0, 0, 255, 255], 0);
        assert_eq!(least, [4, 3, 0, 0]);
        lower(&mut least, &[9, 0, 9, 9]);
        lower_to(&mut least, 2);
        assert_eq!(least, [2, 0, 0, 0]);
    }
}
