import { existsSync } from "node:fs";
import { join } from "node:path";
import { brands, requireBrand, type Brand } from "../../forge/brand.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { CompilerSettings, GatehousePin } from "../pipeline/settings.ts";
import { placeSource } from "./place-source.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { completeSettings, readSettings, settingsName } from "./read-settings.ts";
import type { GivenSettings } from "./read-settings.ts";

/** The repository that definitions are compiled in. */
export interface Project {
  readonly root: string;
  readonly settings: CompilerSettings;
  /** Whether it says itself which gatehouse its pipelines bring. */
  readonly hasPin: boolean;
}

export interface ProjectOptions {
  readonly root: string;
  /** What the command line says. */
  readonly brand?: Brand["name"] | undefined;
  /** This very gatehouse. */
  readonly own: GatehousePin;
}

/** Finds out what definitions do not say. @throws InvalidInput where the settings are wrong */
export async function openProject({ root, brand, own }: ProjectOptions): Promise<Project> {
  const given = readGiven(root);
  const settings = completeSettings({ ...given, brand: brand ?? brandOf(root, given) }, { own });
  return { root, settings, hasPin: given.gatehouse !== undefined };
}

/**
 * Whose words a definition uses, there or not yet.
 * @param given what the command line says
 * @throws InvalidInput where that is none, or the repository's settings are wrong
 */
export function projectBrand(source: string, given?: string): Brand["name"] {
  if (given !== undefined) return requireBrand(given);
  const { root } = placeSource(source);
  return brandOf(root, readGiven(root));
}

function brandOf(root: string, { brand }: GivenSettings): Brand["name"] {
  if (brand !== undefined) return brand;
  return existsSync(join(root, brands.github.folder)) ? "github" : "forge";
}

/** Settings are a few lines; what is larger was not meant to be some. In bytes. */
const largestSettings = 1024 * 1024;

function readGiven(root: string): GivenSettings {
  const path = join(root, settingsName);
  const read = readPlainFile(path, largestSettings);
  if (!read) return {};
  if (read.size > largestSettings) throw new InvalidInput(`${path} has more than 1 MB.`);
  const { settings, errors } = readSettings(new TextDecoder().decode(read.bytes));
  if (errors.length === 0) return settings;
  const said = errors.map(({ path: key, line, column, message }) =>
    [`${line}:${column}`, key, message].filter((word) => word !== "").join(" "),
  );
  throw new InvalidInput(`${settingsName} is wrong: ${said.join("; ")}.`, [
    { say: "See what it may hold", command: ownCommandLine("schema", "--settings") },
  ]);
}
