import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
import type { PatEvidence } from "../../src/credentials/pat/eligibility.ts";
import { sayPermissions } from "../../src/credentials/apps/permission-words.ts";
import { checkLifetimeDays } from "../../src/credentials/pat/template.ts";
import type { Known } from "../../src/credentials/profile/facts.ts";
import { patPermissions } from "./pat-scope.ts";

/** What only the operator can say: the forge tells it to no login. */
export type PatFacts = Pick<
  PatEvidence,
  "canSelectOwner" | "policyPermits" | "approvalObtainable" | "canBeLimited"
> & { readonly lifetimeDays: number; readonly rotationOwner: string };

type Asking = Pick<FlowContext, "ask">;

interface Wish {
  readonly resourceOwner: string;
  readonly repositories: readonly string[];
}

export async function askPatFacts(
  context: Asking,
  settings: Settings,
  { resourceOwner, repositories }: Wish,
): Promise<PatFacts> {
  const canSelectOwner = await askKnown(context, {
    id: "pat-owner",
    title: `Can you choose ${resourceOwner} as resource owner of a token?`,
    why: "The page for a new token lists the resource owners that you may choose.",
  });
  const policyPermits = await askKnown(context, {
    id: "pat-policy",
    title: `Do ${resourceOwner} and its enterprise permit fine-grained tokens?`,
    why: "The forge tells this to no login; an owner sees it in the organization's settings.",
  });
  const approvalObtainable = await askKnown(context, {
    id: "pat-approval",
    title: "Is approval unneeded, or to be had before the first run?",
    why: "Until an organization approves it, a token reads public things only.",
  });
  const canBeLimited = await askKnown(context, {
    id: "pat-limits",
    title: "Can it be limited to exactly these repositories and permissions?",
    body: [...repositories, "", ...sayPermissions(patPermissions(settings))],
    why: "The page lets you choose among repositories that you are a member of. More than these is too much.",
  });
  return {
    canSelectOwner,
    policyPermits,
    approvalObtainable,
    canBeLimited,
    ...(await askEnd(context, settings)),
  };
}

async function askEnd({ ask }: Asking, { rotationOwner: named }: Settings) {
  const days = await ask.text({
    id: "pat-lifetime",
    title: "Days until it expires:",
    initial: "30",
    check: checkLifetimeDays,
    why: "Shorter is safer. Somebody has to replace it before that day.",
  });
  const rotationOwner = await ask.text({
    id: "pat-rotation-owner",
    title: "Who replaces it before it expires?",
    ...(named !== undefined && { initial: named }),
    check: (text) => (text.trim() === "" ? "A name or login is needed." : undefined),
  });
  return { lifetimeDays: Number(days), rotationOwner: rotationOwner.trim() };
}

async function askKnown(
  { ask }: Asking,
  question: { id: string; title: string; why: string; body?: readonly string[] },
): Promise<Known> {
  const answer = await ask.choose<"yes" | "no" | "unknown">({
    ...question,
    // Whoever only presses Enter confirms nothing.
    initial: "unknown",
    options: [
      { value: "yes", label: "Yes" },
      { value: "no", label: "No" },
      {
        value: "unknown",
        label: "I do not know",
        hint: "Counts as no until somebody confirms it.",
      },
    ],
  });
  return answer === "unknown" ? "unknown" : answer === "yes";
}
