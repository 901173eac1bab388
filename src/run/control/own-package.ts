import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { runCommand, type CommandResult } from "../../shared/run-command.ts";
import { Incomplete, UserError, exitCode } from "../../shared/errors.ts";
import { explainPin, type CliPin } from "./cli-pin.ts";

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
  /**
   * Contains part of the hash. A package with other bytes therefore has another name, so existing
   * pins stay valid.
   */
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
    const { exitCode: code, complaint } = await runNpm(["pack", folder, ...options], folder);
    if (code !== 0) throw new Incomplete(`npm could not pack gatehouse: ${complaint}`, [useOther]);
    const stem = `${name}-${version}`;
    const bytes = await readFile(join(to, `${stem}.tgz`));
    const hash = createHash("sha512").update(bytes).digest("hex").slice(0, 8);
    return { fileName: `${stem}-${hash}.tgz`, bytes, integrity: hashPackage(bytes) };
  } finally {
    await rm(to, { recursive: true, force: true });
  }
}

const distShape = v.object({ tarball: v.string(), integrity: v.string() });

/**
 * Finds the published package of this version in the registry that npm is configured to use.
 * @throws PackageUnavailable also if runs cannot use the registry's URL or hash
 */
export async function findPublished({ name, version, folder }: OwnPackage): Promise<CliPin> {
  const spec = `${name}@${version}`;
  const { output } = await runNpm(["view", spec, "dist", "--json", "--fetch-retries=0"], folder);
  const shape = v.pipe(v.string(), v.parseJson(), distShape);
  const parsed = v.safeParse(shape, output.reveal());
  if (!parsed.success) {
    throw new PackageUnavailable(`Could not find ${spec} in the npm registry.`, [
      { text: "Check the network and npm's registry setting, or commit this gatehouse: --pack" },
    ]);
  }
  const pin = { source: parsed.output.tarball, integrity: parsed.output.integrity };
  // The control file contains both texts unquoted.
  const problem = explainPin(pin);
  if (problem === undefined) return pin;
  throw new PackageUnavailable(`The npm registry's entry for ${spec} is invalid: ${problem}`, [
    { text: "Check npm's registry setting, or commit this gatehouse: --pack" },
  ]);
}

/** Returns the hash of a package in npm's format. */
export function hashPackage(bytes: Uint8Array): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

const useOther = { text: "Check that npm works, or pass the URL and the hash of a package" };

/**
 * Runs npm in gatehouse's own directory. npm reads the `.npmrc` of its working directory, and a
 * clone's `.npmrc` could set another registry.
 * @throws Incomplete without npm
 */
async function runNpm(args: readonly string[], folder: string): Promise<CommandResult> {
  const result = await runCommand({ program: ["npm"] }, args, { folder });
  if (!result) throw new Incomplete("npm was not found.", [useOther]);
  return result;
}
