//! The options that resolve URIs, of `resolveUri` and `normalizeMetadata`.

use super::{
    arg::{Arg, read_arg},
    options::Options,
};
use crate::{BaseUrl, Error, helpers::Resolver, rules, text::split};
use wasm_bindgen::JsValue;

/// Reads `ResolveOptions`.
pub(super) fn read_resolver(options: &JsValue) -> Result<Resolver, Error> {
    let mut options = Options::read("options", options)?;
    let resolver = Resolver {
        id: options.take_checked("id", &rules::TOKEN_ID)?,
        gateways: take_base_urls(&mut options, "gateways")?,
        arweave_gateways: take_base_urls(&mut options, "arweaveGateways")?,
    };
    options.finish()?;
    Ok(resolver)
}

/// Takes the option `name`, an array of base URLs; empty when it is absent.
fn take_base_urls(options: &mut Options, name: &'static str) -> Result<Vec<String>, Error> {
    let mut bases = Vec::new();
    match read_arg(&options.take(name)) {
        Arg::Absent => {}
        Arg::Text(text) => {
            for base in split(&text, b',').filter(|base| !base.is_empty()) {
                bases.push(BaseUrl::parse_parameter(name, base)?.as_str().to_owned());
            }
        }
        other => return Err(other.breaks_rule(name, "an array of base URLs")),
    }
    Ok(bases)
}
