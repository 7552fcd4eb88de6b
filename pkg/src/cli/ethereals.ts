// `ethereal-query ethereals`: the mirrored collections that match filters.

import type { Ethereal } from "../generated/models.js";
import type { EtherealsQuery } from "../generated/requests.js";
import type { ChainType } from "../values.js";
import { stateOf } from "../display/statuses.js";
import { readInteger } from "./arguments.js";
import { CommandError, defineCommand } from "./command.js";
import { chainIdOf } from "./chain-option.js";
import { CLIENT_OPTIONS, OUTPUT_OPTIONS, connect } from "./connection.js";
import { EXIT } from "./exit-code.js";
import { amount, chain, shortAmount, shortTime, stateColor } from "./format.js";
import type { Output } from "./output.js";
import { type Cell, type Column, Table, textOf } from "./table.js";
import { safe } from "./text.js";

const COLUMNS: Column[] = [
  { title: "SYMBOL", cut: "end" },
  { title: "NAME", cut: "end" },
  { title: "STATUS", cut: "end" },
  { title: "BALANCE", align: "end", cut: "end" },
  { title: "SOURCE CHAIN", cut: "end" },
  { title: "CONTRACT", cut: "middle" },
  { title: "ETHEREAL", cut: "middle" },
  { title: "LAST SYNC", cut: "end" },
];

export const ethereals = defineCommand({
  name: "ethereals",
  summary: "list mirrored NFT collections",
  operands: [],
  options: {
    chain: { placeholder: "mainnet|sepolia", help: "chain type (default: mainnet)" },
    "source-chain": {
      placeholder: "CHAIN,…",
      parameter: "sourceChains",
      help: "only collections of these source chains, by id or name",
      multiple: true,
    },
    "source-contract": {
      placeholder: "ADDRESS,…",
      parameter: "sourceContracts",
      help: "only collections of these source contracts",
      multiple: true,
    },
    status: {
      placeholder: "active|unfunded",
      parameter: "statuses",
      help: "only collections with this status",
      multiple: true,
    },
    limit: { placeholder: "N", help: "print at most N records (default: all)" },
    "page-size": { placeholder: "N", help: "records of a request (default: 50)" },
    cursor: { placeholder: "TEXT", help: "begin at the page of this cursor" },
    ...OUTPUT_OPTIONS,
    json: { help: "print one JSON object a line for programs (NDJSON)" },
    ...CLIENT_OPTIONS,
  },
  examples: [
    "ethereal-query ethereals --source-chain 1,42161 --status active --limit 20",
    "ethereal-query ethereals --json | jq -r .tokenSymbol",
  ],
  async run(input) {
    const { output, signal, values } = input;
    const query: EtherealsQuery = {
      chain: values.chain as ChainType,
      // A list is one text with commas, and the client splits it. Only this list is split here, because the client does
      // not accept names of chains, such as `base`.
      sourceChains: values["source-chain"]
        ?.split(",")
        .map((text) => chainIdOf("source-chain", text)),
      sourceContracts: values["source-contract"],
      statuses: values.status,
      pageSize: readInteger("page-size", values["page-size"]),
      cursor: values.cursor,
    };
    const limit = readInteger("limit", values.limit) ?? Infinity;
    if (limit === 0)
      throw new CommandError(EXIT.usage, "Invalid --limit: 0. Expected an integer from 1.");
    const list = connect(input, { needsKey: true }).ethereals(query, { signal });
    const print = values.json ? jsonPrinter(output) : tablePrinter(output);
    let count = 0;
    for await (const { items } of list.pages()) {
      await print(items.slice(0, limit - count));
      count += items.length;
      if (count >= limit) break;
    }
    if (count === 0) output.note("No collection matches.");
    return EXIT.success;
  },
});

type Printer = (items: Ethereal[]) => Promise<void>;

function jsonPrinter(output: Output): Printer {
  return async (items) => {
    for (const item of items) await output.json(item);
  };
}

/** Prints page by page: a column becomes wider when a later page needs it. */
function tablePrinter(output: Output): Printer {
  const table = new Table(COLUMNS, output);
  let hasHeader = false;
  return async (items) => {
    if (items.length === 0) return;
    const rows = items.map((item) => cellsOf(item, output));
    if (!output.isTerminal) {
      // Programs in a pipe, such as cut and sort, expect rows only, with tabs between the values.
      const lines = rows.map((row) => row.map(textOf).join("\t"));
      return output.line(lines.join("\n"));
    }
    table.fit(rows);
    if (!hasHeader) await output.line(table.header());
    hasHeader = true;
    for (const row of rows) await output.line(table.row(row));
  };
}

function cellsOf(item: Ethereal, output: Output): Cell[] {
  return [
    safe(item.tokenSymbol ?? ""),
    safe(item.tokenName ?? ""),
    [safe(item.status), stateColor(stateOf(item.status))],
    (output.isTerminal ? shortAmount(item.balance) : amount(item.balance)) ?? "",
    chain(item.sourceChain) ?? "",
    safe(item.sourceContract ?? ""),
    safe(item.ethereal ?? ""),
    shortTime(item.lastSyncTimestamp, output) ?? "",
  ];
}
