//! `GET /metrics`: counters in Prometheus' text format (version 0.0.4). No label holds anything a client sent.

use ethereal_query::{ROUTES, Route};
use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// Upper bounds of the latency buckets, in seconds.
const BOUNDS: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0];
/// Statuses by their first digit; the rest is precise enough in the log.
const CLASSES: usize = 6;

#[derive(Debug, Default)]
struct Endpoint {
    statuses: [AtomicU64; CLASSES],
    buckets: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// In the order of `ROUTES`.
    endpoints: [Endpoint; ROUTES.len()],
    pub(crate) store_errors: AtomicU64,
}

impl Metrics {
    pub(crate) fn count(&self, route: &Route, status: u16, time: Duration) {
        let place = ROUTES.iter().position(|one| one.name == route.name);
        let Some(endpoint) = place.and_then(|place| self.endpoints.get(place)) else { return };
        let add = |counters: &[AtomicU64], place: usize| {
            if let Some(counter) = counters.get(place) {
                counter.fetch_add(1, Relaxed);
            }
        };
        add(&endpoint.statuses, usize::from(status / 100));
        add(&endpoint.buckets, BOUNDS.iter().position(|bound| time.as_secs_f64() <= *bound).unwrap_or(BOUNDS.len()));
        endpoint.microseconds.fetch_add(time.as_micros() as u64, Relaxed);
    }

    /// The text, with `others` (name, help, value) after the endpoints'.
    pub(crate) fn text(&self, others: &[(&str, &str, u64)]) -> String {
        let mut out = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut out);
        for (name, help, value) in others {
            let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
            let _ = write!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        }
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let (requests, seconds) = ("ethereal_query_requests_total", "ethereal_query_request_seconds");
        writeln!(out, "# HELP {requests} Requests by endpoint and class of status.\n# TYPE {requests} counter")?;
        for (route, endpoint) in ROUTES.iter().zip(&self.endpoints) {
            for (class, counter) in endpoint.statuses.iter().enumerate().skip(2) {
                writeln!(
                    out,
                    "{requests}{{endpoint=\"{}\",status=\"{class}xx\"}} {}",
                    route.name,
                    counter.load(Relaxed)
                )?;
            }
        }
        writeln!(out, "# HELP {seconds} Time to answer.\n# TYPE {seconds} histogram")?;
        for (route, endpoint) in ROUTES.iter().zip(&self.endpoints) {
            let mut sum = 0;
            let bounds = BOUNDS.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
            for (bound, counter) in bounds.zip(&endpoint.buckets) {
                sum += counter.load(Relaxed);
                writeln!(out, "{seconds}_bucket{{endpoint=\"{}\",le=\"{bound}\"}} {sum}", route.name)?;
            }
            let total = endpoint.microseconds.load(Relaxed) as f64 / 1e6;
            writeln!(out, "{seconds}_sum{{endpoint=\"{}\"}} {total}", route.name)?;
            writeln!(out, "{seconds}_count{{endpoint=\"{}\"}} {sum}", route.name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_in_the_text() {
        let metrics = Metrics::default();
        metrics.count(ROUTES[2], 200, Duration::from_micros(700));
        metrics.count(ROUTES[2], 404, Duration::from_secs(11));
        let text = metrics.text(&[("x_total", "An example.", 3)]);
        for line in [
            "ethereal_query_requests_total{endpoint=\"GET /project\",status=\"2xx\"} 1",
            "ethereal_query_requests_total{endpoint=\"GET /project\",status=\"4xx\"} 1",
            "ethereal_query_requests_total{endpoint=\"GET /ethereals\",status=\"2xx\"} 0",
            "ethereal_query_request_seconds_bucket{endpoint=\"GET /project\",le=\"0.0005\"} 0",
            "ethereal_query_request_seconds_bucket{endpoint=\"GET /project\",le=\"0.001\"} 1",
            "ethereal_query_request_seconds_bucket{endpoint=\"GET /project\",le=\"10\"} 1",
            "ethereal_query_request_seconds_bucket{endpoint=\"GET /project\",le=\"+Inf\"} 2",
            "ethereal_query_request_seconds_sum{endpoint=\"GET /project\"} 11.0007",
            "ethereal_query_request_seconds_count{endpoint=\"GET /project\"} 2",
            "# TYPE x_total counter",
            "x_total 3",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}\n{text}");
        }
    }
}
