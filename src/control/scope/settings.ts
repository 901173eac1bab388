import * as v from "valibot";
import type { Level, Permission } from "../../credentials/apps/ceilings.ts";
import type { Destination, Mode } from "../../credentials/profile/facts.ts";
import { InvalidInput } from "../../shared/errors.ts";
import schema from "./control-plane.schema.json" with { type: "json" };
import { readDocument } from "./settings/document.ts";
import type { PlacedProblem, Problem } from "./settings/document.ts";
import { ownerOf, ownersOf } from "./owners.ts";
import { judgeBySchema } from "./settings/schema.ts";
import { count } from "../../shared/count.ts";

/** What one installed package needs. */
export interface Package {
  readonly name: string;
  readonly apis: readonly Permission[];
  readonly permissions: Readonly<Partial<Record<Permission, Level>>>;
  /** The repository variable that stops the package when it is false. */
  readonly killSwitch: string;
}

/** The control plane's checked-in scope; control-plane.schema.json describes each field. */
export interface Settings {
  readonly $schema?: string;
  readonly version: 1;
  readonly targets: readonly string[];
  readonly allowedOwners: readonly string[];
  readonly mode: Mode;
  readonly destination: Destination;
  readonly alternateRepository?: string;
  readonly caps: { readonly repositories: number; readonly dispatches: number };
  /** Workflow files that a dispatch may start. Undefined or empty allows none. */
  readonly workers?: readonly string[];
  readonly packages: readonly Package[];
  readonly environment: string;
  readonly rotationOwner?: string;
}

export class InvalidSettings extends InvalidInput {
  readonly problems: readonly PlacedProblem[];

  constructor(path: string, problems: readonly PlacedProblem[]) {
    const lines = problems.map(
      (problem) => `  ${problem.line}:${problem.column} ${problem.path}: ${problem.message}`,
    );
    super([`${path} has ${count(problems.length, "problem")}:`, ...lines].join("\n"), [
      { say: `Mend ${path}` },
    ]);
    this.problems = problems;
  }
}

/**
 * Reads `control-plane.json`.
 * @param path names the file in errors
 * @throws InvalidSettings with all problems at once
 */
export function parseSettings(text: string, path: string): Settings {
  const document = readDocument(text);
  if (!document.isJson) throw new InvalidSettings(path, [document.problem]);
  const { value, place } = document;
  const problems = [...document.problems, ...judgeBySchema(value), ...findContradictions(value)];
  if (problems.length > 0) {
    const inOrder = (a: PlacedProblem, b: PlacedProblem) => a.line - b.line || a.column - b.column;
    throw new InvalidSettings(path, problems.map(place).toSorted(inOrder));
  }
  const written = value as Omit<Settings, "allowedOwners" | "environment"> & Partial<Settings>;
  return {
    ...written,
    allowedOwners: written.allowedOwners ?? ownersOf(written.targets),
    environment: written.environment ?? schema.properties.environment.default,
  };
}

/** What the schema cannot say. The value may still have problems of every other kind. */
function findContradictions(value: unknown): Problem[] {
  const { targets, allowedOwners, packages } = v.parse(listsShape, value);
  const allowed = allowedOwners.map((owner) => String(owner).toLowerCase());
  const names = packages.map(({ name }) => name);
  const isForeign = (target: unknown) =>
    allowed.length > 0 && !allowed.includes(ownerOf(String(target)).toLowerCase());
  const isAgain = (name: unknown, index: number) =>
    name !== undefined && names.indexOf(name) !== index;
  return [
    ...findIndexes(targets, isForeign).map((index) => ({
      pointer: ["targets", index],
      message: "the owner of this repository is not one of the allowed owners",
    })),
    ...findIndexes(names, isAgain).map((index) => ({
      pointer: ["packages", index, "name"],
      message: "a package of this name is listed above",
    })),
  ];
}

/** What is no list has nothing to contradict. */
const list = v.fallback(v.array(v.unknown()), []);
const named = v.fallback(v.object({ name: v.unknown() }), { name: undefined });
const listsShape = v.fallback(
  v.object({ targets: list, allowedOwners: list, packages: v.fallback(v.array(named), []) }),
  { targets: [], allowedOwners: [], packages: [] },
);

function findIndexes<T>(items: readonly T[], matches: (item: T, index: number) => boolean) {
  return items.flatMap((item, index) => (matches(item, index) ? [String(index)] : []));
}

/** The file's text, with the fields in the order of the schema. */
export function renderSettings(settings: Settings): string {
  const names = Object.keys(schema.properties) as (keyof Settings)[];
  const entries = names.flatMap((name) =>
    settings[name] === undefined ? [] : [[name, settings[name]]],
  );
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}
