//! Tables by index in files: right answers, none from what is damaged, and the same bytes however
//! often their writing was interrupted.

mod answers;
mod damage;
mod disk;
mod forged;
mod interruption;
mod shared;
mod solved;
