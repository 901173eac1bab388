import type { FlowContext } from "../../src/asking/flow-context.ts";
import { ownerOf, ownersOf } from "../../src/control/scope/owners.ts";
import { enrolledRepositories, requiredApis } from "../../src/control/scope/scope.ts";
import { checkConsentPhrase, consentPhrase } from "../../src/credentials/pat/consent.ts";
import { patDisclosures } from "../../src/credentials/pat/disclosures.ts";
import { isPatEligible, judgePatConditions } from "../../src/credentials/pat/eligibility.ts";
import type { PatCondition } from "../../src/credentials/pat/eligibility.ts";
import { patSecret } from "../../src/credentials/records.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { marks } from "../../src/shared/marks.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { askPatFacts } from "./ask-pat-facts.ts";
import { judgeAccess } from "./pat-scope.ts";
import type { PatScope } from "./pat-scope.ts";

/** What an operator agreed to after all five conditions were seen to hold. */
export interface PatAgreement {
  readonly resourceOwner: string;
  readonly repositories: readonly string[];
  readonly lifetimeDays: number;
  readonly rotationOwner: string;
}

type Agreeing = Pick<FlowContext, "ask" | "mark" | "unanswer">;

/**
 * Goes through the five conditions, the five disclosures, and the typed consent, in this order.
 * @throws Incomplete naming every condition that does not hold, with the ways out
 */
export async function agreeToPat(
  context: Agreeing,
  place: Pick<ControlPlace, "repository">,
  scope: PatScope,
): Promise<PatAgreement> {
  const agreement = await requireConditions(context, place, scope);
  const { environment } = scope.settings;
  const { resourceOwner } = agreement;
  await askConsent(context, { resourceOwner, environment, control: place.repository.full });
  return agreement;
}

async function requireConditions(
  context: Agreeing,
  { repository }: Pick<ControlPlace, "repository">,
  scope: PatScope,
): Promise<PatAgreement> {
  const { settings } = scope;
  const repositories = enrolledRepositories(settings, repository.full, "read");
  const owners = ownersOf(repositories);
  const resourceOwner = ownerOf(repository.full);
  const facts = await askPatFacts(context, settings, { resourceOwner, repositories });
  const conditions = judgePatConditions({
    owners,
    access: new Map(repositories.map((name) => [name, judgeAccess(name, scope)])),
    requiredApis: requiredApis(settings),
    ...facts,
  });
  if (isPatEligible(conditions) !== true) {
    // What was not known may be known by the next run, which asks again.
    await context.unanswer("app-installable", "no-profile", "pat-owner");
    throw notEligible(conditions);
  }
  context.mark({ name: "PAT conditions", state: "done", summary: "all five hold" });
  await context.ask.disclose({
    id: "pat-conditions",
    title: "All five conditions for a personal access token hold",
    body: conditions.flatMap(describeCondition),
    proceed: "Continue",
  });
  const { lifetimeDays, rotationOwner } = facts;
  return { resourceOwner, repositories, lifetimeDays, rotationOwner };
}

interface ConsentPlace {
  readonly resourceOwner: string;
  readonly environment: string;
  /** `owner/name` */
  readonly control: string;
}

/** Each disclosure on a screen of its own; then words, because Enter alone is no consent. */
async function askConsent(
  { ask }: Pick<FlowContext, "ask">,
  { resourceOwner, environment, control }: ConsentPlace,
): Promise<void> {
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
    body: [
      `The token becomes the secret ${patSecret} of the environment ${environment} in ${control}.`,
      "Where that environment is not there yet, it is made after the consent, for runs of the default branch only; where the plan refuses that, you are asked first. One that is there keeps its rules.",
      "Esc goes back, Ctrl-C stops; no new token is there yet.",
    ],
    check: (typed) => checkConsentPhrase(typed, resourceOwner),
  });
}

function describeCondition({ question, state, evidence, source }: PatCondition): string[] {
  return [`${markOf(state, source)} ${state}: ${question}`, `    ${evidence} (${source})`];
}

function markOf(state: PatCondition["state"], source: PatCondition["source"]): string {
  if (state === "holds") return source === "operator" ? marks.told : marks.done;
  return state === "broken" ? marks.failed : marks.unknown;
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
