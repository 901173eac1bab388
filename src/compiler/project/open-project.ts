import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brands, type Brand } from "../../forge/brand.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { CompilerSettings, GatehousePin } from "../pipeline/settings.ts";
import { findRoot } from "./find-root.ts";
import { completeSettings, readSettings, settingsName } from "./read-settings.ts";

/** The repository that definitions are compiled in. */
export interface Project {
  readonly root: string;
  readonly settings: CompilerSettings;
}

export interface ProjectOptions {
  readonly folder: string;
  /** What the command line says. */
  readonly brand?: Brand["name"] | undefined;
  /** This very gatehouse. */
  readonly own: GatehousePin;
}

/** Finds out what definitions do not say. @throws InvalidInput where the settings are wrong */
export async function openProject({ folder, brand, own }: ProjectOptions): Promise<Project> {
  const root = findRoot(folder);
  const path = join(root, settingsName);
  const content = existsSync(path) ? await readFile(path, "utf8") : "{}";
  const { settings, errors } = readSettings(content);
  if (errors.length > 0) {
    const said = errors.map(
      ({ path: key, line, column, message }) => `${line}:${column} ${key} ${message}`,
    );
    throw new InvalidInput(`${settingsName} is wrong: ${said.join("; ")}.`, [
      { say: "See what it may hold", command: "gatehouse schema --settings" },
    ]);
  }
  const isGithub = existsSync(join(root, brands.github.folder));
  const found = isGithub ? "github" : "forge";
  const given = brand === undefined ? settings : { ...settings, brand };
  return { root, settings: completeSettings(given, { own, brand: found }) };
}
