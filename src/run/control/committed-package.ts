import type { Brand } from "../../forge/brand.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { findFileVersion, nameBlob } from "../../forge/resources/contents.ts";
import { readBlob } from "../../forge/resources/git-data.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { writeControlFile } from "../../plane/scope/control-files.ts";
import { packageFolder } from "./cli-pin.ts";
import type { CliPin } from "./cli-pin.ts";
import type { PackedPackage } from "./own-package.ts";

/**
 * Commits a package to the default branch of the control repository, unless the repository already
 * contains these bytes.
 * @returns the pin for the control file
 * @throws ControlFileRefused
 */
export async function commitPackage(
  client: ForgeClient,
  repository: RepositoryName,
  packed: PackedPackage,
): Promise<CliPin> {
  const { bytes } = packed;
  const pin = pinPacked(packed, client.profile.brand);
  const path = pin.source;
  const sha = await findFileVersion(client, repository, path);
  if (sha !== nameBlob(bytes)) {
    const message = "Add the gatehouse package for runs";
    await writeControlFile(client, repository, { path, content: bytes, message, sha });
  }
  return pin;
}

/** Returns the pin of a package that the control repository will contain. */
export function pinPacked({ fileName, integrity }: PackedPackage, brand: Brand): CliPin {
  return { source: `${packageFolder(brand)}/${fileName}`, integrity };
}

/** Reads a package that a control repository contains; undefined if it does not exist. */
export async function readCommittedPackage(
  client: ForgeClient,
  repository: RepositoryName,
  path: string,
): Promise<Uint8Array | undefined> {
  const sha = await findFileVersion(client, repository, path);
  return sha === undefined ? undefined : readBlob(client, repository, sha);
}
