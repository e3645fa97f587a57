//! Results in the XML format of JUnit, which build servers read.

use super::Outcome;
use anyhow::Context;
use std::fmt::Write;
use std::path::Path;

/// Writes the results: one suite for each file.
///
/// # Errors
/// A file that cannot be written.
pub fn write(file: &Path, outcomes: &[Outcome]) -> anyhow::Result<()> {
    crate::app::whole_file::write(file, text(outcomes).as_bytes())
        .with_context(|| format!("{}: the results could not be written", file.display()))
}

fn text(outcomes: &[Outcome]) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (tests, failures, seconds) = sum(outcomes);
    let _ = writeln!(
        xml,
        "<testsuites tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" time=\"{seconds:.3}\">"
    );
    for suite in outcomes.chunk_by(|a, b| a.file == b.file) {
        let (tests, failures, seconds) = sum(suite);
        let file = suite.first().map(|outcome| escape(&outcome.file)).unwrap_or_default();
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" \
             time=\"{seconds:.3}\">"
        );
        for outcome in suite {
            let name = escape(&outcome.name);
            let seconds = outcome.seconds;
            let head = format!("    <testcase classname=\"{file}\" name=\"{name}\" time=\"{seconds:.3}\"");
            let _ = match &outcome.failure {
                None => writeln!(xml, "{head}/>"),
                Some(failure) => writeln!(
                    xml,
                    "{head}>\n      <failure message=\"{}\">{}</failure>\n    </testcase>",
                    escape(&failure.message),
                    escape(&failure.traceback)
                ),
            };
        }
        xml.push_str("  </testsuite>\n");
    }
    xml.push_str("</testsuites>\n");
    xml
}

fn sum(outcomes: &[Outcome]) -> (usize, usize, f64) {
    let failures = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    (outcomes.len(), failures, outcomes.iter().map(|outcome| outcome.seconds).sum())
}

/// Text as XML: control characters that XML does not have become question marks.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            letter if letter.is_control() => escaped.push('?'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::suite::Failure;

    #[test]
    fn results_are_grouped_by_file_and_escaped() {
        let outcome = |file: &str, name: &str, failure: Option<&str>| Outcome {
            file: file.into(),
            name: name.into(),
            failure: failure.map(|text| Failure { message: text.into(), traceback: String::new() }),
            seconds: 0.5,
        };
        let xml = text(&[
            outcome("a_test.lua", "one", None),
            outcome("a_test.lua", "two <3", Some("expected \"x\" & y")),
            outcome("b_test.lua", "three", None),
        ]);
        assert!(xml.contains("<testsuites tests=\"3\" failures=\"1\" errors=\"0\" time=\"1.500\">"), "{xml}");
        assert!(xml.contains("<testsuite name=\"a_test.lua\" tests=\"2\" failures=\"1\""), "{xml}");
        assert!(xml.contains("name=\"two &lt;3\""), "{xml}");
        assert!(xml.contains("message=\"expected &quot;x&quot; &amp; y\""), "{xml}");
    }
}
