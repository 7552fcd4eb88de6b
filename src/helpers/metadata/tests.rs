//! Tests of `normalize_metadata`.

use super::*;
use proptest::prelude::*;
use serde_json::{Value, json};

fn normalized(document: &Value) -> Value {
    json!(normalize_metadata(document, Some(TokenId::from(7)), &["https://gw.example"], &["https://ar.example"]))
}

/// The field `name` of the normalised document.
fn field(document: Value, name: &str) -> Value {
    normalized(&document).get(name).cloned().unwrap_or_default()
}

#[test]
fn reads_the_examples_of_the_standards() {
    let opensea = json!({
        "description": "Friendly OpenSea Creature that enjoys long swims in the ocean.",
        "external_url": "https://openseacreatures.io/3",
        "image": "https://storage.example/creatures/3.png",
        "name": "Dave Starbelly",
        "background_color": "FFAA00",
        "attributes": [
            { "trait_type": "Base", "value": "Starfish" },
            { "trait_type": "Level", "value": 5, "max_value": 10 },
            { "display_type": "boost_percentage", "trait_type": "Stamina Increase", "value": 10.5 },
            { "display_type": "date", "trait_type": "birthday", "value": 1546360800 },
            { "value": "Happy" },
        ],
    });
    let expected = json!({
        "description": "Friendly OpenSea Creature that enjoys long swims in the ocean.",
        "externalUrl": "https://openseacreatures.io/3",
        "image": ["https://storage.example/creatures/3.png"],
        "animation": [],
        "name": "Dave Starbelly",
        "backgroundColor": "#ffaa00",
        "attributes": [
            { "name": "Base", "value": "Starfish" },
            { "name": "Level", "value": 5.0, "maxValue": 10.0 },
            { "name": "Stamina Increase", "value": 10.5, "displayType": "boost_percentage" },
            { "name": "birthday", "value": 1546360800.0, "displayType": "date" },
            { "value": "Happy" },
        ],
        "properties": [],
    });
    assert_eq!(normalized(&opensea), expected);
    let erc1155 = json!({
        "name": "Asset Name",
        "image": "ipfs://QmX/{id}.png",
        "properties": {
            "simple_property": "example value",
            "rich_property": { "name": "Name", "value": "123", "display_value": "123 Value", "class": "emphasis" },
            "array_property": { "name": "Numbers", "value": [1, 2, { "three": 3 }], "class": "emphasis" },
        },
        "localization": { "uri": "ipfs://QmX/{locale}.json", "default": "en", "locales": ["en", 7, "fr"] },
    });
    let expected = json!({
        "name": "Asset Name",
        "image": [format!("https://gw.example/ipfs/QmX/{}7.png", "0".repeat(63))],
        "animation": [],
        "attributes": [],
        "properties": [
            { "name": "simple_property", "value": "example value" },
            { "name": "Name", "value": "123" },
            { "name": "Numbers", "value": 1.0 },
            { "name": "Numbers", "value": 2.0 },
        ],
        "localization": {
            "uris": ["https://gw.example/ipfs/QmX/{locale}.json"],
            "default": "en",
            "locales": ["en", "fr"],
        },
    });
    assert_eq!(normalized(&erc1155), expected);
}

#[test]
fn reads_other_spellings() {
    let attribute = |name: &str, value: Value| json!([{ "name": name, "value": value }]);
    for (document, name, expected) in [
        (json!({ "title": "A" }), "name", json!("A")),
        (json!({ "name": "", "title": "A" }), "name", json!("A")),
        (json!({ "image_url": "ar://x" }), "image", json!(["https://ar.example/x"])),
        (json!({ "imageUrl": "https://a.b/c" }), "image", json!(["https://a.b/c"])),
        (json!({ "image": "ipfs://Qm\n", "image_url": "ipfs://Qm" }), "image", json!(["https://gw.example/ipfs/Qm"])),
        (json!({ "image": 7, "imageURI": "https://a.b" }), "image", json!(["https://a.b"])),
        (
            json!({ "image_data": "<svg a=\"é\"/>" }),
            "image",
            json!(["data:image/svg+xml,%3Csvg%20a%3D%22%C3%A9%22%2F%3E"]),
        ),
        (json!({ "image": "data:image/png;base64,AA==" }), "image", json!(["data:image/png;base64,AA=="])),
        (json!({ "animationUrl": "https://a.b/c.mp4" }), "animation", json!(["https://a.b/c.mp4"])),
        (json!({ "animation_url": "data:video/mp4,x" }), "animation", json!(["data:video/mp4,x"])),
        (json!({ "external_link": " HTTPS://a.b " }), "externalUrl", json!("HTTPS://a.b")),
        (json!({ "backgroundColor": "#AbC" }), "backgroundColor", json!("#abc")),
        (json!({ "traits": [{ "traitType": "A", "value": true }] }), "attributes", attribute("A", json!(true))),
        (json!({ "attributes": [], "traits": { "A": 1 } }), "attributes", attribute("A", json!(1.0))),
        (json!({ "attributes": { "A": { "value": "B" } } }), "attributes", attribute("A", json!("B"))),
        (json!({ "attributes": [{ "name": "A", "value": "B" }] }), "attributes", attribute("A", json!("B"))),
        (json!({ "attributes": ["A", null, 2] }), "attributes", json!([{ "value": "A" }, { "value": 2.0 }])),
        (json!({ "properties": { "__proto__": "A" } }), "properties", attribute("__proto__", json!("A"))),
        (
            json!({ "attributes": { "A": 9007199254740993_u64 } }),
            "attributes",
            attribute("A", json!("9007199254740993")),
        ),
        (
            json!({ "attributes": { "A": -9007199254740993_i64 } }),
            "attributes",
            attribute("A", json!("-9007199254740993")),
        ),
    ] {
        assert_eq!(field(document.clone(), name), expected, "{document}");
    }
}

#[test]
fn leaves_out_values_of_other_types_and_unsafe_urls() {
    let nothing = json!({ "image": [], "animation": [], "attributes": [], "properties": [] });
    for document in [
        json!(null),
        json!("text"),
        json!([{ "name": "A" }]),
        json!({ "name": 7, "description": ["A"], "localization": "en", "attributes": 5, "properties": "x" }),
        json!({ "name": null, "title": { "a": 1 }, "localization": {} }),
        json!({ "image": "javascript:alert(1)", "image_url": "java\nscript:alert(1)", "image_data": "vbscript:x" }),
        json!({ "image": "data:text/html,<script>", "animation_url": "data:text/html,<script>" }),
        json!({ "image": "{\"a\":1}", "animation_url": "file:///etc/passwd" }),
        json!({ "image": "ipfs://a/../b" }),
        json!({ "external_url": "javascript:alert(1)", "external_link": "data:text/html,x" }),
        json!({ "external_url": "https://", "externalUrl": "https://a.b/\u{85}", "externalLink": "//a.b" }),
        json!({ "background_color": "red", "backgroundColor": "#12345" }),
        json!({ "attributes": [{ "trait_type": "A" }, { "trait_type": "A", "value": null }, [[1]], {}] }),
        json!({ "properties": { "files": [{ "uri": "https://a.b" }], "A": null } }),
    ] {
        assert_eq!(normalized(&document), nothing, "{document}");
    }
    assert_eq!(field(json!({ "name": "A\u{0}\u{1b}[31m\u{9b}B\nC" }), "name"), json!("A[31mB\nC"));
}

#[test]
fn limits_texts_lists_and_urls() {
    let items = || (0..2000).map(|n| json!({ "value": [n, n] })).collect::<Vec<_>>();
    let document = json!({
        "name": "é".repeat(MAX_METADATA_TEXT + 1),
        "image": format!("https://a.b/{}", "c".repeat(MAX_METADATA_URL)),
        "image_data": format!("<svg>{}", "c".repeat(MAX_METADATA_DATA_URL)),
        "animation": format!("data:image/png,{}", "c".repeat(MAX_METADATA_DATA_URL)),
        "external_url": format!("https://a.b/{}", "c".repeat(MAX_METADATA_URL)),
        "attributes": items(),
        "properties": items(),
        "localization": { "locales": vec!["en"; 2000] },
    });
    let token = normalize_metadata(&document, None, &[], &[]);
    assert_eq!(token.name, Some("é".repeat(MAX_METADATA_TEXT)));
    assert_eq!((token.image.len(), token.animation.len(), token.external_url), (0, 0, None));
    assert_eq!([token.attributes.len(), token.properties.len()], [MAX_METADATA_ITEMS; 2]);
    assert_eq!(token.localization.unwrap().locales.len(), MAX_METADATA_ITEMS);
}

/// Any JSON value. Names and texts are often those that the function knows.
fn any_json() -> impl Strategy<Value = Value> {
    let text = || {
        "(name|title|description|image|image_data|animation_url|external_url|attributes|traits|properties|value|\
         trait_type|localization|uri|locales|background_color|javascript:x|data:text/html,x|ipfs://a|https://a.b|\
         <svg/>|.{0,12})"
    };
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_document_gives_only_safe_urls_and_clean_texts(document in any_json()) {
        let token = normalize_metadata(&document, None, &[], &[]);
        let urls = token.image.iter().chain(&token.animation).chain(&token.external_url);
        for url in urls {
            let lower = url.to_ascii_lowercase();
            let is_safe = ["https://", "http://", "data:image/"].iter().any(|start| lower.starts_with(start));
            prop_assert!(is_safe, "{}", url);
            prop_assert!(!url.chars().any(char::is_control), "{:?}", url);
        }
        for text in token.name.iter().chain(&token.description).chain(token.attributes.iter().flat_map(|a| &a.name)) {
            prop_assert!(!text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')), "{:?}", text);
        }
    }
}
