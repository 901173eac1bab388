import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { removeControlPlane } from "../../../flows/remove/remove-control-plane.ts";
import type { RemoveDeps } from "../../../flows/remove/remove-deps.ts";
import { openJournal, type Journal } from "../../../src/prompts/journal.ts";
import { recordIn } from "../../../src/prompts/restore-from.ts";
import { runFlow } from "../../../src/prompts/run-flow.ts";
import { createSecretVault } from "../../../src/prompts/secret-vault.ts";
import { openFlowSteps } from "../../../src/commands/flow-journal.ts";
import { wireRemoval } from "../../../src/commands/remove-deps.ts";
import { journalPath } from "../../../src/commands/journal-path.ts";
import type { RemovalOutcome } from "../../../src/plane/remove/outcome.ts";
import { keychainStep, madeStep } from "../../../src/plane/setup/journal-steps.ts";
import type { AppRole } from "../../../src/credentials/apps/app-role.ts";
import type { RepositoryName } from "../../../src/forge/repository-name.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { openControlPlane, repository } from "../../plane/control-plane-bench.ts";
import type { MadeApp } from "../../emulator/open-forge.ts";
import { connectInProcess } from "../setup/connect-in-process.ts";
import { fakeKeychain } from "../setup/fake-keychain.ts";
import { createOperator, type OperatorOptions } from "../setup/operator.ts";
import { quickPause } from "../shared/quick-pause.ts";

/** The answers of an operator who removes everything and has a browser. */
export const everything = {
  inventory: true,
  begin: "control",
  repository: "done",
  "stop-work": true,
  "proof-workflow": true,
  secrets: true,
  "read-app": "delete",
  "write-app": "delete",
  pat: "done",
  variables: true,
  environment: true,
  "control-file": true,
  "gatehouse-package": true,
  settings: true,
  decision: true,
  machine: true,
};

export interface RemovalRun {
  readonly outcome: RemovalOutcome | undefined;
  readonly error: unknown;
  readonly text: string;
  readonly asked: readonly string[];
}

export interface RemovalOptions extends OperatorOptions {
  readonly change?: (deps: RemoveDeps) => Partial<RemoveDeps>;
  readonly watchJournal?: (journal: Journal) => Journal;
}

/** Creates a control plane on its own forge, and removes it in this process. */
export async function openRemovalBench({
  clock,
  at = repository,
}: { readonly clock?: () => Date; readonly at?: RepositoryName } = {}) {
  const plane = await openControlPlane(undefined, clock ? { clock } : {});
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-remove-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const connection = connectInProcess(plane.emulator);
  const { profile } = connection;
  const env = { HOME: folder, XDG_STATE_HOME: folder };
  const location = { profile, repository: at };
  const journalFile = journalPath(env, { ...location, flow: "remove" });
  const keychain = fakeKeychain();

  /** Presses the button of whichever page is opened, as an owner does. */
  const openLink = async (link: string) => {
    const { pathname } = new URL(link);
    if (pathname.endsWith("/advanced"))
      await plane.page(pathname.replace(/advanced$/, "delete"), {});
    if (/installations\/\d+$/.test(pathname)) await plane.page(`${pathname}/delete`, {});
    return true;
  };

  const remove = async (given: RemovalOptions = {}): Promise<RemovalRun> => {
    const wired = wireRemoval({ connection, repository: at, journalFile, env, openLink, keychain });
    const deps = { ...wired, pause: quickPause };
    const operator = createOperator({ ...given, answers: { ...everything, ...given.answers } });
    const opened = await openJournal(journalFile, {
      flow: "remove",
      version: 1,
      host: profile.host,
      subject: at.full,
    });
    await opened.setAnswers([]);
    const journal = given.watchJournal?.(opened) ?? opened;
    let error: unknown;
    const outcome = await runFlow(
      removeControlPlane,
      { ...deps, ...given.change?.(deps) },
      {
        prompter: operator.prompter,
        journal,
        vault: createSecretVault(),
        header: { title: "remove", subject: at.full, outline: [] },
      },
    ).catch((thrown: unknown) => {
      error = thrown;
      return undefined;
    });
    await operator.settled();
    return { outcome, error, text: operator.said(), asked: operator.asked.map(({ id }) => id) };
  };

  return {
    ...plane,
    location,
    env,
    journalFile,
    keychain,
    remove,
    /** Writes the journal that a setup on this machine leaves. */
    recordApp: async (role: AppRole, app: MadeApp, { isProvided = false } = {}) => {
      const journal = await openFlowSteps(env, { ...location, flow: "setup" });
      const made = { clientId: app.clientId, slug: app.slug, isProvided, keyId: "k" };
      const key = madeStep({ ...location, role });
      await recordIn(journal, key, { ...made, permissions: {}, events: [] });
    },
    keepKey: async (role: AppRole, app: MadeApp, account: string) => {
      await keychain.store(account, new Secret(app.pem));
      const journal = await openFlowSteps(env, { ...location, flow: "setup" });
      const known = { clientId: app.clientId, slug: app.slug };
      await recordIn(journal, keychainStep({ ...location, role }), { account, app: known });
    },
    kept: () => {
      const at = join(journalFile, "..");
      return existsSync(at) ? readdirSync(at) : [];
    },
    home: `/repos/${at.full}`,
  };
}

export type RemovalBench = Awaited<ReturnType<typeof openRemovalBench>>;

/**
 * Creates both Apps, a PAT, the files, the proof workflow, and a worker that imports the control
 * file.
 */
export async function fillPlane(bench: RemovalBench): Promise<{ read: MadeApp; write: MadeApp }> {
  const read = await bench.addApp("read", ["acme/control"]);
  const write = await bench.addApp("write", ["acme/control"]);
  await bench.addPat(["acme/control"]);
  await bench.writeSettings();
  await bench.writeDecision();
  await bench.writeControl();
  await bench.prove(["read-app", "write-app"]);
  await bench.recordApp("read", read);
  await bench.recordApp("write", write);
  return { read, write };
}

export const worker = ".forge/workflows/worker.yml";

/** Adds a compiled worker, which names gatehouse's records itself. */
export async function addWorker(bench: RemovalBench): Promise<void> {
  const yaml = [
    "name: Worker",
    "on:",
    "  workflow_dispatch:",
    "jobs:",
    "  work:",
    "    runs-on: embedded",
    "    steps:",
    "      - run: sleep 600",
    "        env:",
    "          KEY: ${{ secrets.CP_FORGE_READ_APP_PRIVATE_KEY }}",
    "",
  ].join("\n");
  await bench.commit(worker, yaml);
}

export async function startWorker({ rest, home }: RemovalBench): Promise<number> {
  const path = `${home}/actions/workflows/worker.yml/dispatches`;
  const body = { ref: "main", return_run_details: true };
  return (await rest("POST", path, { body })).json.workflow_run_id as number;
}
