import { tokensPage } from "../../src/forge/web-links.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Fact } from "../../src/prompts/prompter.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { formatLevel } from "../../src/credentials/apps/permission-words.ts";
import { daysLeft, refuseExpiry } from "../../src/credentials/pat/expiry.ts";
import { buildPatTemplate } from "../../src/credentials/pat/template.ts";
import type { PatTemplate } from "../../src/credentials/pat/template.ts";
import { refusePat } from "../../src/credentials/pat/token.ts";
import { count } from "../../src/shared/count.ts";
import { Incomplete, InvalidInput } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { PatAgreement } from "./agree-to-pat.ts";
import type { PatDeps } from "./pat-deps.ts";
import type { TokenFacts } from "../../src/credentials/pat/inspect-token.ts";
import { patPermissions } from "./pat-scope.ts";

export interface PatSubject {
  readonly settings: Settings;
  readonly agreement: PatAgreement;
}

/** A token that was entered and checked, with its expiration date. */
export interface ExaminedToken {
  readonly token: Secret;
  readonly expiresAt: Date;
  readonly login: string;
}

type TemplateDeps = ControlLocation & Pick<PatDeps, "now">;
export type CreateDeps = TemplateDeps & Pick<PatDeps, "openLink" | "inspectToken" | "operator">;

/**
 * Asks the operator to create the token on GitHub's prefilled page, and checks the token that they
 * enter.
 */
export async function createPat(
  context: Pick<FlowContext, "ask" | "vault" | "read">,
  deps: CreateDeps,
  { settings, agreement }: PatSubject,
): Promise<ExaminedToken> {
  const { ask, vault, read } = context;
  const template = await read("pat-template", () =>
    Promise.resolve(fillTemplate(deps, { settings, agreement })),
  );
  await ask.disclose({
    id: "pat-create",
    title: `Create the token on ${deps.profile.brand.title}`,
    facts: describePage(template, agreement),
    body: ["Most of the page is prefilled. Check each value there:", template.url],
    proceed: "Open the page",
    why: "Tokens can be created only on this page, which shows the token once. Copy it and come back.",
  });
  await read("pat-page", () => deps.openLink(template.url, template.repositories));
  return retryWithOperator(context, { id: "pat-examine" }, async () => {
    const keyId = await ask.secret({
      id: "pat-token",
      name: "Token",
      title: "The new token:",
      shape: "line",
      body: [template.url, "The input is not shown. The token stays in memory until it is stored."],
      check: refusePat,
    });
    const token = vault.require(keyId);
    const [facts, operator] = await ask.progress(
      { id: "pat-inspect", title: "Testing the token" },
      () => Promise.all([deps.inspectToken(token, agreement.repositories), deps.operator()]),
    );
    requireOwnToken(facts, operator);
    requireReach(facts, deps);
    const expiresAt = requireExpiry(facts, agreement, deps.now());
    return { token, expiresAt, login: facts.login };
  });
}

function fillTemplate(deps: TemplateDeps, { settings, agreement }: PatSubject): PatTemplate {
  return buildPatTemplate({
    host: deps.profile,
    resourceOwner: agreement.resourceOwner,
    controlRepository: deps.repository.full,
    repositories: agreement.repositories,
    permissions: patPermissions(settings),
    lifetimeDays: agreement.lifetimeDays,
    now: deps.now(),
  });
}

/** Lists the values with the names of the form's fields, in the order of the form. */
function describePage({ name, repositories, permissions }: PatTemplate, agreement: PatAgreement) {
  const possible = permissions.filter(({ isPossible }) => isPossible);
  const impossible = permissions.filter(({ isPossible }) => !isPossible);
  const facts: Fact[] = [
    { name: "Token name", text: name },
    { name: "Resource owner", text: agreement.resourceOwner },
    { name: "Expiration", text: count(agreement.lifetimeDays, "day") },
    { name: "Repositories", text: `Only select repositories: ${repositories.join(", ")}` },
    {
      name: "Permissions",
      text: possible.map(({ title, level }) => `${title}: ${formatLevel(level)}`).join(", "),
    },
  ];
  if (impossible.length === 0) return facts;
  const text = `${impossible.map(({ title }) => title).join(", ")}: not available for tokens`;
  return [...facts, { name: "Omitted", text }];
}

/**
 * Requires the operator's own token, because conditions and consent apply to the signed-in account.
 */
function requireOwnToken({ login }: TokenFacts, operator: string): void {
  if (login === operator) return;
  throw new InvalidInput(`The token belongs to ${login}, but you are signed in as ${operator}.`, [
    {
      text: `Create the token as ${operator}, or sign in as ${login} and consent with that account`,
    },
  ]);
}

function requireReach(
  { outOfReach, beyond }: TokenFacts,
  { profile }: Pick<ControlLocation, "profile">,
): void {
  const link = tokensPage(profile);
  if (outOfReach.length > 0) {
    throw new Incomplete(`The token cannot access ${outOfReach.join(", ")}.`, [
      { text: "Check the token's resource owner, repositories and permissions", link },
      { text: "If an organization has to approve the token first, try again after its approval" },
    ]);
  }
  if (beyond.length > 0) {
    throw new Incomplete(
      `The token can access more than the consent allows: ${beyond.join(", ")}.`,
      [{ text: "Select exactly the repositories of the scope on the token's page", link }],
    );
  }
}

// GitHub counts days differently, so one extra day is accepted.
const toleranceDays = 1;

function requireExpiry({ expiry }: TokenFacts, { lifetimeDays }: PatAgreement, now: Date): Date {
  const problem = refuseExpiry(expiry, now);
  if (problem !== undefined || expiry.kind !== "at") {
    throw new InvalidInput(problem ?? "The token has no expiration date.", [
      { text: "Create another token" },
    ]);
  }
  const days = daysLeft(expiry.at, now);
  if (days <= lifetimeDays + toleranceDays) return expiry.at;
  throw new InvalidInput(
    `The token is valid for another ${count(days, "day")}, but you agreed to a lifetime of ${count(lifetimeDays, "day")}.`,
    [
      {
        text: `Create another token that expires in ${count(lifetimeDays, "day")}, and delete this one`,
      },
    ],
  );
}
