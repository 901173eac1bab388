import { usualEnvironment } from "../../src/credentials/records.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { ownersOf } from "../../src/plane/scope/owners.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { countQuestions } from "../shared/count-questions.ts";
import type { Places } from "../shared/count-questions.ts";
import { chooseDestination, chooseMode } from "./choose-destination.ts";
import type { Where } from "./choose-destination.ts";
import { askLimits, chooseLimits } from "./choose-limits.ts";
import { choosePackages } from "./choose-packages.ts";
import { chooseTargets } from "./choose-targets.ts";
import type { TargetDeps } from "./choose-targets.ts";

type Asking = Pick<FlowContext, "ask" | "read">;

/** Parts of a scope that the operator can change separately. */
const parts = [
  { value: "targets", label: "Targets", hint: "repositories that agents work on" },
  { value: "mode", label: "Writing", hint: "whether agents write to the targets" },
  { value: "destination", label: "Results", hint: "where review results go" },
  { value: "caps", label: "Limits", hint: "repositories and workers per run" },
  { value: "packages", label: "Review packages", hint: "their names and the APIs they need" },
] as const;
export type ScopePart = (typeof parts)[number]["value"];
export const scopeParts: readonly ScopePart[] = parts.map(({ value }) => value);

/** Asks which parts of a committed scope should change. */
export function askParts({ ask }: Pick<FlowContext, "ask">): Promise<ScopePart[]> {
  return ask.chooseMany<ScopePart>({
    id: "scope-parts",
    name: "Changes",
    title: "What should change?",
    options: parts,
    minimum: 1,
  });
}

/** The parts of the settings to ask about, and the current settings. */
export interface Wanted {
  readonly before: Settings | undefined;
  readonly wanted: readonly ScopePart[];
}

/**
 * Creates the question counter for these parts, including the final question, which commits the
 * changes.
 */
export function countParts({ before, wanted }: Wanted): Places {
  // To change committed limits, the operator enters both numbers.
  const areNumbersAsked = before !== undefined && isPartly(wanted) && wanted.includes("caps");
  return countQuestions(wanted.length + (areNumbersAsked ? 1 : 0) + 1);
}

/**
 * Asks for the requested parts, with their current values as defaults. The other parts stay
 * unchanged.
 */
export async function askSettings(
  context: Asking,
  deps: TargetDeps,
  { before, wanted, locations }: Wanted & { readonly locations: Places },
): Promise<Settings> {
  const kept = (part: ScopePart) => (wanted.includes(part) ? undefined : before);
  const asked = { before, locations };
  const { targets, allowedOwners } =
    kept("targets") ??
    ofTargets(await chooseTargets(context, deps, { before: before?.targets ?? [], locations }));
  const mode = kept("mode")?.mode ?? (await chooseMode(context, asked));
  const keptDestination = kept("destination");
  const destination = keptDestination
    ? destinationOf(keptDestination)
    : await chooseDestination(context, asked);
  const caps =
    kept("caps")?.caps ??
    (before && isPartly(wanted)
      ? await askLimits(context, { before: before.caps, locations })
      : await chooseLimits(context, { before: before?.caps, locations }));
  const packages =
    kept("packages")?.packages ??
    (await choosePackages(context, { before: before?.packages ?? [], locations }));
  return {
    ...(before?.$schema !== undefined && { $schema: before.$schema }),
    version: 1,
    targets,
    allowedOwners,
    mode,
    ...destination,
    caps,
    ...(before?.workers !== undefined && { workers: before.workers }),
    packages,
    environment: before?.environment ?? usualEnvironment,
    ...(before?.rotationOwner !== undefined && { rotationOwner: before.rotationOwner }),
  };
}

function isPartly(wanted: readonly ScopePart[]): boolean {
  return wanted.length < parts.length;
}

function ofTargets(targets: readonly string[]) {
  return { targets, allowedOwners: ownersOf(targets) };
}

function destinationOf({ destination, alternateRepository }: Settings): Where {
  return { destination, ...(alternateRepository !== undefined && { alternateRepository }) };
}
