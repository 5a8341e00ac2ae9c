//! Checks the symmetries of a game for contradictions.
//!
//! [`check_at`] is the definition. It is checked at every reachable position *p*. Here *s(p)* is `image(p, s)`
//! and *s(m)* is `image_of_move(p, m, s)`:
//!
//! 1. Symmetry 0 changes neither *p* nor a move.
//! 2. Every symmetry *s* is *equivariant* at *p*. That means: *s(p)* ends as *p* does, and a draw is as far away. Its
//!    legal moves are the images *s(m)* of the legal moves *m* of *p*, all of them different. If *m* leads from *p* to
//!    *c*, then *s(m)* leads from *s(p)* to *s(c)*. The mover moves again after *s(m)* if and only if the mover moves
//!    again after *m*.
//! 3. The smallest code among the images of *s(p)* equals the smallest code among the images of *p*.
//! 4. `canonical(p)` is that code and a symmetry that leads to it, and `is_canonical(p)` returns whether it is
//!    the code of *p*.
//!
//! With *S* symmetries this takes *S²* images, and 2 *S* plays for each move. [`Group`] proves the same with
//! fewer. A *generator* is a symmetry that is checked directly. Every other symmetry *u* is a *product* of a
//! generator *g* and another symmetry *t*: first *g*, then *t*. Here *t* is the identity, a generator or an
//! earlier product. If *u* acts like an earlier symmetry *g*, *t* is the identity. These conditions are checked:
//!
//! * (a) Every start is its own image under every symmetry. (`check_rules` ensures this. If an image of a start
//!   is another start, it uses the definition instead.)
//! * (b) Symmetry 0 changes no reachable position, and no move that is legal in a reachable position.
//! * (c) For every symmetry *s*, *s(m)* is the same in all reachable positions in which *m* is legal, and *s(m)*
//!   permutes the moves that are legal in some reachable position.
//! * (d) Every generator is equivariant at every reachable position.
//! * (e) For every product, *t(g(p)) = u(p)* at every reachable position, and *t(g(m)) = u(m)* for every move
//!   that is legal in a reachable position.
//! * (f) For every generator *g* and every symmetry *t* there is a symmetry *v* with *t(g(m)) = v(m)* for each
//!   of these moves.
//! * (g) Point 4, at every reachable position.
//!
//! This is enough:
//!
//! * *If a symmetry is equivariant at all reachable positions, the images of reachable positions are
//!   reachable*: by (a), and by induction along a play, because the images of its moves lead to the image.
//! * *Every symmetry is equivariant at every reachable position.* Generators are, by (d), and the identity is,
//!   by (b). Let *u* be a product of *g* and *t*, which are equivariant. Then *g(p)* is reachable, and *t* is
//!   equivariant there. So *t(g(p))* ends as *g(p)* and *p* do, and its legal moves are the different
//!   *t(g(m))*. The move *t(g(m))* leads from it to *t(g(c))*, with the same turn as from *g(p)* to *g(c)* and
//!   from *p* to *c*. By (e) these are *u(p)*, *u(m)* and *u(c)*, because *c* is reachable, too. (e) must be
//!   checked at every position, because an image may be wrong at a single position.
//! * *The action of an equivariant symmetry on positions follows from its action on moves*: by (a), and by
//!   induction along a play. So by (f) the image of *g(p)* under *t* is the image of *p* under *v*. The images
//!   of *g(p)* are among the images of *p*, and the smallest code among them is not smaller.
//! * *A generator permutes the reachable positions.* It maps the plays of each length to different plays of
//!   that length, and so to all of them. Therefore it maps the positions to all positions. There are finitely
//!   many, so it maps different positions to different positions.
//! * *Point 3 holds.* Repeated application of a generator returns to *p*, and the smallest code has never
//!   become smaller, so it is the same everywhere. Every symmetry is a sequence of generators, by (e).
//!
//! A game may satisfy the definition and not these conditions: its symmetries may be a group only in their
//! action on positions, and not on moves, or one number may mean different moves in different positions. Then there is no [`Group`], and the definition is used.

use std::collections::HashMap;

use perfect_play_core::{Game, Move, Moves};
use perfect_play_numbering::{canonical, difference};

use crate::{
    fault::{end_at, fault_at, fault_of_move},
    inconsistency::{Inconsistency, InconsistencyKind, SymmetryFault, drawn},
    walk::Walk,
};

/// The images of all moves under a symmetry. Moves that are never legal map to themselves.
type Permutation = [Move; 256];

/// The symmetries of a game, as determined by their images of moves.
pub(crate) struct Group {
    /// The images of moves, by symmetry.
    of_moves: Vec<Permutation>,
    generators: Vec<u8>,
    /// The other symmetries except symmetry 0.
    products: Vec<Product>,
}

/// A symmetry that equals two other symmetries in sequence.
struct Product {
    symmetry: u8,
    first: u8,
    then: u8,
}

impl Group {
    /// Finds generators and products, given all moves that are legal in some position, each with one of these positions.
    /// `None` if the images of these moves are not a group: (b) for moves, the second half of (c), (f), and (e) for moves.
    pub(crate) fn of<G: Game>(game: &G, legal: &[(Move, G::Position)]) -> Option<Self> {
        let moves: Moves = legal.iter().map(|&(mv, _)| mv).collect();
        let mut identity = [0; 256];
        identity.iter_mut().zip(0..=Move::MAX).for_each(|(image, mv)| *image = mv);
        let of_moves: Vec<Permutation> = (0..game.symmetries())
            .map(|symmetry| {
                let mut images = identity;
                for &(mv, position) in legal {
                    images[usize::from(mv)] = game.image_of_move(position, mv, symmetry);
                }
                images
            })
            .collect();
        let permutes = |images: &Permutation| {
            moves.iter().map(|mv| images[usize::from(mv)]).collect::<Moves>() == moves
        };
        if of_moves.first() != Some(&identity) || !of_moves.iter().all(permutes) {
            return None;
        }
        let mut group = Self { of_moves, generators: Vec::new(), products: Vec::new() };
        group.generate()?;
        Some(group)
    }

    /// Repeatedly takes the next symmetry that is not a product yet as a generator, until all are products.
    /// `None` if two symmetries in sequence are not a symmetry.
    fn generate(&mut self) -> Option<()> {
        // The first symmetry with these images of moves.
        let mut numbers = HashMap::new();
        let mut alike = Vec::new();
        for (images, symmetry) in self.of_moves.iter().zip(0..=u8::MAX) {
            let first = *numbers.entry(images).or_insert(symmetry);
            if first != symmetry {
                alike.push(Product { symmetry, first, then: 0 });
            }
        }
        // `made` is the group of the generators so far, found breadth first. It starts again with each generator,
        // which at least doubles the group: eight symmetries need at most three.
        let mut made = vec![0];
        while let Some(generator) =
            (0..=u8::MAX).zip(&self.of_moves).find_map(|(symmetry, images)| {
                (numbers[images] == symmetry && !made.contains(&symmetry)).then_some(symmetry)
            })
        {
            self.generators.push(generator);
            self.products.clear();
            made = vec![0];
            let mut next = 0;
            while let Some(&then) = made.get(next) {
                for &first in &self.generators {
                    let images = self.of_moves[usize::from(first)];
                    let images = images.map(|mv| self.of_moves[usize::from(then)][usize::from(mv)]);
                    // This is (f): every `then` is made in the last round, and every generator is combined with
                    // it.
                    let symmetry = *numbers.get(&images)?;
                    if !made.contains(&symmetry) {
                        made.push(symmetry);
                        if !self.generators.contains(&symmetry) {
                            self.products.push(Product { symmetry, first, then });
                        }
                    }
                }
                next += 1;
            }
        }
        self.products.append(&mut alike);
        Some(())
    }

    /// Whether the other conditions hold at every reachable position: (b) and (e) for positions, the first half of (c),
    /// (d) and (g).
    pub(crate) fn acts_on_all<G: Game>(&self, game: &G) -> bool {
        let mut walk = Walk::of(game);
        let mut images = Vec::with_capacity(self.of_moves.len());
        while let Some(position) = walk.next() {
            images.clear();
            images.extend((0..game.symmetries()).map(|symmetry| game.image(position, symmetry)));
            if images.first() != Some(&position)
                || !self.moves_have_these_images(game, position)
                || !self.generators_act_at(game, position, &images, &mut walk)
                || !self.products_are_right(game, &images)
                || fault_of_canonical(game, position, &images).is_some()
            {
                return false;
            }
        }
        true
    }

    /// Whether the legal moves of this position have the images that they have elsewhere.
    fn moves_have_these_images<G: Game>(&self, game: &G, position: G::Position) -> bool {
        game.legal_moves(position).iter().all(|mv| {
            (0..=u8::MAX).zip(&self.of_moves).all(|(symmetry, images)| {
                game.image_of_move(position, mv, symmetry) == images[usize::from(mv)]
            })
        })
    }

    /// Whether all generators are equivariant at this position. Its children are visited later.
    fn generators_act_at<G: Game>(
        &self,
        game: &G,
        position: G::Position,
        images: &[G::Position],
        walk: &mut Walk<G::Position>,
    ) -> bool {
        let moves = game.legal_moves(position);
        // Every reachable position is terminal or has moves, and this image is reachable, because its generator
        // has been checked along a whole play to this position.
        let end = |position| if moves.is_empty() { game.end(position) } else { None };
        let expected_end = end(position);
        for &generator in &self.generators {
            let image = images[usize::from(generator)];
            let of_moves = &self.of_moves[usize::from(generator)];
            let expected: Moves = moves.iter().map(|mv| of_moves[usize::from(mv)]).collect();
            if game.legal_moves(image) != expected
                || end(image) != expected_end
                || game.plies_to_draw(image) != game.plies_to_draw(position)
            {
                return false;
            }
        }
        for mv in moves {
            let child = game.play(position, mv);
            walk.meet(child, game.encode(child));
            for &generator in &self.generators {
                let image_of_move = self.of_moves[usize::from(generator)][usize::from(mv)];
                let child_of_image = game.play(images[usize::from(generator)], image_of_move);
                let image = images[usize::from(generator)];
                let image_of_child = game.image(child, generator);
                if child_of_image != image_of_child
                    || game.encode(child_of_image) != game.encode(image_of_child)
                    || game.next(image, child_of_image) != game.next(position, child)
                {
                    return false;
                }
            }
        }
        true
    }

    /// Whether all products are right at the position with these images.
    fn products_are_right<G: Game>(&self, game: &G, images: &[G::Position]) -> bool {
        self.products.iter().all(|&Product { symmetry, first, then }| {
            game.image(images[usize::from(first)], then) == images[usize::from(symmetry)]
        })
    }
}

/// Checks that no plies were played at a start, and that every symmetry maps each start to a start.
pub(crate) fn check_plies_and_images_of_starts<G: Game>(
    game: &G,
    starts: &[G::Position],
    is_start: impl Fn(&G::Position) -> bool,
) -> Result<(), Inconsistency> {
    for &start in starts {
        if let Some(plies @ 1..) = game.ply(start) {
            let kind = InconsistencyKind::PlyAtStart { plies };
            return Err(Inconsistency::at(game, start, kind));
        }
        let leaves = |&symmetry: &u8| !is_start(&game.image(start, symmetry));
        if let Some(symmetry) = (1..game.symmetries()).find(leaves) {
            let image = drawn(game, game.image(start, symmetry));
            let fault = SymmetryFault::Start;
            let kind = InconsistencyKind::Symmetry { symmetry, image, fault };
            return Err(Inconsistency::at(game, start, kind));
        }
    }
    Ok(())
}

/// Checks every symmetry and the canonical image at this position.
pub(crate) fn check_at<G: Game>(
    game: &G,
    position: G::Position,
    moves: Moves,
) -> Result<(), Inconsistency> {
    // Compact tables use symmetry 0 even if the game has no symmetries.
    let symmetries = 0..game.symmetries().max(1);
    let fault = symmetries
        .clone()
        .find_map(|symmetry| fault_in(game, position, moves, symmetry, true, &smallest_code))
        .or_else(|| {
            let images: Vec<_> =
                symmetries.map(|symmetry| game.image(position, symmetry)).collect();
            let kind = fault_of_canonical(game, position, &images)?;
            Some(Inconsistency::at(game, position, kind))
        });
    fault.map_or(Ok(()), Err)
}

/// What is wrong with the symmetries of a game without codes at this position. The images of the position share
/// one value.
///
/// If nothing is wrong at any canonical position, a symmetry maps play to play, so the images of a position
/// have its value. Proof by induction along a play: let *p* be an image of the canonical position *c*. Then its
/// moves are the images of the moves of *c*, and lead to the images of their children. Each of these children
/// is an image of its own canonical position (`ByImage::check_back`). So are its images, because the images of
/// a canonical position are closed under the symmetries. In the same way, `ply` rises with every move.
///
/// The rest of the definition is not needed for this, except that symmetry 0 is the identity, which other functions may
/// rely on. `compares`: see [`fault_in`].
pub(crate) fn fault_of_images<G: Game>(
    game: &G,
    position: G::Position,
    moves: Moves,
    compares: bool,
) -> Option<Inconsistency> {
    let identity = |position, moves| fault_in(game, position, moves, 0, compares, &canonical);
    if game.symmetries() <= 1 {
        return fault_of_position(game, position, moves).or_else(|| identity(position, moves));
    }
    let images: Vec<_> =
        (0..game.symmetries()).map(|symmetry| game.image(position, symmetry)).collect();
    (0..game.symmetries()).zip(&images).find_map(|(symmetry, &image)| {
        let moves_of_image =
            || moves.iter().map(|mv| game.image_of_move(position, mv, symmetry)).collect();
        fault_in(game, position, moves, symmetry, compares, &canonical)
            .or_else(|| fault_of_position(game, image, moves_of_image()))
            .or_else(|| identity(image, moves_of_image()))
            .or_else(|| fault_of_group(game, position, symmetry, &images, compares))
    })
}

/// What is wrong with the symmetries at a position whose images may share its slot.
pub(crate) fn fault_of_symmetries<G: Game>(
    game: &G,
    position: G::Position,
    moves: Moves,
) -> Option<Inconsistency> {
    (0..game.symmetries())
        .find_map(|symmetry| fault_in(game, position, moves, symmetry, true, &canonical))
}

/// What is wrong with a position of a game without codes, which has these moves, or with what the game says of it.
fn fault_of_position<G: Game>(
    game: &G,
    position: G::Position,
    moves: Moves,
) -> Option<Inconsistency> {
    let kind = if !game.is_position(position) {
        InconsistencyKind::SaidToBeNone
    } else if let Err(reason) = game.check(position) {
        InconsistencyKind::Refused { reason }
    } else {
        fault_at(game, position, moves, end_at(game, position, moves))?
    };
    Some(Inconsistency::at(game, position, kind))
}

/// What is wrong with the images of an image of this position, which has these images. They must be images of the position.
/// If `compares`, this includes that the rules tell apart two of them that are equal.
fn fault_of_group<G: Game>(
    game: &G,
    position: G::Position,
    symmetry: u8,
    images: &[G::Position],
    compares: bool,
) -> Option<Inconsistency> {
    let image = game.image(position, symmetry);
    (0..game.symmetries()).find_map(|then| {
        let next = game.image(image, then);
        let Some(&known) = images.iter().find(|&&image| image == next) else {
            let (image, fault) = (drawn(game, image), SymmetryFault::NoGroup);
            let kind = InconsistencyKind::Symmetry { symmetry, image, fault };
            return Some(Inconsistency::at(game, position, kind));
        };
        let difference = if compares { difference(game, known, next) } else { None };
        difference.map(|difference| Inconsistency::equal(game, known, next, difference))
    })
}

/// What is wrong with a symmetry at this position, or with a move of its image. `smallest` returns a key that is the same
/// for all images of a position. If `compares`, this includes that the rules tell apart an image of a child and the child
/// of the image, although the two are equal.
fn fault_in<G: Game, S: PartialEq>(
    game: &G,
    position: G::Position,
    moves: Moves,
    symmetry: u8,
    compares: bool,
    smallest: &impl Fn(&G, G::Position) -> S,
) -> Option<Inconsistency> {
    let image = game.image(position, symmetry);
    let image_of = |mv| game.image_of_move(position, mv, symmetry);
    let wrong = |fault| {
        let kind = InconsistencyKind::Symmetry { symmetry, image: drawn(game, image), fault };
        Some(Inconsistency::at(game, position, kind))
    };
    if symmetry == 0 {
        let changes = image != position || moves.iter().any(|mv| image_of(mv) != mv);
        return if changes { wrong(SymmetryFault::NotTheIdentity) } else { None };
    }
    if game.end(image) != game.end(position) {
        return wrong(SymmetryFault::Outcome);
    }
    if game.plies_to_draw(image) != game.plies_to_draw(position) {
        return wrong(SymmetryFault::PliesToDraw);
    }
    let images: Moves = moves.iter().map(image_of).collect();
    let legal = game.legal_moves(image);
    if legal != images || images.len() != moves.len() {
        return wrong(SymmetryFault::Moves {
            legal: legal.difference(images).first(),
            image_of_move: images.difference(legal).first(),
        });
    }
    for mv in moves {
        let (child, image_of_move) = (game.play(position, mv), image_of(mv));
        let image_of_child = game.image(child, symmetry);
        let child_of_image = game.play(image, image_of_move);
        if child_of_image != image_of_child {
            let (image_of_child, child_of_image) =
                (drawn(game, image_of_child), drawn(game, child_of_image));
            let fault = SymmetryFault::Play { mv, image_of_move, image_of_child, child_of_image };
            return wrong(fault);
        }
        if compares && let Some(difference) = difference(game, image_of_child, child_of_image) {
            return Some(Inconsistency::equal(game, image_of_child, child_of_image, difference));
        }
        if game.next(image, child_of_image) != game.next(position, child) {
            return wrong(SymmetryFault::Turn { mv });
        }
        if let Some(kind) = fault_of_move(game, image, image_of_move, child_of_image) {
            return Some(Inconsistency::at(game, image, kind));
        }
    }
    if smallest(game, image) == smallest(game, position) {
        None
    } else {
        wrong(SymmetryFault::NoGroup)
    }
}

/// What is wrong with the canonical image of the position with these images.
fn fault_of_canonical<G: Game>(
    game: &G,
    position: G::Position,
    images: &[G::Position],
) -> Option<InconsistencyKind> {
    let codes: Vec<u64> = images.iter().map(|&image| game.encode(image)).collect();
    let smallest = *codes.iter().min()?;
    let (found, symmetry) = game.canonical(position);
    if found != smallest || codes.get(usize::from(symmetry)) != Some(&found) {
        return Some(InconsistencyKind::NotCanonical { found, smallest });
    }
    let found = game.is_canonical(position);
    let is_smallest = game.encode(position) == smallest;
    (found != is_smallest).then_some(InconsistencyKind::IsCanonical { found })
}

/// The smallest code among the images of a position.
fn smallest_code<G: Game>(game: &G, position: G::Position) -> Option<u64> {
    (0..game.symmetries()).map(|symmetry| game.encode(game.image(position, symmetry))).min()
}
