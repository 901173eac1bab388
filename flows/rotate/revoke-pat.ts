import { tokensPage } from "../../src/forge/web-links.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Fact } from "../../src/prompts/prompter.ts";
import { stageStep } from "../../src/plane/rotate/journal-steps.ts";
import { advance } from "../../src/plane/rotate/rotation.ts";
import type { Revocation } from "../../src/plane/rotate/rotation.ts";
import { fingerprintToken, refusePat } from "../../src/credentials/pat/token.ts";
import { Incomplete, InvalidInput } from "../../src/shared/errors.ts";
import { count } from "../../src/shared/count.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { TimedOut } from "../shared/deadline.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { discardAnswerIfRefused } from "../shared/discard-answer-if-refused.ts";
import { waitUntilRefused } from "../shared/wait-until-refused.ts";
import type { Clock } from "../shared/clock.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { PatRotation } from "./replace-pat.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { completeRotation } from "./rotation-plan.ts";

const pollMilliseconds = 2000;
const patienceMilliseconds = 10 * 60_000;

type WatchDeps = Clock & Pick<RotateDeps, "revokeToken" | "isRefused">;
type EndDeps = ControlLocation & WatchDeps;
export type RevokePatDeps = EndDeps & Pick<RotateDeps, "operator">;

/**
 * Revokes the old token directly if it is available; otherwise, has its user delete it on the token
 * page. Requires a validated rotation, so this function cannot be called before the new token is
 * verified.
 */
export async function revokePat(
  context: FlowContext,
  deps: RevokePatDeps,
  validated: PatRotation<"validated">,
): Promise<PatRotation<"revoked">> {
  const { replacement, rotation } = validated;
  const { fingerprint } = replacement;
  const key = stageStep(deps, "revoked", { credential: "pat", fingerprint });
  const evidence =
    context.restore(key) ??
    (await context.record(key, await endOldToken(context, deps, validated)));
  await completeRotation(context);
  context.mark({
    name: "Old PAT",
    ...(evidence.how === "seen"
      ? { state: "done", summary: "no longer accepted" }
      : { state: "reported", summary: `reported as revoked by ${evidence.by}` }),
  });
  return { ...validated, rotation: advance(rotation, "revoked", evidence) };
}

type Ending = Pick<FlowContext, "ask" | "vault" | "restore" | "record" | "read" | "discardAnswer">;

/** Revokes the old token. If the operator keeps the token, the next run asks again. */
async function endOldToken(
  context: Ending,
  deps: RevokePatDeps,
  validated: PatRotation<"validated">,
): Promise<Revocation> {
  const revocation = await retryWithOperator(context, { id: "pat-revocation" }, () =>
    discardAnswerIfRefused(context, first, () => confirm(context, deps, validated)),
  );
  if (revocation) return revocation;
  await context.discardAnswer(first);
  throw new Incomplete("The new token is stored and works, but the old one is not revoked.", [
    { text: "Delete the old token", link: tokensPage(deps.profile) },
    { text: "Then continue", command: commandLine("rotate", deps) },
  ]);
}

const first = "pat-revoke";
type Way = "here" | "done" | "later";

/**
 * Confirms the revocation with the best available evidence; returns undefined if the operator keeps
 * the token.
 */
async function confirm(
  context: Ending,
  deps: RevokePatDeps,
  validated: PatRotation<"validated">,
): Promise<Revocation | undefined> {
  const way = await chooseWay(context, deps, validated);
  if (way === "later") return undefined;
  if (way === "done") return record(context, deps, undefined);
  const fingerprint = await revokeHere(context, deps, validated);
  return fingerprint === undefined ? undefined : record(context, deps, fingerprint);
}

function chooseWay({ ask }: Ending, deps: ControlLocation, validated: PatRotation<"validated">) {
  return ask.choose<Way>({
    id: first,
    title: "How should the old token be revoked?",
    weight: "cannot be undone",
    facts: endingFacts(validated),
    body: [
      "The owner of the old token can delete it on this page. Keep the new token.",
      tokensPage(deps.profile),
    ],
    // Pressing Enter alone must not count as a report.
    options: [
      { value: "later", label: "Not yet", hint: "run the same command again to resume" },
      {
        value: "here",
        label: "Revoke it here",
        hint: "enter the old token, and gatehouse revokes it",
      },
      {
        value: "done",
        label: "The token was deleted",
        hint: "recorded as reported by you, not verified",
      },
    ],
    why: "The old token still works: anyone who has it can act as its user.",
  });
}

function endingFacts({ replacement, rotation }: PatRotation<"validated">): Fact[] {
  const runs = count(rotation.evidence.validated?.runs.length ?? 0, "run");
  const end = replacement.expiresAt.slice(0, 10);
  return [
    { name: "Revokes", text: "the previously stored token" },
    { name: "Keeps", text: `the new one, until ${end}, verified by ${runs}` },
    { name: "Breaks", text: "anything else that still uses the old token" },
  ];
}

async function record(
  { read }: Ending,
  deps: RevokePatDeps,
  fingerprint: string | undefined,
): Promise<Revocation> {
  const by = await read("operator", () => deps.operator());
  const at = deps.now().toISOString();
  return fingerprint === undefined
    ? { at, by, how: "reported" }
    : { at, by, how: "seen", fingerprint };
}

/**
 * Returns the old token's fingerprint once the token is rejected; undefined if the operator keeps
 * it after all.
 */
async function revokeHere(
  context: Ending,
  deps: EndDeps,
  validated: PatRotation<"validated">,
): Promise<string | undefined> {
  const { ask, vault } = context;
  const id = await ask.secret({
    id: "pat-old-token",
    title: "The old token:",
    shape: "line",
    body: ["The input is not shown."],
    check: (secret) => refuseOldToken(secret, validated.replacement.fingerprint),
  });
  const token = vault.require(id);
  const fingerprint = fingerprintToken(token);
  const intent = stageStep(deps, "revoking", { credential: "pat", fingerprint });
  if (
    await ask.progress({ id: "pat-old-read", title: "Testing the old token" }, () =>
      deps.isRefused(token),
    )
  ) {
    // An earlier run began to revoke this token while it still worked, so that run caused the
    // rejection.
    if (context.restore(intent) !== undefined) return fingerprint;
    throw new InvalidInput(
      "This token does not work, so it cannot be used to confirm the revocation.",
      [{ text: "If you entered the old token, confirm that this token was deleted" }],
    );
  }
  const isMeant = await ask.confirm({
    id: "pat-revoke-now",
    title: "Revoke the old token now?",
    weight: "cannot be undone",
    facts: endingFacts(validated),
    yes: "Yes, revoke it",
    no: "No, keep it",
  });
  if (!isMeant) return undefined;
  await context.record(intent, { at: deps.now().toISOString() });
  await revokeAndWatch(context, deps, token);
  return fingerprint;
}

/**
 * Revokes a token and waits until GitHub rejects it, because a revocation takes effect with a
 * delay.
 */
async function revokeAndWatch(
  { ask }: Pick<FlowContext, "ask">,
  deps: WatchDeps,
  token: Secret,
): Promise<void> {
  await ask.progress(
    { id: "pat-revoking", title: "Revoking the old token", mustEnd: true },
    async (report, signal) => {
      await deps.revokeToken(token);
      report({ seen: "revocation requested", line: "waiting until the token is rejected" });
      const { now, pause } = deps;
      const attempt = async () => ((await deps.isRefused(token)) ? "refused" : "unknown");
      const wait = { now, pause, signal, patienceMilliseconds, pollMilliseconds };
      if ((await waitUntilRefused(attempt, wait)) !== "refused")
        throw new TimedOut("The revocation");
      return true;
    },
  );
}

function refuseOldToken(secret: Secret, newFingerprint: string): string | undefined {
  return fingerprintToken(secret) === newFingerprint
    ? "This is the new token, which you need to keep. Enter the old one."
    : refusePat(secret);
}
