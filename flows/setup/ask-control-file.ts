import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { explainIntegrity, explainSource } from "../../src/run/control/cli-pin.ts";
import type { CliPin } from "../../src/run/control/cli-pin.ts";
import { controlFilePath, renderControlFile } from "../../src/run/control/control-file.ts";
import type { OwnPackage } from "../../src/run/control/own-package.ts";
import { findLineChanges } from "../../src/run/control/line-changes.ts";
import type { OpenPlan } from "../../src/run/control/plan-for.ts";

interface Asked {
  readonly plan: OpenPlan;
  /** Current text of the control file; undefined if the file does not exist. */
  readonly before: string | undefined;
  readonly pin: CliPin | undefined;
  /** Full name of the control repository. */
  readonly control: string;
}

/** Shows the new control file, its purpose, and its differences from the current file. */
export function askToWrite(
  { ask }: Pick<FlowContext, "ask">,
  { plan, before, pin, control }: Asked,
): Promise<"write" | "later"> {
  const isThere = before !== undefined;
  return ask.choose<"write" | "later">({
    id: "control-file",
    name: "Control file",
    title: isThere ? "Replace the shared control file?" : "Create the shared control file?",
    facts: [
      { name: "Purpose", text: "imported by the orchestrator and the workers" },
      { name: "Credentials", text: describeCredentials(plan) },
      ...(pin ? [{ name: "gatehouse package", text: pin.source }] : []),
      { name: "File", text: `${controlFilePath(plan.brand)} in ${control}` },
    ],
    ...(isThere && { body: describeChanges({ plan, before, pin }) }),
    options: [
      {
        value: "later",
        label: "Later",
        hint: isThere ? "the file stays unchanged" : "runs are not admitted without it",
      },
      {
        value: "write",
        label: "Yes, commit it",
        hint: pin ? "without secrets, committed as you" : "asks which gatehouse runs install",
      },
    ],
    initial: "later",
    isOptional: true,
    why: "The file defines how a run gets its credential, and stops a run before its API capacity runs out. You can commit it before setup is complete: runs skip credentials that do not exist yet.",
  });
}

function describeChanges({ plan, before = "", pin }: Omit<Asked, "control">): string[] {
  // Without a pin, the file is damaged or not ours, so none of its lines are kept.
  if (!pin)
    return [
      "The current file does not specify a valid gatehouse package. It will be replaced completely.",
    ];
  const changes = findLineChanges(before, renderControlFile({ ...plan, pin }));
  return ["Changes:", ...changes.map(({ sign, line }) => `${sign} ${line}`)];
}

function describeCredentials({ choice }: OpenPlan): string {
  const { profile, readApp, writeApp } = choice;
  if (profile === "workflow-token") return "the workflow token";
  if (profile === "pat") return "the PAT, then the workflow token";
  const apps = [...(readApp ? ["read"] : []), ...(writeApp ? ["write"] : [])].join(" and the ");
  return `the ${apps} App, then a PAT, then the workflow token`;
}

/** The way to provide the gatehouse package that each run installs. */
export type PackageSource = "published" | "committed" | "other";

const packageReason =
  "Every run installs gatehouse from one package and checks its hash. If you render the control file again later, it keeps this package.";

export function askPackageSource(
  { ask }: Pick<FlowContext, "ask">,
  { name, version, isPublished }: OwnPackage,
): Promise<PackageSource> {
  return ask.choose<PackageSource>({
    id: "control-package",
    title: "Which gatehouse should runs install?",
    options: [
      ...(isPublished
        ? [
            {
              value: "published",
              label: "From the npm registry",
              hint: `${name} ${version}, by its hash`,
            } as const,
          ]
        : []),
      {
        value: "committed",
        label: "This gatehouse",
        hint: `commits version ${version} as a file, 2 MB`,
      },
      { value: "other", label: "A package at a URL", hint: "asks for the URL and the hash" },
    ],
    why: packageReason,
  });
}

/** Asks for the URL and hash of the package to install in each run. */
export async function askPackageAddress({ ask }: Pick<FlowContext, "ask">): Promise<CliPin> {
  const source = await ask.text({
    id: "control-cli",
    title: "URL of the gatehouse package:",
    body: ["An https URL from which runs can download the file that npm pack created."],
    placeholder: "https://example.com/gatehouse.tgz",
    check: (text) => explainSource(text.trim()),
    why: packageReason,
  });
  const integrity = await ask.text({
    id: "control-integrity",
    title: "Package integrity (sha512):",
    body: ["Copy the integrity value that npm pack --json prints."],
    placeholder: "sha512-…",
    check: (text) => explainIntegrity(text.trim()),
    why: packageReason,
  });
  return { source: source.trim(), integrity: integrity.trim() };
}
