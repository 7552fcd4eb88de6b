//! The OpenAPI 3.1 description of the service. The tests compare it with the endpoints and models
//! of the core.

pub(super) const TEXT: &str = include_str!("../../openapi.json");

#[cfg(test)]
mod tests {
    use super::*;
    use ethereal_query::{MODELS, Place, ROUTES};
    use serde_json::Value;

    fn document() -> Value {
        serde_json::from_str(TEXT).unwrap()
    }

    /// The target of a `$ref`, or the value itself.
    fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
        value["$ref"].as_str().map_or(value, |path| {
            document.pointer(path.trim_start_matches('#')).unwrap()
        })
    }

    /// The names of the parameters in `place`: `path` or `query`.
    fn names(document: &Value, parameters: &Value, place: &str) -> Vec<String> {
        let parameters = parameters
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| resolved(document, parameter));
        parameters
            .filter(|parameter| parameter["in"] == place)
            .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn describes_all_endpoints_and_nothing_else() {
        let document = document();
        let mut paths: Vec<String> = vec!["/health".into(), "/metrics".into()];
        for route in ROUTES {
            let variables: Vec<&str> = route
                .path
                .iter()
                .filter_map(|segment| segment.strip_prefix(':'))
                .collect();
            let path: String = route
                .path
                .iter()
                .map(|segment| match segment.strip_prefix(':') {
                    Some(name) => format!("/{{{name}}}"),
                    None => format!("/{segment}"),
                })
                .collect();
            let methods = document["paths"][&path]
                .as_object()
                .unwrap_or_else(|| panic!("service/openapi.json has no path {path}"));
            assert_eq!(methods.keys().collect::<Vec<_>>(), ["get"], "{path}");
            let get = &methods["get"];
            assert_eq!(
                names(&document, &get["parameters"], "path"),
                variables,
                "{path}"
            );
            let query = route
                .parameters
                .iter()
                .filter(|parameter| parameter.place == Place::Query)
                .map(|parameter| parameter.wire);
            assert_eq!(
                names(&document, &get["parameters"], "query"),
                query.collect::<Vec<_>>(),
                "{path}"
            );
            // An empty list means that the endpoint needs no API key.
            assert_eq!(
                get["security"] == serde_json::json!([]),
                !route.requires_api_key,
                "{path}"
            );
            assert_eq!(
                get["responses"]["401"].is_object(),
                route.requires_api_key,
                "{path}"
            );
            paths.push(path);
        }
        paths.sort_unstable();
        let mut described: Vec<_> = document["paths"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect();
        described.sort_unstable();
        assert_eq!(described, paths);
    }

    #[test]
    fn describes_all_fields_of_the_models() {
        let document = document();
        for model in MODELS.iter().filter(|model| !model.members.is_empty()) {
            let name = model.name;
            let schema = document["components"]["schemas"][name]["properties"].as_object();
            let schema =
                schema.unwrap_or_else(|| panic!("service/openapi.json has no schema {name}"));
            // The model declares `the service` as an alias of the field `ethereal`.
            let described = schema.keys().filter(|key| *key != "the service");
            let mut described: Vec<&str> = described.map(String::as_str).collect();
            let mut fields: Vec<&str> = model.members.iter().map(|field| field.name).collect();
            described.sort_unstable();
            fields.sort_unstable();
            assert_eq!(described, fields, "{name}");
        }
    }
}
