import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { choiceEdits } from "../../src/compiler/choice/choice-edits.ts";
import type { EngineChoice } from "../../src/compiler/choice/engine-choice.ts";
import { editFrontMatter } from "../../src/compiler/edit/edit-front-matter.ts";
import { chooseAuthentication } from "./choose-authentication.ts";
import { chooseNetwork } from "./choose-network.ts";
import { chooseOptions } from "./choose-options.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { authenticationRow, engineRow, networkRow } from "./engine-outline.ts";
import { refuseErrors, requireCompiled, type SoundDefinition } from "./require-compiled.ts";
import { describeAuthentication, describeEngine, describeNetwork } from "./describe-choice.ts";

type Asking = Pick<FlowContext, "ask" | "mark" | "read" | "discardAnswer">;

/** Definition with the answers applied, and the result of compiling it. */
export interface ChosenDefinition {
  readonly text: string;
  readonly sound: SoundDefinition;
}

/** Repeats the question until the answers result in a valid definition. */
export async function askChoice(
  context: Asking,
  deps: EngineDeps,
  { base, stood }: { readonly base: string; readonly stood: SoundDefinition },
): Promise<ChosenDefinition> {
  for (;;) {
    const choice = await askAll(context, deps, stood.choice);
    const text = editFrontMatter(base, choiceEdits(stood.choice, choice, deps.brand));
    const compiled = await deps.compile(text);
    if (await refuseErrors(context, compiled)) continue;
    return { text, sound: requireCompiled(compiled, deps) };
  }
}

async function askAll(
  context: Asking,
  deps: EngineDeps,
  before: EngineChoice,
): Promise<EngineChoice> {
  const { mark } = context;
  const { model: _model, agent: _agent, version: _version, ...kept } = before.engine;
  const { timeoutMinutes: _minutes, appToken: _app, provider: _provider, ...others } = kept;
  const options = await chooseOptions(context, deps, before.engine);
  const chosen = { engine: { ...others, ...options }, network: before.network };
  mark({ name: engineRow, state: "done", summary: describeEngine(chosen) });
  const authentication = await chooseAuthentication(context, deps, before.engine);
  const engine = { ...chosen.engine, ...authentication };
  const summary = describeAuthentication({ engine }, deps.brand);
  mark({ name: authenticationRow, state: "done", summary });
  const network = await chooseNetwork(context, deps, before.network);
  mark({ name: networkRow, state: "done", summary: describeNetwork({ network }) });
  return { engine, network };
}
