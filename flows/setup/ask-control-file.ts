import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { explainIntegrity, explainSource } from "../../src/run/control/cli-pin.ts";
import type { CliPin } from "../../src/run/control/cli-pin.ts";
import { controlFilePath, renderControlFile } from "../../src/run/control/control-file.ts";
import { findLineChanges } from "../../src/run/control/line-changes.ts";
import type { OpenPlan } from "../../src/run/control/plan-for.ts";

interface Asked {
  readonly plan: OpenPlan;
  /** What is there; undefined where nothing is. */
  readonly before: string | undefined;
  readonly pin: CliPin | undefined;
  /** The control repository. */
  readonly control: string;
}

/** What would be written, why, and what of it is another than what is there. */
export function askToWrite(
  { ask }: Pick<FlowContext, "ask">,
  { plan, before, pin, control }: Asked,
): Promise<"write" | "later"> {
  const isThere = before !== undefined;
  return ask.choose<"write" | "later">({
    id: "control-file",
    name: "Control file",
    title: isThere ? "Write the shared control file anew?" : "Write the shared control file?",
    facts: [
      { name: "What it is", text: "what the orchestrator and the workers import" },
      { name: "Runs take", text: describeCredentials(plan) },
      ...(pin ? [{ name: "Runs bring", text: pin.source }] : []),
      { name: "Becomes", text: `${controlFilePath(plan.brand)} of ${control}` },
    ],
    ...(isThere && { body: describeChanges({ plan, before, pin }) }),
    options: [
      {
        value: "later",
        label: "Later",
        hint: isThere ? "it stays as it is" : "no run is admitted before it is there",
      },
      {
        value: "write",
        label: "Yes, commit it",
        hint: pin ? "in your name, without secrets" : "asks which package of gatehouse runs bring",
      },
    ],
    initial: "later",
    isOptional: true,
    why: "It says once how a run gets its credential, and stops a run before its requests are used up. Nothing has to be complete for it: what is not there is passed over at each run.",
  });
}

function describeChanges({ plan, before = "", pin }: Omit<Asked, "control">): string[] {
  // Without a pin it is no file of ours, or one that is broken: no line of it is kept.
  if (!pin)
    return [
      "What is there names no package of gatehouse that a run may bring. All of it is replaced.",
    ];
  const changes = findLineChanges(before, renderControlFile({ ...plan, pin }));
  return ["What changes:", ...changes.map(({ sign, line }) => `${sign} ${line}`)];
}

function describeCredentials({ choice }: OpenPlan): string {
  const { profile, readApp, writeApp } = choice;
  if (profile === "workflow-token") return "the workflow token";
  if (profile === "pat") return "the PAT, then the workflow token";
  const apps = [...(readApp ? ["read"] : []), ...(writeApp ? ["write"] : [])].join(" and the ");
  return `the ${apps} App, then a PAT, then the workflow token`;
}

/** Which package a run fetches, and the only bytes that it runs. */
export async function askPackage({ ask }: Pick<FlowContext, "ask">): Promise<CliPin> {
  const why =
    "A run brings gatehouse from one address, and runs no other bytes than those that you name here. Both stay as they are when the file is written anew.";
  const source = await ask.text({
    id: "control-cli",
    title: "Address of the package of gatehouse:",
    body: ["What npm pack made, at an https address that runs can fetch."],
    placeholder: "https://example.com/gatehouse.tgz",
    check: (text) => explainSource(text.trim()),
    why,
  });
  const integrity = await ask.text({
    id: "control-integrity",
    title: "Its sha512 integrity:",
    body: ["npm pack --json prints it."],
    placeholder: "sha512-…",
    check: (text) => explainIntegrity(text.trim()),
    why,
  });
  return { source: source.trim(), integrity: integrity.trim() };
}
