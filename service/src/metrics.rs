//! The metrics of `GET /metrics`. The metrics of requests are here; other modules declare their
//! metrics with [`registered`]. No label has text that a client sent.

use ethereal_query::{ROUTES, Route};
use prometheus_client::{
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::{Metric, Registry},
};
use std::time::Duration;

/// The content type of the OpenMetrics text format, as `prometheus_client` writes it.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper bounds of the latency buckets, in seconds.
const BUCKETS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0,
];
/// The classes of status codes: the index is the first digit minus 2. The log has the exact codes.
const STATUS_CLASSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];

/// The names and values of labels.
type Labels<const N: usize> = [(&'static str, &'static str); N];

/// The metrics of requests to the endpoints, and the failures of the store.
#[derive(Debug)]
pub(crate) struct Metrics {
    requests: Family<Labels<2>, Counter>,
    latencies: Family<Labels<1>, Histogram>,
    pub(crate) store_errors: Counter,
}

impl Metrics {
    /// Registers the metrics. Each counter begins with 0 for each endpoint and status class, so
    /// that Prometheus can compute a rate from the first request.
    pub(crate) fn new(registry: &mut Registry) -> Self {
        let requests: Family<Labels<2>, Counter> = registered(
            registry,
            "requests",
            "Requests by endpoint and class of status",
        );
        let store_errors = registered(registry, "store_errors", "Failures of the database");
        let latencies =
            Family::<Labels<1>, Histogram>::new_with_constructor(|| Histogram::new(BUCKETS));
        registry.register(
            "request_seconds",
            "Time from request to response",
            latencies.clone(),
        );
        for route in ROUTES {
            drop(latencies.get_or_create(&[("endpoint", route.name)]));
            for status in STATUS_CLASSES {
                drop(requests.get_or_create(&[("endpoint", route.name), ("status", status)]));
            }
        }
        Self {
            requests,
            latencies,
            store_errors,
        }
    }

    /// Counts a response.
    pub(crate) fn record(&self, route: &Route, status: u16, latency: Duration) {
        let endpoint = ("endpoint", route.name);
        self.latencies
            .get_or_create(&[endpoint])
            .observe(latency.as_secs_f64());
        let status_class = usize::from(status / 100)
            .checked_sub(2)
            .and_then(|index| STATUS_CLASSES.get(index));
        if let Some(status_class) = status_class {
            self.requests
                .get_or_create(&[endpoint, ("status", status_class)])
                .inc();
        }
    }
}

/// The registry of the service. Every name begins with `ethereal_query_`.
pub(crate) fn registry() -> Registry {
    Registry::with_prefix("ethereal_query")
}

/// Creates a metric and registers it.
pub(crate) fn registered<M: Metric + Clone + Default>(
    registry: &mut Registry,
    name: &str,
    help: &str,
) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

#[cfg(test)]
mod tests {
    use super::*;
    use prometheus_client::encoding::text::encode;

    #[test]
    fn writes_counters_and_latencies_by_endpoint() {
        let mut registry = registry();
        let metrics = Metrics::new(&mut registry);
        let project = ROUTES
            .iter()
            .find(|route| route.name == "GET /project")
            .unwrap();
        // The first latency belongs to the second bucket. The second is beyond the last bucket.
        metrics.record(project, 200, Duration::from_micros(700));
        metrics.record(project, 404, Duration::from_secs(11));
        metrics.store_errors.inc_by(3);
        let mut text = String::new();
        encode(&mut text, &registry).unwrap();
        for line in [
            "# TYPE ethereal_query_requests counter",
            "ethereal_query_requests_total{endpoint=\"GET /project\",status=\"2xx\"} 1",
            "ethereal_query_requests_total{endpoint=\"GET /project\",status=\"4xx\"} 1",
            "ethereal_query_requests_total{endpoint=\"GET /ethereals\",status=\"2xx\"} 0",
            "# TYPE ethereal_query_request_seconds histogram",
            "ethereal_query_request_seconds_bucket{le=\"0.0005\",endpoint=\"GET /project\"} 0",
            "ethereal_query_request_seconds_bucket{le=\"0.001\",endpoint=\"GET /project\"} 1",
            "ethereal_query_request_seconds_bucket{le=\"10.0\",endpoint=\"GET /project\"} 1",
            "ethereal_query_request_seconds_bucket{le=\"+Inf\",endpoint=\"GET /project\"} 2",
            "ethereal_query_request_seconds_sum{endpoint=\"GET /project\"} 11.0007",
            "ethereal_query_request_seconds_count{endpoint=\"GET /project\"} 2",
            "ethereal_query_store_errors_total 3",
        ] {
            assert!(
                text.lines().any(|written| written == line),
                "{line}\n{text}"
            );
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
