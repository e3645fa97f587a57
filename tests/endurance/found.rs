//! What random programs found, each made as small as it gets.

use crate::common::{NAME, Yard};

#[test]
fn a_script_that_is_stopped_inside_of_print_is_told_its_own_line() {
    let mut yard = Yard::new();
    yard.load(NAME, "\nwhile true do print('again') end");
    let error = yard.error();
    assert!(error.starts_with("test.lua:2: this ran for more than 250 ms without an end"), "{error}");
}
