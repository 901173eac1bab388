import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import type { ProfileDecision } from "../../src/credentials/profile/decide-profile.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Known } from "../../src/credentials/profile/facts.ts";
import { count } from "../../src/shared/count.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { ownCommandLine, readOwnCommandLine } from "../../src/shared/own-command.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { toFact } from "./describe-profile.ts";

/** Whether an owner would have the Apps; whoever is no owner can only say what they know. */
export function askInstallable(
  { ask }: Pick<FlowContext, "ask">,
  { repository }: ControlPlace,
  roles: readonly AppRole[],
): Promise<Known> {
  return ask
    .choose<"yes" | "no" | "unknown">({
      id: "app-installable",
      name: "Approval",
      title: `Would an owner approve ${count(roles.length, "private App")}?`,
      facts: [
        { name: "Owner", text: `an owner of ${repository.owner}; you are none` },
        { name: "Apps", text: roles.map(titleOf).join(", ") },
      ],
      options: [
        { value: "yes", label: "Yes", hint: "the setup waits for the approval" },
        { value: "no", label: "No", hint: "the setup looks for another way" },
        { value: "unknown", label: "I do not know", hint: "counts as no until somebody says yes" },
      ],
      // Nobody's word is taken by Enter alone.
      initial: "unknown",
      why: "An owner has to approve each installation. Without one, no App reaches a repository.",
    })
    .then((answer) => (answer === "unknown" ? "unknown" : answer === "yes"));
}

/**
 * Not being able to use an App is no consent: the person has to ask for the PAT.
 * @throws Incomplete when they stop
 */
export async function requirePatChoice(
  context: Pick<FlowContext, "ask" | "discardAnswer">,
  place: ControlPlace,
  decision: ProfileDecision,
): Promise<void> {
  const way = await context.ask.choose<"stop" | "pat">({
    id: "no-profile",
    title: "No credential qualifies yet. What now?",
    weight: "read first",
    facts: decision.reasons.map(toFact),
    // This is the command already that the way on would be.
    body: decision.next.filter((step) => !readOwnCommandLine(step)),
    options: [
      { value: "stop", label: "Stop here", hint: "have the Apps approved, or change the scope" },
      { value: "pat", label: "Look at a token", hint: "has conditions, and needs your consent" },
    ],
    why: "A personal access token is a fallback: it acts as you, and lives longer than an App's. Whether it would do is looked at only when you ask for it.",
  });
  if (way === "pat") return;
  // The next run asks again, and may be told that the Apps are approved.
  await context.discardAnswer("app-installable", "no-profile");
  throw noneQualifies(decision, place);
}

/** Why, and what would change it, with the command that goes on then. */
export function noneQualifies({ reasons, next }: ProfileDecision, place: ControlPlace): Incomplete {
  return new Incomplete(
    `No credential qualifies:\n${reasons.map((reason) => `- ${reason}`).join("\n")}`,
    next.map((step) => {
      const verb = (["setup", "verify"] as const).find((each) => step === ownCommandLine(each));
      return verb ? { say: "Then", command: commandLine(verb, place) } : { say: step };
    }),
  );
}
