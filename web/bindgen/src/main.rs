//! `bindgen IN.wasm NAME OUT`: writes a package called `NAME` for the web into the `OUT` folder. Independent of Faraday.

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, name, out] = arguments.as_slice() else { bail!("usage: bindgen IN.wasm NAME OUT") };
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .out_name(name)
        .generate(out)
        .with_context(|| format!("cannot write a package for {input}"))
}
