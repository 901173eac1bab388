import { access, constants, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { ExposureRecord } from "../../control/exposure/exposure.ts";
import { listNext, renderExposure } from "../../control/exposure/render-exposure.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { writeJsonFile } from "../../shared/json-file.ts";
import { printText } from "../../shared/print-text.ts";

/** Tells before anything is done that a record could not be written. @throws InvalidInput */
export async function requireWritable(paths: readonly string[]): Promise<void> {
  for (const path of paths.map((each) => resolve(each))) {
    await access(dirname(path), constants.W_OK).catch((cause: unknown) => {
      throw new InvalidInput(
        `--report ${path}: its folder is not there, or cannot be written to.`,
        [{ say: "Name a file in a folder of yours" }],
        { cause },
      );
    });
  }
}

/** Writes the record for its owner's eyes: as JSON to names that end so, and as text to all others. */
export async function writeExposure(
  paths: readonly string[],
  record: ExposureRecord | undefined,
): Promise<void> {
  if (!record) return;
  for (const path of paths.map((each) => resolve(each))) {
    if (path.endsWith(".json")) await writeJsonFile(path, { ...record, next: listNext(record) });
    else await writeTextFile(path, renderExposure(record));
    printText(`The record is in ${path}\n`, process.stderr);
  }
}

/** The old file or the new one, never half; a file that others could read is not written into, but replaced. */
async function writeTextFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
