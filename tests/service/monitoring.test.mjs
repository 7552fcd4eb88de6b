// The alert rules and the dashboard of service/operations: each metric in them exists, and Prometheus evaluates them.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { installPackage } from "./debian.mjs";
import { freePort, runToEnd, start, temporary, until } from "./processes.mjs";
import { sendRequest } from "./records.mjs";
import { serve } from "./service.mjs";

const folder = join(root, "service", "operations");
const read = (path) => readFileSync(path, "utf8");
const ALERTS = join(folder, "prometheus-alerts.yml");
const dashboard = JSON.parse(read(join(folder, "grafana-dashboard.json")));
const expressions = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
const variables = dashboard.templating.list.filter(({ type }) => type === "query").map(({ query }) => query);
const metricsIn = (text) => [...new Set(text.match(/\bethereal_query_[a-z_]+/g))];

const hasPrometheus = existsSync("/usr/bin/promtool") && existsSync("/usr/bin/prometheus");
const skip = hasPrometheus ? undefined : installPackage("prometheus");

describe("monitoring", { timeout: 120_000 }, () => {
  let service, scraped;
  before(async () => {
    // Nothing listens at this RPC endpoint, so that the service counts failures too.
    service = await serve({ args: ["--rpc", "1=http://127.0.0.1:9"], log: "error" });
    scraped = (await sendRequest(service, "/metrics", { headers: {} })).text;
  });
  after(() => service?.stop());

  const samples = () => new Set(scraped.split("\n").map((line) => /^ethereal_query_\w+/.exec(line)?.[0]));

  for (const [name, text] of [
    ["the alerts", () => read(ALERTS)],
    ["the tests of the alerts", () => read(join(folder, "prometheus-alerts.test.yml"))],
    ["the dashboard", () => [...expressions.map(({ expr }) => expr), ...variables].join("\n")],
  ]) {
    test(`every metric of ${name} is in a scrape`, () => {
      const used = metricsIn(text());
      assert.ok(used.length > 3, used.join());
      assert.deepEqual(
        used.filter((metric) => !samples().has(metric)),
        [],
      );
    });
  }

  test("every metric of a scrape is in the dashboard", () => {
    const shown = metricsIn(expressions.map(({ expr }) => expr).join("\n"));
    const names = [...scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
    const suffix = { counter: "_total", gauge: "", histogram: "_bucket" };
    assert.deepEqual(
      names.map(([, name, type]) => name + suffix[type]).filter((name) => !shown.includes(name)),
      [],
    );
  });

  test("promtool accepts the alerts, and each one fires in its test only", { skip }, async () => {
    for (const args of [
      ["check", "rules", ALERTS],
      ["test", "rules", join(folder, "prometheus-alerts.test.yml")],
    ]) {
      const { status, stdout, stderr } = await runToEnd("/usr/bin/promtool", args);
      assert.equal(status, 0, stdout + stderr);
      assert.match(stdout, /SUCCESS/);
    }
    const tested = read(join(folder, "prometheus-alerts.test.yml"));
    for (const [, alert] of read(ALERTS).matchAll(/- alert: (\w+)/g))
      assert.ok(tested.includes(`alertname="${alert}"`), alert);
  });

  test("Prometheus scrapes the service, and each panel of the dashboard shows a value", { skip }, async () => {
    const own = temporary("prometheus");
    const target = new URL(service.url).host;
    const scrape = {
      job_name: "ethereal-query",
      scrape_interval: "200ms",
      scrape_timeout: "200ms",
      static_configs: [{ targets: [target] }],
    };
    // JSON is YAML too.
    writeFileSync(join(own, "prometheus.yml"), JSON.stringify({ rule_files: [ALERTS], scrape_configs: [scrape] }));
    const port = await freePort();
    const args = [
      "--config.file",
      join(own, "prometheus.yml"),
      "--storage.tsdb.path",
      join(own, "data"),
      "--web.listen-address",
      `127.0.0.1:${port}`,
    ];
    const prometheus = start("/usr/bin/prometheus", args);
    const ask = async (path) => (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()).data;
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    try {
      await until("Prometheus", ready);
      for (const path of ["/project", "/ethereals", "/tokens/0x1111111111111111111111111111111111111111/7/uri?b=1&s=0"])
        await sendRequest(service, path);
      const isUp = async () => (await ask("targets")).activeTargets[0]?.health === "up";
      await until("a scrape", isUp).catch(async (error) =>
        assert.fail(`${error.message} ${JSON.stringify(await ask("targets"))}`),
      );
      const { groups } = await ask("rules");
      assert.deepEqual(
        groups
          .flatMap(({ rules }) => rules)
          .map((rule) => rule.lastError)
          .filter(Boolean),
        [],
      );
      const values = { $job: "ethereal-query", $instance: ".+", $__rate_interval: "1m" };
      for (const { title, expr } of expressions) {
        const query = expr.replace(/\$\w+/g, (name) => values[name]);
        // A rate needs two scrapes.
        const hasValue = async () => (await ask(`query?query=${encodeURIComponent(query)}`)).result.length > 0;
        await until(`a value of ${title}: ${query}`, hasValue, { ms: 10_000 });
      }
    } finally {
      prometheus.kill("SIGKILL");
      await prometheus.ended;
    }
  });
});
