import type { FlowContext } from "../../src/asking/run-flow.ts";
import { ownerOf, ownersOf } from "../../src/control/settings-owners.ts";
import type { RepositoryFacts } from "../../src/control/repository-facts.ts";
import { requiredApis } from "../../src/control/settings-scope.ts";
import type { Settings } from "../../src/control/settings.ts";
import { checkConsentPhrase, consentPhrase } from "../../src/credentials/consent.ts";
import { patDisclosures } from "../../src/credentials/pat-disclosures.ts";
import { isPatEligible, judgePatConditions } from "../../src/credentials/pat-eligibility.ts";
import type { PatCondition } from "../../src/credentials/pat-eligibility.ts";
import { checkLifetimeDays } from "../../src/credentials/pat-template.ts";
import type { Known } from "../../src/credentials/profile-facts.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { PatDeps } from "./pat-deps.ts";
import { listPermissions, patPermissions } from "./pat-permissions.ts";

/** What an operator agreed to after all five conditions were seen to hold. */
export interface PatAgreement {
  readonly resourceOwner: string;
  readonly repositories: readonly string[];
  readonly lifetimeDays: number;
  readonly rotationOwner: string;
}

export interface PatScope {
  readonly settings: Settings;
  readonly facts: ReadonlyMap<string, RepositoryFacts>;
}

/**
 * Goes through the five conditions, the five disclosures, and the typed consent, in this order.
 * @throws Incomplete naming every condition that does not hold, with the ways out
 */
export async function agreeToPat(
  context: FlowContext,
  deps: PatDeps,
  scope: PatScope,
): Promise<PatAgreement> {
  const terms = await askTerms(context, deps, scope);
  await askConsent(context, terms.resourceOwner);
  return terms;
}

async function askTerms(
  context: FlowContext,
  { repository }: PatDeps,
  { settings, facts }: PatScope,
): Promise<PatAgreement> {
  const { ask, mark } = context;
  const repositories = coveredRepositories(settings, repository.full);
  const owners = ownersOf(repositories);
  const resourceOwner = owners[0] ?? ownerOf(repository.full);
  const askKnown = (id: string, title: string, why: string, body: readonly string[] = []) =>
    askKnownFact(context, { id, title, why, body });
  const canSelectOwner = await askKnown(
    "pat-owner",
    `Can you choose ${resourceOwner} as resource owner of a token?`,
    "The page for a new token lists the resource owners that you may choose.",
  );
  const policyPermits = await askKnown(
    "pat-policy",
    `Do ${resourceOwner} and its enterprise permit fine-grained tokens?`,
    "The forge tells this to no login; an owner sees it in the organization's settings.",
  );
  const approvalObtainable = await askKnown(
    "pat-approval",
    "Is approval unneeded, or to be had before the first run?",
    "Until an organization approves it, a token reads public things only.",
  );
  const canBeLimited = await askKnown(
    "pat-limits",
    "Can it be limited to exactly these repositories and permissions?",
    "The page lets you choose among repositories that you are a member of. More than these is too much.",
    [...repositories, "", ...listPermissions(patPermissions(settings))],
  );
  const lifetimeDays = Number(
    await ask.text({
      id: "pat-lifetime",
      title: "Days until it expires:",
      initial: "30",
      check: checkLifetimeDays,
      why: "Shorter is safer. Somebody has to replace it before that day.",
    }),
  );
  const rotationOwner = (
    await ask.text({
      id: "pat-rotation-owner",
      title: "Who replaces it before it expires?",
      ...(settings.rotationOwner !== undefined && { initial: settings.rotationOwner }),
      check: (text) => (text.trim() === "" ? "A name or login is needed." : undefined),
    })
  ).trim();
  const conditions = judgePatConditions({
    owners,
    canSelectOwner,
    access: new Map(repositories.map((name) => [name, judgeAccess(name, { facts, settings })])),
    policyPermits,
    approvalObtainable,
    requiredApis: requiredApis(settings),
    canBeLimited,
    lifetimeDays,
    rotationOwner,
  });
  if (isPatEligible(conditions) !== true) {
    // What was not known may be known by the next run, which asks again.
    await context.unanswer("app-installable", "no-profile", "pat-owner");
    throw notEligible(conditions);
  }
  mark({ name: "PAT conditions", state: "done", summary: "all five hold" });
  await ask.disclose({
    id: "pat-conditions",
    title: "All five conditions for a personal access token hold",
    body: conditions.flatMap(describeCondition),
    proceed: "Continue",
  });
  return { resourceOwner, repositories, lifetimeDays, rotationOwner };
}

/** Each disclosure on a screen of its own; then words, because Enter alone is no consent. */
async function askConsent({ ask }: FlowContext, resourceOwner: string): Promise<void> {
  for (const [index, { id, title, text }] of patDisclosures.entries()) {
    await ask.disclose({
      id: `pat-told-${id}`,
      title: `${index + 1} of ${patDisclosures.length}: ${title}`,
      body: [text],
      proceed: "I have read this",
    });
  }
  await ask.text({
    id: "pat-consent",
    title: `Type "${consentPhrase(resourceOwner)}" to consent:`,
    body: ["Esc goes back, Ctrl-C stops; nothing has been made or stored yet."],
    check: (typed) => checkConsentPhrase(typed, resourceOwner),
  });
}

/** Every repository that the token has to reach, the control repository included. */
export function coveredRepositories(
  { targets, alternateRepository }: Settings,
  control: string,
): string[] {
  return [...new Set([control, ...targets, ...(alternateRepository ? [alternateRepository] : [])])];
}

function judgeAccess(name: string, { facts, settings }: PatScope): Known {
  const seen = facts.get(name);
  if (!seen) return facts.size === 0 ? "unknown" : false;
  return isWritten(name, settings) ? seen.canWrite : true;
}

function isWritten(name: string, { mode, destination, targets, alternateRepository }: Settings) {
  const isTarget = targets.includes(name);
  return mode === "live" || name === alternateRepository || (destination === "target" && isTarget);
}

async function askKnownFact(
  { ask }: FlowContext,
  question: { id: string; title: string; why: string; body: readonly string[] },
): Promise<Known> {
  const answer = await ask.choose<"yes" | "no" | "unknown">({
    ...question,
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

function describeCondition({ question, state, evidence, source }: PatCondition): string[] {
  return [
    `${state === "holds" ? "✔ holds" : `✖ ${state}`}: ${question}`,
    `    ${evidence} (${source})`,
  ];
}

function notEligible(conditions: readonly PatCondition[]): Incomplete {
  const broken = conditions.filter(({ state }) => state !== "holds");
  const ways = [...new Set(broken.flatMap(({ waysOut }) => waysOut))];
  const lines = broken.flatMap(describeCondition).map((line) => `  ${line}`);
  return new Incomplete(
    [`A personal access token does not qualify:`, ...lines].join("\n"),
    ways.map((say) => ({ say })),
  );
}
