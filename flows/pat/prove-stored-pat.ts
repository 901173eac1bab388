import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { TokenNotProved } from "../../src/plane/proof/check-token-report.ts";
import { patProvedStep } from "../../src/plane/setup/journal-steps.ts";
import { isPatProved } from "../../src/plane/setup/pat-proof.ts";
import type { PatLocation } from "../../src/plane/setup/pat-proof.ts";
import { patSecret } from "../../src/credentials/records.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryOrSkip } from "../shared/retry-with-operator.ts";
import type { PatDeps } from "./pat-deps.ts";
import { tryStoredPat } from "./try-stored-pat.ts";

export type ProvePatDeps = ControlLocation & Pick<PatDeps, "checkStoredPat" | "now">;

export interface StoredPat extends PatLocation {
  /** Time at which the token was stored (ISO 8601). */
  readonly storedAt: string;
  /** Expiration time of the token, as in the operator's consent (ISO 8601). */
  readonly expiresAt: string;
}

/** `another`: the operator prefers to create another token. */
export type StoredPatState = "proved" | "unknown" | "another";

const another = {
  value: "another",
  label: "Create another token",
  hint: "the new token replaces the stored token",
} as const;

/**
 * Verifies a stored token with the proof recorded on this machine or with a workflow run. It does
 * not matter who stored the token.
 */
export async function proveStoredPat(
  context: Pick<FlowContext, "ask" | "restore" | "record">,
  deps: ProvePatDeps,
  stored: StoredPat,
): Promise<StoredPatState> {
  const { environment } = stored;
  if (isPatProved(context.restore(patProvedStep(deps, stored)), stored)) return "proved";
  const way = await context.ask.failure<"run" | "another" | "leave">({
    id: "pat-stored",
    title: "How should the stored token be verified?",
    error: {
      message: `${patSecret} is stored in ${environment}, but has not been verified from this machine. Only workflow runs can read the stored token.`,
      state: "attention",
      hints: [],
    },
    options: [
      {
        value: "run",
        label: "With a workflow run",
        hint: "one small workflow; it prints no secrets",
      },
      another,
      { value: "leave", label: "Leave it unverified", hint: "setup stays incomplete" },
    ],
    facts: [
      { name: "Environment", text: environment },
      { name: "A run adds", text: `one small workflow to ${deps.repository.full}` },
    ],
  });
  if (way === "leave") return "unknown";
  return way === "another" ? way : proveByRun(context, deps, stored);
}

async function proveByRun(
  context: Pick<FlowContext, "ask" | "record">,
  deps: ProvePatDeps,
  stored: StoredPat,
): Promise<StoredPatState> {
  const { environment, repositories, storedAt, expiresAt } = stored;
  const isFor = (error: unknown) => error instanceof TokenNotProved;
  const retry = { id: "pat-run", instead: another, isFor };
  const state = await retryOrSkip(context, retry, async () => {
    const wanted = { count: repositories.length, expiresAt };
    await tryStoredPat(context, deps, { id: "pat-proof", environment, wanted });
    const provedAt = deps.now().toISOString();
    await context.record(patProvedStep(deps, stored), { storedAt, expiresAt, provedAt });
    return "proved" as const;
  });
  return state ?? "another";
}
