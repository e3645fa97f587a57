//! A display that nobody sees, and child processes that end with their test.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A child process that ends with the test.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The size of a display, in pixels.
pub const SCREEN: (u16, u16) = (800, 600);

/// A display of its own for one test.
pub struct Display {
    /// What the variable `DISPLAY` is for programs that are to be on it.
    pub name: String,
    _server: Process,
}

impl Display {
    pub fn open() -> Display {
        let screen = format!("{}x{}x24", SCREEN.0, SCREEN.1);
        let mut server = Command::new("Xvfb")
            // Otherwise it starts anew whenever the last client leaves, and turns those away that come meanwhile.
            .arg("-noreset")
            .args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is needed for this test: apt-get install xvfb");
        let stdout = server.stdout.take().unwrap();
        let server = Process(server);
        let mut number = String::new();
        BufReader::new(stdout).read_line(&mut number).unwrap();
        Display { name: format!(":{}", number.trim()), _server: server }
    }
}
