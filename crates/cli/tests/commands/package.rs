//! Tests of the Debian package: its settings and its unit fit `faraday serve`. `scripts/deb_test.sh` installs it.

use std::time::Duration;

use crate::program::faraday;

const SETTINGS: &str = include_str!("../../../../packaging/debian/faraday.default");
const UNIT: &str = include_str!("../../../../packaging/debian/faraday.service");

/// Returns the values of a setting in the unit.
fn values(name: &str) -> impl Iterator<Item = &'static str> {
    UNIT.lines().filter_map(move |line| line.strip_prefix(name)?.strip_prefix('='))
}

/// Returns the help of `serve` on one line.
fn help() -> String {
    faraday(&["serve", "--help"]).stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the default that the help shows after a variable.
fn default<'a>(help: &'a str, variable: &str) -> Option<&'a str> {
    let (_, rest) = help.split_once(&format!("[env: {variable}]"))?;
    rest.trim_start().strip_prefix("[default: ")?.split_once(']').map(|(value, _)| value)
}

#[test]
fn every_setting_of_the_package_is_a_variable_of_serve_with_the_value_of_the_service() {
    let help = help();
    let settings: Vec<_> =
        SETTINGS.lines().filter_map(|line| line.strip_prefix("#FARADAY_")?.split_once('=')).collect();
    assert!(settings.len() > 5, "{settings:?}");
    for (name, value) in settings {
        let variable = format!("FARADAY_{name}");
        assert!(help.contains(&format!("[env: {variable}]")), "{variable} is not a variable of `serve`");
        let of_unit = values("Environment").find_map(|line| line.strip_prefix(&variable)?.strip_prefix('='));
        if let Some(default) = of_unit.or_else(|| default(&help, &variable)) {
            assert_eq!(value, default, "{variable}");
        }
    }
}

#[test]
fn the_service_has_more_time_to_stop_than_its_answers() {
    let seconds = |text: &str| text.strip_suffix('s').unwrap().parse().map(Duration::from_secs).unwrap();
    let [stop] = values("TimeoutStopSec").collect::<Vec<_>>()[..] else { panic!("one time to stop") };
    let help = help();
    let drain = default(&help, "FARADAY_DRAIN_TIME").unwrap();
    assert!(seconds(stop) >= 2 * seconds(drain), "{stop} to stop, {drain} for answers");
    assert!(
        SETTINGS.contains(&format!("TimeoutStopSec, {stop}")),
        "the settings name another time to stop than {stop}"
    );
}
