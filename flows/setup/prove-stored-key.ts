import type { FlowContext } from "../../src/prompts/flow-context.ts";
import {
  NotInstalled,
  OtherRepositories,
  requireListed,
  requireReport,
  requireThere,
  requireWanted,
} from "../../src/plane/proof/check-report.ts";
import type { Proof } from "../../src/plane/proof/run-proof.ts";
import type { InstallationProof } from "../../src/plane/setup/installation.ts";
import { goneStep } from "../../src/plane/setup/journal-steps.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { installationLink } from "../../src/forge/web-links.ts";
import type { UserError } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { reportRun } from "../shared/report-run.ts";
import { changeSelection } from "./change-selection.ts";
import type { SelectionDeps } from "./change-selection.ts";
import { enterKey } from "./enter-key.ts";
import { noteGone } from "./record-deleted.ts";
import { proveInstallation } from "./prove-installation.ts";
import type { InstallationState, ProvedSubject } from "./prove-installation.ts";
import { proveKey } from "./prove-key.ts";
import type { ProofDeps } from "./prove-key.ts";
import type { SetUpDeps } from "./set-up-deps.ts";
import { storeKeyAgain } from "./store-key.ts";
import type { StoreDeps } from "./store-key.ts";
import type { InstallationDeps } from "./wait-for-installation.ts";

type RunDeps = SelectionDeps & ControlLocation & Pick<SetUpDeps, "runProof" | "listInstallations">;
type KeyDeps = ProofDeps & StoreDeps & InstallationDeps & Pick<SetUpDeps, "readKeyFile">;
export type StoredKeyDeps = RunDeps & KeyDeps;

/**
 * Verifies an installation whose key is stored and no longer in memory. GitHub shows its
 * repositories only to the App, so either a run in the control repository checks them, or the
 * operator provides a key.
 */
export async function proveStoredKey(
  context: FlowContext,
  deps: StoredKeyDeps,
  subject: ProvedSubject,
): Promise<InstallationState> {
  const { role, wanted } = subject;
  const way = await context.ask.failure<"run" | "key" | "leave">({
    id: `${role}-proof`,
    title: `How should the ${titleOf(role)} be verified?`,
    error: {
      message:
        "Cannot list the App's repositories: only the App itself can list them, and its key is already stored and no longer in memory.",
      state: "attention",
      hints: [],
    },
    options: [
      {
        value: "run",
        label: "With a workflow run",
        hint: "one small workflow; it prints no secrets",
      },
      {
        value: "key",
        label: "Provide a key",
        hint: "from the App's settings page; setup stores it",
      },
      { value: "leave", label: "Leave it unverified", hint: "setup stays incomplete" },
    ],
    facts: [
      { name: "To verify", text: wanted.repositories.join(", ") },
      { name: "A run adds", text: `one small workflow to ${deps.repository.full}` },
    ],
  });
  if (way === "leave") return "unknown";
  await context.reset(subject.proof);
  if (way === "key") return proveByKey(context, deps, subject);
  return proveByRun(context, deps, subject);
}

const openPage = {
  value: "page",
  label: "Open the installation",
  hint: "to correct the selected repositories",
} as const;

async function proveByRun(
  context: Pick<FlowContext, "ask" | "read" | "recordValue" | "reset" | "step">,
  deps: RunDeps,
  subject: ProvedSubject,
): Promise<InstallationState> {
  const { role, app, proof, ready } = subject;
  const readProof = () =>
    context.read("proof", () =>
      context.ask.progress(
        { id: "proof", title: "Verifying the stored keys with a workflow run" },
        (report, signal) => deps.runProof(reportRun(report), signal),
      ),
    );
  const retry = {
    id: `${role}-run`,
    otherWays: (error: UserError) => (error instanceof OtherRepositories ? [openPage] : []),
    perform: async (_way: "page", error: UserError) => {
      if (!(error instanceof OtherRepositories)) return;
      await changeSelection(context, deps, { ...subject, installation: error.installation });
    },
  };
  const prove = () =>
    context.step(proof, async () => {
      // The cached proof may come from a run that finished before this key was stored.
      const { reports, uninstalled } = await readProof();
      if (!reports[role] && uninstalled?.[role] === undefined) await context.reset("proof");
      try {
        return await requireProved(deps, subject, await readProof());
      } catch (error) {
        await context.reset("proof");
        throw error;
      }
    });
  const proveOrAsk = (): Promise<InstallationState> =>
    prove().then(
      () => "proved",
      (error: unknown) => {
        // Only an owner can install the App, so another attempt cannot succeed.
        if (error instanceof NotInstalled && !ready.isOwner) return "pending";
        throw error;
      },
    );
  const state = await retryWithOperator(context, retry, () =>
    noteGone(context, { ...deps, role }, proveOrAsk),
  );
  await context.reset(goneStep({ ...deps, role }, app.clientId));
  return state;
}

/** @throws AppGone; the errors of the checks of the run's report */
async function requireProved(
  deps: RunDeps,
  { role, app, wanted, ready }: ProvedSubject,
  found: Proof,
): Promise<InstallationProof> {
  const { profile } = deps;
  const { clientId } = app;
  requireThere(found, { role, clientId, ...deps, account: ready.account });
  const pageOf = (id: number) => installationLink(profile, ready.account, id);
  const { repositories } = wanted;
  const report = requireReport(found, { role, clientId, repositories, pageOf });
  requireListed(report, await deps.listInstallations(), found.runLink);
  const seen = requireWanted(report, { ...ready, profile, wanted });
  return { ...seen, provedAt: deps.now().toISOString() };
}

async function proveByKey(
  context: FlowContext,
  deps: KeyDeps,
  subject: ProvedSubject,
): Promise<InstallationState> {
  const { role, app, ready } = subject;
  const { clientId } = app;
  return retryWithOperator(context, { id: `${role}-key-proof` }, async () => {
    const key = context.vault.require(await enterKey(context, deps, role));
    await noteGone(context, { ...deps, role }, () =>
      proveKey(context, deps, { role, ready, clientId, key }),
    );
    await context.reset(goneStep({ ...deps, role }, clientId));
    // Stores the verified key, because the previously stored key may be a different one.
    await storeKeyAgain(context, deps, { role, app, key });
    await context.reset("records");
    const client = deps.appClient(clientId, key);
    const state = await proveInstallation(context, deps, { ...subject, client });
    // The installation may have changed since it was listed.
    await context.reset("installations");
    return state;
  });
}
