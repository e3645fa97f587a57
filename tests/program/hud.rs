//! Script tests read what is on the window.

use super::Folder;

#[test]
fn a_test_reads_the_texts_on_the_window_whoever_put_them_there() {
    let folder = Folder::with(&[(
        "score_test.lua",
        r#"
        test("what is on the window", function(t)
          expect(t:hud("score")):is_nil()
          t:source("a.lua", "hud.text('score', 'one', { x = 1 }) timer.Simple(0.1, function() hud.text('score', 'two\\nlines') end)")
          t:source("b.lua", "hud.text('score', 'three') hud.text('clock', '')")
          expect(t:hud("score")):equals("one")
          t:ticks(10)
          expect(t:hud("score")):equals("two\nlines")
          expect(t:hud("score", "b.lua")):equals("three")
          expect(t:hud("clock")):equals("")
          expect(t:hud("clock", "a.lua")):is_nil()
          t:source("b.lua", "hud.text('score', 'four') hud.text('clock', 7)")
          expect(t:hud("clock")):equals("7")
          t:unload("a.lua")
          expect(t:hud("score")):equals("four")
          t:unload("b.lua")
          expect(t:hud("score")):is_nil()
          expect(function() t:hud() end):errors("id must be")
        end)
        "#,
    )]);
    let ran = folder.run("test .");
    assert!(ran.code == 0 && ran.out.ends_with("1 passed, 0 failed\n"), "{}{}", ran.out, ran.err);
}
