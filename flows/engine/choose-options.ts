import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { Engine } from "../../src/compiler/engine/engine.ts";
import { countQuestions } from "../shared/count-questions.ts";
import type { EngineDeps } from "./engine-deps.ts";

export type EngineOptions = Pick<Engine, "version" | "model" | "agent" | "timeoutMinutes">;

type Asking = Pick<FlowContext, "ask">;
type Deps = Pick<EngineDeps, "brand" | "pinnedVersion">;

/** Asks for the engine's version, model, custom agent and time limit. */
export async function chooseOptions(
  context: Asking,
  deps: Deps,
  before: Engine,
): Promise<EngineOptions> {
  // If the definition has its own command, no engine is installed.
  const isInstalled = before.command === undefined;
  const locations = countQuestions(isInstalled ? 4 : 3);
  const position = () => locations.next();
  const version = isInstalled
    ? await chooseVersion(context, deps, { before, position })
    : before.version;
  const model = await askWord(context, deps, {
    key: "model",
    before: before.model,
    name: "Model",
    title: "Model (optional):",
    placeholder: "model-1",
    body: ["Leave empty to let the engine choose."],
    position: position(),
  });
  const agent = await askWord(context, deps, {
    key: "agent",
    before: before.agent,
    name: "Custom agent",
    title: "Custom agent (optional):",
    placeholder: "triage",
    body: [`Name of an agent in the repository: ${deps.brand.folder}/agents/NAME.md`],
    position: position(),
  });
  const timeoutMinutes = await askMinutes(context, deps, { before, position });
  return {
    ...(version !== undefined && { version }),
    ...(model !== undefined && { model }),
    ...(agent !== undefined && { agent }),
    ...(timeoutMinutes !== undefined && { timeoutMinutes }),
  };
}

interface Step {
  readonly before: Engine;
  readonly position: () => { readonly at: number; readonly of: number };
}

async function chooseVersion(
  { ask }: Asking,
  { brand, pinnedVersion }: Deps,
  { before, position }: Step,
): Promise<string | undefined> {
  const { version } = before;
  const own = version !== undefined && version !== "latest" ? version : undefined;
  const which = await ask.choose<"pinned" | "latest" | "own">({
    id: "engine-version",
    name: "Version",
    title: "Which engine version should be installed?",
    position: position(),
    options: [
      {
        value: "pinned",
        label: `Pinned version, ${pinnedVersion}`,
        hint: "verified against the hash in the pipeline",
      },
      { value: "latest", label: "Latest version", hint: "can change every day" },
      {
        value: "own",
        label: "Another version",
        hint: "verified against the hashes of its release",
      },
    ],
    initial: own !== undefined ? "own" : version === "latest" ? "latest" : "pinned",
    why: "Each run installs the engine and verifies its hash. The pipeline contains only the hash of the pinned version.",
  });
  if (which !== "own") return which === "latest" ? which : undefined;
  const given = await ask.text({
    id: "engine-version-name",
    name: "Version",
    title: "Engine version:",
    initial: own ?? "",
    placeholder: pinnedVersion,
    check: (text) => validateAnswer(brand.name, ["engine", "version"], text),
  });
  return given.replace(/^v(?=\d)/, "");
}

interface Word {
  readonly key: "model" | "agent";
  readonly before: string | undefined;
  readonly name: string;
  readonly title: string;
  readonly placeholder: string;
  readonly body: readonly string[];
  readonly position: { readonly at: number; readonly of: number };
}

async function askWord(
  { ask }: Asking,
  { brand }: Deps,
  { key, before, ...question }: Word,
): Promise<string | undefined> {
  const given = await ask.text({
    ...question,
    id: `engine-${key}`,
    initial: before ?? "",
    check: (text) => (text === "" ? undefined : validateAnswer(brand.name, ["engine", key], text)),
  });
  return given === "" ? undefined : given;
}

async function askMinutes(
  { ask }: Asking,
  { brand }: Deps,
  { before: { timeoutMinutes }, position }: Step,
): Promise<number | undefined> {
  const path = ["engine", "timeout-minutes"];
  const given = await ask.text({
    id: "engine-minutes",
    name: "Limit",
    title: "Time limit in minutes (optional):",
    initial: timeoutMinutes === undefined ? "" : String(timeoutMinutes),
    placeholder: "30",
    position: position(),
    body: [
      "Applies to the complete agent job. Leave empty for 60, the default of Azure Pipelines.",
    ],
    check: (text) =>
      text === ""
        ? undefined
        : validateAnswer(brand.name, path, /^\d{1,15}$/.test(text) ? Number(text) : text),
  });
  return given === "" ? undefined : Number(given);
}
