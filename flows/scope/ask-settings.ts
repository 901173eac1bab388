import { usualEnvironment } from "../../src/credentials/records.ts";
import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { Destination, Mode } from "../../src/credentials/profile/facts.ts";
import { ownersOf } from "../../src/control/scope/owners.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
import { parseRepositoryName, uniqueNames } from "../../src/forge/repository-name.ts";
import { choosePackages } from "./choose-packages.ts";
import type { ScopeDeps } from "./scope-deps.ts";
import { words } from "./words.ts";

export type TargetDeps = Pick<ScopeDeps, "repository" | "listRepositories">;
type Asking = Pick<FlowContext, "ask" | "read">;

/** What of a scope is asked for together. */
const parts = [
  { value: "targets", label: "Which repositories the agents look at" },
  { value: "mode", label: "Whether they write to them" },
  { value: "destination", label: "Where review outputs go" },
  { value: "caps", label: "How much one run looks at and dispatches" },
  { value: "packages", label: "The installed packages, and the APIs that they need" },
] as const;
export type ScopePart = (typeof parts)[number]["value"];
export const scopeParts: readonly ScopePart[] = parts.map(({ value }) => value);

/** Which parts of a checked-in scope shall be other ones. */
export function askParts({ ask }: Pick<FlowContext, "ask">): Promise<ScopePart[]> {
  return ask.chooseMany<ScopePart>({
    id: "scope-parts",
    title: "What of it changes?",
    options: parts,
    minimum: 1,
  });
}

/** Asks for these parts, beginning with what they are; every other one stays as it is. */
export async function askSettings(
  context: Asking,
  deps: TargetDeps,
  { before, wanted }: { before: Settings | undefined; wanted: readonly ScopePart[] },
): Promise<Settings> {
  const kept = (part: ScopePart) => (wanted.includes(part) ? undefined : before);
  const { targets, allowedOwners } =
    kept("targets") ?? ofTargets(await askTargets(context, deps, before?.targets ?? []));
  const mode = kept("mode")?.mode ?? (await askMode(context, before?.mode));
  const keptDestination = kept("destination");
  const destination = keptDestination
    ? destinationOf(keptDestination)
    : await askDestination(context, before);
  const caps = kept("caps")?.caps ?? (await askCaps(context, before?.caps));
  const packages =
    kept("packages")?.packages ?? (await choosePackages(context, before?.packages ?? []));
  return {
    ...(before?.$schema !== undefined && { $schema: before.$schema }),
    version: 1,
    targets,
    allowedOwners,
    mode,
    ...destination,
    caps,
    packages,
    environment: before?.environment ?? usualEnvironment,
    ...(before?.rotationOwner !== undefined && { rotationOwner: before.rotationOwner }),
  };
}

function ofTargets(targets: readonly string[]) {
  return { targets, allowedOwners: ownersOf(targets) };
}

async function askTargets(
  { ask, read }: Asking,
  deps: TargetDeps,
  before: readonly string[],
): Promise<string[]> {
  const { entries: known, cutShort } = await read("owner's repositories", () =>
    ask.progress({ id: "targets-list", title: "Looking for repositories" }, (_, signal) =>
      deps.listRepositories(signal),
    ),
  );
  const listed = [deps.repository.full, ...known.filter((name) => name !== deps.repository.full)];
  const isAmong = (names: readonly string[], name: string) =>
    names.some((other) => other.toLowerCase() === name.toLowerCase());
  const unlisted = before.filter((name) => !isAmong(listed, name));
  const chosen = await ask.chooseMany({
    id: "targets",
    title: "Which repositories do the agents look at?",
    options: listed.map((value) => ({
      value,
      label: value,
      ...(value === deps.repository.full && { hint: "The control repository itself." }),
    })),
    initial: listed.filter((name) => isAmong(before, name)),
    why: "Only these are ever reviewed. A credential never widens the list.",
  });
  const more = await ask.text({
    id: "more-targets",
    title: chosen.length === 0 ? "Their full names:" : "More of them, or nothing:",
    ...(cutShort !== undefined && { body: [`Not all could be listed: ${cutShort}.`] }),
    ...(unlisted.length > 0 && { initial: unlisted.join(" ") }),
    placeholder: "acme/web acme/api",
    check: (text) => {
      const names = words(text);
      const wrong = names.find((name) => !parseRepositoryName(name));
      if (wrong !== undefined) return `"${wrong}" is not written as owner/name.`;
      return chosen.length + names.length === 0 ? "At least one repository is needed." : undefined;
    },
  });
  return uniqueNames([...chosen, ...words(more)]);
}

function askMode({ ask }: Asking, before: Mode | undefined): Promise<Mode> {
  return ask.choose<Mode>({
    id: "mode",
    title: "Do the agents write to the targets?",
    options: [
      { value: "review", label: "No: review mode", hint: "Outputs stay out of the targets." },
      { value: "live", label: "Yes: live mode", hint: "Approved outputs go to the targets." },
    ],
    ...(before && { initial: before }),
    why: "Review mode needs less power. It can be promoted to live mode when its outputs have been looked at.",
  });
}

type Where = Pick<Settings, "destination" | "alternateRepository">;

function destinationOf({ destination, alternateRepository }: Settings): Where {
  return { destination, ...(alternateRepository !== undefined && { alternateRepository }) };
}

async function askDestination(context: Asking, before: Settings | undefined): Promise<Where> {
  const destination = await context.ask.choose<Destination>({
    id: "destination",
    title: "Where do review outputs go?",
    options: [
      { value: "control", label: "To the control repository" },
      { value: "alternate", label: "To another repository", hint: "That needs an App or a PAT." },
      { value: "target", label: "To the target itself", hint: "A write across repositories." },
    ],
    initial: before?.destination ?? "control",
  });
  if (destination !== "alternate") return { destination };
  const alternateRepository = await context.ask.text({
    id: "alternate",
    title: "Full name of the repository for review outputs:",
    placeholder: "acme/reviews",
    ...(before?.alternateRepository !== undefined && { initial: before.alternateRepository }),
    check: (text) => (parseRepositoryName(text) ? undefined : "Write it as owner/name."),
  });
  return { destination, alternateRepository };
}

async function askCaps(
  context: Asking,
  before: Settings["caps"] = { repositories: 25, dispatches: 10 },
): Promise<Settings["caps"]> {
  const repositories = await askCap(context, {
    id: "repository-cap",
    title: "Repositories that one run looks at, at most:",
    initial: before.repositories,
  });
  const dispatches = await askCap(context, {
    id: "dispatch-cap",
    title: "Workers that one run dispatches, at most:",
    initial: before.dispatches,
  });
  return { repositories, dispatches };
}

async function askCap(
  { ask }: Pick<FlowContext, "ask">,
  { initial, ...cap }: { id: string; title: string; initial: number },
) {
  const check = (text: string) =>
    /^[1-9]\d{0,3}$/.test(text.trim()) ? undefined : "A whole number from 1 to 9999 is needed.";
  return Number(await ask.text({ ...cap, initial: String(initial), check }));
}
