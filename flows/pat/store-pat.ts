import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { patSecret } from "../../src/credentials/records.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { PatDeps } from "./pat-deps.ts";
import { markPat } from "./pat-summary.ts";
import type { PatSummary } from "./pat-summary.ts";
import type { EnvironmentState } from "../../src/plane/setup/ensure-environment.ts";

export type EnvironmentDeps = ControlLocation & Pick<PatDeps, "ensureEnvironment">;
export type StorePatDeps = ControlLocation & Pick<PatDeps, "storePat">;

/**
 * Prepares the environment that will store the token, before the token is created.
 * @throws Incomplete if the operator stops because the environment is not protected
 */
export async function prepareEnvironment(
  context: Pick<FlowContext, "ask" | "read" | "discardAnswer" | "mark">,
  deps: EnvironmentDeps,
  environment: string,
): Promise<EnvironmentState> {
  const { ask, read } = context;
  const id = "pat-environment";
  const state = await read(`environment ${environment}`, () =>
    retryWithOperator(context, { id }, () =>
      ask.progress({ id, title: `Preparing environment ${environment}` }, () =>
        deps.ensureEnvironment(environment),
      ),
    ),
  );
  const { isProtected, protection } = state;
  const summary = `${environment} · ${protection}`;
  context.mark({ name: "PAT environment", state: isProtected ? "done" : "unknown", summary });
  if (isProtected) return state;
  const isTaken = await ask.confirm({
    id: "pat-unprotected",
    title: "Store the token in an unprotected environment?",
    weight: "read first",
    facts: [
      { name: "Environment", text: `${environment} in ${deps.repository.full}` },
      { name: "Protection", text: protection },
      {
        name: "Risk",
        text: "anyone who can push a branch can steal the token, because a workflow on any branch can use it",
      },
      { name: "Instead", text: state.waysOut.join("; ") },
    ],
    yes: "Yes, store it anyway",
    no: "No, stop here",
  });
  if (isTaken) return state;
  await context.discardAnswer("pat-unprotected");
  throw unprotected(deps, environment, state);
}

function unprotected(
  location: ControlLocation,
  environment: string,
  { isNew, waysOut }: EnvironmentState,
): Incomplete {
  const { profile, repository } = location;
  const rules = `${profile.webUrl}/${repository.full}/settings/environments`;
  const left = isNew ? "It was created and is empty." : "No token was stored there.";
  return new Incomplete(`The environment ${environment} is not protected. ${left}`, [
    ...waysOut.map((text) => ({ text })),
    { text: "Check the environment's rules", link: rules },
    { text: "Then run setup again", command: commandLine("setup", location) },
  ]);
}

export interface StorablePat {
  readonly environment: string;
  readonly token: Secret;
  readonly expiresAt: Date;
  readonly rotationOwner: string;
  /** Whether workflow runs can use the stored token. The token itself was already tested. */
  readonly state: PatSummary["state"];
}

/**
 * Stores a token as a secret of the protected environment, and reports the result. The token is
 * passed on standard input.
 */
export async function storePat(
  context: Pick<FlowContext, "ask" | "step" | "mark" | "reset">,
  deps: StorePatDeps,
  { environment, token, expiresAt, rotationOwner, state }: StorablePat,
): Promise<PatSummary> {
  const { ask, step, reset } = context;
  const stored = doneKey(
    `${deps.profile.host} ${deps.repository.full} ${patSecret} until ${expiresAt.toISOString()}`,
  );
  // A new token must be stored, even if an earlier run stored one.
  await reset(stored);
  await retryWithOperator(context, { id: "pat-store" }, () =>
    step(stored, () =>
      ask.progress(
        { id: "pat-store", title: `Storing ${patSecret} in ${environment}`, mustEnd: true },
        async () => {
          await deps.storePat(environment, token);
          return true as const;
        },
      ),
    ),
  );
  await reset("stored PAT");
  const ends = expiresAt.toISOString();
  const summary = { environment, expiresAt: ends, rotationOwner, state };
  markPat(context, summary);
  return summary;
}
