//! The images of a position, each once.

/// These positions in the same order, each once. They are few.
pub(crate) fn distinct<P: PartialEq>(images: impl Iterator<Item = P>) -> Vec<P> {
    let mut distinct = Vec::with_capacity(images.size_hint().0);
    for image in images {
        if !distinct.contains(&image) {
            distinct.push(image);
        }
    }
    distinct
}
