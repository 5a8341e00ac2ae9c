//! Games whose rules break what [`Game`](perfect_play_core::Game) demands, or come to its limits. Each is refused by what
//! should refuse it, and no table of it is proven if it would give wrong answers by these rules.

mod broken_rules;
mod contradictions;
mod false_rules;
mod found_symmetries;
mod long_plays;
mod no_order;
mod promises;
mod second_codes;
mod twisted_symmetries;
