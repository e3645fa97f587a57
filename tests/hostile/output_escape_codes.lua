-- Prints escape codes that would clear the terminal, set its title and hide what follows.
-- expect: no error
-- expect: prints \27[2J\27[H\27]0;mine\7\8\8\8\13gone
print("\27[2J\27[H\27]0;mine\7\8\8\8\rgone")
print("\u{9b}2J \u{202e}txet \u{0}\x7f")
