//! `normalize_metadata`: any JSON document.
#![no_main]

use ethereal_query::normalize_metadata;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(document) = serde_json::from_slice(data) else { return };
    let token = normalize_metadata(&document, Some(7.into()), &["https://gw.example"], &[]);
    let languages = token.localization.iter().flat_map(|localization| &localization.uris);
    for url in token.image.iter().chain(&token.animation).chain(&token.external_url).chain(languages) {
        let lower = url.to_ascii_lowercase();
        let starts = ["https://", "http://", "data:image/", "data:audio/", "data:video/", "data:model/"];
        assert!(starts.iter().any(|start| lower.starts_with(start)) && !url.chars().any(char::is_control), "{url:?}");
    }
    let names = token.attributes.iter().chain(&token.properties).filter_map(|attribute| attribute.name.as_ref());
    for text in token.name.iter().chain(&token.description).chain(names) {
        assert!(!text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')), "{text:?}");
    }
});
