import type { ForgeClient } from "../../forge/client.ts";
import { download } from "../../forge/download.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { explainPin, isCommitted } from "../../run/control/cli-pin.ts";
import type { CliPin } from "../../run/control/cli-pin.ts";
import { readCommittedPackage } from "../../run/control/committed-package.ts";
import { hashPackage } from "../../run/control/own-package.ts";

/** The gatehouse package that runs install, compared with the pinned hash. */
export type RunPackage =
  /** The package was not compared, or the control file does not pin one. */
  | { readonly kind: "not compared" }
  | { readonly kind: "matches" | "differs" }
  | { readonly kind: "missing" | "unreachable"; readonly reason: string };

/** Maximum size in bytes, several times the size of the package. */
const mostBytes = 50_000_000;

/**
 * Fetches the pinned package, as a run would, and compares its hash. Runs nothing from it.
 * @param signal cancels a download; if undefined, a package at a URL is not compared
 */
export async function readRunPackage(
  client: ForgeClient,
  repository: RepositoryName,
  { pin, signal }: { readonly pin: CliPin | undefined; readonly signal: AbortSignal | undefined },
): Promise<RunPackage> {
  if (!pin || explainPin(pin) !== undefined) return { kind: "not compared" };
  if (!isCommitted(pin.source)) {
    return signal ? compareDownload(pin, signal) : { kind: "not compared" };
  }
  try {
    const bytes = await readCommittedPackage(client, repository, pin.source);
    if (!bytes) return { kind: "missing", reason: `${pin.source} not found` };
    return { kind: hashPackage(bytes) === pin.integrity ? "matches" : "differs" };
  } catch (error) {
    if (!isRefused(error, 403)) throw error;
    return { kind: "unreachable", reason: error.message };
  }
}

async function compareDownload(
  { source, integrity }: CliPin,
  signal: AbortSignal,
): Promise<RunPackage> {
  const found = await download(source, { mostBytes, signal });
  if (found.kind === "unreachable") return found;
  if (found.kind === "file") {
    return { kind: hashPackage(found.bytes) === integrity ? "matches" : "differs" };
  }
  const reason = `the server responded with ${found.status}`;
  // Runs may have access that this machine does not have.
  const isMissing = found.status === 404 || found.status === 410;
  return { kind: isMissing ? "missing" : "unreachable", reason };
}
