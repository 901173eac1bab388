import { InvalidInput } from "../../shared/errors.ts";
import { writeJsonFile } from "../../shared/json-file.ts";
import { findShapes } from "../../shared/redact.ts";
import type { PrecomputeDocument } from "./document.ts";
import { requireOutput } from "./require-output.ts";

/**
 * Writes the complete document or nothing. All jobs of the run receive it, so it must not contain
 * anything that looks like a credential, not even in a branch name.
 * @throws InvalidInput; Incomplete if the file cannot be written
 */
export async function writeDocument(path: string, document: PrecomputeDocument): Promise<void> {
  requireOutput(path);
  if (findShapes(JSON.stringify(document)).length > 0) {
    throw new InvalidInput(
      "A target contains a name that looks like a credential; nothing was written.",
    );
  }
  await writeJsonFile(path, document);
}
