// `ethereal-query token`: the metadata document of a token.

import { normalizeMetadata } from "../metadata/normalize.js";
import type { MetadataAttribute } from "../metadata/normalized.js";
import { parseTokenRef } from "../metadata/token-ref.js";
import type { TokenQuery } from "../generated/requests.js";
import type { ExactJson } from "../values.js";
import { parseTime } from "../display/format.js";
import { chainIdOf } from "./chain-option.js";
import { defineCommand } from "./command.js";
import { CLIENT_OPTIONS, OUTPUT_OPTIONS, connect } from "./connection.js";
import { EXIT } from "./exit-code.js";
import { type LabelledText, factLines } from "./table.js";
import { safe, safeJson } from "./text.js";

/** Maximum number of characters that are printed of the name of an attribute or a field. */
const MAX_NAME_LENGTH = 30;

export const token = defineCommand({
  name: "token",
  summary: "print the metadata of a token",
  operands: ["ADDRESS", "ID"],
  options: {
    "chain-id": {
      placeholder: "CHAIN",
      help: "id or name of the chain that the contract is on; required unless a link names it",
    },
    standard: { placeholder: "ERC721|ERC1155", help: "token standard (default: ERC721)" },
    exact: {
      help: "print integers beyond 2^53-1 as strings, for programs that would round them",
      needs: "json",
    },
    raw: { help: "print the document byte for byte" },
    ...OUTPUT_OPTIONS,
    ...CLIENT_OPTIONS,
  },
  examples: [
    "ethereal-query token 0xc1a625bee9fc58d2e43438243d9dd64b012cec47 2 --chain-id ethereum",
    "ethereal-query token https://opensea.io/item/ethereum/0xc1a625bee9fc58d2e43438243d9dd64b012cec47/2",
  ],
  /** A link, a CAIP-19 id or `address/id` names the token, and perhaps its chain and standard. */
  readOperands([text = "", ...others], values) {
    const token = others.length === 0 ? parseTokenRef(text) : null;
    // Operands that are not a link or an id stay unchanged. An empty first operand counts as missing.
    if (!token) return text === "" ? others : [text, ...others];
    if (token.chainId !== undefined) values["chain-id"] ??= String(token.chainId);
    if (token.standard !== undefined) values.standard ??= token.standard;
    return [token.address, token.id];
  },
  async run(input) {
    const { operands, values, output, signal } = input;
    const [address = "", id = ""] = operands;
    const chain = values["chain-id"];
    const query = {
      chainId: chain === undefined ? undefined : chainIdOf("chain-id", chain),
      standard: values.standard,
    } as TokenQuery;
    const client = connect(input, { needsKey: false });
    const { text, data } = await client.tokenUri<ExactJson>(address, id, query, {
      raw: true,
      integers: "exact",
      signal,
    });
    // A terminal could obey characters of the text. A file or a pipe gets the text unchanged.
    if (values.raw) await output.write(output.isTerminal ? `${safeJson(text)}\n` : text);
    else if (values.exact) await output.json(data);
    else if (values.json) await output.line(safeJson(text));
    else for (const line of factLines(factsOf(data, id), output)) await output.line(line);
    return EXIT.success;
  },
});

/** The document in rows: the fields of `normalizeMetadata`, each attribute, then any other field as JSON. */
function factsOf(document: ExactJson, id: string): LabelledText[] {
  const metadata = normalizeMetadata(document, { id });
  const rows: LabelledText[] = [
    ["Name", textOf(metadata.name)],
    ["Description", textOf(metadata.description)],
    ["Image", textOf(metadata.image[0])],
    ["Animation", textOf(metadata.animation[0])],
    ["Website", textOf(metadata.externalUrl)],
    ["Background", textOf(metadata.backgroundColor)],
    ["Decimals", textOf(metadata.decimals)],
    ...metadata.attributes.map(attributeFact),
    ...metadata.properties.map(attributeFact),
    ["Localization", textOf(metadata.localization)],
    ...Object.entries(metadata.otherFields).map(([field, value]): LabelledText => [
      safe(field, MAX_NAME_LENGTH),
      textOf(value),
    ]),
  ];
  // A document of another shape, such as a list, gives no row a value.
  return rows.some(([, value]) => value !== undefined) ? rows : [["Document", safe(document)]];
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : safe(value);
}

function attributeFact({
  name = "",
  value,
  displayType,
  maxValue,
}: MetadataAttribute): LabelledText {
  const ms = displayType === "date" && typeof value !== "boolean" ? parseTime(value) : undefined;
  const shown = ms === undefined ? String(value) : new Date(ms).toISOString();
  const unit = displayType === "boost_percentage" ? "%" : "";
  const maximum = maxValue === undefined ? "" : ` of ${maxValue}`;
  return [`· ${safe(name, MAX_NAME_LENGTH)}`, safe(shown + unit + maximum)];
}
