import { usualEnvironment } from "../../src/credentials/records.ts";
import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { Destination, Mode } from "../../src/credentials/profile/facts.ts";
import { settingsPath } from "../../src/control/scope/control-files.ts";
import { explainSettings } from "../../src/control/scope/explain-settings.ts";
import { ownersOf } from "../../src/control/scope/owners.ts";
import { renderSettings } from "../../src/control/scope/settings.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
import { parseRepositoryName } from "../../src/forge/repository-name.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { choosePackages } from "./choose-packages.ts";
import { commitSettings } from "./read-settings.ts";
import type { CommitDeps } from "./read-settings.ts";
import type { ScopeDeps } from "./scope-deps.ts";
import { words } from "./words.ts";

type TargetDeps = Pick<ScopeDeps, "repository" | "listRepositories">;
export type DescribeDeps = CommitDeps & TargetDeps;

/** Has the operator describe the scope, and commits it. What only the file can say is kept from the one before. */
export async function describeSettings(
  context: FlowContext,
  deps: DescribeDeps,
  before: Settings | undefined,
): Promise<Settings> {
  const { ask } = context;
  const path = settingsPath(deps.profile.brand);
  const settings = await askSettings(context, deps, before);
  const isWanted = await ask.confirm({
    id: "settings-commit",
    title: `Commit this as ${path} of ${deps.repository.full}?`,
    body: renderSettings(settings).trimEnd().split("\n"),
    yes: "Yes, commit it",
    no: "No, stop here",
  });
  if (!isWanted) {
    await context.unanswer("settings-commit");
    throw new Cancelled("The scope was not committed. Nothing was changed.");
  }
  await commitSettings(context, deps, { settings, path });
  return settings;
}

/** The settings as rows for a screen. */
export function tabulateSettings(settings: Settings): string[] {
  const rows = explainSettings(settings);
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, value }) => `${name.padEnd(width)}  ${value}`);
}

async function askSettings(
  context: Pick<FlowContext, "ask" | "read">,
  deps: TargetDeps,
  before: Settings | undefined,
): Promise<Settings> {
  const { ask } = context;
  const targets = await askTargets(context, deps);
  const mode = await ask.choose<Mode>({
    id: "mode",
    title: "Do the agents write to the targets?",
    options: [
      { value: "review", label: "No: review mode", hint: "Outputs stay out of the targets." },
      { value: "live", label: "Yes: live mode", hint: "Approved outputs go to the targets." },
    ],
    why: "Review mode needs less power. It can be promoted to live mode when its outputs have been looked at.",
  });
  const destination = await ask.choose<Destination>({
    id: "destination",
    title: "Where do review outputs go?",
    options: [
      { value: "control", label: "To the control repository" },
      { value: "alternate", label: "To another repository", hint: "That needs an App or a PAT." },
      { value: "target", label: "To the target itself", hint: "A write across repositories." },
    ],
    initial: "control",
  });
  const alternateRepository = destination === "alternate" ? await askAlternate(context) : undefined;
  const repositories = await askCap(
    context,
    "repository-cap",
    "Repositories that one run looks at, at most:",
    25,
  );
  const dispatches = await askCap(
    context,
    "dispatch-cap",
    "Workers that one run dispatches, at most:",
    10,
  );
  const packages = await choosePackages(context, before?.packages ?? []);
  return {
    ...(before?.$schema !== undefined && { $schema: before.$schema }),
    version: 1,
    targets,
    allowedOwners: ownersOf(targets),
    mode,
    destination,
    ...(alternateRepository !== undefined && { alternateRepository }),
    caps: { repositories, dispatches },
    packages,
    environment: before?.environment ?? usualEnvironment,
    ...(before?.rotationOwner !== undefined && { rotationOwner: before.rotationOwner }),
  };
}

async function askTargets(
  { ask, read }: Pick<FlowContext, "ask" | "read">,
  deps: TargetDeps,
): Promise<string[]> {
  const { entries: known, cutShort } = await read("owner's repositories", () =>
    ask.progress({ id: "targets-list", title: "Looking for repositories" }, (_, signal) =>
      deps.listRepositories(signal),
    ),
  );
  const others = known.filter((name) => name !== deps.repository.full);
  const chosen = await ask.chooseMany({
    id: "targets",
    title: "Which repositories do the agents look at?",
    options: [
      {
        value: deps.repository.full,
        label: deps.repository.full,
        hint: "The control repository itself.",
      },
      ...others.map((value) => ({ value, label: value })),
    ],
    why: "Only these are ever reviewed. A credential never widens the list.",
  });
  const more = await ask.text({
    id: "more-targets",
    title: chosen.length === 0 ? "Their full names:" : "More of them, or nothing:",
    ...(cutShort !== undefined && { body: [`Not all could be listed: ${cutShort}.`] }),
    placeholder: "acme/web acme/api",
    check: (text) => {
      const names = words(text);
      const wrong = names.find((name) => !parseRepositoryName(name));
      if (wrong !== undefined) return `"${wrong}" is not written as owner/name.`;
      return chosen.length + names.length === 0 ? "At least one repository is needed." : undefined;
    },
  });
  return dropTwins([...chosen, ...words(more)]);
}

/** Names of repositories do not differ by upper and lower case. */
function dropTwins(names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase());
  return names.filter((_, index) => lower.indexOf(lower[index] ?? "") === index);
}

function askAlternate({ ask }: Pick<FlowContext, "ask">): Promise<string> {
  return ask.text({
    id: "alternate",
    title: "Full name of the repository for review outputs:",
    placeholder: "acme/reviews",
    check: (text) => (parseRepositoryName(text) ? undefined : "Write it as owner/name."),
  });
}

async function askCap(
  { ask }: Pick<FlowContext, "ask">,
  id: string,
  title: string,
  initial: number,
) {
  const check = (text: string) =>
    /^[1-9]\d{0,3}$/.test(text.trim()) ? undefined : "A whole number from 1 to 9999 is needed.";
  return Number(await ask.text({ id, title, initial: String(initial), check }));
}
