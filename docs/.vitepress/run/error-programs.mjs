// For each error code, writes a program that causes an error with this code. The page "Errors" shows the program in the
// section of the code.

const LIST = "client.ethereals().page()";
const TOKEN = "client.tokenUri(address, 7, { chainId: 1 })";
const NO_RESPONSE = 'status: "timeout", times: Infinity';

/**
 * The cause of each code, as JavaScript source.
 * - `call`: the call or the loop that throws the error.
 * - `failure`: the properties of the argument of `failNext` of the embedded service.
 * - `status`: the status of the only transfer of the embedded service.
 * - `response`: the response of a custom `fetch`, which replaces the embedded service.
 * - `options`: additional options of the client.
 * - `Class`: the name of a class that replaces `Client`.
 * - `before`: statements before the call.
 */
const CAUSES = {
  invalid_argument: { call: "client.ethereals({ pageSize: -1 }).page()" },
  api_key_unavailable: {
    before: `const apiKey = async () => {
  throw new Error("The vault is locked.");
};
`,
    options: ["apiKey"],
    call: LIST,
  },
  aborted: { failure: NO_RESPONSE, call: "client.project({ signal: AbortSignal.timeout(100) })" },
  attempt_timeout: { failure: NO_RESPONSE, call: "client.project({ timeoutMs: 100 })" },
  deadline_exceeded: { failure: NO_RESPONSE, call: "client.project({ deadlineMs: 200 })" },
  wait_timeout: { status: "wait-wh", call: "client.waitForTransfer(hash, { timeoutMs: 200 })" },
  network: { failure: 'status: "network", times: Infinity', call: LIST },
  redirect_blocked: { response: 'Response.redirect("https://new.invalid")', call: LIST },
  bad_request: { failure: 'status: 400, message: "No such filter."', call: LIST },
  unauthenticated: { options: ['apiKey: "revoked"'], call: "client.project()" },
  forbidden: { failure: 'status: 403, message: "Not for you."', call: TOKEN },
  request_blocked: { response: 'new Response("<h1>Blocked</h1>", { status: 403 })', call: LIST },
  not_found: { call: TOKEN },
  transfer_not_found: { call: "client.waitForTransfer(hash, { notFoundGraceMs: 0 })" },
  invalid_document: { failure: 'status: 422, message: "Not JSON."', call: TOKEN },
  rate_limited: { failure: "status: 429, retryAfter: 3600", call: LIST },
  server: { failure: "status: 503, times: Infinity", call: LIST },
  unexpected_status: { failure: "status: 418", call: LIST },
  // The byte 34 is a quotation mark. UTF-8 never has the byte 255.
  invalid_utf8: { response: "new Response(new Uint8Array([34, 255, 34]))", call: LIST },
  invalid_json: { response: 'new Response("<h1>Log in</h1>")', call: LIST },
  too_deep: { response: 'new Response("[".repeat(10_000))', call: TOKEN },
  unexpected_shape: { response: "Response.json({ etherealData: [{}] })", call: LIST },
  response_too_large: { options: ["maxBodyBytes: 10"], call: LIST },
  pagination_stalled: {
    response: 'Response.json({ etherealData: [], nextCursor: "a" })',
    call: "for await (const item of client.ethereals()) console.log(item)",
  },
  transfer_failed: { status: "error", call: "client.waitForTransfer(hash)" },
  manual_action_required: {
    status: "manual",
    call: 'client.waitForTransfer(hash, { onManual: "stop" })',
  },
  // The package has no known defect, so this program adds a defect.
  internal: {
    Class: "DefectClient",
    before: `class DefectClient extends Client {
  bridgeTransfer() {
    throw new TypeError("A defect.");
  }
}
`,
    call: "client.waitForTransfer(hash)",
  },
  init_failed: {
    before: `WebAssembly.Instance = class {
  constructor() {
    throw new Error("Forbidden.");
  }
};
`,
    call: LIST,
  },
};

/** Returns the statements that declare the service, with its transfer and its failure, if the cause has any. */
function serviceOf({ failure, status }) {
  const dataset = `  dataset: {
    transfers: [{ _id: "t1", originTxnHash: hash, status: "${status}" }],
  },
`;
  return `const service = new EmbeddedService({
  keys: [{ key: "demo", requestOwner: "me", auth: {} }],
${status ? dataset : ""}});
${failure ? `service.failNext({ ${failure} });\n` : ""}`;
}

/** Returns the program with a cause. The program declares only the values that the cause uses. */
function programOf(code, { call, options = [], before, Class = "Client", response, ...service }) {
  const hasApiKey = options.some((option) => option.startsWith("apiKey"));
  const clientOptions = [
    'baseUrl: "https://service.invalid"',
    ...(hasApiKey ? [] : ['apiKey: "demo"']),
    ...options,
    response ? "fetch" : "fetch: service.fetch",
  ];
  const declarations = [
    call.includes("(hash") && 'const hash = "0x" + "ab".repeat(32);\n',
    call.includes("(address") && 'const address = "0x" + "12".repeat(20);\n',
    response && `const fetch = async () =>\n  ${response};\n`,
    !response && serviceOf(service),
    before,
  ];
  return `import { Client } from "ethereal-query";
${response ? "" : 'import { EmbeddedService } from "ethereal-query/embedded";\n'}
${declarations.filter(Boolean).join("")}
try {
  const client = new ${Class}({
${clientOptions.map((option) => `    ${option},\n`).join("")}  });
  ${call.startsWith("for ") ? call : `await ${call}`};
} catch (error) {
  console.log(error.code); // ${code}
  console.log(error.message);
}
`;
}

/** The programs, by the error codes that they cause. */
export const ERROR_PROGRAMS = Object.fromEntries(
  Object.entries(CAUSES).map(([code, cause]) => [code, programOf(code, cause)]),
);

/** Adds the program of each code to the end of its section on the page "Errors". */
export function addErrorPrograms(markdown) {
  markdown.core.ruler.push("error-programs", ({ tokens, env, Token }) => {
    if (env.relativePath !== "errors.md") return;
    const isHeading = ({ type }) => type === "heading_open";
    // From the last heading to the first, because a new token moves the tokens after it.
    for (let index = tokens.length - 1; index >= 0; index -= 1) {
      if (!isHeading(tokens[index])) continue;
      const program = ERROR_PROGRAMS[tokens[index + 1].content];
      if (!program) continue;
      const nextHeading = tokens.findIndex((token, at) => at > index && isHeading(token));
      const sectionEnd = nextHeading < 0 ? tokens.length : nextHeading;
      const fence = Object.assign(new Token("fence", "code", 0), {
        info: "js",
        markup: "```",
        block: true,
      });
      fence.content = program;
      tokens.splice(sectionEnd, 0, fence);
    }
  });
}
