import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import type { ProfileDecision } from "../../src/credentials/profile/decide-profile.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { count } from "../../src/shared/count.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { ownCommandLine, readOwnCommandLine } from "../../src/shared/own-command.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { toFact } from "./describe-profile.ts";

/**
 * Asks whether an owner would approve the Apps, because the operator is not an owner. If the
 * operator does not know, the Apps are possible: setup then asks an owner.
 */
export function askInstallable(
  { ask }: Pick<FlowContext, "ask">,
  { repository }: ControlLocation,
  roles: readonly AppRole[],
): Promise<boolean> {
  return ask
    .choose<"yes" | "no" | "unknown">({
      id: "app-installable",
      name: "Approval",
      title: `Would an owner approve ${count(roles.length, "private App")}?`,
      facts: [
        { name: "Owner", text: `an owner of ${repository.owner}; you are not an owner` },
        { name: "Apps", text: roles.map(titleOf).join(", ") },
      ],
      options: [
        { value: "yes", label: "Yes", hint: "next, choose who creates the Apps" },
        { value: "no", label: "No", hint: "setup considers other credentials" },
        {
          value: "unknown",
          label: "I do not know",
          hint: "an owner decides; setup writes them a message",
        },
      ],
      // Pressing Enter alone must not count as a report.
      initial: "unknown",
      why: "An owner has to approve each installation. Without approval, an App cannot access any repository.",
    })
    .then((answer) => answer !== "no");
}

/**
 * Requires the operator to choose the PAT explicitly: the lack of an App does not count as consent.
 * @throws Incomplete if the operator stops
 */
export async function requirePatChoice(
  context: Pick<FlowContext, "ask" | "discardAnswer">,
  location: ControlLocation,
  decision: ProfileDecision,
): Promise<void> {
  const way = await context.ask.choose<"stop" | "pat">({
    id: "no-profile",
    title: "No credential qualifies yet. What next?",
    weight: "read first",
    facts: decision.reasons.map(toFact),
    // Omits the command that is already running.
    body: decision.next.filter((step) => !readOwnCommandLine(step)),
    options: [
      { value: "stop", label: "Stop here", hint: "have the Apps approved, or change the scope" },
      { value: "pat", label: "Consider a PAT", hint: "has conditions and requires your consent" },
    ],
    why: "A personal access token is a fallback: it acts as you and is valid longer than an App's tokens. gatehouse considers it only if you ask for it.",
  });
  if (way === "pat") return;
  // The next run asks again, because the Apps may be approved by then.
  await context.discardAnswer("app-installable", "no-profile");
  throw noneQualifies(decision, location);
}

/**
 * Returns the error with the reasons, what would change the result, and the command to continue
 * with.
 */
export function noneQualifies(
  { reasons, next }: ProfileDecision,
  location: ControlLocation,
): Incomplete {
  return new Incomplete(
    `No credential qualifies:\n${reasons.map((reason) => `- ${reason}`).join("\n")}`,
    next.map((step) => {
      const verb = (["setup", "verify"] as const).find((each) => step === ownCommandLine(each));
      return verb
        ? { text: "Then continue", command: commandLine(verb, location) }
        : { text: step };
    }),
  );
}
