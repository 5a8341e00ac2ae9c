//! That each board has its slot, and who promises what.

mod bands;
mod bijection;
mod glance;
mod promises;
mod reach;
mod shapes;
mod tiers;
