//! Tasks that need others, in the order in which they can be done.

use std::{cmp::Reverse, collections::BinaryHeap};

/// Tasks that need other tasks, and are handed out as soon as these are done. The task with the lowest number comes first.
///
/// ```
/// use perfect_play_numbering::Tasks;
///
/// // Task 2 needs tasks 0 and 1.
/// let mut tasks = Tasks::new([vec![], vec![], vec![0, 1]]);
/// assert_eq!((tasks.next(), tasks.next(), tasks.next()), (Some(0), Some(1), None));
/// tasks.done(1);
/// tasks.done(0);
/// assert_eq!((tasks.next(), tasks.left()), (Some(2), 1));
/// ```
#[derive(Clone, Debug)]
pub struct Tasks {
    /// By task: the tasks that need it.
    parents: Vec<Vec<usize>>,
    /// By task: how many tasks that it needs are not done.
    missing: Vec<usize>,
    ready: BinaryHeap<Reverse<usize>>,
    left: usize,
}

impl Tasks {
    /// Tasks with numbers from 0. Each item is the tasks that a task needs.
    ///
    /// # Panics
    ///
    /// If a task needs one that there is not.
    pub fn new(children: impl IntoIterator<Item = Vec<usize>>) -> Self {
        let children: Vec<_> = children.into_iter().collect();
        let mut parents = vec![Vec::new(); children.len()];
        for (task, children) in children.iter().enumerate() {
            for &child in children {
                parents[child].push(task);
            }
        }
        let missing: Vec<usize> = children.iter().map(Vec::len).collect();
        let ready = (0..missing.len()).filter(|&task| missing[task] == 0).map(Reverse).collect();
        Self { parents, left: missing.len(), missing, ready }
    }

    /// Hands out a task. `None` if no task can be done now.
    #[expect(clippy::should_implement_trait, reason = "there may be more tasks after `None`")]
    pub fn next(&mut self) -> Option<usize> {
        self.ready.pop().map(|Reverse(task)| task)
    }

    /// Says that a task is done.
    ///
    /// # Panics
    ///
    /// If there is no such task, or it was done before.
    pub fn done(&mut self, task: usize) {
        self.left -= 1;
        for &parent in &self.parents[task] {
            self.missing[parent] -= 1;
            if self.missing[parent] == 0 {
                self.ready.push(Reverse(parent));
            }
        }
    }

    /// How many tasks are not done.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_ready_when_all_that_it_needs_is_done() {
        let children = [vec![], vec![], vec![0, 1], vec![0], vec![2, 3]];
        let mut tasks = Tasks::new(children.clone());
        let mut order = Vec::new();
        while let Some(task) = tasks.next() {
            assert!(children[task].iter().all(|child| order.contains(child)));
            order.push(task);
            tasks.done(task);
        }
        assert_eq!((order.len(), tasks.left()), (5, 0));
    }
}
