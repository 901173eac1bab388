import type { Say, WaitAction } from "../../src/asking/prompter.ts";
import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/ceilings.ts";
import { KeyRefused } from "../../src/credentials/apps/key-refused.ts";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { pause } from "../../src/forge/pause.ts";
import { createDeadline } from "../shared/deadline.ts";
import { titleOf } from "../../src/control/setup/describe-plan.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { RotateDeps } from "./rotate-deps.ts";

export interface OldKey {
  readonly role: AppRole;
  readonly clientId: string;
  readonly key: Secret;
  readonly fingerprint: string;
  /** The App's page, where it is deleted. */
  readonly link: string;
  /** Refuses a key that the forge does not know at the first look: it may never have been the App's. */
  readonly mustWork?: boolean;
}

const firstPauseMilliseconds = 2000;
const longestPauseMilliseconds = 8000;

/** Waits until the forge refuses an old key, which proves that it is deleted. */
export async function watchOldKey(
  { ask }: FlowContext,
  deps: RotateDeps,
  old: OldKey,
): Promise<void> {
  const { role, fingerprint, link } = old;
  const deadline = createDeadline(`The deletion of ${fingerprint}`, deps);
  let update: Say = () => undefined;
  let wake: () => void = () => undefined;
  const actions: WaitAction[] = [
    { id: "open", key: "o", label: "open again", run: () => deps.openLink(link).then(nothing) },
    { id: "check", key: "c", label: "check now", run: () => (wake(), undefined) },
    {
      id: "extend",
      key: "e",
      label: "more time",
      run: () => {
        deadline.extend();
        update({ deadline: deadline.at() });
        return undefined;
      },
    },
  ];
  await ask.progress(
    {
      id: `${role}-revoke`,
      title: `Delete the old key of the ${titleOf(role)}`,
      body: [
        "On the App's page, under Private keys, delete the one with this fingerprint:",
        fingerprint,
      ],
      why: "A key has no end of its own. Until it is deleted, whoever has a copy can act as the App.",
      actions,
    },
    async (say, signal) => {
      update = say;
      say({ line: "Waiting until the forge refuses the old key", link, deadline: deadline.at() });
      const over = deadline.passed(signal);
      over.catch(() => undefined);
      const sleep = (milliseconds: number) => {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        return Promise.race([pause(milliseconds, signal), woken, over]);
      };
      await watch(deps, { ...old, say, sleep });
      return true;
    },
  );
}

interface Watch extends OldKey {
  readonly say: Say;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

async function watch(
  deps: RotateDeps,
  { clientId, key, link, mustWork, say, sleep }: Watch,
): Promise<void> {
  const client = deps.appClient(clientId, key);
  let isFirst = true;
  let wait = firstPauseMilliseconds;
  for (;;) {
    const isGone = await isRefused(() => client.app(), say);
    if (isGone && isFirst && mustWork) throw neverKnown();
    if (isGone) return;
    const opening = isFirst
      ? [
          deps.openLink(link).then((opened) => {
            if (!opened) say({ line: "Open the link in a browser" });
          }),
        ]
      : [];
    isFirst = false;
    await Promise.race([sleep(wait), ...opening]);
    wait = Math.min(wait * 1.4, longestPauseMilliseconds);
  }
}

/** A forge that does not answer tells nothing: the next look may. */
async function isRefused(look: () => Promise<unknown>, say: Say): Promise<boolean> {
  try {
    await look();
    say({ problem: null });
    return false;
  } catch (error) {
    if (error instanceof KeyRefused) return true;
    if (!(error instanceof ForgeUnreachable)) throw error;
    say({ problem: { say: error.message, hints: error.hints } });
    return false;
  }
}

function neverKnown(): Incomplete {
  return new Incomplete(
    "The forge refuses that key already, and nothing tells that it was ever this App's.",
    [{ say: "Bring another one, or give your word that the old key is deleted" }],
  );
}

function nothing(): undefined {
  return undefined;
}
