//! The messages between ranks: four numbers.

use mpi::{
    Rank,
    point_to_point::{Destination, Source},
    topology::{Communicator, SimpleCommunicator},
};

/// A message between ranks. Values of tiers are never in messages: they go through the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// To rank 0: this rank can take this many tasks at once.
    Ready { tasks: u64 },
    /// To a rank: do this task.
    Task { number: u64 },
    /// To rank 0: the task is done. The meaning of the counts depends on the work.
    Done { number: u64, counted: [u64; 2] },
    /// To rank 0: this rank is alive, and has solved this many slots.
    Beat { slots: u64 },
    /// To a rank: rank 0 is alive.
    Heard,
    /// To a rank: all tasks are done.
    Stop,
}

impl Message {
    fn to_numbers(self) -> [u64; 4] {
        match self {
            Self::Ready { tasks } => [0, tasks, 0, 0],
            Self::Task { number } => [1, number, 0, 0],
            Self::Done { number, counted: [first, second] } => [2, number, first, second],
            Self::Beat { slots } => [3, slots, 0, 0],
            Self::Heard => [4, 0, 0, 0],
            Self::Stop => [5, 0, 0, 0],
        }
    }

    fn from_numbers([kind, number, first, second]: [u64; 4]) -> Option<Self> {
        Some(match kind {
            0 => Self::Ready { tasks: number },
            1 => Self::Task { number },
            2 => Self::Done { number, counted: [first, second] },
            3 => Self::Beat { slots: number },
            4 => Self::Heard,
            5 => Self::Stop,
            _ => return None,
        })
    }
}

/// Sends a message to a rank.
pub(crate) fn say(world: &SimpleCommunicator, rank: Rank, message: Message) {
    world.process_at_rank(rank).send(&message.to_numbers()[..]);
}

/// The next message from any rank, if there is one.
pub(crate) fn hear(world: &SimpleCommunicator) -> Option<(Rank, Message)> {
    let status = world.any_process().immediate_probe()?;
    let rank = status.source_rank();
    let mut numbers = [0; 4];
    world.process_at_rank(rank).receive_into(&mut numbers[..]);
    Message::from_numbers(numbers).map(|message| (rank, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_heard() {
        for message in [
            Message::Ready { tasks: 3 },
            Message::Task { number: u64::MAX },
            Message::Done { number: 7, counted: [1, 2] },
            Message::Beat { slots: 9 },
            Message::Heard,
            Message::Stop,
        ] {
            assert_eq!(Message::from_numbers(message.to_numbers()), Some(message));
        }
        assert_eq!(Message::from_numbers([6, 0, 0, 0]), None);
    }
}
