import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { ownerOf, ownersOf } from "../../src/plane/scope/owners.ts";
import { enrolledRepositories, requiredApis } from "../../src/plane/scope/scope.ts";
import { checkConsentPhrase, consentPhrase } from "../../src/credentials/pat/consent.ts";
import type { ConsentNote } from "../../src/credentials/pat/consent.ts";
import { patDisclosures } from "../../src/credentials/pat/disclosures.ts";
import { isPatEligible, evaluatePatConditions } from "../../src/credentials/pat/eligibility.ts";
import type { PatCondition } from "../../src/credentials/pat/eligibility.ts";
import { patSecret } from "../../src/credentials/records.ts";
import { count } from "../../src/shared/count.ts";
import { Cancelled, Incomplete } from "../../src/shared/errors.ts";
import { marks } from "../../src/shared/marks.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { askPatFacts } from "./ask-pat-facts.ts";
import { confirmPatFacts } from "./confirm-pat-facts.ts";
import type { PatDeps } from "./pat-deps.ts";
import { evaluateAccess } from "./pat-scope.ts";
import type { PatScope } from "./pat-scope.ts";

/** IDs of the first questions that the next run asks again if the operator does not consent. */
const reconsidered = ["app-installable", "no-profile", "pat-unchanged", "pat-owner"] as const;

/** The terms that an operator agreed to after all five conditions were met. */
export interface PatAgreement {
  readonly resourceOwner: string;
  readonly repositories: readonly string[];
  readonly lifetimeDays: number;
  readonly rotationOwner: string;
}

type ConsentScope = PatScope & { readonly before?: ConsentNote };
type Agreeing = Pick<FlowContext, "ask" | "mark" | "read" | "discardAnswer">;
type AgreeDeps = Pick<ControlLocation, "repository"> & Pick<PatDeps, "operator">;

/**
 * Checks the five conditions, shows the five disclosures, and asks for the typed consent, in this
 * order.
 * @param scope.before the consent to the token that the new token replaces; its answers are
 *   confirmed instead of asked again
 * @throws Incomplete listing every unmet condition and how to meet it
 */
export async function agreeToPat(
  context: Agreeing,
  deps: AgreeDeps,
  scope: ConsentScope,
): Promise<PatAgreement> {
  const agreement = await requireConditions(context, deps, scope);
  const { environment } = scope.settings;
  await askConsent(context, { ...agreement, environment, location: deps });
  return agreement;
}

async function requireConditions(
  context: Agreeing,
  { repository, operator }: AgreeDeps,
  scope: ConsentScope,
): Promise<PatAgreement> {
  const { settings, before } = scope;
  const repositories = enrolledRepositories(settings, repository.full, "read");
  const owners = ownersOf(repositories);
  const resourceOwner = ownerOf(repository.full);
  const login = await context.read("operator", () => operator());
  const request = { resourceOwner, repositories, login };
  const facts =
    (before && (await confirmPatFacts(context, settings, { ...request, before }))) ??
    (await askPatFacts(context, settings, request));
  const conditions = evaluatePatConditions({
    owners,
    access: new Map(repositories.map((name) => [name, evaluateAccess(name, scope)])),
    requiredApis: requiredApis(settings),
    ...facts,
  });
  if (isPatEligible(conditions) !== true) {
    // The next run asks again, because unknown facts may be known by then.
    await context.discardAnswer(...reconsidered);
    throw notEligible(conditions);
  }
  context.mark({ name: "PAT conditions", state: "reported", summary: "all five are met" });
  await context.ask.disclose({
    id: "pat-conditions",
    title: "All five conditions for a PAT are met",
    body: conditions.flatMap(describeCondition),
    proceed: "Continue",
    why: "gatehouse offers a PAT only if all five conditions are met. Your own answers count as reported: gatehouse did not verify them.",
  });
  const { lifetimeDays, rotationOwner } = facts;
  return { resourceOwner, repositories, lifetimeDays, rotationOwner };
}

interface ConsentTerms extends PatAgreement {
  readonly environment: string;
  readonly location: Pick<ControlLocation, "repository">;
}

/**
 * Shows all disclosures on one screen, then asks for a typed phrase, because pressing Enter does
 * not count as consent.
 */
async function askConsent(
  { ask, discardAnswer }: Pick<FlowContext, "ask" | "discardAnswer">,
  { resourceOwner, repositories, lifetimeDays, environment, location }: ConsentTerms,
): Promise<void> {
  const control = location.repository.full;
  const isReported = await ask.choose<"stop" | "read">({
    id: "pat-notice",
    title: "Use a personal access token? Read this first",
    weight: "read first",
    facts: patDisclosures.map(({ title, text }) => ({ name: title, text })),
    body: [`Recorded in ${control}: your name, the time, and that you have read this.`],
    options: [
      {
        value: "stop",
        label: "Stop here",
        hint: `ask an owner of ${resourceOwner} to install Apps`,
      },
      {
        value: "read",
        label: "I have read this",
        hint: "you type your consent next",
      },
    ],
  });
  if (isReported === "stop") {
    await discardAnswer(...reconsidered);
    throw new Cancelled("You did not consent to a personal access token. No token was created.");
  }
  await ask.text({
    id: "pat-consent",
    title: "To consent, type this phrase:",
    weight: "read first",
    facts: [
      { name: "Phrase", text: consentPhrase(resourceOwner) },
      { name: "Access", text: repositories.join(", ") },
      { name: "Expires after", text: count(lifetimeDays, "day") },
      {
        name: "Stored as",
        text: `secret ${patSecret} in environment ${environment} of ${control}`,
      },
      {
        name: "Environment",
        text: "created if missing, limited to runs on the default branch; if the plan does not support this rule, gatehouse asks first. An existing environment keeps its rules",
      },
      { name: "Status", text: "no new token exists yet" },
    ],
    check: (typed) => checkConsentPhrase(typed, resourceOwner),
  });
}

function describeCondition({ question, state, evidence, source }: PatCondition): string[] {
  return [`${markOf(state, source)} ${state}: ${question}`, `    ${evidence} (${source})`];
}

function markOf(state: PatCondition["state"], source: PatCondition["source"]): string {
  if (state === "holds") return source === "settings" ? marks.done : marks.reported;
  return state === "broken" ? marks.failed : marks.unknown;
}

function notEligible(conditions: readonly PatCondition[]): Incomplete {
  const broken = conditions.filter(({ state }) => state !== "holds");
  const ways = [...new Set(broken.flatMap(({ waysOut }) => waysOut))];
  const lines = broken.flatMap(describeCondition).map((line) => `  ${line}`);
  return new Incomplete(
    [`A personal access token does not qualify:`, ...lines].join("\n"),
    ways.map((text) => ({ text })),
  );
}
