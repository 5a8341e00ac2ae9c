//! Tables by tiers in files: right answers, none from what is damaged, and the same bytes however
//! often their writing was interrupted; compared and listed as tables by code are.

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
