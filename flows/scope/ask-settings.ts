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

/** What of a scope is asked for together. */
const parts = [
  { value: "targets", label: "Targets", hint: "which repositories the agents look at" },
  { value: "mode", label: "Writing", hint: "whether the agents write to them" },
  { value: "destination", label: "Results", hint: "where the results of reviews go" },
  { value: "caps", label: "Limits", hint: "how much one run looks at and dispatches" },
  { value: "packages", label: "Packages", hint: "which are installed, and the APIs they need" },
] as const;
export type ScopePart = (typeof parts)[number]["value"];
export const scopeParts: readonly ScopePart[] = parts.map(({ value }) => value);

/** Which parts of a checked-in scope shall be other ones. */
export function askParts({ ask }: Pick<FlowContext, "ask">): Promise<ScopePart[]> {
  return ask.chooseMany<ScopePart>({
    id: "scope-parts",
    name: "Changes",
    title: "What of it changes?",
    options: parts,
    minimum: 1,
  });
}

/** What is asked for, and what was so before. */
export interface Wanted {
  readonly before: Settings | undefined;
  readonly wanted: readonly ScopePart[];
}

/** The places of the questions for these parts, and of the one that commits them. */
export function countParts({ before, wanted }: Wanted): Places {
  // Who wants other limits than those that are checked in gives both numbers.
  const areNumbersAsked = before !== undefined && isPartly(wanted) && wanted.includes("caps");
  return countQuestions(wanted.length + (areNumbersAsked ? 1 : 0) + 1);
}

/** Asks for these parts, beginning with what they are; every other one stays as it is. */
export async function askSettings(
  context: Asking,
  deps: TargetDeps,
  { before, wanted, places }: Wanted & { readonly places: Places },
): Promise<Settings> {
  const kept = (part: ScopePart) => (wanted.includes(part) ? undefined : before);
  const asked = { before, places };
  const { targets, allowedOwners } =
    kept("targets") ??
    ofTargets(await chooseTargets(context, deps, { before: before?.targets ?? [], places }));
  const mode = kept("mode")?.mode ?? (await chooseMode(context, asked));
  const keptDestination = kept("destination");
  const destination = keptDestination
    ? destinationOf(keptDestination)
    : await chooseDestination(context, asked);
  const caps =
    kept("caps")?.caps ??
    (before && isPartly(wanted)
      ? await askLimits(context, { before: before.caps, places })
      : await chooseLimits(context, { before: before?.caps, places }));
  const packages =
    kept("packages")?.packages ??
    (await choosePackages(context, { before: before?.packages ?? [], places }));
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
