//! `physics` through Lua: every option, every function, their errors and limits.

use crate::common::{NAME, Yard, refusal, refusal_in, said};
use glam::DVec3;

mod making {
    use super::*;

    #[test]
    fn a_body_without_options_has_the_defaults() {
        let mut yard = Yard::with("print(math.type(physics.box {}), math.type(physics.sphere {}))");
        assert_eq!(yard.said(), "integer\tinteger");
        let bodies = yard.bodies_of(NAME);
        assert_eq!((bodies[0].size, bodies[0].radius), (Some([0.5; 3]), None));
        assert_eq!((bodies[1].size, bodies[1].radius), (None, Some(0.25)));
        for body in &bodies {
            assert_eq!((body.pos, body.velocity, body.color), ([0.0, 2.0, 0.0], [0.0; 3], [0.8; 3]));
            assert!(!body.is_static && body.visible);
        }
    }

    #[test]
    fn every_option_is_taken() {
        let yard = Yard::with(
            "physics.box { pos = Vec(1, 5, 2), size = Vec(1, 2, 3), static = true, density = 1, friction = 0, bounce = 1,
                velocity = Vec(), color = Vec(0.25, 0.5, 1), material = 7, visible = false, glass = true, cloudy = 0.5 }
            physics.sphere { radius = 0.02, velocity = { 1, 0, 0 }, static = nil }",
        );
        let view = yard.game.sim().world.bodies().find(|body| body.owner.is_some()).unwrap();
        assert_eq!(
            (view.pos, view.color, view.material),
            (DVec3::new(1.0, 5.0, 2.0), DVec3::new(0.25, 0.5, 1.0), 7)
        );
        assert!(view.is_static && !view.visible && view.glass && (view.cloudy - 0.5).abs() < 1e-9);
        let ball = &yard.bodies_of(NAME)[1];
        assert_eq!((ball.velocity, ball.is_static), ([1.0, 0.0, 0.0], false));
        assert!((ball.radius.unwrap() - 0.02).abs() < 1e-9);
    }

    #[test]
    fn limits_of_options_are_errors_that_name_the_option_and_what_came() {
        for (options, message) in [
            ("box { size = 0.01 }", "physics.box: size.x must be at least 0.02, got 0.01"),
            ("box { size = Vec(1, 1, -1) }", "physics.box: size.z must be at least 0.02, got -1"),
            ("box { size = { 1, 0, 1 } }", "physics.box: size.y must be at least 0.02, got 0"),
            ("sphere { radius = 0.019 }", "physics.sphere: radius must be at least 0.02, got 0.019"),
            ("sphere { radius = -3 }", "physics.sphere: radius must be at least 0.02, got -3"),
            ("box { density = 0.5 }", "physics.box: density must be at least 1, got 0.5"),
            ("box { friction = -1 }", "physics.box: friction must be at least 0, got -1"),
            ("box { bounce = 1.1 }", "physics.box: bounce must be at most 1, got 1.1"),
            ("box { bounce = -0.1 }", "physics.box: bounce must be at least 0, got -0.1"),
            ("box { cloudy = 2 }", "physics.box: cloudy must be at most 1, got 2"),
            ("box { static = 1 }", "physics.box: static must be true or false, got 1"),
            ("box { visible = 'no' }", "physics.box: visible must be true or false, got a string"),
            ("box { material = 1.5 }", "physics.box: material must be a whole number, got 1.5"),
            ("box { density = '5' }", "physics.box: density must be a number, got a string"),
            ("box { density = Vec(1) }", "physics.box: density must be a number, got a Vec"),
        ] {
            assert_eq!(refusal(&format!("physics.{options}")), message);
        }
        for call in ["physics.box()", "physics.box(3)", "physics.sphere(Vec())", "physics.box(nil)"] {
            assert!(refusal(call).contains("the argument must be a table such as { pos = Vec(0, 2, 0) }"));
        }
        assert_eq!(said("print((pcall(physics.box, { size = -1 })), physics.count())"), "false\t0");
    }

    #[test]
    fn an_option_that_nothing_reads_is_warned_of_once() {
        let mut yard =
            Yard::with("for _ = 1, 3 do physics.box { postion = Vec() } end physics.sphere { size = 3 }");
        let notices = yard.notices();
        assert_eq!(notices.len(), 2, "{notices:#?}");
        assert!(notices[0].contains("physics.box: it has no option \"postion\"; its options are size, pos,"));
        assert!(notices[1].contains("physics.sphere: it has no option \"size\"; its options are radius,"));
        yard.no_errors();
        assert_eq!(yard.count(), 4);
    }

    #[test]
    fn an_options_table_may_inherit_its_fields() {
        let yard = Yard::with(
            "local base = { color = Vec(1, 0, 0), static = true } physics.box(setmetatable({ size = 1 }, { __index = base }))",
        );
        let body = &yard.bodies_of(NAME)[0];
        assert_eq!((body.color, body.is_static, body.size), ([1.0, 0.0, 0.0], true, Some([1.0; 3])));
    }

    #[test]
    fn ids_grow_and_are_never_used_again() {
        let script = "local last = physics.box {}
            for n = 1, 100 do
                local id = physics.box {}
                if id <= last then print('used again', id, last) end
                physics.remove(id) last = id
            end
            print(physics.count())";
        assert_eq!(said(script), "1");
    }

    #[test]
    fn a_script_may_have_2000_bodies_and_another_script_2000_more() {
        let text = "for n = 1, 2000 do last = physics.box { pos = Vec(n % 40, n, 0), static = true } end
            print(pcall(physics.box, {}))
            physics.remove(last) print((pcall(physics.box, { static = true })), physics.count())";
        let mut yard = Yard::new();
        yard.script("a.lua", text);
        let said = yard.said();
        assert!(said.starts_with("false\t") && said.contains("2000") && said.contains("script"), "{said}");
        assert!(said.ends_with("\ntrue\t2000"), "{said}");
        yard.script("b.lua", text);
        assert!(yard.said().ends_with("\ntrue\t4000"));
        yard.script("a.lua", text);
        assert!(yard.said().ends_with("\ntrue\t4000"), "a reload at the limit");
    }

    #[test]
    fn the_world_holds_65536_bodies() {
        let mut yard = Yard::new();
        let text = "for n = 1, 2000 do physics.box { static = true, size = 0.1, pos = Vec(n % 100, n // 100, shared.z) } end
            shared.z = shared.z + 1";
        yard.script("0.lua", "shared.z = 0");
        for n in 0..32 {
            yard.script(&format!("s{n}.lua"), text);
        }
        yard.script(
            "last.lua",
            "local made, why = 0 repeat local ok ok, why = pcall(physics.box, { static = true })
            made = made + (ok and 1 or 0) until not ok print(made, why, physics.count())",
        );
        // The yard has 22 of its own.
        let most = 65_536 - 22;
        let made = most - 64_000;
        let said = yard.said();
        assert!(said.starts_with(&format!("{made}\t")) && said.ends_with(&format!("\t{most}")), "{said}");
        assert!(said.contains("the world holds at most 65536 bodies"), "{said}");
    }

    #[test]
    fn a_body_made_where_another_is_does_not_blow_the_world_up() {
        let mut yard = Yard::with(
            "for n = 1, 40 do physics.box { pos = Vec(10, 1, -10), size = 0.6 } end
            for n = 1, 40 do physics.sphere { pos = Vec(-10, 0.3, -10) } end",
        );
        for _ in 0..300 {
            yard.ticks(1);
            for body in yard.bodies_of(NAME) {
                let (pos, speed) = (DVec3::from(body.pos), DVec3::from(body.velocity).length());
                assert!(pos.is_finite() && pos.length() < 60.0 && speed < 15.0, "{pos} at {speed} m/s");
            }
        }
        yard.no_errors();
    }
}

mod reading_and_pushing {
    use super::*;

    #[test]
    fn reads_of_what_is_unknown_are_the_zero_vector_and_of_what_is_no_integer_an_error() {
        let script = "local id = physics.box { pos = Vec(1, 2, 3), velocity = Vec(4, 5, 6) }
            print(physics.position(id), physics.velocity(id), physics.position(id + 0.0))
            physics.remove(id)
            print(physics.position(id), physics.velocity(id), physics.position(-1), physics.velocity(1 << 60))";
        let zero = "Vec(0.000, 0.000, 0.000)";
        let expected = format!(
            "Vec(1.000, 2.000, 3.000)\tVec(4.000, 5.000, 6.000)\tVec(1.000, 2.000, 3.000)\n{zero}\t{zero}\t{zero}\t{zero}"
        );
        assert_eq!(said(script), expected);
        for function in ["position", "velocity"] {
            let what = format!("physics.{function}: a body id is a whole number, got");
            for (argument, got) in [
                ("1.5", "1.5"),
                ("'1'", "string"),
                ("nil", "nil"),
                ("", "nothing"),
                ("Vec()", "Vec"),
                ("0/0", "nan"),
            ] {
                let message = refusal(&format!("return (physics.{function}({argument}))"));
                assert!(
                    message.starts_with(&what) && message.trim_start_matches('-').contains(got),
                    "{message}"
                );
            }
        }
    }

    #[test]
    fn a_write_is_seen_by_the_next_read() {
        let script = "local id = physics.box { density = 1000, size = 0.1 }
            physics.setVelocity(id, Vec(1, 2, 3)) print(physics.velocity(id))
            physics.impulse(id, Vec(1, 0, 0)) print(physics.velocity(id))
            print(physics.count()) physics.remove(id) print(physics.count())";
        assert_eq!(said(script), "Vec(1.000, 2.000, 3.000)\nVec(2.000, 2.000, 3.000)\n1\n0");
    }

    #[test]
    fn every_write_to_an_unknown_body_is_an_error_that_names_it() {
        for call in [
            "remove(%)",
            "setVelocity(%, Vec())",
            "impulse(%, Vec())",
            "impulse(%, Vec(), Vec())",
            "force(%, Vec())",
        ] {
            let function = call.split('(').next().unwrap();
            let message = refusal(&format!("physics.{}", call.replace('%', "4711")));
            assert_eq!(
                message,
                format!("physics.{function}: there is no body 4711 (it was removed or never made)")
            );
            let message = refusal(&format!("physics.{}", call.replace('%', "'4711'")));
            assert_eq!(message, format!("physics.{function}: id must be a whole number, got a string"));
        }
        assert!(
            refusal("local id = physics.box {} physics.remove(id) physics.remove(id)")
                .contains("there is no body")
        );
        assert!(refusal("physics.setVelocity(physics.box {})").contains("v must be a vector"));
    }

    #[test]
    fn nothing_happens_to_a_static_body() {
        let mut yard = Yard::with(
            "local id = physics.box { static = true, pos = Vec(0, 5, 0) }
            physics.setVelocity(id, Vec(1, 1, 1)) physics.impulse(id, Vec(9, 9, 9)) physics.force(id, Vec(9, 9, 9))
            hook.Add('Think', 't', function() print(physics.position(id), physics.velocity(id)) end)",
        );
        yard.ticks(10);
        let said = yard.prints();
        assert!(
            said.iter().all(|line| line == "Vec(0.000, 5.000, 0.000)\tVec(0.000, 0.000, 0.000)"),
            "{said:?}"
        );
    }

    #[test]
    fn an_impulse_at_a_point_turns_and_at_the_centre_does_not() {
        let mut yard = Yard::with(
            "local a = physics.box { pos = Vec(0, 8, 0), size = 1, density = 100 }
            local b = physics.box { pos = Vec(5, 8, 0), size = 1, density = 100 }
            physics.impulse(a, Vec(0, 0, 50)) physics.impulse(b, Vec(0, 0, 50), Vec(5.5, 8, 0))",
        );
        yard.ticks(10);
        let turned: Vec<f64> = yard
            .game
            .sim()
            .world
            .bodies()
            .filter(|body| body.owner.is_some())
            .map(|body| body.rotation.angle_between(glam::DQuat::IDENTITY))
            .collect();
        assert!(turned[0] < 1e-6 && turned[1] > 0.05, "{turned:?}");
        let bodies = yard.bodies_of(NAME);
        assert!((bodies[0].velocity[2] - 0.5).abs() < 0.01 && (bodies[1].velocity[2] - 0.5).abs() < 0.01);
    }

    #[test]
    fn forces_add_up_over_one_tick_and_are_then_forgotten() {
        // 100 kg; 600 N over 1/60 s are 0.1 m/s.
        let mut yard = Yard::with(
            "id = physics.box { pos = Vec(0, 12, 0), size = 1, density = 100 }
            physics.force(id, Vec(200, 0, 0)) physics.force(id, Vec(400, 0, 0))
            hook.Add('Think', 't', function() print(('%.3f'):format(physics.velocity(id).x)) end)",
        );
        yard.ticks(3);
        assert_eq!(yard.said(), "0.100\n0.100\n0.100");
    }

    #[test]
    fn a_steady_force_holds_a_body_up() {
        let mut yard = Yard::with(
            "id = physics.box { pos = Vec(0, 5, 0), size = 1, density = 100 }
            hook.Add('Tick', 't', function() physics.force(id, Vec(0, 981, 0)) end) physics.force(id, Vec(0, 981, 0))",
        );
        yard.ticks(120);
        assert!((yard.bodies_of(NAME)[0].pos[1] - 5.0).abs() < 0.01, "{:?}", yard.bodies_of(NAME)[0].pos);
    }

    #[test]
    fn a_body_falls_by_gravity_alone() {
        let mut yard = Yard::with("physics.sphere { pos = Vec(0, 10, 0) }");
        yard.ticks(60);
        let body = &yard.bodies_of(NAME)[0];
        assert!((body.velocity[1] + 9.81 * 0.975).abs() < 0.15, "{:?}", body.velocity);
        assert!((body.pos[1] - 5.1).abs() < 0.1, "{:?}", body.pos);
    }

    #[test]
    fn the_yards_own_bodies_cannot_be_removed_or_pushed() {
        let mut yard = Yard::new();
        let ids: Vec<i64> = yard.game.sim().world.bodies().map(|body| body.id.0).collect();
        assert_eq!(ids.len(), 1 + 4 + 8 + 1 + 1 + 1 + 6);
        for id in ids {
            for call in [
                format!("remove({id})"),
                format!("setVelocity({id}, Vec(1))"),
                format!("impulse({id}, Vec(1))"),
                format!("force({id}, Vec(1))"),
            ] {
                let message = refusal_in(&mut yard, &format!("physics.{call}"));
                assert!(message.contains(&format!("body {id} belongs to the yard")), "{message}");
            }
        }
        yard.script(NAME, "print(physics.count(), physics.position(1))");
        assert_eq!(yard.said(), "0\tVec(0.000, -0.250, 0.000)");
    }

    #[test]
    fn a_script_may_push_and_remove_another_scripts_bodies() {
        let mut yard = Yard::new();
        yard.script("a.lua", "shared.id = physics.box {}");
        yard.script("b.lua", "physics.setVelocity(shared.id, Vec(1, 2, 3)) print(physics.velocity(shared.id)) physics.remove(shared.id)");
        assert_eq!(yard.said(), "Vec(1.000, 2.000, 3.000)");
        assert_eq!(yard.counts("a.lua").0, 0);
    }

    #[test]
    fn a_sleeping_body_wakes_when_it_is_pushed() {
        for push in
            ["setVelocity(id, Vec(1, 0, 0))", "impulse(id, Vec(70, 0, 0))", "force(id, Vec(5000, 0, 0))"]
        {
            let mut yard = Yard::with(&format!(
                "id = physics.box {{ pos = Vec(0, 0.25, -12) }} timer.Simple(3, function() physics.{push} end)"
            ));
            yard.ticks(179);
            assert!(yard.game.sim().world.bodies().last().unwrap().sleeping);
            yard.ticks(4);
            assert!(yard.bodies_of(NAME)[0].pos[0] > 0.01, "{push} did not wake it");
        }
    }

    #[test]
    fn a_sleeping_body_wakes_when_what_it_rests_on_goes() {
        let mut yard = Yard::with(
            "local under = physics.box { pos = Vec(0, 0.5, -12), size = 1, static = true }
            physics.box { pos = Vec(0, 1.25, -12) } timer.Simple(3, function() physics.remove(under) end)",
        );
        yard.ticks(300);
        assert!(yard.bodies_of(NAME)[0].pos[1] < 0.3);
    }
}

mod rays {
    use super::*;

    #[test]
    fn a_ray_tells_place_normal_distance_body_and_material() {
        let script = "local id = physics.box { pos = Vec(0, 3, -10), size = 2, static = true, material = 9 }
            local hit = physics.raycast(Vec(0, 3, 0), Vec(0, 0, -5))
            print(hit.pos, hit.normal, hit.distance, hit.body == id, hit.material)
            local names = {} for name in pairs(hit) do names[#names + 1] = name end table.sort(names) print(table.concat(names, ' '))";
        assert_eq!(
            said(script),
            "Vec(0.000, 3.000, -9.000)\tVec(0.000, 0.000, 1.000)\t9.0\ttrue\t9\nbody distance material normal pos"
        );
    }

    #[test]
    fn a_ray_ends_at_100_metres_or_at_its_maximum() {
        let script = "physics.box { pos = Vec(0, 500, 0), size = 2, static = true }
            print(physics.raycast(Vec(0, 398, 0), Vec(0, 1, 0)), physics.raycast(Vec(0, 400, 0), Vec(0, 1, 0)).distance)
            print(physics.raycast(Vec(0, 10, 0), Vec(0, 1, 0), 489.5).distance, physics.raycast(Vec(0, 10, 0), Vec(0, 1, 0), 488))
            print(physics.raycast(Vec(0, 10, 0), Vec(0, 1, 0), 1e9).distance)";
        assert_eq!(said(script), "nil\t99.0\n489.0\tnil\n489.0");
    }

    #[test]
    fn a_start_inside_a_body_gives_distance_zero() {
        let script = "local id = physics.sphere { pos = Vec(0, 5, 0), radius = 1, static = true }
            local hit = physics.raycast(Vec(0.2, 5, 0), Vec(1, 0, 0)) print(hit.distance, hit.body == id, hit.pos)";
        assert_eq!(said(script), "0.0\ttrue\tVec(0.200, 5.000, 0.000)");
    }

    #[test]
    fn a_ray_never_hits_the_player() {
        // From behind the player through its shins, to the far wall.
        let script = "local hit = physics.raycast(player.position() + Vec(0, 0.4, 3), Vec(0, 0, -1)) print(hit.pos, hit.body)";
        assert_eq!(said(script), "Vec(0.000, 0.500, -19.750)\t2");
    }

    #[test]
    fn new_and_removed_bodies_are_seen_at_once() {
        let script = "local function hit() local hit = physics.raycast(Vec(0, 8, -12), Vec(0, -1, 0)) return hit.body end
            local ground = hit() local id = physics.box { pos = Vec(0, 2, -12) } print(hit() == id)
            physics.remove(id) print(hit() == ground)";
        assert_eq!(said(script), "true\ntrue");
    }

    #[test]
    fn wrong_rays_are_errors() {
        assert!(refusal("physics.raycast(Vec(), Vec())").contains("dir must not be the zero vector"));
        assert!(refusal("physics.raycast(Vec(), Vec(1), -1)").contains("max must be at least 0"));
        assert!(refusal("physics.raycast(Vec())").contains("dir must be a vector"));
        assert!(refusal("physics.raycast()").contains("from must be a vector"));
        assert!(
            refusal("physics.raycast(Vec(), Vec(1), 'far')").contains("max must be a number, got a string")
        );
        assert_eq!(
            said(
                "print(physics.raycast(Vec(0, 5, 0), Vec(1e-300, 0, 0)), physics.raycast(Vec(0, 5, 0), Vec(1e300, 0, 0)))"
            ),
            "nil\tnil"
        );
    }
}

mod contacts {
    use super::*;

    #[test]
    fn a_contact_tells_the_bodies_speed_place_and_materials() {
        let mut yard = Yard::with(
            "floor = physics.box { pos = Vec(0, 0.5, -12), size = Vec(4, 1, 4), static = true, material = 3, bounce = 0 }
            ball = physics.sphere { pos = Vec(0, 3, -12), material = 4, bounce = 0 }
            hook.Add('Contact', 'c', function(c, ...)
                local names = {} for name in pairs(c) do names[#names + 1] = name end table.sort(names)
                print(table.concat(names, ' '), select('#', ...))
                print(c.a == floor, c.b == ball, c.materialA, c.materialB, c.pos.y)
                print(c.speed)
            end)",
        );
        yard.ticks(180);
        let lines = yard.prints();
        assert_eq!(lines.len(), 3, "one beginning of a touch: {lines:#?}");
        assert_eq!(lines[0], "a b materialA materialB pos speed\t0");
        let parts: Vec<&str> = lines[1].split('\t').collect();
        assert_eq!(parts[..4], ["true", "true", "3", "4"]);
        assert!((parts[4].parse::<f64>().unwrap() - 1.0).abs() < 0.1);
        // It fell 1.75 m: √(2 · 9.81 · 1.75) = 5.86 m/s.
        assert!((lines[2].parse::<f64>().unwrap() - 5.86).abs() < 0.15, "{}", lines[2]);
    }

    #[test]
    fn slow_touches_and_the_player_are_not_reported() {
        let mut yard = Yard::with(
            "physics.sphere { pos = Vec(0, 0.2505, -12) }
            physics.sphere { pos = Vec(0, 1, 9), velocity = Vec(0, 2, -4), density = 1, bounce = 0 }
            local level = 22
            hook.Add('Contact', 'c', function(c) print(c.a, c.b <= level) end)",
        );
        yard.game.teleport(DVec3::new(0.0, 0.0, 7.0)).unwrap();
        yard.ticks(120);
        // The thrown ball meets the ground, and passes the player.
        assert!(yard.prints().iter().all(|line| line == "1\tfalse"));
    }

    #[test]
    fn at_most_32_contacts_a_frame_in_the_same_order_each_time() {
        let text =
            "for n = 1, 60 do physics.sphere { pos = Vec(n % 8 - 4, 1.5, -8 - n // 8), radius = 0.2 } end
            hook.Add('Contact', 'c', function(c) print(tick(), c.a, c.b, c.speed) end)";
        let run = || {
            let mut yard = Yard::with(text);
            yard.ticks(60);
            yard.prints()
        };
        let lines = run();
        let mut per_tick = std::collections::BTreeMap::new();
        for line in &lines {
            *per_tick.entry(line.split('\t').next().unwrap().to_owned()).or_insert(0) += 1;
        }
        assert_eq!(per_tick.values().max(), Some(&32), "{per_tick:?}");
        assert_eq!(lines, run());
    }

    #[test]
    fn a_handler_may_remove_the_bodies_and_the_next_one_still_gets_the_event() {
        let mut yard = Yard::with(
            "ball = physics.sphere { pos = Vec(0, 1, -12), velocity = Vec(0, -5, 0) }
            hook.Add('Contact', 'a', function(c) physics.remove(c.b) print('removed', physics.count()) end)
            hook.Add('Contact', 'b', function(c) print(c.b == ball, physics.position(c.b), (pcall(physics.remove, c.b))) end)",
        );
        yard.ticks(60);
        assert_eq!(yard.said(), "removed\t0\ntrue\tVec(0.000, 0.000, 0.000)\tfalse");
    }

    #[test]
    fn a_handler_may_make_bodies_without_end_in_sight() {
        let mut yard = Yard::with(
            "local function ball() physics.sphere { pos = Vec(0, 0.5, -12), velocity = Vec(0, -5, 0), bounce = 0 } end
            ball() hook.Add('Contact', 'a', function() if physics.count() < 50 then ball() end end)",
        );
        yard.ticks(200);
        yard.no_errors();
        assert!(yard.count() > 3);
    }

    #[test]
    fn a_body_that_leaves_and_comes_back_touches_anew() {
        let mut yard = Yard::with(
            "physics.sphere { pos = Vec(0, 2, -12), bounce = 0.9 } n = 0
            hook.Add('Contact', 'c', function() n = n + 1 end) timer.Simple(4, function() print(n >= 3, n) end)",
        );
        yard.ticks(240);
        assert!(yard.said().starts_with("true"));
    }
}

mod materials {
    use super::*;

    #[test]
    fn balls_with_more_bounce_rebound_higher_within_15_percent_of_theory() {
        let mut yard = Yard::with(
            "for n = 0, 9 do physics.sphere { pos = Vec(n - 5, 2.25, -12), bounce = n / 10, radius = 0.25 } end",
        );
        let mut highest = [0.0_f64; 10];
        let mut touched = [false; 10];
        for _ in 0..110 {
            yard.ticks(1);
            for (n, ball) in yard.bodies_of(NAME).iter().enumerate() {
                touched[n] |= ball.velocity[1] > 0.0 || ball.pos[1] < 0.26;
                if touched[n] {
                    highest[n] = highest[n].max(ball.pos[1] - 0.25);
                }
            }
        }
        for n in 1..10 {
            assert!(highest[n] > highest[n - 1], "{highest:?}");
        }
        for (n, height) in highest.iter().enumerate().skip(3) {
            let theory = 2.0 * (n as f64 / 10.0).powi(2);
            assert!(
                (height - theory).abs() <= 0.15 * theory,
                "bounce 0.{n}: {height} m instead of {theory} m"
            );
        }
    }

    #[test]
    fn boxes_with_more_friction_slide_less_far() {
        let mut yard = Yard::with(
            "for n = 0, 7 do physics.box { pos = Vec(n - 4, 0.25, 15), velocity = Vec(0, 0, -4), friction = 0.1 + n * 0.2 } end",
        );
        yard.ticks(240);
        let slid: Vec<f64> = yard.bodies_of(NAME).iter().map(|body| 15.0 - body.pos[2]).collect();
        assert!(slid.windows(2).all(|pair| pair[1] < pair[0] - 0.01), "{slid:?}");
        // μ = √(0.6 · f); v² / (2 μ g).
        for (n, slid) in slid.iter().enumerate() {
            let mu = (0.6 * (0.1 + n as f64 * 0.2)).sqrt();
            let theory = 16.0 / (2.0 * mu * 9.81);
            assert!((slid - theory).abs() < 0.15 * theory, "friction {mu}: {slid} m instead of {theory} m");
        }
    }

    #[test]
    fn nothing_bounces_under_one_metre_a_second() {
        let mut yard = Yard::with("physics.sphere { pos = Vec(0, 0.295, -12), bounce = 1 }");
        let mut highest: f64 = 0.0;
        yard.ticks(12);
        for _ in 0..120 {
            yard.ticks(1);
            highest = highest.max(yard.bodies_of(NAME)[0].pos[1]);
        }
        assert!(highest < 0.26, "{highest}");
    }

    #[test]
    fn a_fast_ball_does_not_pass_through_a_thin_wall() {
        let mut yard = Yard::with(
            "physics.box { pos = Vec(0, 2, -10), size = Vec(4, 4, 0.02), static = true }
            physics.sphere { pos = Vec(0, 2, 0), radius = 0.05, velocity = Vec(0, 0, -400) }",
        );
        for _ in 0..30 {
            yard.ticks(1);
            assert!(yard.bodies_of(NAME)[1].pos[2] > -10.0);
        }
    }
}

#[test]
fn invisible_bodies_can_be_shown() {
    let mut yard = Yard::with(
        "print(physics.showHidden(), physics.showHidden(true), physics.showHidden(), physics.showHidden(false))",
    );
    assert_eq!(yard.said(), "false\ttrue\ttrue\tfalse");
    assert!(refusal("physics.showHidden(1)").contains("on must be true or false"));
    yard.script("a.lua", "physics.sphere { visible = false }");
    assert_eq!(yard.game.scene().spheres.len(), 0);
    yard.script("b.lua", "physics.showHidden(true)");
    assert_eq!(yard.game.scene().spheres.len(), 1);
}

#[test]
fn a_body_that_is_lost_far_away_is_told_of() {
    let mut yard = Yard::with("physics.sphere { pos = Vec(9990, 9000, 0), velocity = Vec(400, 0, 0) }");
    yard.ticks(30);
    let notices = yard.notices();
    assert!(notices.iter().any(|notice| notice.contains("does not move any more")), "{notices:?}");
}
