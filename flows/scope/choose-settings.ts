import type { FlowContext } from "../../src/asking/run-flow.ts";
import type { Permission } from "../../src/credentials/ceilings.ts";
import { permissionReasons } from "../../src/credentials/ceilings.ts";
import type { Destination, Mode } from "../../src/credentials/profile-facts.ts";
import { settingsPath } from "../../src/control/control-files.ts";
import { explainSettings } from "../../src/control/settings-explanation.ts";
import { ownersOf } from "../../src/control/settings-owners.ts";
import { renderSettings } from "../../src/control/settings.ts";
import type { Package, Settings } from "../../src/control/settings.ts";
import { parseRepositoryName } from "../../src/forge/repository-name.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { insist } from "../insist.ts";
import type { ScopeDeps } from "./scope-deps.ts";

/** The step that committed these settings. */
export function settingsStep({ profile, repository }: ScopeDeps, settings: Settings): string {
  return `${profile.host} ${repository.full} settings ${renderSettings(settings)}`;
}

/** Has the operator describe the scope, and commits it. */
export async function describeSettings(context: FlowContext, deps: ScopeDeps): Promise<Settings> {
  const { ask } = context;
  const path = settingsPath(deps.profile.brand);
  const settings = await askSettings(context, deps);
  const isWanted = await ask.confirm({
    id: "settings-commit",
    title: `Commit this as ${path} of ${deps.repository.full}?`,
    body: renderSettings(settings).trimEnd().split("\n"),
    yes: "Yes, commit it",
    no: "No, stop here",
  });
  if (!isWanted) throw new Cancelled("The scope was not committed. Nothing was changed.");
  await insist(context, { id: "settings-write" }, () =>
    context.step(settingsStep(deps, settings), () =>
      ask.progress({ id: "settings-write", title: `Committing ${path}` }, async () => {
        await deps.writeSettings(settings);
        return true;
      }),
    ),
  );
  return settings;
}

/** The settings as rows for a screen. */
export function tabulateSettings(settings: Settings): string[] {
  const rows = explainSettings(settings);
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, value }) => `${name.padEnd(width)}  ${value}`);
}

async function askSettings(context: FlowContext, deps: ScopeDeps): Promise<Settings> {
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
  const packages = await askPackages(context);
  return {
    version: 1,
    targets,
    allowedOwners: ownersOf(targets),
    mode,
    destination,
    ...(alternateRepository !== undefined && { alternateRepository }),
    caps: { repositories, dispatches },
    packages,
    environment: "control-plane",
  };
}

async function askTargets({ ask, read }: FlowContext, deps: ScopeDeps): Promise<string[]> {
  const known = await read("owner's repositories", () =>
    ask.progress({ id: "targets-list", title: "Looking for repositories" }, () =>
      deps.listRepositories(),
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
    placeholder: "acme/web acme/api",
    check: (text) => {
      const names = words(text);
      const wrong = names.find((name) => !parseRepositoryName(name));
      if (wrong !== undefined) return `"${wrong}" is not written as owner/name.`;
      return chosen.length + names.length === 0 ? "At least one repository is needed." : undefined;
    },
  });
  return [...new Set([...chosen, ...words(more)])];
}

function askAlternate({ ask }: FlowContext): Promise<string> {
  return ask.text({
    id: "alternate",
    title: "Full name of the repository for review outputs:",
    placeholder: "acme/reviews",
    check: (text) => (parseRepositoryName(text) ? undefined : "Write it as owner/name."),
  });
}

async function askCap({ ask }: FlowContext, id: string, title: string, initial: number) {
  const check = (text: string) =>
    /^[1-9]\d{0,3}$/.test(text.trim()) ? undefined : "A whole number from 1 to 9999 is needed.";
  return Number(await ask.text({ id, title, initial: String(initial), check }));
}

/** A package is named, and says which APIs it reads; more than that is written into the file by hand. */
async function askPackages({ ask }: FlowContext): Promise<Package[]> {
  const names = words(
    await ask.text({
      id: "packages",
      title: "Installed packages, or nothing:",
      placeholder: "dependency-review",
      why: "Each package needs certain APIs, and has a variable that stops it.",
      check: (text) =>
        words(text).every((name) => /^[a-z\d][a-z\d._-]{0,63}$/.test(name))
          ? undefined
          : "Names are in lower case, with letters, digits and . _ -",
    }),
  );
  const packages: Package[] = [];
  for (const name of new Set(names)) {
    const apis = await ask.chooseMany<Permission>({
      id: `package-${name}-apis`,
      title: `Which APIs does ${name} need?`,
      options: Object.entries(permissionReasons)
        .filter(([permission]) => permission !== "metadata")
        .map(([permission, hint]) => ({
          value: permission as Permission,
          label: permission.replaceAll("_", " "),
          hint,
        })),
    });
    const killSwitch = `CP_${name.toUpperCase().replaceAll(/[^A-Z\d]/g, "_")}_ENABLED`;
    packages.push({ name, apis, permissions: {}, killSwitch });
  }
  return packages;
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
