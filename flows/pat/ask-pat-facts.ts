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

/** What only the operator can say: the forge tells it to no login. */
export type PatFacts = Pick<
  PatEvidence,
  "canSelectOwner" | "policyPermits" | "approvalObtainable" | "canBeLimited"
> & { readonly lifetimeDays: number; readonly rotationOwner: string };

type Asking = Pick<FlowContext, "ask">;

interface PatRequest {
  readonly resourceOwner: string;
  readonly repositories: readonly string[];
  /** Who answers. */
  readonly login: string;
}

/** How many questions there are, so that each says its place. */
const questions = 6;

export async function askPatFacts(
  context: Asking,
  settings: Settings,
  { resourceOwner, repositories, login }: PatRequest,
): Promise<PatFacts> {
  const places = countQuestions(questions);
  const owner = { name: "Resource owner", text: resourceOwner };
  const canSelectOwner = await askKnown(context, {
    id: "pat-owner",
    name: "Owner",
    place: places.next(),
    title: "Can you choose it as owner of a token?",
    facts: [owner],
    why: "The page for a new token lists the resource owners that you may choose.",
  });
  const policyPermits = await askKnown(context, {
    id: "pat-policy",
    name: "Policy",
    place: places.next(),
    title: "Are fine-grained tokens permitted there?",
    facts: [owner, { name: "Counts too", text: "its enterprise, where it belongs to one" }],
    why: "The forge tells this to no login; an owner sees it in the organization's settings.",
  });
  const approvalObtainable = await askKnown(context, {
    id: "pat-approval",
    name: "Approval",
    place: places.next(),
    title: "Will it be approved before the first run?",
    facts: [owner, { name: "Yes", text: "also where no approval is needed" }],
    why: "Until an organization approves it, a token reads public things only.",
  });
  const canBeLimited = await askKnown(context, {
    id: "pat-limits",
    name: "Limits",
    place: places.next(),
    title: "Can it be limited to exactly this?",
    facts: [
      { name: "Repositories", text: repositories.join(", ") },
      { name: "Permissions", text: formatPermissions(patPermissions(settings)).join(", ") },
    ],
    why: "The page lets you choose among repositories that you are a member of. More than these is too much.",
  });
  return {
    canSelectOwner,
    policyPermits,
    approvalObtainable,
    canBeLimited,
    ...(await askEnd(context, settings.rotationOwner ?? login, places)),
  };
}

async function askEnd({ ask }: Asking, named: string, places: Places) {
  const days = await ask.text({
    id: "pat-lifetime",
    name: "Ends after days",
    place: places.next(),
    title: "After how many days does it end?",
    initial: "30",
    check: checkLifetimeDays,
    why: "Shorter is safer. Somebody has to replace it before that day.",
  });
  const rotationOwner = await ask.text({
    id: "pat-rotation-owner",
    name: "Replaces it",
    place: places.next(),
    title: "Who replaces it before it ends?",
    initial: named,
    check: (text) =>
      text.trim() === "" ? "Type the name or the login of a person, such as mona." : undefined,
    why: "A token that nobody replaces stops the agents on its last day. The name is recorded with your consent.",
  });
  return { lifetimeDays: Number(days), rotationOwner: rotationOwner.trim() };
}

type KnownQuestion = Required<Pick<Question, "id" | "name" | "place" | "title" | "facts" | "why">>;

async function askKnown({ ask }: Asking, question: KnownQuestion): Promise<Known> {
  const answer = await ask.choose<"yes" | "no" | "unknown">({
    ...question,
    // Whoever only presses Enter confirms nothing.
    initial: "unknown",
    options: [
      { value: "yes", label: "Yes", hint: "recorded as your word" },
      { value: "no", label: "No", hint: "then a token will not do" },
      { value: "unknown", label: "I do not know", hint: "counts as no until somebody confirms it" },
    ],
  });
  return answer === "unknown" ? "unknown" : answer === "yes";
}
