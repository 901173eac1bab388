import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { formatPermissions } from "../../src/credentials/apps/permission-words.ts";
import type { ConsentNote } from "../../src/credentials/pat/consent.ts";
import { checkLifetimeDays } from "../../src/credentials/pat/template.ts";
import { count } from "../../src/shared/count.ts";
import type { PatFacts, PatRequest } from "./ask-pat-facts.ts";
import { patPermissions } from "./pat-scope.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Asks whether the answers that belong to an earlier consent still apply to the next token.
 * @returns undefined if each fact must be asked: it may have changed, or another operator answered
 */
export async function confirmPatFacts(
  { ask }: Pick<FlowContext, "ask">,
  settings: Settings,
  { resourceOwner, repositories, login, before }: PatRequest & { readonly before: ConsentNote },
): Promise<PatFacts | undefined> {
  const isSameOperator = before.operator.toLowerCase() === login.toLowerCase();
  const lifetimeDays = readLifetimeDays(before);
  if (!isSameOperator || before.resourceOwner !== resourceOwner || lifetimeDays === undefined)
    return undefined;
  const { rotationOwner, consentedAt } = before;
  const way = await ask.choose<"same" | "changed">({
    id: "pat-unchanged",
    title: "Does all of this still apply to the new token?",
    facts: [
      {
        name: "Resource owner",
        text: `${resourceOwner}: you can select it, and it permits tokens`,
      },
      { name: "Approval", text: "before the first run, or not required" },
      { name: "Repositories", text: `only ${repositories.join(", ")}` },
      { name: "Permissions", text: formatPermissions(patPermissions(settings)).join(", ") },
      { name: "Lifetime", text: count(lifetimeDays, "day") },
      { name: "Replaced by", text: rotationOwner },
    ],
    options: [
      { value: "same", label: "Yes, all of it", hint: "recorded as reported by you" },
      { value: "changed", label: "No, or I do not know", hint: "asks about each of these facts" },
    ],
    // Pressing Enter alone must not confirm anything.
    initial: "changed",
    isOptional: true,
    why: `You reported these facts on ${consentedAt.slice(0, 10)}, and the scope has not changed since then. After this question, you read the disclosures and consent to the new token.`,
  });
  if (way === "changed") return undefined;
  return {
    canSelectOwner: true,
    policyPermits: true,
    approvalObtainable: true,
    canBeLimited: true,
    lifetimeDays,
    rotationOwner,
  };
}

/** Returns the lifetime of the earlier token in days; undefined if it is not a valid lifetime. */
function readLifetimeDays({ consentedAt, expiresAt }: ConsentNote): number | undefined {
  const days = Math.round((Date.parse(expiresAt) - Date.parse(consentedAt)) / dayMilliseconds);
  return checkLifetimeDays(String(days)) === undefined ? days : undefined;
}
