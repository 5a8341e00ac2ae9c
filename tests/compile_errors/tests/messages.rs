//! What the compiler says where a table and a program do not fit together.

#[test]
fn mistakes_are_named() {
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}
