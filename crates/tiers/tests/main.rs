//! That each board has its slot, and who promises what.

mod bijection;
mod glance;
mod promises;
mod reach;
mod shapes;
mod tiers;
