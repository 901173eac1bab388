import type { FlowContext } from "../../src/asking/run-flow.ts";
import { requiredPermissions } from "../../src/control/settings-scope.ts";
import type { Settings } from "../../src/control/settings.ts";
import { daysLeft, refuseExpiry } from "../../src/credentials/pat-expiry.ts";
import { buildPatTemplate } from "../../src/credentials/pat-template.ts";
import type { PermissionTick } from "../../src/credentials/pat-template.ts";
import { refusePat } from "../../src/credentials/pat-token.ts";
import { patSecret } from "../../src/credentials/records.ts";
import { Incomplete, InvalidInput } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { insist } from "../insist.ts";
import type { PatAgreement } from "./agree-to-pat.ts";
import type { PatDeps, TokenFacts } from "./pat-deps.ts";

export interface PatSubject {
  readonly settings: Settings;
  readonly agreement: PatAgreement;
}

/** A token that was entered and examined, and when it ends. */
export interface ExaminedToken {
  readonly token: Secret;
  readonly expiresAt: Date;
  readonly login: string;
}

/** Has the operator create the token on the forge's filled-in page, and examines what they bring. */
export async function createPat(
  context: FlowContext,
  deps: PatDeps,
  { settings, agreement }: PatSubject,
): Promise<ExaminedToken> {
  const { ask, keeper } = context;
  const template = await context.read("pat-template", () =>
    Promise.resolve(
      buildPatTemplate({
        host: deps.profile,
        resourceOwner: agreement.resourceOwner,
        controlRepository: deps.repository.full,
        repositories: agreement.repositories,
        permissions: requiredPermissions(settings),
        lifetimeDays: agreement.lifetimeDays,
        now: deps.now(),
      }),
    ),
  );
  await ask.disclose({
    id: "pat-create",
    title: "Create the token on the forge's page",
    body: [
      "The page is filled in as far as the forge allows. Check there, one by one:",
      template.url,
      "",
      `Resource owner: ${agreement.resourceOwner}`,
      `Expiration: ${agreement.lifetimeDays} days`,
      "Repository access: Only select repositories, exactly these:",
      ...template.repositories.map((name) => `  ${name}`),
      "Permissions:",
      ...describeTicks(template.permissions),
    ],
    proceed: "Continue",
  });
  return insist(context, { id: "pat-examine" }, async () => {
    const keyId = await ask.secret({
      id: "pat-token",
      title: "The new token:",
      shape: "line",
      body: [template.url, "It is not shown, and kept in memory until it is stored."],
      check: refusePat,
    });
    const token = keeper.find(keyId) as Secret;
    const facts = await ask.progress({ id: "pat-inspect", title: "Trying the token" }, () =>
      deps.inspectToken(token, agreement.repositories),
    );
    return { token, ...examine(facts, deps.now()) };
  });
}

/** Stores a token in the protected environment's secret, over standard input. */
export async function storePat(
  context: FlowContext,
  deps: PatDeps,
  { environment, token, expiresAt }: { environment: string; token: Secret; expiresAt: Date },
): Promise<void> {
  const { ask, step, mark } = context;
  const place = `${deps.profile.host} ${deps.repository.full}`;
  const { protection } = await insist(context, { id: "pat-environment" }, () =>
    step(`${place} environment ${environment}`, () =>
      ask.progress(
        { id: "pat-environment", title: `Making sure of the environment ${environment}` },
        () => deps.ensureEnvironment(environment),
      ),
    ),
  );
  await insist(context, { id: "pat-store" }, () =>
    step(`${place} ${patSecret} until ${expiresAt.toISOString()}`, () =>
      ask.progress(
        { id: "pat-store", title: `Storing ${patSecret} in ${environment}` },
        async () => {
          await deps.storePat(environment, token);
          return true;
        },
      ),
    ),
  );
  const days = daysLeft(expiresAt, deps.now());
  const summary = `stored in ${environment} (${protection}) · ${days} days left`;
  mark({ name: "PAT", state: "done", summary });
}

function examine({ login, expiry, outOfReach }: TokenFacts, now: Date) {
  const problem = refuseExpiry(expiry, now);
  if (problem !== undefined) throw new InvalidInput(problem, [{ say: "Create another token" }]);
  if (outOfReach.length > 0) {
    throw new Incomplete(`The token does not reach ${outOfReach.join(", ")}.`, [
      { say: "Check its repositories and permissions on the forge's page" },
      { say: "An organization may have to approve it first; then try again" },
    ]);
  }
  if (expiry.kind !== "at") throw new InvalidInput("The token has no end.");
  return { login, expiresAt: expiry.at };
}

function describeTicks(ticks: readonly PermissionTick[]): string[] {
  return ticks.map(({ title, level, isPossible }) =>
    isPossible ? `  ${title}: ${level}` : `  ${title}: not possible with a token`,
  );
}
