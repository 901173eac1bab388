import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Disclosure, Fact } from "../../src/prompts/prompter.ts";
import { secretNameOf } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { nameOf } from "./name-of.ts";

const id = "rotation-plan";

/** What a rotation is going to do, told before it does any of it. */
export function planRotation(credentials: readonly StoredCredential[]): Disclosure {
  return {
    id,
    title: "What will happen",
    facts: credentials.map(describe),
    body: [
      ...steps(credentials),
      "",
      "Step 3 never comes before step 2: until then the old one works.",
      "Stop whenever you like. The same command goes on from there.",
    ],
    proceed: "Continue",
    why: "A key or token that is ended cannot be brought back. So the new one has to be seen at work first.",
  };
}

function describe(credential: StoredCredential): Fact {
  const what = credential === "pat" ? "token" : "key";
  const name = credential === "pat" ? nameOf(credential) : `${nameOf(credential)} key`;
  return { name, text: `stored in ${secretNameOf(credential)}; the old ${what} ends` };
}

function steps(credentials: readonly StoredCredential[]): string[] {
  const apps = credentials.filter((each) => each !== "pat").length;
  const hasKeys = apps > 0;
  const hasPat = credentials.includes("pat");
  const bring = hasKeys
    ? `You add a key on ${apps > 1 ? "each" : "the"} App's page. It is proved and stored.`
    : "You consent anew and create a token. It is stored.";
  const end = hasKeys
    ? "You delete the old key on that page, which is opened."
    : "The old token is revoked from here, or by you there.";
  return [
    `1  ${bring}`,
    "2  Runs use what is stored: a proof, a review of each package.",
    `3  ${end}`,
    "4  A last run, and a look at access and permissions.",
    ...(hasKeys && hasPat ? ["The token follows after the keys, in the same order."] : []),
  ];
}

/**
 * Puts the plan in the place of all answers so far: what they were for is done. A run that goes on has nothing else to
 * find there, and Back finds the answers since.
 */
export function completeRotation({ complete }: Pick<FlowContext, "complete">): Promise<void> {
  return complete({ id, value: true });
}
