import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Profile, ProfileChoice } from "../../credentials/profile/choice.ts";
import { brands } from "../../forge/brand.ts";
import type { Brand } from "../../forge/brand.ts";
import { Incomplete, InvalidInput } from "../../shared/errors.ts";
import { explainUnreadable, writeRepositoryFile, writeTextFile } from "../../shared/json-file.ts";
import { decisionPath, settingsPath } from "../../plane/scope/control-files.ts";
import { parseDecision } from "../../plane/scope/decision.ts";
import { parseSettings } from "../../plane/scope/settings.ts";
import type { Settings } from "../../plane/scope/settings.ts";
import type { ControlSource } from "./check-control.ts";
import type { CliPin } from "./cli-pin.ts";
import { pinPacked } from "./committed-package.ts";
import { choiceOf } from "./choice-of.ts";
import { controlFilePath } from "./control-file.ts";
import { isSource, manifestPath } from "./is-source.ts";
import type { PackedPackage } from "./own-package.ts";
import { decidedToStop, planFor } from "./plan-for.ts";
import type { OpenPlan } from "./plan-for.ts";
import { readBoundedFile } from "../../shared/read-bounded-file.ts";
import { typedWith } from "../../shared/change-option.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { codeOf } from "../../shared/error-code.ts";

/**
 * Returns the brand whose subdirectory exists in a directory; undefined if no brand or several
 * brands match.
 */
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

/** Reads the control file in a directory; undefined if it does not exist. */
export function readControlFile(folder: string, brand: Brand): Promise<string | undefined> {
  return readText(join(folder, controlFilePath(brand)));
}

export function writeControlFileHere(folder: string, brand: Brand, text: string): Promise<void> {
  return writeTextFile(join(folder, controlFilePath(brand)), text);
}

/**
 * Writes a package for runs to a clone.
 * @returns its pin
 * @throws Incomplete if the file cannot be written
 */
export async function writePackageHere(
  folder: string,
  brand: Brand,
  packed: PackedPackage,
): Promise<CliPin> {
  const pin = pinPacked(packed, brand);
  await writeRepositoryFile(join(folder, pin.source), packed.bytes);
  return pin;
}

/** Reads all workflows in a directory, the shared parts, and the package manifest. */
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

/** The decision and the settings of a control repository; undefined if a file does not exist. */
interface DecidedHere {
  readonly choice: ProfileChoice | undefined;
  readonly settings: Settings | undefined;
}

/**
 * Reads the decision and settings in a directory.
 * @param profile overrides the decision, which is not parsed then
 * @throws InvalidInput if a file is invalid
 */
export async function readDecidedHere(
  folder: string,
  brand: Brand,
  profile?: Profile,
): Promise<DecidedHere> {
  const paths = { decision: decisionPath(brand), settings: settingsPath(brand) };
  const [decision, settings] = await Promise.all([
    readText(join(folder, paths.decision)),
    readText(join(folder, paths.settings)),
  ]);
  const decided = () =>
    decision === undefined ? undefined : parseDecision(decision, paths.decision).choice;
  return {
    choice: profile === undefined ? decided() : choiceOf(profile),
    settings: settings === undefined ? undefined : parseSettings(settings, paths.settings),
  };
}

/**
 * Reads the plan from which a control file is rendered in a directory. The pin is added later.
 * @param profile overrides the profile in the decision
 * @throws Incomplete if no profile was chosen; InvalidInput if a file is invalid
 */
export async function readPlan(
  folder: string,
  brand: Brand,
  profile: Profile | undefined,
): Promise<OpenPlan> {
  const { choice, settings } = await readDecidedHere(folder, brand, profile);
  if (!choice) {
    throw new Incomplete(`${decisionPath(brand)} not found: no profile was chosen.`, [
      { text: "Choose a profile", command: ownCommandLine("setup", ...brandOption(brand)) },
      {
        text: "Or specify the profile",
        command: typedWith(["control", "render"], "--profile", "app"),
      },
    ]);
  }
  requireUsable(choice, brand);
  return planFor(brand, choice, settings);
}

/** Returns the option that a printed command needs for this brand. */
function brandOption(brand: Brand): string[] {
  return brand.name === brands.github.name ? [] : ["--brand", brand.name];
}

/** @throws Incomplete if the decision is to stop */
export function requireUsable({ profile }: ProfileChoice, brand: Brand): void {
  if (profile !== "stop") return;
  throw new Incomplete(decidedToStop, [
    {
      text: "Narrow the scope, or have the Apps approved",
      command: ownCommandLine("scope", ...brandOption(brand)),
    },
  ]);
}

const profiles = ["app", "pat", "workflow-token"] as const;

/** @throws InvalidInput if the profile is not valid */
export function requireProfile(word: string): Profile {
  const profile = profiles.find((each) => each === word);
  if (profile) return profile;
  throw new InvalidInput(
    `"${word}" is not a valid profile. Valid profiles: ${profiles.join(", ")}.`,
    [
      {
        text: "Specify a profile",
        command: typedWith(["control", "render"], "--profile", "app"),
      },
    ],
  );
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

/** Reads a file; undefined if it does not exist. @throws InvalidInput if it cannot be read */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readBoundedFile(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw explainUnreadable(path, error);
  }
}
