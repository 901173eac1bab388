import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";
import { count } from "../../src/shared/count.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";
import type { FoundVariables } from "../../src/compiler/service/find-variables.ts";
import type { EngineDeps, SecretOutcome } from "./engine-deps.ts";
import { secretsRow } from "./engine-outline.ts";
import { storeSecret } from "./store-secret.ts";

type Asking = Pick<FlowContext, "ask" | "keeper" | "mark" | "read" | "step" | "recall" | "reset">;
type Deps = Pick<EngineDeps, "secrets" | "definitionFile" | "pipelineName" | "readKeyFile">;

interface Secrets {
  /** What the agent is called. */
  readonly agent: string;
  readonly needed: readonly NeededSecret[];
  /** What the pipeline has needed so far. */
  readonly before: readonly NeededSecret[];
}

/**
 * Sees to it that what a pipeline reads is stored with the service, or says how it will be. What is there under the same name,
 * and for the same as before, is not asked for again: nobody can read it there, but nothing about it has changed.
 */
export async function storeSecrets(
  context: Asking,
  deps: Deps,
  { agent, needed, before }: Secrets,
): Promise<readonly SecretOutcome[]> {
  const outcomes: SecretOutcome[] = [];
  for (const secret of needed) {
    const found = await context.read("variables", () => lookForVariables(context, deps));
    if ("because" in found) {
      outcomes.push({ ...secret, state: "later", because: found.because });
      continue;
    }
    const isThere = found.names.includes(secret.name.toUpperCase());
    const isSame = before.some(({ name, holds }) => name === secret.name && holds === secret.holds);
    const state =
      isThere && isSame
        ? "there"
        : await storeSecret(context, deps, { agent, secret, found, isThere });
    outcomes.push({ ...secret, state, pipelines: namesOf(found) });
  }
  markSecrets(context, outcomes);
  return outcomes;
}

/** Where nobody can look, the files are written all the same: the reason is told, with what to do. */
async function lookForVariables(
  { ask }: Pick<FlowContext, "ask">,
  { secrets, pipelineName }: Deps,
): Promise<FoundVariables | { readonly because: UserError }> {
  try {
    return await ask.progress(
      { id: "variables", title: `Looking for the variables of ${pipelineName}` },
      (_say, signal) => secrets.find(signal),
    );
  } catch (error) {
    if (error instanceof Cancelled || !(error instanceof UserError)) throw error;
    return { because: error };
  }
}

function namesOf({ places }: FoundVariables): readonly string[] {
  return places.map(({ name }) => name);
}

function markSecrets({ mark }: Asking, outcomes: readonly SecretOutcome[]): void {
  const left = outcomes.filter(({ state }) => state === "later");
  const name = secretsRow;
  if (outcomes.length === 0) mark({ name, state: "done", summary: "none is needed" });
  else if (left.length === 0) mark({ name, state: "done", summary: "stored" });
  else {
    const summary = `${count(left.length, "variable")} left for later`;
    mark({ name, state: "attention", summary });
  }
}
