import { InvalidInput } from "../../shared/errors.ts";
import { writeJsonFile } from "../../shared/json-file.ts";
import { findShapes } from "../../shared/redact.ts";
import type { PrecomputeDocument } from "./document.ts";
import { requireOutput } from "./require-output.ts";

/**
 * Writes what is known, whole or not at all. It is handed on to every job of the run: what looks like a credential,
 * be it the name of a branch, is never in it.
 * @throws InvalidInput; Incomplete when the file system does not take it
 */
export async function writeDocument(path: string, document: PrecomputeDocument): Promise<void> {
  requireOutput(path);
  if (findShapes(JSON.stringify(document)).length > 0) {
    throw new InvalidInput("A name in the targets looks like a credential; nothing is written.");
  }
  await writeJsonFile(path, document);
}
