import type { FlowContext } from "../../src/asking/run-flow.ts";
import type { AppRole } from "../../src/credentials/ceilings.ts";
import { describePlan, titleOf } from "../../src/setup/describe.ts";
import type { Readiness } from "../../src/setup/preflight.ts";
import { halvesOf } from "../../src/setup/records-on-forge.ts";
import { insist } from "../insist.ts";
import { installApp } from "./install-app.ts";
import type { InstallationState } from "./install-app.ts";
import { setUpCredential } from "./set-up-credential.ts";
import type { AppCredential } from "./set-up-credential.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/** What a setup ends with, an entry for each App. */
export interface SetUpOutcome {
  readonly apps: readonly {
    readonly role: AppRole;
    readonly slug: string | undefined;
    readonly clientId: string;
    readonly installation: InstallationState;
  }[];
}

/** The rows of the list of what is done, in order. */
export const setUpOutline = [
  "Control repository",
  titleOf("read"),
  `${titleOf("read")} installation`,
  titleOf("write"),
  `${titleOf("write")} installation`,
  "Stored records",
];

const roles: readonly AppRole[] = ["read", "write"];

/** The whole first-time setup, and every rerun of it: what is complete is verified and passed over. */
export async function setUpControlPlane(
  context: FlowContext,
  deps: SetUpDeps,
): Promise<SetUpOutcome> {
  const { ask, read, mark } = context;
  const ready = await read("readiness", () =>
    insist(context, { id: "readiness" }, () =>
      ask.progress({ id: "preflight", title: `Looking at ${deps.repository.full}` }, () =>
        deps.checkReadiness(),
      ),
    ),
  );
  mark({ name: "Control repository", state: "done", summary: describeReadiness(ready) });
  await ask.disclose({
    id: "plan",
    title: "What will be made",
    body: describePlan(deps.repository, deps.profile, ready),
    proceed: "Continue",
  });

  const credentials: AppCredential[] = [];
  const apps: SetUpOutcome["apps"][number][] = [];
  for (const role of roles) {
    const credential = await setUpCredential(context, deps, { role, ready });
    credentials.push(credential);
    const installation = await installApp(context, deps, { role, ready, credential });
    apps.push({ role, slug: credential.app.slug, clientId: credential.app.clientId, installation });
  }
  await confirmRecords(context, deps, credentials);
  return { apps };
}

/** Reads back what was stored while the keys are still in memory; what is missing is stored again. */
async function confirmRecords(
  context: FlowContext,
  deps: SetUpDeps,
  credentials: readonly AppCredential[],
): Promise<void> {
  const records = await insist(context, { id: "read-back" }, async () => {
    const found = await context.ask.progress(
      { id: "read-back", title: "Reading back what is stored" },
      () => deps.readRecords(),
    );
    for (const { app, role, storeAgain } of credentials) {
      const { clientId, hasKey } = halvesOf(found, role);
      if (clientId !== app.clientId || !hasKey) await storeAgain();
    }
    return found;
  });
  const count = credentials.filter(({ role }) => halvesOf(records, role).hasKey).length;
  context.mark({
    name: "Stored records",
    state: "done",
    summary: `${count} client IDs as variables, ${count} keys as secrets`,
  });
}

function describeReadiness({ isOwner, account, plan }: Readiness): string {
  const standing = isOwner ? `you own ${account.login}` : `an owner of ${account.login} approves`;
  return plan === undefined ? standing : `${standing} · plan ${plan}`;
}
