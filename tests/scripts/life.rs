//! A script's life: environments, what is read-only, ownership, reloads, the order of a frame, and errors.

use crate::common::{NAME, Yard, refusal, said};
use moonyard::script::Loaded;

mod environments {
    use super::*;

    #[test]
    fn a_global_stays_with_its_script() {
        let mut yard = Yard::new();
        yard.script("a.lua", "secret = 1; function helper() return 'a' end");
        yard.script("b.lua", "print(secret, helper, _G.secret, rawget(_G, 'secret'))");
        assert_eq!(yard.said(), "nil\tnil\tnil\tnil");
    }

    #[test]
    fn the_global_table_is_the_scripts_own_environment() {
        let script =
            "x = 1; _G.y = 2; print(_G.x, y, _G == _G._G, rawget(_G, 'physics'), _G.physics == physics)
            local mine = {} for name in pairs(_G) do mine[#mine + 1] = name end
            table.sort(mine) print(table.concat(mine, ' '))";
        assert_eq!(said(script), "1\t2\ttrue\tnil\ttrue\nx y");
    }

    #[test]
    fn a_script_may_hide_a_host_table_from_itself_alone() {
        let mut yard = Yard::new();
        yard.script("a.lua", "physics = 'mine'; print(physics); physics = nil; print(physics.count())");
        yard.script("b.lua", "print(physics.count())");
        assert_eq!(yard.said(), "mine\n0\n0");
    }

    #[test]
    fn shared_is_one_table_for_all() {
        let mut yard = Yard::new();
        yard.script("a.lua", "shared.score = { 1 }; print(type(shared), getmetatable(shared))");
        yard.script("b.lua", "shared.score[2] = 2; rawset(shared, 'more', true)");
        yard.script("a.lua", "print(#shared.score, shared.more)");
        assert_eq!(yard.said(), "table\tnil\n2\ttrue");
        assert!(yard.unload("b.lua"));
        yard.script("c.lua", "print(#shared.score)");
        assert_eq!(yard.said(), "2");
    }

    #[test]
    fn a_global_that_was_never_set_is_nil_and_so_is_a_table_that_the_host_does_not_offer() {
        let script = "if crowd then print('crowd') end
            print(nothing, body, crowd, panel, sound, network)";
        assert_eq!(said(script), "nil\tnil\tnil\tnil\tnil\tnil");
    }

    #[test]
    fn player_camera_and_standard_actions_exist_from_the_first_line() {
        let script =
            "print(player.position(), camera.position() ~= nil, input.held('jump'), input.value('move'))";
        assert_eq!(said(script), "Vec(0.000, 0.100, 6.000)\ttrue\tfalse\t0.0");
    }
}

mod read_only {
    use super::*;

    const TABLES: &str = "physics hook timer player camera view input kke math string table utf8 coroutine";

    #[test]
    fn no_host_table_can_be_changed_and_the_message_says_so() {
        for table in TABLES.split(' ') {
            let message = refusal(&format!("{table}.something = 1"));
            assert!(
                message.contains("read-only") && message.contains(&format!("{table}.something")),
                "{message}"
            );
        }
        assert_eq!(refusal("physics.box = nil"), "physics is read-only: a script cannot set physics.box");
        assert_eq!(refusal("math.pi = 3"), "math is read-only: a script cannot set math.pi");
        assert_eq!(refusal("string[1] = 3"), "string is read-only: a script cannot set string.1");
    }

    #[test]
    fn rawset_table_functions_and_metatables_are_no_way_around() {
        for table in TABLES.split(' ') {
            let message = refusal(&format!("rawset({table}, 'x', 1)"));
            assert!(message.contains("read-only"), "{message}");
            let message = refusal(&format!("setmetatable({table}, {{}})"));
            assert!(message.contains("protected"), "{message}");
        }
        for (name, lua) in [
            ("insert", "table.insert(physics, 1)"),
            ("move", "table.move({ 1, 2 }, 1, 2, 1, physics)"),
            ("__newindex", "getmetatable(physics).__newindex = nil"),
            ("string's", "getmetatable('').__index = {}"),
            ("Vec's", "getmetatable(Vec()).__index = {}"),
            ("_G's", "getmetatable(_G).__index = {}"),
        ] {
            let mut yard = Yard::new();
            yard.script(NAME, &format!("print((pcall(function() {lua} end)))"));
            assert_eq!(yard.said(), "false", "{name}");
            yard.script("other.lua", "print(physics.x, rawlen(physics), ('x'):rep(2), Vec().x)");
            assert_eq!(yard.said(), "nil\t0\txx\t0.0", "{name}");
        }
    }

    #[test]
    fn pairs_over_a_host_table_shows_what_is_in_it() {
        let script = "local names = {}
            for name, value in pairs(hook) do names[#names + 1] = name .. ':' .. type(value) end
            table.sort(names) print(table.concat(names, ' '))";
        assert_eq!(said(script), "Add:function GetTable:function Remove:function Run:function");
    }

    #[test]
    fn what_pairs_hands_out_is_a_copy() {
        let script = "local _, copy = pairs(hook)
            if copy then pcall(rawset, copy, 'Add', 'broken') pcall(function() copy.Add = 'broken' end) end
            print(type(hook.Add))
            for name in pairs(math) do pcall(function() math[name] = nil end) end
            print(math.floor(2.5))";
        assert_eq!(said(script), "function\n2");
    }

    #[test]
    fn metatables_of_strings_vectors_and_host_tables_are_locked() {
        let script = "print(getmetatable(''), getmetatable(Vec()), getmetatable(physics), getmetatable(_G))
            print((pcall(setmetatable, physics, {})), (pcall(setmetatable, _G, {})))
            print((pcall(function() string.rep = nil end)), ('ab'):rep(2))";
        assert_eq!(said(script), "false\tfalse\tfalse\tfalse\nfalse\tfalse\nfalse\tabab");
    }

    #[test]
    fn next_and_rawget_give_no_hold_on_what_is_behind() {
        assert_eq!(
            said("print(next(physics), rawget(physics, 'box'), rawlen(physics), #physics)"),
            "nil\tnil\t0\t0"
        );
    }
}

mod ownership {
    use super::*;

    const EVERYTHING: &str = "
        for n = 1, 3 do physics.box { pos = Vec(n, 5, 0) } end
        physics.sphere { static = true, visible = false }
        hook.Add('Think', 'a', function() end)
        hook.Add('MyEvent', 'a', function() end)
        timer.Simple(1000, function() end)
        timer.Create('forever', 1, 0, function() end)
        timer.Create('paused', 1, 0, function() end) timer.Pause('paused')
        input.define('own', 'Own', 'K')";

    #[test]
    fn ten_reloads_leave_the_same_counts_as_one() {
        let mut yard = Yard::with(EVERYTHING);
        assert_eq!(yard.counts(NAME), (4, 2, 3));
        for n in 0..10 {
            yard.ticks(n);
            yard.script(NAME, EVERYTHING);
            assert_eq!((yard.counts(NAME), yard.count()), ((4, 2, 3), 4));
        }
    }

    #[test]
    fn an_unloaded_script_leaves_nothing() {
        let mut yard = Yard::with(EVERYTHING);
        yard.script("other.lua", "physics.box {}");
        assert!(yard.unload(NAME));
        assert!(!yard.unload(NAME));
        assert_eq!((yard.counts(NAME), yard.count()), ((0, 0, 0), 1));
        yard.script("asks.lua", "print(timer.Exists('forever'), next(hook.GetTable()))");
        assert_eq!(yard.said(), "false\tnil");
    }

    #[test]
    fn a_script_that_fails_to_load_leaves_nothing() {
        let mut yard = Yard::new();
        assert_eq!(yard.load(NAME, &format!("{EVERYTHING}\nerror('no')")), Loaded::Failed);
        assert_eq!((yard.counts(NAME), yard.count()), ((0, 0, 0), 0));
        assert!(yard.error().starts_with("test.lua:10: no"), "the line is wrong");
    }

    #[test]
    fn things_belong_to_the_script_whose_function_made_them() {
        let mut yard = Yard::new();
        yard.script(
            "a.lua",
            "function shared.make() physics.box {} end hook.Add('Make', 'a', function() physics.box {} end)",
        );
        yard.script("b.lua", "shared.make() hook.Run('Make') timer.Simple(0, function() physics.box {} end)");
        yard.ticks(2);
        // A plain call runs as its caller; a hook runs as the one who added it.
        assert_eq!((yard.counts("a.lua").0, yard.counts("b.lua").0), (1, 2));
        yard.unload("b.lua");
        assert_eq!(yard.count(), 1);
    }

    #[test]
    fn a_hook_that_another_script_took_over_goes_with_that_one() {
        let mut yard = Yard::new();
        yard.script("a.lua", "hook.Add('Think', 'same', function() print('a') end)");
        yard.script("b.lua", "hook.Add('Think', 'same', function() print('b') end)");
        yard.ticks(1);
        assert_eq!(yard.said(), "b");
        yard.unload("a.lua");
        yard.ticks(1);
        assert_eq!(yard.said(), "b");
        yard.unload("b.lua");
        yard.ticks(1);
        assert_eq!(yard.said(), "");
    }

    #[test]
    fn a_coroutine_makes_things_for_the_script_that_resumes_it() {
        let mut yard = Yard::with(
            "local co = coroutine.wrap(function() physics.box {} coroutine.yield() physics.box {} end)
            co() timer.Simple(0, co)",
        );
        yard.ticks(2);
        assert_eq!(yard.counts(NAME).0, 2);
    }
}

mod reloads {
    use super::*;

    const GOOD: &str = "state.loads = (state.loads or 0) + 1
        count = (count or 0) + 1
        print('good', state.loads, count)
        physics.box {}
        hook.Add('Think', 'say', function() print('think') end)
        timer.Create('t', 1000, 0, function() end)";

    #[test]
    fn state_outlives_reloads_and_globals_do_not() {
        let mut yard = Yard::with(GOOD);
        yard.script(NAME, GOOD);
        yard.script(NAME, GOOD);
        assert_eq!(yard.said(), "good\t1\t1\ngood\t2\t1\ngood\t3\t1");
        yard.script("other.lua", "print(state.loads)");
        assert_eq!(yard.said(), "nil");
    }

    #[test]
    fn a_version_that_does_not_compile_leaves_the_running_one_untouched() {
        let mut yard = Yard::with(GOOD);
        let id = yard.bodies_of(NAME)[0].id;
        assert_eq!(yard.load(NAME, "physics.box {}\nlocal x = = 3\n"), Loaded::KeptOlder);
        let error = yard.error();
        assert!(error.starts_with("test.lua:2:"), "{error}");
        assert_eq!((yard.counts(NAME), yard.bodies_of(NAME)[0].id), ((1, 1, 1), id));
        yard.ticks(1);
        assert_eq!(yard.said(), "good\t1\t1\nthink", "the old version did not run on, or ran again");
    }

    #[test]
    fn a_version_that_raises_while_it_loads_leaves_nothing_and_the_last_good_one_comes_back() {
        let mut yard = Yard::with(GOOD);
        yard.prints();
        let bad = "physics.sphere {} physics.sphere {}
            hook.Add('Think', 'bad', function() print('bad') end)
            hook.Add('Think', 'say', function() print('bad') end)
            timer.Create('bad', 0, 0, function() print('bad') end)
            timer.Create('t', 0, 0, function() print('bad') end)
            local nothing = nil
            nothing.x = 1";
        assert_eq!(yard.load(NAME, bad), Loaded::KeptOlder);
        let error = yard.error();
        assert!(error.starts_with("test.lua:7: attempt to index a nil value (local 'nothing')"), "{error}");
        assert_eq!((yard.counts(NAME), yard.count()), ((1, 1, 1), 1));
        assert_eq!(yard.bodies_of(NAME)[0].shape, "box");
        yard.ticks(2);
        assert_eq!(yard.said(), "good\t2\t1\nthink\nthink");
        // And the mended one takes over.
        assert_eq!(yard.load(NAME, "print('mended')"), Loaded::Reloaded);
        assert_eq!((yard.said(), yard.counts(NAME)), ("mended".into(), (0, 0, 0)));
    }

    #[test]
    fn a_load_that_fails_gives_back_what_it_took_over_from_other_scripts() {
        let mut yard = Yard::new();
        let theirs = "hook.Add('Think', 'first', function() print('their first') end)
            hook.Add('Think', 'second', function() print('their second') end)
            timer.Create('t', 0, 0, function() print('their timer') end)";
        yard.script("theirs.lua", theirs);
        let bad = "hook.Add('Think', 'first', print)
            hook.Remove('Think', 'second')
            timer.Create('t', 1, 1, print)
            error('no')";
        assert_eq!(yard.load(NAME, bad), Loaded::Failed);
        let looping = bad.replace("error('no')", "while true do end");
        assert_eq!(yard.load("looping.lua", &looping), Loaded::Failed);
        assert_eq!(yard.errors().len(), 2);
        assert_eq!((yard.counts("theirs.lua"), yard.counts(NAME)), ((0, 2, 1), (0, 0, 0)));
        yard.ticks(1);
        assert_eq!(yard.said(), "their timer\ntheir first\ntheir second");
        // One that works takes them over for good.
        yard.script(NAME, "hook.Add('Think', 'first', function() print('mine') end)");
        yard.ticks(1);
        assert_eq!(yard.said(), "their timer\nmine\ntheir second");
    }

    #[test]
    fn after_two_broken_versions_the_last_good_one_still_comes_back() {
        let mut yard = Yard::with(GOOD);
        for bad in ["error('one')", "error('two')", "= broken", "error('three')"] {
            assert_eq!(yard.load(NAME, bad), Loaded::KeptOlder);
            assert_eq!(yard.counts(NAME), (1, 1, 1));
        }
        assert_eq!(yard.errors().len(), 4);
        yard.prints();
        yard.ticks(1);
        assert_eq!(yard.said(), "think");
    }

    #[test]
    fn a_reload_does_not_touch_the_other_scripts() {
        let mut yard = Yard::new();
        yard.script("a.lua", GOOD);
        yard.script("b.lua", "x = 0 hook.Add('Think', 'b', function() x = x + 1 print(x) end)");
        yard.prints();
        yard.ticks(1);
        yard.script("a.lua", "");
        yard.ticks(1);
        assert_eq!(yard.said(), "think\n1\n2");
    }

    #[test]
    fn a_body_id_of_the_old_version_is_gone_and_never_used_again() {
        let mut yard = Yard::new();
        let text = "local old = state.id
            if old then print(physics.position(old), (pcall(physics.remove, old))) end
            state.id = physics.box { pos = Vec(1, 2, 3) }
            if old then print(state.id > old) end";
        yard.script(NAME, text);
        yard.script(NAME, text);
        assert_eq!(yard.said(), "Vec(0.000, 0.000, 0.000)\tfalse\ntrue");
    }

    #[test]
    fn an_action_outlives_the_reload_of_its_script() {
        use moonyard::input::Key;
        let mut yard = Yard::with("input.define('mine', 'Mine', 'K')");
        yard.script(
            NAME,
            "input.define('mine', 'Mine', 'L') hook.Add('Think', 't', function()
            if input.pressed('mine') then print('pressed') end end)",
        );
        yard.press(Key::L);
        assert_eq!(yard.said(), "");
        yard.press(Key::K);
        assert_eq!(yard.said(), "pressed");
    }

    #[test]
    fn a_top_level_return_ends_a_script_and_is_no_error() {
        let mut yard = Yard::with("print('before') do return end print('after')");
        yard.script("value.lua", "return { 1, 2 }");
        assert_eq!(yard.said(), "before");
    }

    #[test]
    fn a_byte_order_mark_and_windows_line_ends_are_no_error() {
        assert_eq!(said("\u{feff}print('mark')\r\nprint('two')\r\n"), "mark\ntwo");
    }

    #[test]
    fn an_empty_script_is_fine() {
        for text in ["", " \n\n", "-- only a comment", "--[[ long ]]"] {
            assert_eq!(Yard::with(text).said(), "");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_an_error_with_its_line() {
        let mut yard = Yard::new();
        assert_eq!(yard.load_bytes(NAME, b"print(1)\nprint('caf\xe9')\n"), Loaded::Failed);
        let error = yard.error();
        assert!(error.starts_with("test.lua:2:") && error.contains("UTF-8"), "{error}");
    }

    #[test]
    fn compiled_code_is_no_script() {
        let mut yard = Yard::new();
        assert_eq!(yard.load(NAME, "\u{1b}Lua and more"), Loaded::Failed);
        assert_eq!(yard.errors().len(), 1);
    }
}

mod frames {
    use super::*;

    const LOG: &str = "
        for _, event in ipairs { 'Init', 'Tick', 'Contact', 'Think', 'Shutdown' } do
            hook.Add(event, 'log', function(...)
                print(event, tick(), select('#', ...))
            end)
        end";

    #[test]
    fn a_frame_is_tick_then_init_then_timers_then_contacts_then_think() {
        let mut yard = Yard::with(&format!(
            "{LOG}
            timer.Create('log', 0, 0, function() print('timer', tick()) end)
            physics.sphere {{ pos = Vec(0, 0.251, -12), velocity = Vec(0, -8, 0) }}"
        ));
        yard.ticks(1);
        assert_eq!(yard.said(), "Tick\t1\t2\nInit\t1\t0\ntimer\t1\nContact\t1\t1\nThink\t1\t1");
        yard.ticks(1);
        assert_eq!(yard.said(), "Tick\t2\t2\ntimer\t2\nThink\t2\t1");
        yard.game.shutdown();
        yard.collect();
        assert_eq!(yard.said(), "Shutdown\t2\t0");
    }

    #[test]
    fn init_runs_once_in_a_process_and_not_again_after_a_reload() {
        let text = "hook.Add('Init', 'i', function() print('init') end)";
        let mut yard = Yard::with(text);
        yard.ticks(3);
        yard.script(NAME, text);
        yard.ticks(3);
        assert_eq!(yard.said(), "init");
    }

    #[test]
    fn tick_gives_a_sixtieth_and_the_number_and_think_the_frames_length() {
        let mut yard = Yard::with(
            "hook.Add('Tick', 'a', function(dt, n) print('tick', dt == 1/60, n, math.type(n)) end)
            hook.Add('Think', 'a', function(dt) print('think', dt == 1/60, dt == kke.dt()) end)",
        );
        yard.ticks(1);
        assert_eq!(yard.said(), "tick\ttrue\t1\tinteger\nthink\ttrue\ttrue");
    }

    #[test]
    fn a_frame_runs_no_tick_one_or_at_most_five() {
        let mut yard = Yard::with(
            "hook.Add('Tick', 'a', function(_, n) print(n) end)
            hook.Add('Think', 'a', function(dt) print(('think %.4f'):format(dt)) end)",
        );
        yard.frame(0.004);
        assert_eq!(yard.said(), "think 0.0040");
        yard.frame(0.014);
        assert_eq!(yard.said(), "1\nthink 0.0140");
        yard.frame(10.0);
        assert_eq!(yard.said(), "2\n3\n4\n5\n6\nthink 0.0833");
        yard.frame(0.0);
        assert!(yard.said().ends_with("think 0.0000"), "time that was dropped came back");
    }

    #[test]
    fn a_key_is_seen_in_the_frame_in_which_it_goes_down() {
        use moonyard::input::Key;
        let mut yard = Yard::with(
            "hook.Add('Tick', 'a', function() print('tick', input.pressed('jump')) end)
            hook.Add('Think', 'a', function() print('think', input.pressed('jump')) end)",
        );
        yard.press(Key::Space);
        assert_eq!(yard.said(), "tick\ttrue\nthink\ttrue\ntick\tfalse\nthink\tfalse");
    }
}
