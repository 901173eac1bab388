import type { FlowContext } from "../../src/asking/flow-context.ts";
import { commandLine } from "../../src/control/command-line.ts";
import type { ProfileDecision } from "../../src/credentials/profile/decide-profile.ts";
import type { Known } from "../../src/credentials/profile/facts.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { ControlPlace } from "../shared/control-place.ts";

/** Whether an owner would have the Apps; whoever is no owner can only say what they know. */
export function askInstallable(
  { ask }: Pick<FlowContext, "ask">,
  { repository }: ControlPlace,
): Promise<Known> {
  return ask
    .choose<"yes" | "no" | "unknown">({
      id: "app-installable",
      title: `Would an owner of ${repository.owner} approve two private Apps?`,
      body: ["You are not an owner, so an owner has to approve each installation."],
      options: [
        { value: "yes", label: "Yes", hint: "The setup waits for the approval." },
        { value: "no", label: "No" },
        { value: "unknown", label: "I do not know", hint: "Counts as no until somebody says yes." },
      ],
    })
    .then((answer) => (answer === "unknown" ? "unknown" : answer === "yes"));
}

/**
 * Not being able to use an App is no consent: the person has to ask for the PAT.
 * @throws Incomplete when they stop
 */
export async function requireWishForPat(
  context: Pick<FlowContext, "ask" | "unanswer">,
  place: ControlPlace,
  decision: ProfileDecision,
): Promise<void> {
  const way = await context.ask.choose<"stop" | "pat">({
    id: "no-profile",
    title: "No credential qualifies yet. How do you want to go on?",
    // This is the command already that the way on would be.
    body: [...decision.reasons, ...decision.next.filter((step) => !step.startsWith("gatehouse "))],
    options: [
      { value: "stop", label: "Stop, and get the Apps approved or the scope changed" },
      {
        value: "pat",
        label: "See whether a personal access token could do",
        hint: "A fallback with conditions, which needs your informed consent.",
      },
    ],
  });
  if (way === "pat") return;
  // The next run asks again, and may be told that the Apps are approved.
  await context.unanswer("app-installable", "no-profile");
  throw noneQualifies(decision, place);
}

/** Why, and what would change it, with the command that goes on then. */
export function noneQualifies({ reasons, next }: ProfileDecision, place: ControlPlace): Incomplete {
  return new Incomplete(
    `No credential qualifies:\n${reasons.map((reason) => `- ${reason}`).join("\n")}`,
    next.map((step) => {
      const verb = (["setup", "verify"] as const).find((each) => step === `gatehouse ${each}`);
      return verb ? { say: "Then", command: commandLine(verb, place) } : { say: step };
    }),
  );
}
