//! Changed files are judged, and those that fool the checker are kept to be shown.

use super::{
    counts::recounted,
    file::Parts,
    judge::{From, Passes, Verdict, judge},
};

/// What has come of changed files so far.
pub(crate) struct Tally {
    files: usize,
    pub(crate) refused: usize,
    pub(crate) not_proven: usize,
    pub(crate) proven: usize,
    fooled: usize,
    examples: Vec<String>,
}

impl Tally {
    pub(crate) fn new() -> Self {
        Self { files: 0, refused: 0, not_proven: 0, proven: 0, fooled: 0, examples: Vec::new() }
    }

    /// Judges a changed table: read from memory, with its counts as they are and adapted to the entries.
    pub(crate) fn add(&mut self, what: &str, parts: &Parts) {
        self.add_file(what, &parts.to_bytes(), From::Memory);
        let adapted = recounted(parts);
        if adapted.header != parts.header {
            self.add_file(what, &adapted.to_bytes(), From::Memory);
        }
    }

    /// Judges a file.
    pub(crate) fn add_file(&mut self, what: &str, file: &[u8], from: From<'_>) {
        self.files += 1;
        // What else is done with a table cannot make a proof wrong, and takes longer.
        let passes = if self.files.is_multiple_of(8) { Passes::All } else { Passes::Proof };
        match judge(file, from, passes) {
            Verdict::Refused => self.refused += 1,
            Verdict::NotProven => self.not_proven += 1,
            Verdict::Proven => self.proven += 1,
            Verdict::Fooled(how) => {
                self.fooled += 1;
                if self.examples.len() < 10 {
                    self.examples.push(format!("{what}: {how}"));
                }
            }
        }
    }

    /// # Panics
    ///
    /// If the checker was fooled.
    pub(crate) fn end(self) {
        let Self { refused, not_proven, proven, fooled, examples, .. } = self;
        println!("{refused} refused, {not_proven} not proven, {proven} proven");
        assert!(fooled == 0, "{fooled} wrong tables are proven:\n{}", examples.join("\n"));
    }
}
