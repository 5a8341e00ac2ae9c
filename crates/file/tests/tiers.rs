//! Tables by tiers in files. They give right answers, and none if they are damaged. They have the same bytes after
//! any number of interruptions. They are compared and listed like tables by code.

mod answers;
mod bands;
mod claims;
mod compare;
mod damage;
mod disk;
mod forged;
mod interruption;
mod other_rules;
mod shared;
mod solved;
