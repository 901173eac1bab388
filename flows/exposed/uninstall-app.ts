import type { Installation } from "../../src/forge/resources/installations.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import { titleOfCredential } from "../../src/credentials/credential.ts";
import { UserError } from "../../src/shared/errors.ts";
import type { ExposedKey } from "./exposed-key.ts";
import { recordStep } from "./record-step.ts";
import type { Outcome, Recording, Using } from "./record-step.ts";

type Uninstaller = Pick<AppClient, "installations" | "uninstall">;
type Subject = Pick<ExposedKey, "credential" | "way">;

/**
 * Offers to uninstall the App with its own key, which is the fastest way to revoke every token that
 * the key created.
 * @returns whether the App is no longer installed anywhere
 */
export async function offerToUninstall(
  response: Recording & Using<"ask">,
  { credential, way }: Subject,
  client: Uninstaller,
): Promise<boolean> {
  const { context } = response;
  const installations = await context.read(`installations ${credential} ${way}`, () =>
    context.ask
      .progress(
        {
          id: `${credential}-installations`,
          title: "Checking where the App is installed",
          canLeave: true,
        },
        () => client.installations(),
      )
      .catch(noneKnown),
  );
  if (installations.length === 0) return false;
  const isWanted = await context.ask.confirm({
    id: `${credential}-uninstall`,
    title: `Uninstall the ${titleOfCredential(credential)} now?`,
    weight: "cannot be undone",
    facts: [
      {
        name: "Revokes",
        text: `every token created with the key, immediately; otherwise they stay valid for up to 1 hour`,
      },
      { name: "Installed on", text: installations.map(describeInstallation).join(", ") },
      { name: "Keeps", text: "the App itself and its keys" },
      { name: "Breaks", text: "its runs, until setup installs it again with the new key" },
    ],
    yes: "Uninstall it",
    no: "Leave it installed",
  });
  if (!isWanted) return false;
  const entry = await recordStep(response, { step: `uninstalled ${credential}`, way }, () =>
    context.ask.progress(
      { id: `${credential}-uninstalling`, title: "Uninstalling the App", mustEnd: true },
      () => uninstall(client, installations),
    ),
  );
  return entry.result === "done";
}

function noneKnown(error: unknown): Installation[] {
  if (error instanceof UserError) return [];
  throw error;
}

async function uninstall(
  client: Uninstaller,
  installations: readonly Installation[],
): Promise<Outcome> {
  const evidence: string[] = [];
  for (const installation of installations) {
    const where = describeInstallation(installation);
    try {
      await client.uninstall(installation);
      evidence.push(`${where}: removal accepted`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      evidence.push(`${where}: ${error.message}`);
    }
  }
  const left = await client.installations();
  return left.length === 0
    ? { result: "done", statement: "The App is no longer installed anywhere.", evidence }
    : {
        result: "failed",
        statement: `The App is still installed on ${left.map(describeInstallation).join(", ")}.`,
        evidence,
      };
}

function describeInstallation({ id, account, selection }: Installation): string {
  return `${account} (installation ${id}, ${selection} repositories)`;
}
