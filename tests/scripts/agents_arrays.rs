//! Arrays of `agents` from Lua: numbers that spread over rows, masks as numbers, choosing, bounds, one axis at a time.

use crate::common::{refusal, said};

/// What rows of an array print as, without spaces.
const SHOW: &str = "local function show(a)
        local texts = {}
        for i, row in ipairs(a) do
            local dim = tostring(a):match('rows of (%d)')
            if dim == '2' then row = ('%g,%g'):format(row.x, row.y) end
            if dim == '3' then row = ('%g,%g,%g'):format(row.x, row.y, row.z) end
            if math.type(row) == 'float' then row = ('%g'):format(row) end
            texts[i] = tostring(row)
        end
        print(table.concat(texts, ' '))
    end\n";

fn shown(text: &str) -> String {
    said(&format!("{SHOW}{text}"))
}

#[test]
fn a_number_for_each_row_times_a_vector_is_a_row_for_each() {
    let text = "local a = agents.array { 1, 2, -3 }
        show(a * Vec(10, 1)) show(Vec(10, 1) * a) show(a * Vec(1, 2, 3))
        show(Vec(6, 12) / a) show(a * 2 * Vec(1, 0) + Vec(0, 5))
        show((a * Vec(1, 0)):length())";
    assert_eq!(
        shown(text),
        "10,1 20,2 -30,-3\n10,1 20,2 -30,-3\n1,2,3 2,4,6 -3,-6,-9\n6,12 3,6 -2,-4\n2,5 4,5 -6,5\n1 2 3"
    );
    for with in ["a + Vec(1, 2)", "Vec(1, 2) - a", "a / Vec(1, 2)", "a:min(Vec(1, 2))"] {
        let said = refusal(&format!("local a = agents.array {{ 1, 2 }} return {with}"));
        assert!(said.contains("a Vec does not go with one number a row"), "{with}: {said}");
    }
}

#[test]
fn such_rows_go_with_rows_of_two_and_with_rows_of_three() {
    let text =
        "local flat, deep = agents.Population(2), agents.Population(2, { dim = 3, pos = Vec(1, 2, 3) })
        local up = agents.array { 1, 2 } * Vec(0, 1) * 2
        show(up) show(flat.pos + up) show(deep.pos + up) show(up / 2 + deep.pos)
        flat.vel = up deep.vel = up
        show(flat.vel) show(deep.vel)
        show(agents.seek(deep, up, 1) * 0)
        deep:add_field('home', up) show(deep.home)
        deep.vel = agents.array({ true, false }):where(Vec(0, 1), Vec(5, 0)) show(deep.vel)
        local long = up for i = 1, 40 do long = long + 1 end
        show(long) show(deep.pos * 0 + long)
        print(deep.pos:gt(up)[1], up:lt(deep.pos)[2])";
    assert_eq!(
        shown(text),
        "0,2 0,4\n0,2 0,4\n1,4,3 1,6,3\n1,3,3 1,4,3\n0,2 0,4\n0,2,0 0,4,0\n-0,-0,-0 -0,-0,-0\n0,2,0 0,4,0\n0,1,0 5,0,0\n\
         40,42 40,44\n40,42,40 40,44,40\nfalse\tfalse"
    );
}

#[test]
fn a_mask_counts_as_one_and_zero() {
    let text = "local mask, a = agents.array { true, false, true }, agents.array { 2, 3, 4 }
        show(mask:number()) show(mask * a) show(10 - mask) show(mask * Vec(1, 2)) show(-mask)
        print(mask:sum(), ('%.3f'):format(mask:mean()), mask:number():sum())
        local pop = agents.Population(3, { fed = 0.5 })
        pop.fed = mask show(pop.fed)
        pop.vel = Vec(1, 1) pop:step(1, mask) show(pop.vel * 10)
        print(mask:eq(1):count(), a:dot(mask)[3])";
    assert_eq!(
        shown(text),
        "1 0 1\n2 0 4\n9 10 9\n1,2 0,0 1,2\n-1 -0 -1\n2.0\t0.667\t2.0\n1 0 1\n7.07107,7.07107 0,0 7.07107,7.07107\n2\t4.0"
    );
    assert_eq!(
        refusal("return agents.array { 'a' } * 2"),
        "Array: arrays of strings cannot be computed with"
    );
    assert_eq!(
        refusal("agents.array({ 1 }):number()"),
        "Array:number: this needs a mask: an array of booleans"
    );
    assert_eq!(
        refusal("agents.Population(1):kill(agents.array({ 1.5 }))"),
        "Population:kill: who must be whole numbers, got 1.5"
    );
}

#[test]
fn a_mask_chooses_row_by_row() {
    let text = "local mask, a = agents.array { true, false, true }, agents.array { 2, 3, 4 }
        show(mask:where(a, 0)) show(mask:where(3, 5)) show(mask:where(0 / 0, 1):is_nan())
        show(mask:where(Vec(1, 2), a)) show(mask:where(Vec(1, 2, 3), Vec(0, 1)))
        show(a:where(mask, -1)) show(a:where({ false, true, true }, a * 10)) show(mask:where(mask, 7))
        show(mask:where(agents.array { false, false, false }, agents.array { true, true, false }))
        local pop = agents.Population(3, { pos = { { 9, 9 }, { 0, 0 }, { 5, 5 } } })
        pop:sense(1)
        show(pop.pos.x:gt(1):where(pop.pos, Vec(-1, -1)))
        show(pop.pos:where(pop.pos.x:gt(1), a))";
    assert_eq!(
        shown(text),
        "2 0 4\n3 5 3\ntrue false true\n1,2 3,3 1,2\n1,2,3 0,1,0 1,2,3\n2 -1 4\n20 3 4\n1 7 1\nfalse true false\n\
         9,9 -1,-1 5,5\n9,9 3,3 5,5"
    );
    let mask = "agents.array({ true, false })";
    assert_eq!(
        refusal(&format!("{mask}:where(agents.array {{ 1 }}, 2)")),
        "Array:where: arrays of 2 and 1 rows do not go together"
    );
    assert_eq!(
        refusal(&format!("agents.array({{ 1 }}):where({mask}, 2)")),
        "Array:where: a mask of 2 does not go with 1 rows"
    );
    assert_eq!(
        refusal(&format!("{mask}:where(1)")),
        "Array:where: an array goes with an array, a number or a Vec, not with nil"
    );
}

#[test]
fn numbers_are_kept_within_bounds_row_by_row() {
    let text = "local a, b = agents.array { 1, 5, 0 / 0 }, agents.array { 2, 2, 2 }
        show(a:min(b):eq(agents.array { 1, 2, 0 })) show(a:max(b):is_nan()) show(agents.array({ 3, -4 }):clamp(-1, 1))";
    assert_eq!(shown(text), "true true false\nfalse false true\n1 -1");
    let text = "local pop = agents.Population(2, { pos = { { -3, 4 }, { 30, 9 } } })
        pop.pos = pop.pos:clamp(Vec(0, 0), Vec(20, 5)) show(pop.pos)
        show(pop.pos:min(agents.array { 3, 10 })) show(pop.pos:max(4) * 2)
        print(pop.pos:min(), pop.pos:max(), pop.pos.x:max())";
    assert_eq!(
        shown(text),
        "0,4 20,5\n0,3 10,5\n8,8 40,10\nVec(0.000, 4.000, 0.000)\tVec(20.000, 5.000, 0.000)\t20.0"
    );
    assert_eq!(
        refusal("agents.array({ 1 }):clamp(3, 1)"),
        "Array:clamp: lo must not be greater than hi, got 3 and 1"
    );
    assert_eq!(
        refusal("agents.array({ 1 }):min('2')"),
        "Array:min: an array goes with an array, a number or a Vec, not with a string"
    );
}

#[test]
fn one_axis_of_all_rows_can_be_set() {
    let text = "local pop = agents.Population(3, { pos = { { 9, 1 }, { 0, 2 }, { 5, 3 } }, size = 1 })
        pop:sense(1) pop:step(0, 1)
        pop.pos.x = 7 show(pop.pos)
        pop.pos.y = pop.pos.y * 10 show(pop.pos)
        pop.vel.x = agents.array { 1, 2, 3 } pop.vel.y = pop.vel.x:gt(1) show(pop.vel)
        pop.size.x = 4 show(pop.size)
        local a = agents.array { { 1, 2, 3 }, { 4, 5, 6 } }
        local b = a * 2
        a.x, a.z = a.z, a.x show(a) show(b)
        pop.pos.x = pop:random(0, 1) print(pop.pos.x:lt(1):all())";
    assert_eq!(
        shown(text),
        "7,1 7,2 7,3\n7,10 7,20 7,30\n1,0 2,1 3,1\n4 4 4\n3,2,1 6,5,4\n2,4,6 8,10,12\ntrue"
    );
    let axes = |rest: &str| refusal(&format!("local pop = agents.Population(2) pop.{rest}"));
    assert_eq!(
        axes("pos.z = 1"),
        "Array: \"z\" cannot be set: its rows are numbered from 1, and the axes of all rows together are x and y"
    );
    assert_eq!(
        axes("pos.x = { 1, 2 }"),
        "Array: x must be a number, or an array with one for each row, got a table"
    );
    assert_eq!(
        axes("pos.x = agents.array { 1 }"),
        "Array: x must be a number, or an array with one for each of 2 rows, got 1 rows of 1"
    );
    assert_eq!(axes("id.x = 1"), "Array: id has no axes: pop.id is one number for each agent");
    assert_eq!(refusal("agents.array({ true }).x = 1"), "Array: only rows of numbers have an \"x\"");
}

#[test]
fn fields_and_flows_lie_where_they_are_put() {
    let text = "local options = { shape = { 4, 2 }, extent = { 8, 4 }, edge = 'closed', origin = { -10, 5 } }
        local field = agents.Field(options)
        field:deposit(Vec(-9, 6), 2) field:set(4, 2, 5)
        print(field:get(1, 1), field:sample(Vec(-9, 6)), field:sample(Vec(-8, 6)), field:sample(Vec(-3, 8)), field:take(Vec(-3.9, 8.9), 1))
        print(field:gradient(Vec(-9, 6)))
        options.vectors = function(x, y) return Vec(x, y) end
        local flow = agents.FlowField(options)
        print(flow:sample(Vec(-9, 6)), flow:sample(Vec(-3, 8)))
        options.origin = Vec(100, 0)
        local far, near = agents.FlowField(options), agents.FlowField { shape = { 60, 2 }, extent = { 120, 4 } }
        far:fill_noise(0.03) near:fill_noise(0.03)
        print(far:sample(Vec(103, 1)) == near:sample(Vec(103, 1)))";
    assert_eq!(
        said(text),
        "2.0\t2.0\t1.0\t5.0\t1.0\nVec(-0.500, -0.500, 0.000)\nVec(-9.000, 6.000, 0.000)\tVec(-3.000, 8.000, 0.000)\ntrue"
    );
    let field = |origin: &str| {
        refusal(&format!("agents.Field {{ shape = {{ 1, 1 }}, extent = {{ 1, 1 }}, origin = {origin} }}"))
    };
    assert_eq!(field("3"), "agents.Field: origin must be two numbers, as in {40, 30}, got 3");
    assert_eq!(field("{ 1 / 0, 0 }"), "agents.Field: origin must be finite, got inf and 0");
}
