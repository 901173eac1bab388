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
import type { ControlPlace } from "../shared/control-place.ts";
import { retryOrSkip } from "../shared/retry-with-operator.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { proveStored } from "./validate-keys.ts";

export type FindOutDeps = ControlPlace & Pick<RotateDeps, "readRecords" | "runProof" | "now">;
type Finding = Pick<FlowContext, "ask" | "read" | "restore" | "remember" | "reset">;

interface Subject {
  readonly role: AppRole;
  /** The key that an earlier run brought, and is not known to have stored. */
  readonly replacement: Replacement;
}

/** What became of that key. */
export interface FoundOut {
  readonly isStored: boolean;
  /** The fingerprint of the stored key, where a run used another one. */
  readonly seen?: string;
}

/**
 * Finds out whether a run that was ended while it stored a key came to that. The forge shows no secret, only when it was
 * stored last: where that does not tell, a run that uses the stored key does.
 * @throws Incomplete when the person stops
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
      await tell(context, role, `${fingerprint} was not stored: the secret is as it was`);
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
): Promise<"run" | "bring" | "stop"> {
  const { secret } = appRecords[role];
  const since = date === undefined ? "" : `, stored on ${date.slice(0, 10)}`;
  const title = `Which key of the ${titleOf(role)} is stored?`;
  return ask.failure<"run" | "bring" | "stop">({
    id: `${role}-unsure`,
    title,
    error: {
      message: title,
      state: "attention",
      hints: [{ say: "Delete no key of this App until that is known" }],
    },
    facts: [
      { name: "New key", text: fingerprint },
      { name: "Earlier run", text: "it ended while it stored the new key" },
      { name: secret, text: `that key, or another: the forge does not say which${since}` },
    ],
    options: [
      {
        value: "run",
        label: "Find out by a run",
        hint: "it uses the stored key, and says which it is",
      },
      {
        value: "bring",
        label: "Bring a key again",
        hint: "it is stored over the one that is there",
      },
      { value: "stop", label: "Stop here", hint: "the same command comes back to this" },
    ],
  });
}

/** The fingerprint of the key that a run used; undefined where the person does without it. */
async function findByRun(
  context: Pick<Finding, "ask">,
  deps: FindOutDeps,
  role: AppRole,
): Promise<string | undefined> {
  return retryOrSkip(
    context,
    { id: `${role}-unsure-run`, instead: { value: "bring", label: "Bring a key again" } },
    async () => {
      const { reports, runLink } = await proveStored(context, deps, "stored-proof");
      const seen = reports[role]?.keyFingerprint;
      if (seen !== undefined) return seen;
      throw new Incomplete(
        `The run could not use the stored key of the ${titleOf(role)}. Which one it is, is not known.`,
        [{ say: "See the run", link: runLink }],
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
    await context.remember(stageStep(deps, "stored", of), { at, fingerprint });
  } else await context.reset(stageStep(deps, "storing", of));
  await tell(context, role, `The new key is ${isStored ? "" : "not "}stored: a run used ${seen}`);
  return isStored ? { isStored } : { isStored, seen };
}

function tell({ ask }: Pick<Finding, "ask">, role: AppRole, what: string): Promise<void> {
  return ask.note({
    id: `${role}-found-out`,
    title: `The stored key of the ${titleOf(role)}:`,
    body: [`${what}.`],
  });
}

function notKnown(deps: ControlPlace, role: AppRole): Incomplete {
  return new Incomplete(
    `Which key of the ${titleOf(role)} is stored is not known. Nothing is revoked.`,
    [{ say: "Then continue", command: commandLine("rotate", deps) }],
  );
}
