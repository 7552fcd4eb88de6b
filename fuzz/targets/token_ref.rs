//! `parse_token_ref`: any text.
#![no_main]

use ethereal_query::{MAX_TOKEN_REF_BYTES, parse_token_ref};
use ethereal_query_fuzz::text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = text(data);
    let Some(token) = parse_token_ref(&text) else { return };
    assert!(text.len() <= MAX_TOKEN_REF_BYTES && text.contains(&token.address.as_str()[2..]));
    // The short form of the token gives it again.
    let chain = token.chain_id.map_or(String::new(), |id| format!("{id}/"));
    let again = parse_token_ref(&format!("{chain}{}/{}", token.address, token.id));
    assert_eq!(
        again.map(|again| (again.chain_id, again.address, again.id)),
        Some((token.chain_id, token.address, token.id))
    );
});
