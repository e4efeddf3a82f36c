//! Examples for `--help`, with variants from the catalog.

use faraday_variants::{Entry, catalog};

/// Formats the examples of a command, one per line. `{variant}` stands for a variant, `{layered}` for one with an
/// overlay, and `{overlay}` for that overlay.
pub fn examples(lines: &[&str]) -> String {
    let first = catalog().first().expect("the catalog is not empty");
    let (layered, overlay) = catalog().iter().find_map(with_overlay).unwrap_or((first.id, "help"));
    let fill = |line: &&str| {
        let line = line.replace("{variant}", first.id).replace("{layered}", layered).replace("{overlay}", overlay);
        format!("  faraday {line}")
    };
    let filled: Vec<String> = lines.iter().map(fill).collect();
    format!("Examples:\n{}", filled.join("\n"))
}

/// Returns the text below the list of commands.
pub fn program() -> String {
    let examples =
        examples(&["rules {variant}", "show {variant} --moves \"e4 e5\"", "explain {variant} e2e5", "play {variant}"]);
    format!("Exit status: 0 for success, 1 for a negative answer, 2 for bad input.\n\n{examples}")
}

fn with_overlay(entry: &'static Entry) -> Option<(&'static str, &'static str)> {
    Some((entry.id, entry.overlays.first()?))
}
