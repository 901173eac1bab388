import { tokensPage, activeTokensPage } from "../../src/forge/web-links.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { waitUntilRefused } from "../shared/wait-until-refused.ts";
import type { Material } from "./provide-credential.ts";
import { isDue, noteStep, recordStep } from "./record-step.ts";
import type { IncidentResponse, Outcome, Recording, Using } from "./record-step.ts";

/** How long a revoked token may still be accepted, in ms. */
const patienceMilliseconds = 30_000;

type Revoking = Using<"ask", "revokeToken" | "tryToken" | "now" | "pause" | "pollMilliseconds">;
export type EndingToken = Recording & Revoking;
type OnPage = Recording & Using<"ask", "openLink"> & Pick<IncidentResponse, "situation">;

/**
 * Revokes the PAT: through the API if the operator has it; otherwise, asks the token's owner to
 * delete it on GitHub's page.
 */
export async function endPat(
  response: EndingToken & OnPage,
  { material, way }: { material: Material | undefined; way: string },
): Promise<void> {
  const step = "ended pat";
  if (material && (await confirmRevoke(response, "pat"))) {
    const entry = await recordStep(response, { step, way }, () =>
      revoke(response, "pat", material.secret),
    );
    if (entry.result === "done") return;
  }
  await deleteOnPage(response, way);
}

/** Revokes a token that was created with an App's key. The key itself is handled separately. */
export async function endInstallationToken(
  response: EndingToken,
  { credential, secret, way }: { credential: StoredCredential; secret: Secret; way: string },
): Promise<void> {
  const step = `token-ended ${credential}` as const;
  if (!(await isDue(response, step)) || !(await confirmRevoke(response, credential))) return;
  await recordStep(response, { step, way }, () => revoke(response, credential, secret));
}

/** Always asks, because a revoked token cannot be restored. */
function confirmRevoke({ context }: Using<"ask">, credential: StoredCredential): Promise<boolean> {
  return context.ask.confirm({
    id: `${credential}-revoke`,
    title: "Revoke this token now?",
    weight: "cannot be undone",
    facts: [
      { name: "Revokes", text: "this token, everywhere and immediately" },
      {
        name: "Keeps",
        text: credential === "pat" ? "its user's other tokens" : "the key that created it",
      },
      { name: "Breaks", text: "anything that uses this token, until it is replaced" },
    ],
    yes: "Revoke it",
    no: "Do not revoke it here",
  });
}

function revoke(
  { context, deps }: Revoking,
  credential: StoredCredential,
  secret: Secret,
): Promise<Outcome> {
  return context.ask.progress(
    { id: `${credential}-revoking`, title: "Revoking the token", mustEnd: true },
    async (report, signal) => {
      await deps.revokeToken(secret);
      report({ seen: "revocation accepted", line: "Verifying that the token is rejected" });
      const liveness = await waitUntilRefused(() => deps.tryToken(secret), {
        now: deps.now,
        pause: deps.pause,
        signal,
        patienceMilliseconds,
        pollMilliseconds: deps.pollMilliseconds,
      });
      const evidence = ["revocation accepted"];
      if (liveness === "refused") {
        return {
          result: "done",
          statement: "The token is revoked and no longer accepted.",
          evidence: [...evidence, "request with the token: 401"],
        };
      }
      const statement =
        liveness === "works"
          ? "The revocation was accepted, but the token still works."
          : "The revocation was accepted, but could not be verified.";
      return { result: "failed", statement, evidence };
    },
  );
}

async function deleteOnPage(response: OnPage, way: string): Promise<void> {
  const { context, deps } = response;
  const own = tokensPage(deps.profile);
  const owners = activeTokensPage(deps.profile, deps.repository.owner);
  await context.read(`opened ${own} ${way}`, () => deps.openLink(own));
  const isDeleted = await context.ask.confirm({
    id: "pat-deleted",
    title: "Was the exposed token deleted?",
    weight: "cannot be undone",
    body: [
      "The user who created the token can delete it here:",
      own,
      ...(response.situation.ownerKind === "organization"
        ? [`An owner of ${deps.repository.owner} can revoke it here:`, owners]
        : []),
    ],
    yes: "Yes, it was deleted",
    no: "Not yet",
  });
  await noteStep(
    response,
    "ended pat",
    isDeleted
      ? {
          result: "reported",
          statement: "The operator reported that the token is deleted.",
          evidence: [own],
        }
      : { result: "failed", statement: "The token is not deleted yet.", evidence: [own] },
  );
}
