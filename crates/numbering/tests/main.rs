//! Tests of the numbering: slots of boards, tiers, bands, and the promises of games.

mod bands;
mod bijection;
mod glance;
mod promises;
mod reach;
mod shapes;
mod tiers;
