import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { isUntouched } from "../../src/plane/rotate/cut-store.ts";
import type { Replacement } from "../../src/plane/rotate/journal-results.ts";
import { stageStep } from "../../src/plane/rotate/journal-steps.ts";
import { keyDateOf } from "../../src/plane/repository/stored-records.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { appRecords } from "../../src/credentials/records.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryOrSkip } from "../shared/retry-with-operator.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { proveStored } from "./validate-keys.ts";

export type FindOutDeps = ControlLocation & Pick<RotateDeps, "readRecords" | "runProof" | "now">;
type Finding = Pick<FlowContext, "ask" | "read" | "restore" | "record" | "reset">;

interface Subject {
  readonly role: AppRole;
  /** A key that an earlier run received and may have stored. */
  readonly replacement: Replacement;
}

/** Result of finding out whether an interrupted run stored its key. */
export interface FoundOut {
  readonly isStored: boolean;
  /** Fingerprint of the stored key, if a run showed that it is not the expected key. */
  readonly seen?: string;
}

/**
 * Finds out whether a run that was interrupted while storing a key had stored it. GitHub does not
 * show secrets, only the time at which they were last stored. If this time is not conclusive, a run
 * uses the stored key to find out.
 * @throws Incomplete if the operator stops
 */
export function findOutStored(
  context: Finding,
  deps: FindOutDeps,
  subject: Subject,
): Promise<FoundOut> {
  const { role, replacement } = subject;
  const { fingerprint } = replacement;
  return context.read(`${role} key that may be stored ${fingerprint}`, async () => {
    const storing = stageStep(deps, "storing", { credential: `${role}-app`, fingerprint });
    const begun = context.restore(storing);
    if (!begun) return { isStored: false };
    const date = keyDateOf(await context.read("records", () => deps.readRecords()), role);
    if (isUntouched(begun, date)) {
      await context.reset(storing);
      await askForIt(context, role, `${fingerprint} was not stored: the secret is unchanged`);
      return { isStored: false };
    }
    const way = await askHow(context, { role, fingerprint, date });
    if (way === "stop") throw notKnown(deps, role);
    const seen = way === "run" ? await findByRun(context, deps, role) : undefined;
    return seen === undefined ? { isStored: false } : noteSeen(context, deps, { ...subject, seen });
  });
}

function askHow(
  { ask }: Pick<Finding, "ask">,
  { role, fingerprint, date }: { role: AppRole; fingerprint: string; date: string | undefined },
): Promise<"run" | "provide" | "stop"> {
  const { secret } = appRecords[role];
  const since = date === undefined ? "" : `, stored on ${date.slice(0, 10)}`;
  const title = `Which ${titleOf(role)} key is stored?`;
  return ask.failure<"run" | "provide" | "stop">({
    id: `${role}-unsure`,
    title,
    error: {
      message: title,
      state: "attention",
      hints: [{ text: "Do not delete any of this App's keys until this is known" }],
    },
    facts: [
      { name: "New key", text: fingerprint },
      { name: "Earlier run", text: "stopped while storing the new key" },
      { name: secret, text: `either this key or a different one${since}` },
    ],
    options: [
      {
        value: "run",
        label: "Check with a run",
        hint: "the run reports the stored key's fingerprint",
      },
      {
        value: "provide",
        label: "Provide a new key",
        hint: "replaces the stored key",
      },
      { value: "stop", label: "Stop here", hint: "run the same command again to resume" },
    ],
  });
}

/** Returns the fingerprint of the key that a run used; undefined if the operator skips the run. */
async function findByRun(
  context: Pick<Finding, "ask">,
  deps: FindOutDeps,
  role: AppRole,
): Promise<string | undefined> {
  return retryOrSkip(
    context,
    { id: `${role}-unsure-run`, instead: { value: "provide", label: "Provide a new key" } },
    async () => {
      const { reports, runLink } = await proveStored(context, deps, "stored-proof");
      const seen = reports[role]?.keyFingerprint;
      if (seen !== undefined) return seen;
      throw new Incomplete(
        `The run could not use the ${titleOf(role)}'s stored key, so it is unknown which key is stored.`,
        [{ text: "Open the run", link: runLink }],
      );
    },
  );
}

async function noteSeen(
  context: Finding,
  deps: FindOutDeps,
  { role, replacement, seen }: Subject & { seen: string },
): Promise<FoundOut> {
  const { fingerprint } = replacement;
  const of = { credential: `${role}-app`, fingerprint } as const;
  const isStored = seen === fingerprint;
  if (isStored) {
    const at = deps.now().toISOString();
    await context.record(stageStep(deps, "stored", of), { at, fingerprint });
  } else await context.reset(stageStep(deps, "storing", of));
  await askForIt(
    context,
    role,
    `The new key is ${isStored ? "" : "not "}stored: a run used ${seen}`,
  );
  return isStored ? { isStored } : { isStored, seen };
}

function askForIt({ ask }: Pick<Finding, "ask">, role: AppRole, what: string): Promise<void> {
  return ask.note({
    id: `${role}-found-out`,
    title: `Stored ${titleOf(role)} key:`,
    body: [`${what}.`],
  });
}

function notKnown(deps: ControlLocation, role: AppRole): Incomplete {
  return new Incomplete(
    `Could not determine which ${titleOf(role)} key is stored. Nothing was revoked.`,
    [{ text: "Continue the rotation", command: commandLine("rotate", deps) }],
  );
}
