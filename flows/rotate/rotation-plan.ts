import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Disclosure, Fact } from "../../src/prompts/prompter.ts";
import { secretNameOf } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { nameOf } from "./name-of.ts";

const id = "rotation-plan";

/** Describes the steps of a rotation before it begins. */
export function planRotation(credentials: readonly StoredCredential[]): Disclosure {
  return {
    id,
    title: "Rotation plan",
    facts: credentials.map(describe),
    body: [
      ...steps(credentials),
      "",
      "Step 3 starts only after step 2. Until then, the old credential works.",
      "You can stop at any time and resume with the same command.",
    ],
    proceed: "Continue",
    why: "A revoked key or token cannot be restored, so the new one must be tested first.",
  };
}

function describe(credential: StoredCredential): Fact {
  const what = credential === "pat" ? "token" : "key";
  const name = credential === "pat" ? nameOf(credential) : `${nameOf(credential)} key`;
  return { name, text: `stored in ${secretNameOf(credential)}; the old ${what} is revoked` };
}

function steps(credentials: readonly StoredCredential[]): string[] {
  const apps = credentials.filter((each) => each !== "pat").length;
  const hasKeys = apps > 0;
  const hasPat = credentials.includes("pat");
  const provide = hasKeys
    ? `You add a key on ${apps > 1 ? "each" : "the"} App's page. gatehouse verifies and stores it.`
    : "You consent again and create a token. gatehouse stores it.";
  const end = hasKeys
    ? "You delete the old key on that page, which opens again."
    : "You revoke the old token here, or delete it on its page.";
  return [
    `1  ${provide}`,
    "2  Runs test it: a proof run, then a review run for each review package.",
    `3  ${end}`,
    "4  A final run checks access and permissions.",
    ...(hasKeys && hasPat ? ["The token is rotated after the keys, in the same order."] : []),
  ];
}

/**
 * Replaces all answers so far with the plan, because they are no longer needed. A resumed run finds
 * only the plan, and Back returns to answers given since then.
 */
export function completeRotation({ complete }: Pick<FlowContext, "complete">): Promise<void> {
  return complete({ id, value: true });
}
