//! `Vec` to the letter, and every form in which the host takes a vector.

use crate::common::{Yard, refusal, said};

#[test]
fn a_missing_component_is_zero() {
    assert_eq!(
        said("print(Vec(), Vec(1), Vec(1, 2), Vec(1, 2, 3), Vec(nil, 2), Vec(1, 2, 3, 4))"),
        "Vec(0.000, 0.000, 0.000)\tVec(1.000, 0.000, 0.000)\tVec(1.000, 2.000, 0.000)\tVec(1.000, 2.000, 3.000)\t\
         Vec(0.000, 2.000, 0.000)\tVec(1.000, 2.000, 3.000)"
    );
}

#[test]
fn components_are_read_and_written() {
    assert_eq!(
        said("local v = Vec(1, 2, 3) v.x, v.y = v.y, 10 v.z = v.z + 0.5 print(v.x, v.y, v.z)"),
        "2.0\t10.0\t3.5"
    );
}

#[test]
fn components_are_64_bit_floats() {
    assert_eq!(
        said("print(('%.17g'):format(Vec(0.1).x), Vec(2^53 + 1).x == 2^53 + 1, math.type(Vec(1).x))"),
        "0.10000000000000001\ttrue\tfloat"
    );
}

#[test]
fn vectors_are_added_taken_away_and_turned_around() {
    assert_eq!(
        said("local a, b = Vec(1, 2, 3), Vec(10, 20, 30) print(a + b, b - a, -a)"),
        "Vec(11.000, 22.000, 33.000)\tVec(9.000, 18.000, 27.000)\tVec(-1.000, -2.000, -3.000)"
    );
}

#[test]
fn numbers_scale_and_vectors_multiply_per_component() {
    assert_eq!(
        said("local a = Vec(1, 2, 3) print(a * 2, 2 * a, a / 2, a * Vec(2, 3, 4))"),
        "Vec(2.000, 4.000, 6.000)\tVec(2.000, 4.000, 6.000)\tVec(0.500, 1.000, 1.500)\tVec(2.000, 6.000, 12.000)"
    );
}

#[test]
fn operators_make_new_vectors_and_leave_the_old() {
    assert_eq!(
        said(
            "local a, b = Vec(1, 1, 1), Vec(2, 2, 2) local c = a + b c.x = 9 local d = a d.y = 5 print(a, b, c)"
        ),
        "Vec(1.000, 5.000, 1.000)\tVec(2.000, 2.000, 2.000)\tVec(9.000, 3.000, 3.000)"
    );
}

#[test]
fn equality_is_exact_component_by_component() {
    let script =
        "print(Vec(1, 2, 3) == Vec(1, 2, 3), Vec(1, 2, 3) == Vec(1, 2, 4), Vec(0.1 + 0.2) == Vec(0.3))
        print(Vec() == 0, Vec() == {}, Vec() == nil, Vec(1) ~= Vec(2), rawequal(Vec(), Vec()))
        local nan = 0 / 0 print(Vec(nan) == Vec(nan), Vec(0.0) == Vec(-0.0))";
    assert_eq!(said(script), "true\tfalse\tfalse\nfalse\tfalse\tfalse\ttrue\tfalse\nfalse\ttrue");
}

#[test]
fn as_text_a_vector_has_three_decimals() {
    let script = "print(tostring(Vec(1, 2, 3)))
        print(tostring(Vec(-0.0004, 1234567.8915, 1e-9)), 'at ' .. tostring(Vec(0.0005, 2.0015, -1)))
        print(Vec(1 / 0, -1 / 0, 0))";
    let said = said(script);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "Vec(1.000, 2.000, 3.000)");
    // As C's %.3f, which Lua's string.format uses, writes them.
    assert_eq!(
        lines[1],
        "Vec(-0.000, 1234567.891, 0.000)\tat Vec(0.001, 2.002, -1.000)".replace("0.001, 2.002", &rounded())
    );
    assert_eq!(lines[2], "Vec(inf, -inf, 0.000)");
}

/// What Lua itself makes of the two numbers that lie near the middle.
fn rounded() -> String {
    said("print(('%.3f, %.3f'):format(0.0005, 2.0015))")
}

#[test]
fn length_and_unit_vector() {
    let script = "print(Vec(3, 4, 0):length(), Vec():length(), Vec(3, 0, 4):normalized())
        print(Vec():normalized(), Vec(1e-10, 0, 0):normalized(), Vec(0.9e-9):normalized() == Vec(), Vec(1.1e-9):normalized().x)
        print(Vec(2, 3, 6):normalized():length())";
    let said = said(script);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "5.0\t0.0\tVec(0.600, 0.000, 0.800)");
    assert_eq!(lines[1], "Vec(0.000, 0.000, 0.000)\tVec(0.000, 0.000, 0.000)\ttrue\t1.0");
    assert_eq!(lines[2], "1.0");
}

#[test]
fn products_distance_and_the_way_between() {
    let script = "local a, b = Vec(1, 2, 3), Vec(4, -5, 6)
        print(a:dot(b), a:cross(b), b:cross(a), Vec(1):cross(Vec(0, 1)))
        print(Vec(1, 1, 1):distance(Vec(1, 4, 5)), Vec():lerp(Vec(10, 20, 30), 0.25))
        print(a:lerp(b, 0) == a, a:lerp(b, 1) == b, a:lerp(b, 2), a:lerp(b, -1))";
    assert_eq!(
        said(script),
        "12.0\tVec(27.000, 6.000, -13.000)\tVec(-27.000, -6.000, 13.000)\tVec(0.000, 0.000, 1.000)\n\
         5.0\tVec(2.500, 5.000, 7.500)\n\
         true\ttrue\tVec(7.000, -12.000, 9.000)\tVec(-2.000, 9.000, 0.000)"
    );
}

#[test]
fn an_unknown_field_reads_as_nil_and_cannot_be_set() {
    assert_eq!(said("local v = Vec() print(v.w, v[1], v.X, v[''])"), "nil\tnil\tnil\tnil");
    assert!(refusal("local v = Vec() v.w = 1").contains("x, y and z"));
    assert!(refusal("local v = Vec() v[1] = 1").contains("x, y and z"));
    assert!(refusal("local v = Vec() v.length = 1").contains("x, y and z"));
    assert_eq!(refusal("local v = Vec() v.x = 'a'"), "x, y and z of a Vec are numbers, got string");
    assert_eq!(refusal("local v = Vec() v.x = nil"), "x, y and z of a Vec are numbers, got nil");
}

#[test]
fn what_cannot_be_computed_says_what_can() {
    assert_eq!(refusal("return Vec() + 1"), "Vec + number: a Vec can only be added to a Vec");
    assert_eq!(refusal("return 1 + Vec()"), "number + Vec: a Vec can only be added to a Vec");
    assert_eq!(refusal("return Vec() - {}"), "Vec - table: only a Vec can be taken from a Vec");
    assert_eq!(refusal("return Vec() * 'a'"), "Vec * string: a Vec can be multiplied by a number or a Vec");
    assert_eq!(refusal("return nil * Vec()"), "nil * Vec: a Vec can be multiplied by a number or a Vec");
    assert_eq!(refusal("return 1 / Vec()"), "number / Vec: a Vec can only be divided by a number");
    assert_eq!(refusal("return Vec() / Vec()"), "Vec / Vec: a Vec can only be divided by a number");
    assert_eq!(refusal("return Vec('a')"), "Vec(x, y, z): x must be a number, got string");
    assert_eq!(refusal("return Vec(1, {}, 3)"), "Vec(x, y, z): y must be a number, got table");
    assert_eq!(refusal("return Vec(1, 2, '3')"), "Vec(x, y, z): z must be a number, got string");
    assert_eq!(refusal("return Vec(Vec())"), "Vec(x, y, z): x must be a number, got Vec");
    assert!(refusal("return Vec() < Vec()").contains("compare"));
    assert!(refusal("return #Vec()").contains("length"));
    assert!(refusal("return Vec()()").contains("call"));
    assert!(refusal("return Vec() .. 'a'").contains("concatenate"));
}

#[test]
fn methods_say_when_they_are_called_wrongly() {
    assert_eq!(
        refusal("return Vec().length()"),
        "length is a method of a Vec, got nothing (write v:length, with a colon)"
    );
    assert_eq!(
        refusal("return Vec().dot(1, 2)"),
        "dot is a method of a Vec, got number (write v:dot, with a colon)"
    );
    assert_eq!(refusal("return Vec():dot()"), "dot takes a Vec, got nothing (v:dot)");
    assert_eq!(refusal("return Vec():cross(3)"), "cross takes a Vec, got number (v:cross)");
    assert_eq!(refusal("return Vec():distance('a')"), "distance takes a Vec, got string (v:distance)");
    assert_eq!(refusal("return Vec():lerp(Vec())"), "lerp(b, t): t must be a number from 0 to 1, got nil");
    assert_eq!(refusal("return Vec():lerp(1, 2)"), "lerp takes a Vec, got number (v:lerp)");
    assert!(refusal("return Vec():normalised()").contains("'normalised'"));
}

/// Calling a method on something that only looks like a vector must not read what is not there.
#[test]
fn methods_taken_out_and_called_on_anything_else_are_errors() {
    for value in
        ["nil", "1", "''", "{}", "print", "coroutine.create(print)", "setmetatable({}, {})", "physics"]
    {
        for method in ["length", "normalized", "dot", "cross", "distance", "lerp"] {
            let message = refusal(&format!("return Vec()['{method}']({value}, {value}, 1)"));
            assert!(message.starts_with(method), "{message}");
        }
    }
}

#[test]
fn the_host_takes_a_vector_in_three_forms_and_a_number_in_options() {
    let script = "local function made(options) return physics.position(physics.box(options)) end
        print(made { pos = Vec(1, 2, 3) }, made { pos = { 1, 2, 3 } }, made { pos = { x = 1, y = 2, z = 3 } }, made { pos = 4 })
        local id = physics.box {}
        physics.setVelocity(id, { 1, 2, 3 }) print(physics.velocity(id))
        physics.setVelocity(id, { z = 3, x = 1, y = 2 }) print(physics.velocity(id))
        player.teleport { x = 5, y = 0, z = 5 } print(player.position())
        print(physics.raycast({ 0, 5, 10 }, { 0, -1, 0 }).distance)";
    assert_eq!(
        said(script),
        "Vec(1.000, 2.000, 3.000)\tVec(1.000, 2.000, 3.000)\tVec(1.000, 2.000, 3.000)\tVec(4.000, 4.000, 4.000)\n\
         Vec(1.000, 2.000, 3.000)\nVec(1.000, 2.000, 3.000)\nVec(5.000, 0.000, 5.000)\n5.0"
    );
    let yard = Yard::with("physics.box { size = 0.5 } physics.box { size = { 1, 2, 3 } }");
    let sizes: Vec<_> = yard.bodies_of(crate::common::NAME).iter().map(|body| body.size.unwrap()).collect();
    assert_eq!(sizes, [[0.5; 3], [1.0, 2.0, 3.0]]);
}

#[test]
fn what_is_no_vector_is_refused_with_the_arguments_name() {
    assert_eq!(
        refusal("player.teleport()"),
        "player.teleport: pos must be a vector such as Vec(1, 2, 3), got nil"
    );
    assert_eq!(
        refusal("player.teleport(3)"),
        "player.teleport: pos must be a vector such as Vec(1, 2, 3), got 3"
    );
    assert_eq!(refusal("player.teleport { 1, 2 }"), "player.teleport: pos.z must be a number, got nil");
    assert_eq!(
        refusal("player.teleport { x = 1, y = 'b', z = 3 }"),
        "player.teleport: pos.y must be a number, got a string"
    );
    assert_eq!(
        refusal("physics.box { size = 'big' }"),
        "physics.box: size must be a vector such as Vec(1, 2, 3), got a string"
    );
    assert_eq!(refusal("physics.box { pos = {} }"), "physics.box: pos.x must be a number, got nil");
}

#[test]
fn what_is_not_finite_is_refused_with_the_arguments_name() {
    for (call, argument) in [
        ("physics.box { pos = Vec(0, 0/0, 0) }", "pos"),
        ("physics.box { size = 1/0 }", "size"),
        ("physics.box { velocity = { 0, 1/0, 0 } }", "velocity"),
        ("physics.box { color = Vec(0/0) }", "color"),
        ("physics.box { density = 0/0 }", "density"),
        ("physics.box { friction = 1/0 }", "friction"),
        ("physics.box { bounce = 0/0 }", "bounce"),
        ("physics.box { cloudy = 0/0 }", "cloudy"),
        ("physics.sphere { radius = -1/0 }", "radius"),
        ("physics.setVelocity(physics.box {}, Vec(0/0))", "v"),
        ("physics.impulse(physics.box {}, Vec(1/0))", "v"),
        ("physics.impulse(physics.box {}, Vec(1), Vec(0/0))", "point"),
        ("physics.force(physics.box {}, Vec(0/0))", "v"),
        ("physics.raycast(Vec(0/0), Vec(1))", "from"),
        ("physics.raycast(Vec(), Vec(1/0))", "dir"),
        ("physics.raycast(Vec(), Vec(1), 0/0)", "max"),
        ("player.teleport(Vec(0, 1/0, 0))", "pos"),
        ("timer.Simple(0/0, print)", "seconds"),
        ("timer.Create('t', 1/0, 1, print)", "seconds"),
    ] {
        let message = refusal(call);
        let function = call.split([' ', '(']).next().unwrap();
        assert!(
            message.starts_with(&format!("{function}: {argument}")) && message.contains("finite"),
            "{call}: {message}"
        );
    }
}
