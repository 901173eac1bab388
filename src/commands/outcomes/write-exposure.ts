import { access, constants } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { CommandFormatter } from "../../plane/repository/command-line.ts";
import type { ExposureRecord } from "../../plane/exposed/exposure.ts";
import { listNext } from "../../plane/exposed/list-next.ts";
import { fileRenderOptions, paintRows, printRows } from "../../terminal/paint.ts";
import { textRows } from "../../terminal/rows.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { writeJsonFile, writeTextFile } from "../../shared/json-file.ts";
import { exposureRows } from "./exposure-rows.ts";
import { printJson } from "./print-json.ts";

/**
 * Checks in advance that the record can be written.
 * @throws InvalidInput
 */
export async function requireWritable(paths: readonly string[]): Promise<void> {
  for (const path of paths.map((each) => resolve(each))) {
    await access(dirname(path), constants.W_OK).catch((cause: unknown) => {
      throw new InvalidInput(
        `Cannot write --report ${path}: its directory does not exist or is not writable.`,
        [{ text: "Choose a file in a directory that you can write to" }],
        { cause },
      );
    });
  }
}

/**
 * Writes the record to a file that only its owner can read: as JSON if the name ends in `.json`,
 * otherwise as text.
 */
export async function writeExposure(
  paths: readonly string[],
  record: ExposureRecord | undefined,
  command: CommandFormatter,
): Promise<void> {
  if (!record) return;
  for (const path of paths.map((each) => resolve(each))) {
    if (path.endsWith(".json")) await writeJsonFile(path, toDocument(record, command));
    else await writeTextFile(path, renderExposure(record, command));
    printRows((style) => textRows(`The record is in ${path}`, { style }), process.stderr);
  }
}

/** Prints the record, either as JSON or as text that stays in the scrollback. */
export function printExposure(
  record: ExposureRecord,
  { command, isJson }: { readonly command: CommandFormatter; readonly isJson: boolean },
): void {
  if (!isJson) return printRows((style) => exposureRows(record, command, style));
  printJson(toDocument(record, command));
}

/** Renders the record as text for a file, always with UTF-8 symbols. */
export function renderExposure(record: ExposureRecord, command: CommandFormatter): string {
  return paintRows(exposureRows(record, command, fileRenderOptions), { hasColour: false });
}

function toDocument(record: ExposureRecord, command: CommandFormatter) {
  return { ...record, next: listNext(record, command) };
}
