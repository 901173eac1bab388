import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { Engine } from "../../src/compiler/engine/engine.ts";
import { countQuestions } from "../shared/count-questions.ts";
import type { EngineDeps } from "./engine-deps.ts";

/** What is asked here of an engine. */
export type EngineOptions = Pick<Engine, "version" | "model" | "agent" | "timeoutMinutes">;

type Asking = Pick<FlowContext, "ask">;
type Deps = Pick<EngineDeps, "brand" | "pinnedVersion">;

/** Which engine runs, with which model, as which agent, and for how long. */
export async function chooseOptions(
  context: Asking,
  deps: Deps,
  before: Engine,
): Promise<EngineOptions> {
  // With a program of one's own nothing is installed.
  const isInstalled = before.command === undefined;
  const places = countQuestions(isInstalled ? 4 : 3);
  const place = () => places.next();
  const version = isInstalled
    ? await chooseVersion(context, deps, { before, place })
    : before.version;
  const model = await askWord(context, deps, {
    key: "model",
    before: before.model,
    name: "Model",
    title: "Model, or nothing:",
    placeholder: "model-1",
    body: ["Nothing means that the engine chooses."],
    place: place(),
  });
  const agent = await askWord(context, deps, {
    key: "agent",
    before: before.agent,
    name: "Custom agent",
    title: "Custom agent, or nothing:",
    placeholder: "triage",
    body: [`One of the repository's: ${deps.brand.folder}/agents/NAME.md`],
    place: place(),
  });
  const timeoutMinutes = await askMinutes(context, deps, { before, place });
  return {
    ...(version !== undefined && { version }),
    ...(model !== undefined && { model }),
    ...(agent !== undefined && { agent }),
    ...(timeoutMinutes !== undefined && { timeoutMinutes }),
  };
}

interface Step {
  readonly before: Engine;
  readonly place: () => { readonly at: number; readonly of: number };
}

async function chooseVersion(
  { ask }: Asking,
  { brand, pinnedVersion }: Deps,
  { before, place }: Step,
): Promise<string | undefined> {
  const { version } = before;
  const own = version !== undefined && version !== "latest" ? version : undefined;
  const which = await ask.choose<"pinned" | "latest" | "own">({
    id: "engine-version",
    name: "Version",
    title: "Which version of the engine?",
    place: place(),
    options: [
      {
        value: "pinned",
        label: `The pinned, ${pinnedVersion}`,
        hint: "compared with a hash that is known here",
      },
      { value: "latest", label: "The latest", hint: "another one from one day to the next" },
      { value: "own", label: "One that I name", hint: "compared with the list of its release" },
    ],
    initial: own !== undefined ? "own" : version === "latest" ? "latest" : "pinned",
    why: "Each run installs the engine. What comes is compared with a hash; only that of the pinned version stands in the pipeline itself.",
  });
  if (which !== "own") return which === "latest" ? which : undefined;
  const given = await ask.text({
    id: "engine-version-name",
    name: "Version",
    title: "Which version?",
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
  readonly place: { readonly at: number; readonly of: number };
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
  { before: { timeoutMinutes }, place }: Step,
): Promise<number | undefined> {
  const path = ["engine", "timeout-minutes"];
  const given = await ask.text({
    id: "engine-minutes",
    name: "Limit",
    title: "Limit in minutes, or nothing:",
    initial: timeoutMinutes === undefined ? "" : String(timeoutMinutes),
    placeholder: "30",
    place: place(),
    body: ["Of the whole agent job. Nothing means the service's 60."],
    check: (text) =>
      text === ""
        ? undefined
        : validateAnswer(brand.name, path, /^\d{1,15}$/.test(text) ? Number(text) : text),
  });
  return given === "" ? undefined : Number(given);
}
