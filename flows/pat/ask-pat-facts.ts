import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Question } from "../../src/prompts/prompter.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { PatEvidence } from "../../src/credentials/pat/eligibility.ts";
import { formatPermissions } from "../../src/credentials/apps/permission-words.ts";
import { checkLifetimeDays } from "../../src/credentials/pat/template.ts";
import type { Known } from "../../src/credentials/profile/facts.ts";
import { countQuestions } from "../shared/count-questions.ts";
import type { Places } from "../shared/count-questions.ts";
import { patPermissions } from "./pat-scope.ts";

/** Facts that only the operator can provide, because the API does not return them to any user. */
export type PatFacts = Pick<
  PatEvidence,
  "canSelectOwner" | "policyPermits" | "approvalObtainable" | "canBeLimited"
> & { readonly lifetimeDays: number; readonly rotationOwner: string };

type Asking = Pick<FlowContext, "ask">;

export interface PatRequest {
  readonly resourceOwner: string;
  readonly repositories: readonly string[];
  /** The account of the operator who answers. */
  readonly login: string;
}

/** Total number of questions, for the "2 of 6" next to each question. */
const questions = 6;

export async function askPatFacts(
  context: Asking,
  settings: Settings,
  { resourceOwner, repositories, login }: PatRequest,
): Promise<PatFacts> {
  const locations = countQuestions(questions);
  const owner = { name: "Resource owner", text: resourceOwner };
  const canSelectOwner = await askKnown(context, {
    id: "pat-owner",
    name: "Owner",
    position: locations.next(),
    title: "Can you select this resource owner for a token?",
    facts: [owner],
    why: "The page for new tokens lists the resource owners that you can select.",
  });
  const policyPermits = await askKnown(context, {
    id: "pat-policy",
    name: "Policy",
    position: locations.next(),
    title: "Does this owner permit fine-grained tokens?",
    facts: [owner, { name: "Includes", text: "its enterprise, if it belongs to one" }],
    why: "The API does not return an organization's token policy. An organization owner can see the policy in the settings.",
  });
  const approvalObtainable = await askKnown(context, {
    id: "pat-approval",
    name: "Approval",
    position: locations.next(),
    title: "Will the token be approved before the first run?",
    facts: [owner, { name: "Yes", text: "also if no approval is required" }],
    why: "Until the organization approves a token, the token can read only public resources.",
  });
  const canBeLimited = await askKnown(context, {
    id: "pat-limits",
    name: "Limits",
    position: locations.next(),
    title: "Can the token be limited to exactly this access?",
    facts: [
      { name: "Repositories", text: repositories.join(", ") },
      { name: "Permissions", text: formatPermissions(patPermissions(settings)).join(", ") },
    ],
    why: "The page for new tokens lets you select any repository that you are a member of. The token must cover only the repositories listed in this question.",
  });
  return {
    canSelectOwner,
    policyPermits,
    approvalObtainable,
    canBeLimited,
    ...(await askEnd(context, settings.rotationOwner ?? login, locations)),
  };
}

async function askEnd({ ask }: Asking, named: string, locations: Places) {
  const days = await ask.text({
    id: "pat-lifetime",
    name: "Lifetime (days)",
    position: locations.next(),
    title: "After how many days should the token expire?",
    initial: "30",
    check: checkLifetimeDays,
    why: "A shorter lifetime is safer. Someone must replace the token before it expires.",
  });
  const rotationOwner = await ask.text({
    id: "pat-rotation-owner",
    name: "Replaced by",
    position: locations.next(),
    title: "Who will replace the token before it expires?",
    initial: named,
    check: (text) =>
      text.trim() === "" ? "Enter the name or the account of a person, such as mona." : undefined,
    why: "If the token is not replaced, the agents stop when it expires. This person's name is recorded with your consent.",
  });
  return { lifetimeDays: Number(days), rotationOwner: rotationOwner.trim() };
}

type KnownQuestion = Required<
  Pick<Question, "id" | "name" | "position" | "title" | "facts" | "why">
>;

async function askKnown({ ask }: Asking, question: KnownQuestion): Promise<Known> {
  const answer = await ask.choose<"yes" | "no" | "unknown">({
    ...question,
    // Pressing Enter alone must not confirm anything.
    initial: "unknown",
    options: [
      { value: "yes", label: "Yes", hint: "recorded as reported by you" },
      { value: "no", label: "No", hint: "means that a token cannot be used" },
      { value: "unknown", label: "I do not know", hint: "counts as No until the answer is known" },
    ],
  });
  return answer === "unknown" ? "unknown" : answer === "yes";
}
