import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Profile } from "../../credentials/profile/choice.ts";
import { brands } from "../../forge/brand.ts";
import type { Brand } from "../../forge/brand.ts";
import { Incomplete, InvalidInput } from "../../shared/errors.ts";
import { explainUnreadable, writeTextFile } from "../../shared/json-file.ts";
import { decisionPath, settingsPath } from "../../plane/scope/control-files.ts";
import { parseDecision } from "../../plane/scope/decision.ts";
import { parseSettings } from "../../plane/scope/settings.ts";
import type { ControlSource } from "./check-control.ts";
import { choiceOf } from "./choice-of.ts";
import { controlFilePath } from "./control-file.ts";
import { isSource, manifestPath } from "./is-source.ts";
import { decidedToStop, planFor } from "./plan-for.ts";
import type { OpenPlan } from "./plan-for.ts";
import { readBoundedFile } from "../../shared/read-bounded-file.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { codeOf } from "../../shared/error-code.ts";

/** The brand whose folder a working folder has, where it has one alone. */
export async function findBrand(folder: string): Promise<Brand | undefined> {
  const found = await Promise.all(
    Object.values(brands).map(async (brand) => {
      const names = await list(join(folder, brand.folder));
      return names ? [brand] : [];
    }),
  );
  const [only, ...others] = found.flat();
  return others.length === 0 ? only : undefined;
}

/** The control file as it is in a working folder. */
export function readControlFile(folder: string, brand: Brand): Promise<string | undefined> {
  return readText(join(folder, controlFilePath(brand)));
}

export function writeControlFileHere(folder: string, brand: Brand, text: string): Promise<void> {
  return writeTextFile(join(folder, controlFilePath(brand)), text);
}

/** Every workflow of a working folder, what they share, and the package manifest. What was compiled is none. */
export async function readSources(folder: string, brand: Brand): Promise<ControlSource[]> {
  const workflows = `${brand.folder}/workflows`;
  const names = (await list(join(folder, workflows), "with folders")) ?? [];
  const paths = names.filter(isSource).map((name) => `${workflows}/${name}`);
  const read = await Promise.all(
    [...paths, manifestPath].map(async (path) => ({
      path,
      text: await readText(join(folder, path)),
    })),
  );
  return read.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}

/**
 * What a control file is rendered from, but for the pinned gatehouse: the decision and the settings of a working folder.
 * @param profile instead of the one that was decided
 * @throws Incomplete where nothing is decided; InvalidInput for a file that says nothing sensible
 */
export async function readPlan(
  folder: string,
  brand: Brand,
  profile: Profile | undefined,
): Promise<OpenPlan> {
  const [decision, settings] = await Promise.all([
    readText(join(folder, decisionPath(brand))),
    readText(join(folder, settingsPath(brand))),
  ]);
  const choice =
    profile === undefined
      ? decision && parseDecision(decision, decisionPath(brand)).choice
      : choiceOf(profile);
  if (!choice) {
    throw new Incomplete(`There is no ${decisionPath(brand)} here: no profile is decided.`, [
      { say: "Decide one", command: ownCommandLine("setup", "--repo", "acme/control") },
      { say: "Or name it", command: ownCommandLine("control", "render", "--profile", "app") },
    ]);
  }
  if (choice.profile === "stop") {
    throw new Incomplete(decidedToStop, [
      {
        say: "Narrow the scope, or make an App possible",
        command: ownCommandLine("scope", "--repo", "acme/control"),
      },
    ]);
  }
  const parsed = settings === undefined ? undefined : parseSettings(settings, settingsPath(brand));
  return planFor(brand, choice, parsed);
}

const profiles = ["app", "pat", "workflow-token"] as const;

/** @throws InvalidInput when there is no such profile */
export function requireProfile(word: string): Profile {
  const profile = profiles.find((each) => each === word);
  if (profile) return profile;
  throw new InvalidInput(`"${word}" is no profile; there are: ${profiles.join(", ")}.`, [
    { say: "Name one", command: ownCommandLine("control", "render", "--profile", "app") },
  ]);
}

async function list(
  folder: string,
  depth: "alone" | "with folders" = "alone",
): Promise<string[] | undefined> {
  try {
    return (await readdir(folder, { recursive: depth === "with folders" })).toSorted();
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw explainUnreadable(folder, error);
  }
}

/** A file of a working folder; undefined where there is none. @throws InvalidInput where it cannot be read */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readBoundedFile(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw explainUnreadable(path, error);
  }
}
