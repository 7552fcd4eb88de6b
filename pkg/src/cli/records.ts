// Reads files of records into an embedded service.

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { EmbeddedService } from "../embedded.js";
import { RECORD_KINDS, type RecordKind } from "../generated/records.js";
import { CommandError } from "./command.js";
import { EXIT } from "./exit-code.js";

/**
 * Creates a service with the records of the files that `operands` names: `FILE` or `KIND=FILE`. The service accepts the
 * keys of `keysFile`; without this file, it accepts `key`.
 */
export async function loadService(
  operands: readonly string[],
  keysFile: string | undefined,
  key: string | undefined,
): Promise<EmbeddedService> {
  const service = await withKeys(keysFile, key);
  for (const operand of operands) {
    const { kind, path } = kindOf(operand);
    const text = await readText(path);
    try {
      service.update({ [kind]: text });
    } catch (error) {
      throw refusal(
        path,
        text,
        error,
        (line) => new EmbeddedService({ dataset: { [kind]: line } }),
      );
    }
  }
  return service;
}

async function withKeys(
  path: string | undefined,
  key: string | undefined,
): Promise<EmbeddedService> {
  if (path === undefined)
    return new EmbeddedService({ keys: key ? [{ key, requestOwner: "local", auth: {} }] : [] });
  const keys = await readText(path);
  try {
    return new EmbeddedService({ keys });
  } catch (error) {
    throw refusal(path, keys, error, (line) => new EmbeddedService({ keys: line }));
  }
}

/** The path of a file and the kind of its records: from `transfers=FILE`, or from the start of the file's name. */
function kindOf(operand: string): { kind: RecordKind; path: string } {
  for (const kind of RECORD_KINDS) {
    if (operand.startsWith(`${kind}=`)) return { kind, path: operand.slice(kind.length + 1) };
  }
  const kind = RECORD_KINDS.find((kind) => basename(operand).toLowerCase().startsWith(kind));
  if (kind) return { kind, path: operand };
  throw new CommandError(
    EXIT.usage,
    `Invalid FILE: ${JSON.stringify(operand)}. Expected a name that begins with ${RECORD_KINDS.join(", ")}.`,
    `Or say what it holds: ${RECORD_KINDS.map((kind) => `${kind}=${operand}`).join(", ")}`,
  );
}

async function readText(path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new CommandError(EXIT.failure, `Cannot read ${path}: ${(error as Error).message}.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(EXIT.failure, `Cannot read ${path}: it is not UTF-8.`);
  }
}

/**
 * Returns an error that names the file. If the file has one record a line, the error also has the number of the first
 * line that `load` rejects.
 */
function refusal(
  path: string,
  text: string,
  error: unknown,
  load: (line: string) => unknown,
): CommandError {
  const isArray = text.trimStart().startsWith("[");
  const lines = isArray ? [] : text.split("\n");
  for (const [index, line] of lines.entries()) {
    try {
      load(line);
    } catch (reason) {
      return new CommandError(
        EXIT.failure,
        `Cannot use ${path}, line ${index + 1}: ${(reason as Error).message}`,
      );
    }
  }
  return new CommandError(EXIT.failure, `Cannot use ${path}: ${(error as Error).message}`);
}
