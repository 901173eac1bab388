import { tokensPage } from "../../src/forge/web-links.ts";
import type { FlowContext } from "../../src/asking/flow-context.ts";
import { stageStep } from "../../src/control/rotation/journal-steps.ts";
import { advance } from "../../src/control/rotation/rotation.ts";
import type { Revocation } from "../../src/control/rotation/rotation.ts";
import { fingerprintToken, refusePat } from "../../src/credentials/pat/token.ts";
import { Cancelled, Incomplete, InvalidInput } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { commandLine } from "../../src/control/command-line.ts";
import { TimedOut } from "../shared/deadline.ts";
import { insist } from "../shared/insist.ts";
import { waitUntilRefused } from "../shared/wait-until-refused.ts";
import type { Clock } from "../shared/clock.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { PatRotation } from "./replace-pat.ts";
import type { RotateDeps } from "./rotate-deps.ts";

const pollMilliseconds = 2000;
const patienceMilliseconds = 10 * 60_000;

type WatchDeps = Clock & Pick<RotateDeps, "revokeToken" | "isRefused">;
type EndDeps = ControlPlace & WatchDeps;
export type RevokePatDeps = EndDeps & Pick<RotateDeps, "operator">;

/**
 * Ends the old token: from here when it is at hand, otherwise by somebody's hand on the forge's page. It takes the
 * proof that the new one was seen to work: before that, nothing can call it.
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
    context.recall(key) ??
    (await insist(context, { id: "pat-revocation" }, async () =>
      context.remember(key, await endOldToken(context, deps, fingerprint)),
    ));
  context.mark({
    name: "Old PAT",
    ...(evidence.how === "seen"
      ? { state: "done", summary: "the forge refuses it" }
      : { state: "told", summary: `revoked, by ${evidence.by}'s word` }),
  });
  return { ...validated, rotation: advance(rotation, "revoked", evidence) };
}

type Way = "here" | "done" | "later";

async function endOldToken(
  context: FlowContext,
  deps: RevokePatDeps,
  newFingerprint: string,
): Promise<Revocation> {
  const link = tokensPage(deps.profile);
  const way = await context.ask.failure<Way>({
    id: "pat-revoke",
    title: "How is the old token revoked?",
    error: {
      message: "The old token still works: whoever has it can act as its user.",
      hints: [{ say: "Its user deletes it on this page; keep the new one", link }],
    },
    // Enter alone is not to be anybody's word.
    options: [
      { value: "later", label: "Not yet", hint: "The same command comes back to this." },
      {
        value: "here",
        label: "I have it: revoke it from here",
        hint: "The forge ends it at once and for good, and it is seen to be refused.",
      },
      {
        value: "done",
        label: "It is deleted on the forge's page",
        hint: "Recorded as your word, with your name and the time.",
      },
    ],
  });
  if (way === "later") {
    throw new Incomplete("The new token is stored and works; the old one is not revoked.", [
      { say: "Delete the old one", link },
      { say: "Then continue", command: commandLine("rotate", deps) },
    ]);
  }
  const fingerprint = way === "here" ? await revokeHere(context, deps, newFingerprint) : undefined;
  const by = await context.read("operator", () => deps.operator());
  const at = deps.now().toISOString();
  return fingerprint === undefined ? { at, by, how: "word" } : { at, by, how: "seen", fingerprint };
}

/** Answers the old token's fingerprint, once the forge refuses it. */
async function revokeHere(
  context: Pick<FlowContext, "ask" | "keeper" | "recall" | "remember">,
  deps: EndDeps,
  newFingerprint: string,
): Promise<string> {
  const { ask, keeper } = context;
  const id = await ask.secret({
    id: "pat-old-token",
    title: "The old token:",
    shape: "line",
    body: ["It is not shown."],
    check: (secret) => refuseOldToken(secret, newFingerprint),
  });
  const token = keeper.require(id);
  const fingerprint = fingerprintToken(token);
  const intent = stageStep(deps, "revoking", { credential: "pat", fingerprint });
  if (await deps.isRefused(token)) {
    // It worked when an earlier run began to revoke it, so that its refusal is that run's work.
    if (context.recall(intent) !== undefined) return fingerprint;
    throw new InvalidInput("The forge refuses that token already; it proves nothing.", [
      { say: "If it is the one that was stored, say that it is deleted" },
    ]);
  }
  const isMeant = await ask.confirm({
    id: "pat-revoke-now",
    title: "Revoke the old token now?",
    body: ["It cannot be undone. Whatever else uses this token stops working, too."],
    yes: "Yes, revoke it",
    no: "No",
  });
  if (!isMeant) throw new Cancelled("The old token was not revoked.");
  await context.remember(intent, { at: deps.now().toISOString() });
  await revokeAndWatch(context, deps, token);
  return fingerprint;
}

/** The forge takes the order and carries it out a moment later. */
async function revokeAndWatch(
  { ask }: Pick<FlowContext, "ask">,
  deps: WatchDeps,
  token: Secret,
): Promise<void> {
  await ask.progress(
    { id: "pat-revoking", title: "Revoking the old token", mustEnd: true },
    async (_, signal) => {
      await deps.revokeToken(token);
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
    ? "That is the new token. It is the one to keep."
    : refusePat(secret);
}
