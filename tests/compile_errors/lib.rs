//! Nothing: the package is there for its tests.
