// `ethereal-query transfer`: the record of a bridge transfer, once or until it ends.

import type { Client } from "../client/client.js";
import { stepName } from "../chains/known-chains.js";
import {
  PHASE_LABELS,
  ROLE_LABELS,
  STATE_LABELS,
  STATE_MARKS,
  TYPE_LABELS,
} from "../display/labels.js";
import { SAFETY, advice, lookUp, sentence, stateOf } from "../display/statuses.js";
import { helperName } from "../display/support.js";
import { type FactFormatters, factsOf } from "../display/transfer-facts.js";
import { type TransferRecord, readTransfer } from "../display/transfer-record.js";
import { unitOf } from "../display/unit.js";
import type { BridgeTransfer } from "../generated/models.js";
import { UNNAMED_STEPS, routeOf } from "../transfers/route.js";
import type { TransferStep, TransferUpdate } from "../types/transfer.js";
import type { TransferQuery } from "../generated/requests.js";
import type { WatchOptions } from "../types/options.js";
import { INTERVAL_MS, NOT_FOUND_GRACE_MS, TIMEOUT_MS } from "../watch/defaults.js";
import { readInteger } from "./arguments.js";
import { type Input, defineCommand } from "./command.js";
import { CLIENT_OPTIONS, OUTPUT_OPTIONS, connect } from "./connection.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { amount, chain, integer, localIso, status, stateColor, time } from "./format.js";
import type { Output } from "./output.js";
import { type Cell, type LabelledText, Table, factLines } from "./table.js";
import { safe } from "./text.js";

const OPTIONS = {
  chain: {
    placeholder: "mainnet|sepolia|auto",
    help: "chain type; auto looks on both (default: mainnet)",
  },
  watch: { help: "follow the transfer until it is done or has failed" },
  "watch-timeout-ms": {
    placeholder: "MS",
    parameter: "timeoutMs",
    help: `time limit of the watch (default: ${TIMEOUT_MS})`,
    needs: "watch",
  },
  "interval-ms": {
    placeholder: "MS",
    help: `time between two polls after a change (default: ${INTERVAL_MS})`,
    needs: "watch",
  },
  "not-found-grace-ms": {
    placeholder: "MS",
    help: `how long it may be unknown (default: ${NOT_FOUND_GRACE_MS})`,
    needs: "watch",
  },
  "on-manual": {
    placeholder: "wait|stop",
    help: "what to do when it waits for a person (default: wait)",
    needs: "watch",
  },
  ...OUTPUT_OPTIONS,
  json: { help: "print JSON for programs; with --watch one update a line (NDJSON)" },
  ...CLIENT_OPTIONS,
} as const;

/** Maximum number of token ids that are printed; `--json` prints all. */
const MAX_IDS_SHOWN = 50;
/** A little more than the 78 digits of a 256-bit integer. */
const MAX_ID_LENGTH = 90;
const MAX_SYMBOL_LENGTH = 40;

/** A transaction hash: the whole operand, or a part of a link. A `0x` with more than 64 digits is not a hash. */
const HASH_PATTERN = /0x[0-9a-f]{64}(?![0-9a-f])/i;

const EXAMPLE_HASH = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4";

export const transfer = defineCommand({
  name: "transfer",
  summary: "print or follow the bridge transfer that has a transaction hash on its route",
  operands: ["HASH"],
  options: OPTIONS,
  examples: [
    `ethereal-query transfer ${EXAMPLE_HASH}`,
    `ethereal-query transfer ${EXAMPLE_HASH} --watch --json`,
  ],
  /** Takes the hash out of a link to the transaction. */
  readOperands([text = "", ...others]) {
    // An empty first operand counts as missing.
    if (text === "") return others;
    const hash = HASH_PATTERN.exec(text)?.[0] ?? text;
    return [hash, ...others];
  },
  async run(input) {
    const client = connect(input, { needsKey: true });
    return input.values.watch ? watch(client, input) : printOnce(client, input);
  },
});

async function printOnce(
  client: Client,
  { operands, values, output, signal }: Input<typeof OPTIONS>,
): Promise<ExitCode> {
  const [hash = ""] = operands;
  const record = await client.bridgeTransfer(
    hash,
    { chain: values.chain as TransferQuery["chain"] },
    { signal },
  );
  if (values.json) await output.json(record);
  else if (record) await printRecord(record, output);
  if (record) return EXIT.success;
  const isAuto = values.chain === "auto";
  const place = isAuto ? "mainnet and sepolia" : (values.chain ?? "mainnet");
  output.fail(
    `No transfer on ${place} has the hash ${hash}.`,
    isAuto ? undefined : "Try --chain auto.",
  );
  return EXIT.notFound;
}

async function watch(
  client: Client,
  { operands, values, output, signal }: Input<typeof OPTIONS>,
): Promise<ExitCode> {
  const [hash = ""] = operands;
  const options: WatchOptions = {
    chain: values.chain as TransferQuery["chain"],
    timeoutMs: readInteger("watch-timeout-ms", values["watch-timeout-ms"]),
    intervalMs: readInteger("interval-ms", values["interval-ms"]),
    notFoundGraceMs: readInteger("not-found-grace-ms", values["not-found-grace-ms"]),
    onManual: values["on-manual"] as WatchOptions["onManual"],
    signal,
  };
  let lastUpdate: TransferUpdate | undefined;
  if (!values.json) output.note("Watching until the transfer ends. Ctrl-C ends the watch.");
  try {
    for await (const update of client.watchTransfer(hash, options)) {
      lastUpdate = update;
      if (values.json) await output.json(update);
      else await output.line(progressLine(update.phase, update.steps, output));
    }
  } finally {
    // Prints the last record even after a failure, but not after Ctrl-C.
    const lastTransfer = lastUpdate?.transfer;
    if (!values.json && lastTransfer && !signal.aborted) await printRecord(lastTransfer, output);
  }
  // With `--on-manual stop`, a watch also ends without an error in the phase `manual`.
  return lastUpdate?.phase === "done" ? EXIT.success : EXIT.transferFailed;
}

/** Returns one line for a change: the time, the phase, and the state of each step. */
export function progressLine(
  phase: TransferUpdate["phase"],
  steps: readonly TransferStep[],
  { paint }: Output,
): string {
  const route = steps.map((step) => `${STATE_MARKS[step.state]} ${nameOf(step)}`).join(" → ");
  const width = Math.max(...Object.values(PHASE_LABELS).map((label) => label.length));
  const label = PHASE_LABELS[phase].padEnd(width);
  return `${localIso(Date.now())}  ${paint(stateColor(phase), label)}  ${route}`.trimEnd();
}

async function printRecord(transfer: BridgeTransfer, output: Output): Promise<void> {
  const record = readTransfer(transfer);
  const facts = [...statusFacts(record, output), ...factsOf(record, formatters(output))];
  const lines = factLines(facts, output);
  for (const line of [...lines, "", ...routeLines(routeOf(transfer), output)])
    await output.line(line);
}

/** Prints the status, the amount and the route of a record, and returns the number of lines. */
export async function drawRecord(transfer: BridgeTransfer, output: Output): Promise<number> {
  const record = readTransfer(transfer);
  const [statusFact] = statusFacts(record, output);
  const lines = [
    ...factLines([statusFact, ["Amount", amountOf(record)]], output),
    "",
    ...routeLines(routeOf(transfer), output),
  ];
  for (const line of lines) await output.line(line);
  return lines.length;
}

/** The status and its meaning. For a transfer that has failed or is on hold, also what the user can ask. */
function statusFacts(
  { status: value, toChain }: TransferRecord,
  output: Output,
): [LabelledText, ...LabelledText[]] {
  const question = advice(value, helperName(undefined));
  return [
    ["Status", output.paint(stateColor(stateOf(value)), status(value))],
    ["Meaning", safe(sentence({ status: value, toChain }))],
    ["Advice", question],
    ["Safety", question && SAFETY],
  ];
}

function formatters(output: Output): FactFormatters<string | undefined> {
  return {
    time: ({ originTimestamp }) => time(originTimestamp, output),
    account: (record, { field, chain: chainField }) => {
      const address = record[field];
      return [address && safe(address), chain(record[chainField])].filter(Boolean).join(" on ");
    },
    contract: ({ tokenContract }) => tokenContract && safe(tokenContract),
    type: ({ type }) => type && (lookUp(TYPE_LABELS, type) ?? safe(type)),
    amount: amountOf,
    ids: ({ tokenIds }) => idsText(tokenIds),
    id: ({ _id }) => _id && safe(_id),
  };
}

function idsText(ids: readonly string[]): string | undefined {
  if (ids.length === 0) return undefined;
  const shown = ids.slice(0, MAX_IDS_SHOWN).map((id) => safe(id, MAX_ID_LENGTH));
  const list = shown.join(", ");
  const hiddenCount = ids.length - shown.length;
  return hiddenCount === 0 ? list : `${list} and ${integer(String(hiddenCount))} more`;
}

/** The amount with its symbol. If the decimals of the token are unknown, the amount is in the smallest unit. */
function amountOf(record: TransferRecord): string | undefined {
  const { nativeAmount, tokenAmount, tokenIds } = record;
  const { symbol, decimals } = unitOf(record);
  if (nativeAmount !== undefined) {
    const unit = safe(symbol ?? "native currency", MAX_SYMBOL_LENGTH);
    return `${amount(nativeAmount, decimals)} ${unit}`;
  }
  if (tokenAmount === undefined) return undefined;
  // The amount of NFTs is their number.
  if (tokenIds.length > 0) return integer(tokenAmount);
  if (decimals === undefined) return `${integer(tokenAmount)} in the smallest unit`;
  return `${amount(tokenAmount, decimals)} ${safe(symbol ?? "tokens", MAX_SYMBOL_LENGTH)}`;
}

/** The route as a table: one step a line. */
function routeLines(steps: readonly TransferStep[], output: Output): string[] {
  const table = new Table(
    [{ title: "STEP" }, { title: "PLACE", cut: "end" }, { title: "HASH", cut: "middle" }],
    output,
  );
  const rows = steps.map((step): Cell[] => [
    [`${STATE_MARKS[step.state]} ${ROLE_LABELS[step.role]}`, stateColor(step.state)],
    UNNAMED_STEPS.has(step.step) ? "between chains" : nameOf(step),
    step.txHash === undefined ? `(${STATE_LABELS[step.state]})` : safe(step.txHash),
  ]);
  table.fit(rows);
  return [table.header(), ...rows.map((row) => table.row(row))];
}

/** The name of the chain or of the relay. */
function nameOf({ kind, chainId, step }: TransferStep): string {
  return kind === "chain" ? (chain(chainId ?? step) ?? "") : safe(stepName({ step }));
}
