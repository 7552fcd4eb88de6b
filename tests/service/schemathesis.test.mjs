// Requests that schemathesis (PyPI) generates from /openapi.json. It reports responses that the description does not
// allow. CASES=5000 runs the long form.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runToEnd, temporary } from "./processes.mjs";
import { installFromPypi } from "./pypi.mjs";
import { serve } from "./service.mjs";

const PINNED = ["schemathesis==4.32.5", "hypothesis==6.170.15"];
const CASES = Number(process.env.CASES ?? 300);
// Without negative_data_rejection: the service treats an empty value as absent and ignores unknown parameters.
const CHECKS = [
  "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
  "response_schema_conformance",
  "ignored_auth", "missing_required_header", "unsupported_method", "allow_header_conformance",
];
// Three operations take parameters; the others have one case or two.
const each = Math.ceil(CASES / 3);

test(`schemathesis finds no error in ${CASES} cases`, { timeout: 3_600_000 }, async (t) => {
  const { reason, path: program } = await installFromPypi(PINNED, "schemathesis");
  if (reason) return t.skip(reason);
  const service = await serve({ log: "warn" });
  const report = join(temporary("schemathesis"), "report.json");
  try {
    const args = [
      "run", `${service.url}/openapi.json`, "--header", `x-api-key: ${service.key}`, "--checks", CHECKS.join(),
      "--phases", "examples,coverage,fuzzing", "--max-examples", String(each), "--seed", process.env.SEED ?? "1",
      "--generation-database", "none", "--suppress-health-check", "all", "--request-timeout", "15",
      "--continue-on-failure", "--report", "json", "--report-json-path", report, "--no-color",
    ];
    const done = await runToEnd(program, args, { cwd: temporary("schemathesis-home"), ms: 3_600_000 });
    const shown = `${done.stdout}${done.stderr}`;
    assert.ok(existsSync(report), shown);
    const {
      test_cases: cases,
      failures,
      errors,
      operations,
      running_time: seconds,
      warnings,
    } = JSON.parse(readFileSync(report, "utf8"));
    const found = `${cases.unique_failures} failures, ${cases.errored} errors`;
    t.diagnostic(`${cases.generated} cases in ${seconds.toFixed(0)} s over ${operations.tested} operations: ${found}`);
    assert.equal(done.status, 0, shown.slice(-6000));
    assert.deepEqual([failures.length, errors.length, cases.with_failures], [0, 0, 0]);
    assert.equal(operations.tested, operations.total);
    assert.ok(cases.generated >= CASES, `${cases.generated} of ${CASES} cases`);
    assert.deepEqual(warnings.missing_auth, []);
    assert.ok(service.alive(), service.stderr());
    assert.doesNotMatch(service.stderr(), /panicked/);
  } finally {
    await service.stop();
  }
});
