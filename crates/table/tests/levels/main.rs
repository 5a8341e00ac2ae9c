//! Tables of levels: proven, counted, compared and listed as tables by code are; every fault is
//! found where it is, on any number of threads; and what cannot be read is an error.

mod faults;
mod large;
mod numberings;
mod same;
mod small;
mod table;
