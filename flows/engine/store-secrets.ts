import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";
import { count } from "../../src/shared/count.ts";
import { dividePlaces } from "../../src/compiler/service/divide-secrets.ts";
import type { FoundVariables } from "../../src/compiler/service/find-variables.ts";
import { isSettled, completeSecret } from "./begin-answers.ts";
import type { EngineDeps, SecretOutcome } from "./engine-deps.ts";
import { secretsRow } from "./engine-outline.ts";
import { findVariables } from "./find-variables.ts";
import { storeSecret } from "./store-secret.ts";

type Asking = Pick<
  FlowContext,
  "ask" | "vault" | "mark" | "read" | "step" | "restore" | "reset" | "recordValue"
>;
type Deps = Pick<
  EngineDeps,
  "secrets" | "definitionFile" | "pipelineName" | "readKeyFile" | "verifyAppKey"
>;

interface Secrets {
  /** Name of the agent. */
  readonly agent: string;
  readonly needed: readonly NeededSecret[];
}

/**
 * Stores the secrets of a pipeline, or describes how to store them later. Does not ask again if a
 * secret with this name and purpose is already stored, although gatehouse cannot read the stored
 * value.
 */
export async function storeSecrets(
  context: Asking,
  deps: Deps,
  { agent, needed }: Secrets,
): Promise<readonly SecretOutcome[]> {
  const outcomes: SecretOutcome[] = [];
  for (const secret of needed) {
    const found = await findVariables(context, deps);
    if ("reason" in found) {
      outcomes.push({ ...secret, state: "later", reason: found.reason });
      continue;
    }
    const { having, lacking } = dividePlaces(found, secret.name);
    const state =
      lacking.length === 0 && isSettled(context, deps, secret)
        ? "there"
        : await storeSecret(context, deps, { agent, secret, found });
    // If no pipeline has a value yet, a value that appears later was stored to complete this step.
    if (state !== "later" || having.length === 0) await completeSecret(context, deps, secret);
    outcomes.push({ ...secret, state, pipelines: namesOf(found) });
  }
  markSecrets(context, outcomes);
  return outcomes;
}

function namesOf({ locations }: FoundVariables): readonly string[] {
  return locations.map(({ name }) => name);
}

function markSecrets({ mark }: Asking, outcomes: readonly SecretOutcome[]): void {
  const of = (wanted: SecretOutcome["state"]) =>
    outcomes.filter(({ state }) => state === wanted).length;
  const [left, stored, there] = [of("later"), of("stored"), of("there")];
  const name = secretsRow;
  if (left > 0) {
    mark({ name, state: "attention", summary: `${count(left, "variable")} left for later` });
  } else if (stored > 0 && there > 0) {
    mark({ name, state: "done", summary: `${stored} stored, ${there} already stored` });
  } else {
    const summary = stored > 0 ? "stored" : there > 0 ? "already stored" : "none required";
    mark({ name, state: "done", summary });
  }
}
