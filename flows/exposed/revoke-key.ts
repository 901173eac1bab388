import { roleOf, titleOfCredential } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { tryKey } from "../../src/credentials/revoke-token.ts";
import type { Liveness } from "../../src/credentials/revoke-token.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import { appSettingsLink, appsPage, installationLink } from "../../src/forge/web-links.ts";
import type { Material } from "./provide-credential.ts";
import { confirmDeleted } from "./confirm-deleted.ts";
import { endInstallationToken } from "./revoke-token.ts";
import type { EndingToken } from "./revoke-token.ts";
import type { ExposedApp } from "../../src/plane/exposed/find-exposed-app.ts";
import type { ExposedKey } from "./exposed-key.ts";
import { attempts, noteStep } from "./record-step.ts";
import type { IncidentResponse, Recording, Using } from "./record-step.ts";
import { offerToUninstall } from "./uninstall-app.ts";

type Location = Using<never, "profile" | "repository"> & Pick<IncidentResponse, "situation">;
type EndingKey = Location &
  EndingToken &
  Using<"ask" | "read", "findApp" | "appClient" | "openLink">;

/**
 * Revokes an App's key. Only a user can delete the key, so gatehouse first offers the actions that
 * it can perform itself.
 */
export async function endKey(
  response: EndingKey,
  given: { credential: StoredCredential; material: Material | undefined; way: string },
): Promise<void> {
  const { credential, material, way } = given;
  const { context, deps } = response;
  if (material?.kind === "token") {
    await endInstallationToken(response, { credential, secret: material.secret, way });
  }
  const role = roleOf(credential) ?? "read";
  const app = await context.read(`app ${role}`, () => deps.findApp(role));
  const key = material?.kind === "key" ? material : undefined;
  const client = key && app && deps.appClient(app.clientId, key.secret);
  const subject = {
    credential,
    way,
    link: linkTo(response, app),
    suspendLink: suspendLinkTo(response, app),
    fingerprint: key?.fingerprint,
    client,
  };
  const trial = client && (await tryAlive(response, subject, client));
  const isUninstalled =
    client !== undefined &&
    trial?.isAlive === true &&
    (await offerToUninstall(response, subject, client));
  await confirmDeleted(response, { ...subject, ...(trial ?? untried), isUninstalled });
}

function linkTo({ deps, situation }: Location, app: ExposedApp | undefined): string {
  const account = { login: deps.repository.owner, kind: situation.ownerKind };
  return app?.slug === undefined
    ? appsPage(deps.profile, account)
    : appSettingsLink(deps.profile, account, app.slug);
}

function suspendLinkTo({ deps, situation }: Location, app: ExposedApp | undefined) {
  const account = { login: deps.repository.owner, kind: situation.ownerKind };
  return app?.installationId === undefined
    ? undefined
    : installationLink(deps.profile, account, app.installationId);
}

type Trial = Pick<ExposedKey, "isAlive" | "isRefused">;
const untried: Trial = { isAlive: false, isRefused: false };

const descriptions: Readonly<Record<Liveness, string>> = {
  works: "The key works.",
  refused: "The key is rejected.",
  unknown: "Could not check whether the key works.",
};

/**
 * Tests the key before it is deleted, because a key that is rejected from the start may not be the
 * exposed key. A successful test in an earlier run also counts.
 */
async function tryAlive(
  response: Recording & Using<"ask">,
  subject: Pick<ExposedKey, "credential" | "fingerprint" | "way">,
  client: Pick<AppClient, "app">,
): Promise<Trial> {
  const { credential, fingerprint = "", way } = subject;
  const { context } = response;
  const wait = {
    id: `${credential}-trying`,
    title: `Testing the ${titleOfCredential(credential)}'s key`,
    canLeave: true,
  } as const;
  const { liveness } = await context.read(`alive ${credential} ${fingerprint} ${way}`, () =>
    context.ask.progress(wait, () => tryKey(client)),
  );
  const result = liveness === "works" ? "done" : "skipped";
  const evidence = ["GET /app", fingerprint];
  const statement = descriptions[liveness];
  await noteStep(response, `alive ${credential}`, { result, statement, evidence });
  const isAlive = attempts(response, `alive ${credential}`).some(
    ({ result, evidence }) => result === "done" && evidence.includes(fingerprint),
  );
  return { isAlive, isRefused: statement === descriptions.refused };
}
