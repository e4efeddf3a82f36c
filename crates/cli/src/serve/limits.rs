//! The server's limits as options and environment variables, generated from the server's own list.

use std::sync::LazyLock;

use clap::builder::ValueParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use faraday_server::{Limits, SETTINGS, Setting};

/// Limits set on the command line or in the environment.
pub struct LimitArguments(pub Box<Limits>);

/// The names of an option. Clap borrows them for the lifetime of the program.
struct Names {
    flag: String,
    variable: String,
    usual: String,
}

static NAMES: LazyLock<Vec<Names>> = LazyLock::new(|| {
    let limits = Limits::default();
    let names =
        |setting: &Setting| Names { flag: setting.flag(), variable: setting.variable(), usual: setting.shown(&limits) };
    SETTINGS.iter().map(names).collect()
});

fn option(setting: &'static Setting, names: &'static Names) -> Arg {
    let check = |text: &str| setting.set(&mut Limits::default(), text).map(|()| text.to_owned());
    let option = Arg::new(setting.name)
        .long(names.flag.as_str())
        .env(names.variable.as_str())
        .hide_env_values(true)
        .value_name(setting.placeholder)
        .value_parser(ValueParser::new(check))
        .help_heading("Limits");
    if setting.usual.is_empty() {
        option.help(setting.help).default_value(names.usual.as_str())
    } else {
        option.help(format!("{} [default: {}]", setting.help, setting.usual))
    }
}

impl Args for LimitArguments {
    fn augment_args(command: Command) -> Command {
        command.args(SETTINGS.iter().zip(NAMES.iter()).map(|(setting, names)| option(setting, names)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        LimitArguments::augment_args(command)
    }
}

impl FromArgMatches for LimitArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LimitArguments, clap::Error> {
        let mut arguments = LimitArguments(Box::default());
        arguments.update_from_arg_matches(matches)?;
        Ok(arguments)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for setting in SETTINGS {
            if let Some(text) = matches.get_one::<String>(setting.name) {
                let complaint = |text| clap::Error::raw(clap::error::ErrorKind::ValueValidation, text);
                setting.set(&mut self.0, text).map_err(complaint)?;
            }
        }
        Ok(())
    }
}
