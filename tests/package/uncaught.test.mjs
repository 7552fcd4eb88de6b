// When an error is uncaught, Node.js prints the source line and then the message. The lines of the package must be
// short, so that the message stays visible, including when the output is a pipe.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

// In this folder, Node.js resolves the name of the package to the package itself.
const cwd = fileURLToPath(new URL("../../pkg/", import.meta.url));

/** Statements that create a client whose requests fail. */
const CREATE_CLIENT = `
  const fetch = () => Promise.reject(new TypeError("offline"));
  const client = new Client({ baseUrl: "https://service.invalid", fetch, maxRetries: 0 });
`;
const TOKEN_CALL = `client.tokenUri("0x${"ab".repeat(20)}", 7, { chainId: 1 })`;

/** [entry, import, statements that fail, message of the error] */
const PROGRAMS = [
  ["ethereal-query", "Client", "new Client({});", /Missing baseUrl\./],
  [
    "ethereal-query",
    "Client",
    `${CREATE_CLIENT} await ${TOKEN_CALL};`,
    /Network error: no complete response/,
  ],
  [
    "ethereal-query",
    "Client",
    `${CREATE_CLIENT} void ${TOKEN_CALL};`,
    /Network error: no complete response/,
  ],
  [
    "ethereal-query",
    "Client",
    `${CREATE_CLIENT} await client.tokenUri("0x", 7, {});`,
    /Invalid address: "0x"\./,
  ],
  [
    "ethereal-query",
    "Client",
    `${CREATE_CLIENT} for await (const item of client.ethereals()) item;`,
    /Missing apiKey\./,
  ],
  [
    "ethereal-query",
    "Client",
    `${CREATE_CLIENT} await client.waitForTransfer("0x");`,
    /Invalid hash: "0x"\./,
  ],
  ["ethereal-query", "routeOf", "routeOf(7);", /Invalid transfer: 7\. Expected an object/],
  ["ethereal-query", "checksumAddress", 'checksumAddress("0x");', /Invalid address: "0x"\./],
  ["ethereal-query", "resolveUri", 'resolveUri("gopher://a");', /gopher/],
  [
    "ethereal-query/embedded",
    "EmbeddedService",
    "new EmbeddedService({ dataset: 7 });",
    /Invalid dataset: 7\. Expected an object/,
  ],
  [
    "ethereal-query/embedded",
    "EmbeddedService",
    "new EmbeddedService({ dataset: { transfers: [{}] } });",
    /Invalid dataset: transfers\[0\]/,
  ],
];

/** The arguments of Node.js for each module system. */
const FORMS = {
  import: (entry, names, body) => [
    "--input-type=module",
    "-e",
    `import { ${names} } from "${entry}";\n${body}`,
  ],
  require: (entry, names, body) => [
    "--input-type=commonjs",
    "-e",
    `const { ${names} } = require("${entry}");\n(async () => { ${body} })();`,
  ],
};

for (const [entry, names, body, message] of PROGRAMS) {
  for (const [form, argsOf] of Object.entries(FORMS)) {
    // The last line of the statements.
    const statement = body.trim().split("\n").at(-1).trim();
    test(`an uncaught error of ${entry} by ${form} shows its message: ${statement}`, async () => {
      const { code, stderr } = await run(argsOf(entry, names, body));
      assert.equal(code, 1, stderr);
      const beginning = stderr.slice(0, 2000);
      assert.match(beginning, /EtherealQueryError/);
      assert.match(beginning, message);
      assert.ok(stderr.length < 10_000, `${stderr.length} characters`);
      for (const line of stderr.split("\n"))
        assert.ok(line.length < 1000, `a line of ${line.length} characters`);
    });
  }
}

/** Runs Node.js with its output in pipes. */
function run(args) {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}
