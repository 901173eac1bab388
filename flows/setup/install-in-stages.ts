import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { installationsOf } from "../../src/plane/repository/installations-of.ts";
import type { SeenInstallation } from "../../src/plane/setup/installation.ts";
import { begunStep } from "../../src/plane/setup/journal-steps.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { noteGone } from "./record-deleted.ts";
import type { SetUpDeps } from "./set-up-deps.ts";
import { waitForInstallation } from "./wait-for-installation.ts";
import type { InstallationDeps, InstallSubject } from "./wait-for-installation.ts";

/*
 * A new App is installed in two stages: on the control repository only, and then also on the other
 * repositories.
 */

type BeginDeps = InstallationDeps & Pick<SetUpDeps, "appClient">;

/**
 * Waits until a new App is installed on the control repository. The repositories are verified only
 * after the others are added, because adding repositories would invalidate an earlier proof.
 */
export function beginInstallation(
  context: FlowContext,
  deps: BeginDeps,
  { key, ...subject }: InstallSubject & { key: Secret },
): Promise<SeenInstallation | "pending"> {
  const { role, app } = subject;
  const begun = begunStep({ ...deps, role }, app.clientId);
  const client = deps.appClient(app.clientId, key);
  return context.read(`installed ${app.clientId}`, async () => {
    await context.recordValue(begun, {});
    const installation = await retryWithOperator(context, { id: `${role}-installation` }, () =>
      noteGone(context, { ...deps, role }, () =>
        waitForInstallation(context, deps, { ...subject, client, isFirst: true }),
      ),
    );
    if (installation === "pending") await context.reset(begun);
    else await context.recordValue(begun, { installation });
    return installation;
  });
}

/**
 * Returns the installation if an earlier run stopped between the two stages, so that the other
 * repositories still have to be selected on the installation's page.
 */
export async function findBegun(
  {
    read,
    restore,
    reset,
    recordValue,
  }: Pick<FlowContext, "read" | "restore" | "reset" | "recordValue">,
  deps: Pick<SetUpDeps, "profile" | "repository" | "listInstallations">,
  { role, app, ready, wanted }: Pick<InstallSubject, "role" | "app" | "ready" | "wanted">,
): Promise<SeenInstallation | undefined> {
  const step = begunStep({ ...deps, role }, app.clientId);
  const begun = restore(step);
  // Only an owner can change the repositories.
  if (!begun || !ready.isOwner || wanted.repositories.length === 1) return undefined;
  const list = await read("installations", () => deps.listInstallations());
  if (!list) return begun.installation;
  const [listed] = installationsOf(app, list);
  if (listed && listed.id === begun.installation?.installationId) return begun.installation;
  // Without an installation, its first page selects all repositories.
  if (!listed) {
    await reset(step);
    return undefined;
  }
  const installation = { installationId: listed.id, updatedAt: listed.updatedAt };
  await recordValue(step, { installation });
  return installation;
}
