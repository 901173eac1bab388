import { howToGoOn } from "../../src/prompts/prompter.ts";
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
 * The rows of the list of what is done, in order.
 * @param credentials those that are named already; the rows of others come when all are chosen
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
 * Responds to a suspected exposure in the specification's order: kill switches, active runs, the credential itself,
 * run logs and safe outputs, rotation, review mode. What fails keeps nothing else from being tried, and a rerun
 * goes on with what is left.
 */
export async function respondToExposure(
  context: FlowContext,
  deps: ExposedDeps,
): Promise<ExposureRecord> {
  await forgetNoted(context);
  const situation = await context.read("situation", () =>
    context.ask.progress({ id: "look", title: "Looking at the control repository" }, () =>
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

  const brought = new Map<StoredCredential, Material | undefined>();
  for (let round = 1; ; round += 1) {
    const way = `round ${round}`;
    await contain(response, { isWanted, way });
    for (const credential of credentials)
      await endCredential(response, { credential, brought, way });
    if (!(await isTriedAgain(response, round))) break;
  }
  for (const credential of credentials) await forgetProofs(response, credential);
  await searchForIt(response, brought);
  for (const credential of credentials) await watchRotation(response, credential);
  await resumeWork(response);
  const record = readRecord(placeOf(deps), context.restore);
  if (!record) throw new Error("an incident that was opened has no record");
  return record;
}

/** A name may be misspelt. What is gone, or not ours to see any more, may still have had a credential that has to end. */
function requireSeen(
  context: Pick<FlowContext, "ask">,
  deps: Pick<ExposedDeps, "requireSeen">,
): Promise<void> {
  const hint = "a credential that you have at hand can still be ended";
  const instead = { value: "go-on", label: "Go on without it", hint } as const;
  return retryOrSkip(context, { id: "unseen", instead }, () => deps.requireSeen());
}

/** Of a credential that was exposed nothing stands that was proved of it. A setup that is under way has to end first. */
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
        value: "go-on",
        label: "Go on",
        hint: "status may call it proved until it is replaced",
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
  readonly brought: Map<StoredCredential, Material | undefined>;
  readonly way: string;
}

/** Ends one credential: revoked by us where the forge lets us, by a person where only a person can. */
async function endCredential(
  response: IncidentResponse,
  { credential, brought, way }: Ending,
): Promise<void> {
  if (!(await isDue(response, `ended ${credential}`, way))) return;
  if (!brought.has(credential)) {
    brought.set(credential, await provideCredential(response, credential));
  }
  const material = brought.get(credential);
  if (credential === "pat") await endPat(response, { material, way });
  else await endKey(response, { credential, material, way });
}

/** Says what is not contained once everything was tried, and offers another try of that. */
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
      title: howToGoOn,
      error: { message: "Not contained yet", hints: [] },
      facts: failed.map(({ step, said }) => ({ name: nameStep(step), text: said })),
      options: [
        { value: "again", label: "Try that again", hint: "what is contained is left as it is" },
        { value: "stop", label: "Go on", hint: "the record keeps it as open" },
      ],
    });
    return way === "again";
  });
}
