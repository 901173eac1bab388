import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { runCommand, type CommandResult } from "../../shared/run-command.ts";
import { Incomplete, UserError, exitCode } from "../../shared/errors.ts";
import type { CliPin } from "./cli-pin.ts";

/** The package of the running gatehouse. */
export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  /** Directory of its package.json. */
  readonly folder: string;
  /** Whether this build was made for the registry. */
  readonly isPublished: boolean;
}

/** A package file, as built by `npm pack`. */
export interface PackedPackage {
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly integrity: string;
}

/** The registry does not have this version, or could not be reached. */
export class PackageUnavailable extends UserError {
  readonly exitCode = exitCode.unreachable;
}

/**
 * Packs the running gatehouse. Its files are packed as they are; no script of the package runs.
 * @throws Incomplete if npm is missing or fails
 */
export async function packOwn({ name, version, folder }: OwnPackage): Promise<PackedPackage> {
  const to = await mkdtemp(join(tmpdir(), "gatehouse-pack-"));
  try {
    const options = ["--ignore-scripts", "--json", "--offline", "--pack-destination", to];
    const { exitCode: code, complaint } = await runNpm(["pack", folder, ...options]);
    if (code !== 0) throw new Incomplete(`npm could not pack gatehouse: ${complaint}`, [useOther]);
    const fileName = `${name}-${version}.tgz`;
    const bytes = await readFile(join(to, fileName));
    return { fileName, bytes, integrity: hashPackage(bytes) };
  } finally {
    await rm(to, { recursive: true, force: true });
  }
}

const distShape = v.object({ tarball: v.string(), integrity: v.string() });

/**
 * Finds the published package of this version in the registry that npm is configured to use.
 * @throws PackageUnavailable
 */
export async function findPublished({ name, version }: OwnPackage): Promise<CliPin> {
  const spec = `${name}@${version}`;
  const { output } = await runNpm(["view", spec, "dist", "--json", "--fetch-retries=0"]);
  const shape = v.pipe(v.string(), v.parseJson(), distShape);
  const parsed = v.safeParse(shape, output.reveal());
  if (parsed.success) {
    return { source: parsed.output.tarball, integrity: parsed.output.integrity };
  }
  throw new PackageUnavailable(`Could not find ${spec} in the npm registry.`, [
    { text: "Check the network and npm's registry setting, or commit this gatehouse: --pack" },
  ]);
}

/** Returns the hash of a package in npm's format. */
export function hashPackage(bytes: Uint8Array): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

const useOther = { text: "Check that npm works, or pass the URL and the hash of a package" };

/** @throws Incomplete without npm */
async function runNpm(args: readonly string[]): Promise<CommandResult> {
  const result = await runCommand({ program: ["npm"] }, args);
  if (!result) throw new Incomplete("npm was not found.", [useOther]);
  return result;
}
