import { existsSync } from "node:fs";
import { join } from "node:path";
import { brands, requireBrand, type Brand } from "../../forge/brand.ts";
import { findDefaultBranch } from "../../forge/default-branch.ts";
import { findRemoteBrand } from "../../forge/remote-brand.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { CompilerSettings, GatehousePin } from "../pipeline/settings.ts";
import { placeSource } from "./locate-source.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { completeSettings, readSettings, settingsName } from "./read-settings.ts";
import type { GivenSettings } from "./read-settings.ts";

/** The repository with the definitions to compile. */
export interface Project {
  readonly root: string;
  readonly settings: CompilerSettings;
  /** Default branch of the Git remote; undefined if it is unknown. */
  readonly defaultBranch: string | undefined;
  /** Whether the settings pin the gatehouse package. */
  readonly hasPin: boolean;
}

export interface ProjectOptions {
  readonly root: string;
  /** Brand from the command line. */
  readonly brand?: Brand["name"] | undefined;
  /** The pin for the running version of gatehouse. */
  readonly own: GatehousePin;
}

/**
 * Reads a repository's settings and adds the defaults.
 * @throws InvalidInput if the settings are invalid
 */
export async function openProject({ root, brand, own }: ProjectOptions): Promise<Project> {
  const given = readGiven(root);
  const chosen = brand ?? detectBrand(root, given);
  const settings = completeSettings({ ...given, brand: chosen }, { own });
  const defaultBranch = await findDefaultBranch(root);
  return { root, settings, defaultBranch, hasPin: given.gatehouse !== undefined };
}

/**
 * Returns the brand for a definition. The definition file need not exist yet.
 * @param given brand from the command line
 * @throws InvalidInput if that brand or the repository's settings are invalid
 */
export function projectBrand(source: string, given?: string): Brand["name"] {
  if (given !== undefined) return requireBrand(given);
  const { root } = placeSource(source);
  return detectBrand(root, readGiven(root));
}

/** The brand of a new definition. */
export interface ChosenBrand {
  readonly brand: Brand["name"];
  /** Whether `compile` detects the same brand. */
  readonly isDetected: boolean;
  /** Path of the settings file to create, so that `compile` uses the brand; undefined if one exists. */
  readonly settingsPath: string | undefined;
}

/**
 * Chooses the brand of a new definition: that of the command line, the settings, or the Git remote.
 * @throws InvalidInput if the brand or the repository's settings are invalid
 */
export async function chooseBrand(source: string, given?: string): Promise<ChosenBrand> {
  const { root } = placeSource(source);
  const settings = readGiven(root);
  const detected = detectBrand(root, settings);
  const asked = given === undefined ? settings.brand : requireBrand(given);
  const brand = asked ?? (await findRemoteBrand(root)) ?? detected;
  const path = join(root, settingsName);
  return {
    brand,
    isDetected: brand === detected,
    settingsPath: existsSync(path) ? undefined : path,
  };
}

/**
 * Determines the brand from the settings or the forge's directory. The Git remote is not used here:
 * git can be missing or refuse to read the clone, and then a pipeline would change.
 */
function detectBrand(root: string, { brand }: GivenSettings): Brand["name"] {
  if (brand !== undefined) return brand;
  return existsSync(join(root, brands.github.folder)) ? "github" : "forge";
}

/**
 * Maximum size of the settings in bytes. Settings have only a few lines, so a larger file is a
 * mistake.
 */
const largestSettings = 1024 * 1024;

function readGiven(root: string): GivenSettings {
  const path = join(root, settingsName);
  const read = readPlainFile(path, largestSettings);
  if (!read) return {};
  if (read.size > largestSettings) throw new InvalidInput(`${path} is larger than 1 MB.`);
  const { settings, errors } = readSettings(new TextDecoder().decode(read.bytes));
  if (errors.length === 0) return settings;
  const text = errors.map(({ path: key, line, column, message }) =>
    [`${line}:${column}`, key, message].filter((word) => word !== "").join(" "),
  );
  throw new InvalidInput(`${settingsName} is invalid: ${text.join("; ")}.`, [
    { text: "Show its schema", command: ownCommandLine("schema", "--settings") },
  ]);
}
