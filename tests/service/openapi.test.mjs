// Tests that /openapi.json describes the paths, methods, parameters, statuses and keys of the service. Schemathesis
// (PyPI) generates requests from the document, and reports responses that the document does not allow. CASES=5000 is
// the long form.
import assert from "node:assert/strict";
import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { CALLS, callOf } from "../calls.mjs";
import { installFromPypi } from "./install.mjs";
import { root } from "../../scripts/run.mjs";
import { runToEnd, temporary } from "./processes.mjs";
import { sendRequest } from "./records.mjs";
import { serve } from "./service.mjs";

/**
 * Parameter values for which the sample data has a record. An operation that is not a call of the client has no such
 * values.
 */
function knownValuesOf(operation) {
  const { values, target } = callOf(operation.operationId) ?? { values: {}, target: "" };
  const [, query] = target.split("?");
  return { ...values, ...Object.fromEntries(new URLSearchParams(query)) };
}

/** Valid and invalid values of a parameter. */
function examplesOf({ type, minimum, maximum, enum: words, pattern, examples = [] }) {
  if (words) return { good: words.map(String), bad: ["nonsense", `${words[0]}x`] };
  if (type === "integer") {
    return {
      good: [minimum, maximum].map(String),
      bad: [String(minimum - 1), `${BigInt(maximum) + 1n}`, "x", "1.5", "-1", "1e1"],
    };
  }
  if (!pattern) return { good: examples, bad: [] };
  const candidates = [
    "",
    "x",
    "1",
    "0",
    "-1",
    "1.5",
    // Every id of 78 digits fits the pattern. Only those below 2^256 are valid, so the list has the largest valid id.
    "9".repeat(77),
    `${2n ** 256n - 1n}`,
    "9".repeat(79),
    "0x",
    "0x1",
    `0x${"f".repeat(64)}`,
    `0x${"f".repeat(65)}`,
    `0X${"A".repeat(40)}`,
    `0x${"g".repeat(40)}`,
  ];
  const rule = new RegExp(pattern, "u");
  return {
    good: [...examples, ...candidates.filter((value) => rule.test(value))],
    bad: candidates.filter((value) => value && !rule.test(value)),
  };
}

/** A media type without its parameters: `application/json` of `application/json; charset=utf-8`. */
function withoutParameters(mediaType) {
  const [type] = mediaType.split(";");
  return type;
}

describe("openapi", () => {
  let service, document;
  before(async () => {
    service = await serve();
    document = (await sendRequest(service, "/openapi.json", { headers: {} })).json;
  });
  after(() => service?.stop());

  /** Follows a reference such as `#/components/schemas/Token`. Returns any other part as it is. */
  function resolve(part) {
    if (!part?.$ref) return part;
    let target = document;
    for (const name of part.$ref.slice(2).split("/")) target = target[name];
    return target;
  }
  const operations = () =>
    Object.entries(document.paths).map(([path, { get, parameters = [] }]) => {
      const resolvedParameters = [...parameters, ...(get.parameters ?? [])].map(resolve);
      return {
        path,
        operation: get,
        parameters: resolvedParameters.map((parameter) => ({
          ...parameter,
          schema: resolve(parameter.schema),
        })),
        needsKey: (get.security ?? document.security).length > 0,
      };
    });
  /** The path and query of a request with these values, and with known values for the other required parameters. */
  function targetOf({ path, operation, parameters }, values = {}) {
    const known = knownValuesOf(operation);
    const query = new URLSearchParams();
    for (const { name, in: where, required } of parameters) {
      if (where !== "query") continue;
      // The value undefined leaves out a required parameter.
      const isSent = name in values ? values[name] !== undefined : required;
      if (isSent) query.set(name, values[name] ?? known[name]);
    }
    const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(values[name] ?? known[name]),
    );
    return `${filled}?${query}`;
  }
  /** Sends a request and returns the response. Fails if the status is not documented. */
  async function requestDocumented(endpoint, values, options) {
    const response = await sendRequest(service, targetOf(endpoint, values), options);
    assert.ok(
      String(response.status) in endpoint.operation.responses,
      `${targetOf(endpoint, values)}: ${response.status} is not documented`,
    );
    return response;
  }

  test("describes the endpoints in OpenAPI 3.1, with GET only", () => {
    assert.match(document.openapi, /^3\.1\./);
    const operationIds = Object.values(document.paths).map(({ get }) => get.operationId);
    for (const { method } of CALLS) assert.ok(operationIds.includes(method), method);
    for (const item of Object.values(document.paths))
      assert.deepEqual(
        Object.keys(item).filter((name) => name !== "parameters"),
        ["get"],
      );
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, $ref]) => $ref,
    );
    for (const $ref of references) assert.ok(resolve({ $ref }), $ref);
  });

  test("each path responds 200 with the documented type, and rejects other methods", async () => {
    for (const endpoint of operations()) {
      const response = await requestDocumented(endpoint);
      assert.equal(response.status, 200, `${endpoint.path}: ${response.text}`);
      const { content } = resolve(endpoint.operation.responses["200"]);
      const documentedTypes = Object.keys(content).map(withoutParameters);
      const type = withoutParameters(response.headers.get("content-type"));
      assert.ok(documentedTypes.includes(type), endpoint.path);
      for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
        assert.equal(
          (await sendRequest(service, targetOf(endpoint), { method })).status,
          405,
          `${method} ${endpoint.path}`,
        );
      }
    }
  });

  test("requires a key exactly where documented", async () => {
    for (const endpoint of operations()) {
      assert.equal(
        (await requestDocumented(endpoint, {}, { headers: {} })).status,
        endpoint.needsKey ? 401 : 200,
        endpoint.path,
      );
    }
  });

  test("responds 400 and names the parameter if a value breaks its rule, and only then", async () => {
    let badValues = 0;
    let goodValues = 0;
    for (const endpoint of operations()) {
      for (const { name, schema, required, in: where } of endpoint.parameters) {
        const { good, bad } = examplesOf(schema);
        for (const value of bad) {
          const response = await requestDocumented(endpoint, { [name]: value });
          assert.equal(
            response.status,
            400,
            `${name}=${value}: ${response.status} ${response.text}`,
          );
          assert.match(response.json.message, new RegExp(`\\b${name}\\b`), response.text);
          badValues += 1;
        }
        for (const value of good) {
          // A valid chain id gets 400 too, because the service has no RPC endpoint for the chain.
          if (name === "b") continue;
          const response = await requestDocumented(endpoint, { [name]: value });
          assert.notEqual(response.status, 400, `${name}=${value}: ${response.text}`);
          goodValues += 1;
        }
        if (required && where === "query")
          assert.equal(
            (await requestDocumented(endpoint, { [name]: undefined })).status,
            400,
            name,
          );
      }
    }
    assert.ok(badValues > 20 && goodValues > 15, `${badValues} ${goodValues}`);
  });
});

/** The package with the program, and a package that it needs. */
const PINNED = ["schemathesis==4.32.5", "hypothesis==6.170.15"];
const CASES = Number(process.env.CASES ?? 300);
const SEEDS = process.env.SEED ? [process.env.SEED] : ["1", "2", "3", "4", "5"];
/** These operations share the cases of a seed, because an operation without parameters has only one or two cases. */
const OPERATIONS_WITH_PARAMETERS = 3;
const maxExamples = Math.ceil(CASES / SEEDS.length / OPERATIONS_WITH_PARAMETERS);

test(`schemathesis finds no error in ${CASES} cases`, { timeout: 3_600_000 }, async (t) => {
  for (const seed of SEEDS) await t.test(`seed ${seed}`, (t) => assertNoErrors(t, seed));
});

async function assertNoErrors(t, seed) {
  const { reason, path: program } = await installFromPypi(PINNED, "schemathesis");
  if (reason) return t.skip(reason);
  const service = await serve({ log: "warn" });
  const report = join(temporary("schemathesis"), "report.json");
  try {
    const args = [
      "--config-file",
      join(root, "service", "schemathesis.toml"),
      "run",
      `${service.url}/openapi.json`,
      "--header",
      `x-api-key: ${service.key}`,
      "--checks",
      "all",
      "--phases",
      "examples,coverage,fuzzing",
      "--max-examples",
      String(maxExamples),
      "--seed",
      seed,
      "--generation-database",
      "none",
      "--suppress-health-check",
      "all",
      "--request-timeout",
      "15",
      "--continue-on-failure",
      "--report",
      "json",
      "--report-json-path",
      report,
      "--no-color",
    ];
    const done = await runToEnd(program, args, {
      cwd: temporary("schemathesis-home"),
      ms: 3_600_000,
    });
    const printed = `${done.stdout}${done.stderr}`;
    assert.ok(existsSync(report), printed);
    const {
      test_cases: cases,
      failures,
      errors,
      operations,
      running_time: seconds,
      warnings,
    } = JSON.parse(readFileSync(report, "utf8"));
    const outcome = `${cases.unique_failures} failures, ${cases.errored} errors`;
    t.diagnostic(
      `${cases.generated} cases in ${seconds.toFixed(0)} s over ${operations.tested} operations: ${outcome}`,
    );
    assert.equal(done.status, 0, printed.slice(-6000));
    assert.deepEqual([failures.length, errors.length, cases.with_failures], [0, 0, 0]);
    assert.equal(operations.tested, operations.total);
    assert.ok(cases.generated >= CASES / SEEDS.length, `${cases.generated} of ${CASES} cases`);
    assert.deepEqual(warnings.missing_auth, []);
    assert.ok(service.alive(), service.stderr());
    assert.doesNotMatch(service.stderr(), /panicked/);
  } finally {
    await service.stop();
  }
}
