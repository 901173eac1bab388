import { howToContinue } from "../../src/prompts/prompter.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { nameStep } from "../../src/plane/exposed/exposure.ts";
import type { ExposureEntry, ExposureRecord } from "../../src/plane/exposed/exposure.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { isSettled, readRecord } from "../../src/plane/exposed/read-record.ts";
import { forgottenStep } from "../../src/plane/exposed/journal-steps.ts";
import { retryOrSkip } from "../shared/retry-with-operator.ts";
import { provideCredential } from "./provide-credential.ts";
import type { Material } from "./provide-credential.ts";
import { confirmContainment, contain } from "./contain.ts";
import { endKey } from "./revoke-key.ts";
import { endPat } from "./revoke-token.ts";
import { placeOf } from "./exposed-deps.ts";
import type { ExposedDeps } from "./exposed-deps.ts";
import { chooseIncidentScope, openIncident } from "./open-incident.ts";
import { forgetNoted, isDue, lastAttempt } from "./record-step.ts";
import type { IncidentResponse, Restoring, Using } from "./record-step.ts";
import { resumeWork } from "./resume-work.ts";
import { searchForIt } from "./search-for-it.ts";
import { watchRotation } from "./watch-rotation.ts";

/**
 * Returns the rows of the progress log, in order.
 * @param credentials known credentials; rows for other credentials are added after the operator has
 *   selected them
 */
export function exposedOutline(credentials: readonly StoredCredential[] = []): string[] {
  return [
    nameStep("switches-off"),
    nameStep("cancel-runs"),
    nameStep("runs-ended"),
    ...credentials.map((credential) => nameStep(`ended ${credential}`)),
    nameStep("search"),
    ...credentials.map((credential) => nameStep(`rotated ${credential}`)),
    nameStep("review-mode"),
    nameStep("switches-on"),
  ];
}

/**
 * Responds to a suspected exposure in the order of the specification: kill switches, active runs,
 * the credential itself, run logs and safe outputs, rotation, review mode. A failed step prevents
 * only the return to work: review mode and the kill switches. A rerun continues with the remaining
 * steps.
 */
export async function respondToExposure(
  context: FlowContext,
  deps: ExposedDeps,
): Promise<ExposureRecord> {
  await forgetNoted(context);
  const situation = await context.read("situation", () =>
    context.ask.progress({ id: "look", title: "Checking the control repository" }, () =>
      deps.readSituation(),
    ),
  );
  if (!situation.variables) await context.read("seen", () => requireSeen(context, deps));
  const scope = await chooseIncidentScope(context, deps, situation);
  const isWanted = await confirmContainment(context, deps, { situation, scope });
  const incident = await openIncident(context, deps, { situation, scope });
  const response: IncidentResponse = { context, deps, situation, incident, scope };
  const { credentials } = scope;
  context.outline(exposedOutline(credentials));

  const provided = new Map<StoredCredential, Material | undefined>();
  for (let round = 1; ; round += 1) {
    const way = `round ${round}`;
    await contain(response, { isWanted, way });
    for (const credential of credentials)
      await endCredential(response, { credential, provided, way });
    if (!(await isTriedAgain(response, round))) break;
  }
  for (const credential of credentials) await forgetProofs(response, credential);
  await searchForIt(response, provided);
  for (const credential of credentials) await watchRotation(response, credential);
  await resumeWork(response);
  const record = readRecord(placeOf(deps), context.restore);
  if (!record) throw new Error("the open incident does not have a record");
  return record;
}

/**
 * Asks before continuing if the repository is not found. The name may be misspelled. However, a
 * deleted or invisible repository may still have had a credential to revoke.
 */
function requireSeen(
  context: Pick<FlowContext, "ask">,
  deps: Pick<ExposedDeps, "requireSeen">,
): Promise<void> {
  const hint = "a credential that you have can still be revoked";
  const instead = { value: "continue", label: "Continue anyway", hint } as const;
  return retryOrSkip(context, { id: "unseen", instead }, () => deps.requireSeen());
}

/**
 * Deletes the proofs of an exposed credential, because they are no longer valid. If a setup is in
 * progress, it must finish first.
 */
async function forgetProofs(
  {
    context,
    deps,
    incident,
  }: Using<"ask" | "step", "forgetProofs" | "profile" | "repository"> &
    Pick<IncidentResponse, "incident">,
  credential: StoredCredential,
): Promise<void> {
  const { openedAt } = incident;
  await retryOrSkip(
    context,
    {
      id: `${credential}-proofs`,
      instead: {
        value: "continue",
        label: "Continue",
        hint: "old proofs may still show it as verified",
      },
    },
    () =>
      context.step(forgottenStep(placeOf(deps), { openedAt, credential }), async () => {
        await deps.forgetProofs(credential);
        return true as const;
      }),
  );
}

interface Ending {
  readonly credential: StoredCredential;
  readonly provided: Map<StoredCredential, Material | undefined>;
  readonly way: string;
}

/** Revokes one credential: through the API if possible; otherwise, asks a user to revoke it. */
async function endCredential(
  response: IncidentResponse,
  { credential, provided, way }: Ending,
): Promise<void> {
  if (!(await isDue(response, `ended ${credential}`, way))) return;
  if (!provided.has(credential)) {
    provided.set(credential, await provideCredential(response, credential));
  }
  const material = provided.get(credential);
  if (credential === "pat") await endPat(response, { material, way });
  else await endKey(response, { credential, material, way });
}

/**
 * After all steps have been attempted, reports what is not contained yet and offers to try again.
 */
function isTriedAgain(
  response: Restoring & Using<"read" | "ask"> & Pick<IncidentResponse, "scope">,
  round: number,
): Promise<boolean> {
  const { context, scope } = response;
  return context.read(`another round ${round}`, async () => {
    const steps = [
      "switches-off",
      "runs-ended",
      ...scope.credentials.map((credential) => `ended ${credential}` as const),
    ] as const;
    const failed = steps.flatMap((step): ExposureEntry[] => {
      const last = lastAttempt(response, step);
      return last && !isSettled(last) ? [last] : [];
    });
    if (failed.length === 0) return false;
    const way = await context.ask.failure<"again" | "stop">({
      id: "containment",
      title: howToContinue,
      error: { message: "The exposure is not contained yet", hints: [] },
      facts: failed.map(({ step, statement }) => ({ name: nameStep(step), text: statement })),
      options: [
        { value: "again", label: "Try again", hint: "completed steps are not repeated" },
        { value: "stop", label: "Continue", hint: "the incident stays open" },
      ],
    });
    return way === "again";
  });
}
