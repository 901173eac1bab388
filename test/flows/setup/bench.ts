import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { beginScope } from "../../../flows/setup/scope-journal.ts";
import { setUpControlPlane } from "../../../flows/setup/set-up-control-plane.ts";
import { setUpOutline } from "../../../flows/setup/set-up-outline.ts";
import type { ReportRun } from "../../../src/plane/repository/run-workflow.ts";
import type { SetUpOutcome } from "../../../flows/setup/set-up-outcome.ts";
import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import { openJournal, type Journal } from "../../../src/prompts/journal.ts";
import { runFlow } from "../../../src/prompts/run-flow.ts";
import { createSecretVault } from "../../../src/prompts/secret-vault.ts";
import { endEarly, guardKeys } from "../../../flows/setup/end-early.ts";
import { trackUnsavedKeys } from "../../../flows/setup/track-unsaved-keys.ts";
import { wireSetUp } from "../../../src/commands/setup-deps.ts";
import { startEmulator, type Emulator } from "../../../emulator/emulator.ts";
import type { Robot, RobotOptions } from "../../../emulator/robot.ts";
import { createPages, createRobot, signInAt } from "../../emulator/signed-in.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { AppRole } from "../../../src/credentials/apps/app-role.ts";
import { filledRegistrationLink } from "../../../src/plane/setup/manifest.ts";
import { readStoredRecords } from "../../../src/plane/repository/stored-records.ts";
import { runNodeHere } from "../../emulator/run-node-here.ts";
import { keysOfForge } from "../../keys/ready-keys.ts";
import { checkStoredPat } from "../../../src/plane/proof/check-stored-pat.ts";
import { runProof } from "../../../src/plane/proof/run-proof.ts";
import { pause } from "../../../src/forge/pause.ts";
import { pauseBriefly } from "./pause-briefly.ts";
import { connectInProcess } from "./connect-in-process.ts";
import { fakeKeychain, type FakeKeychain } from "./fake-keychain.ts";
import { findWordy } from "../asked-words.ts";
import { createOperator, type OperatorOptions } from "./operator.ts";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";

export const repository = requireRepositoryName("acme/control", "--repo");

/** An App on the forge, with its installations. */
interface ForgeApp {
  readonly slug: string;
  readonly clientId: string;
  readonly owner: string;
  readonly keys: number;
  readonly installations: readonly {
    readonly id: number;
    readonly account: string;
    readonly selection: string;
    readonly suspended: boolean;
    readonly repositories: readonly string[];
  }[];
}

export interface SetUpOptions extends OperatorOptions {
  /** Replaces the browser (default: the robot of the bench). */
  readonly openLink?: SetUpDeps["openLink"];
  readonly appNames?: SetUpDeps["appNames"];
  readonly commandGiven?: SetUpDeps["commandGiven"];
  /** Name of the control repository as the operator types it. The forge ignores case. */
  readonly named?: string;
  readonly writeRepositories?: readonly string[];
  readonly readRepositories?: readonly string[];
  /**
   * The purpose of the run, such as that of `gatehouse scope` (default: that of `gatehouse setup`).
   */
  readonly purpose?: SetUpDeps["purpose"];
  /** Replaces effects of the flow on the outside world. */
  readonly change?: (deps: SetUpDeps) => Partial<SetUpDeps>;
}

export interface SetUpRun {
  readonly outcome?: SetUpOutcome;
  readonly error?: Error;
  /** Every line that the operator was shown. */
  readonly text: string;
  /** Ids of the questions, and whether Back was offered. */
  readonly asked: readonly { readonly id: string; readonly canGoBack: boolean }[];
}

/** The setup flow in this process, on its own forge. */
export interface FlowBench {
  readonly emulator: Emulator;
  readonly robot: Robot;
  readonly folder: string;
  readonly keychain: FakeKeychain;
  /**
   * Runs setup as a new process does: only the journal and the keychain remain from earlier runs.
   */
  setUp(options?: SetUpOptions): Promise<SetUpRun>;
  journal(): Promise<Journal>;
  /** Deletes the journal, which simulates another machine. */
  forgetJournal(): void;
  /** Returns the credential records: variables with their values, secrets as "set". */
  stored(): Promise<Record<string, string>>;
  apps(): Promise<ForgeApp[]>;
  /**
   * Sends a request to the forge's REST API as the operator, or to its pages and test controls,
   * depending on the path.
   */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }>;
  /** Submits a page's form with these fields. */
  press(path: string, fields?: Readonly<Record<string, string>>): Promise<void>;
  /** Deletes the oldest key of an App on its settings page. */
  deleteOldestKey(slug: string): Promise<void>;
  /** Creates an App as an operator does through the filled-in link. */
  makeByHand(role: AppRole, name: string): Promise<void>;
  /** Creates a key on an App's settings page. Returns the path of the saved file. */
  saveKey(slug: string): Promise<string>;
}

/** Creates a bench that is closed after the test. */
export async function openBench(robotOptions: RobotOptions = {}): Promise<FlowBench> {
  const bench = await createBench(robotOptions);
  onTestFinished(() => bench.close());
  return bench;
}

export async function createBench(
  robotOptions: RobotOptions = {},
): Promise<FlowBench & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-flow-"));
  const emulator = signInAt(
    await startEmulator({
      makeKey: keysOfForge(),
      runScript: runNodeHere,
    }),
  );
  const pages = createPages(emulator);
  const robot = createRobot(robotOptions);
  const keychain = fakeKeychain();
  const connection = connectInProcess(emulator);
  const { host } = connection.profile;
  const header = { flow: "setup", version: 1, host, subject: repository.full };
  const journal = (command: SetUpDeps["purpose"] = "setup") =>
    openJournal(join(folder, "journal.json"), { ...header, command });
  const send: FlowBench["send"] = async (method, path, body) => {
    const isLever = path.startsWith("/_emulator");
    const base = isLever ? emulator.origin : emulator.apiUrl;
    const token = isLever ? emulator.operatorKey : emulator.userToken;
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token.reveal()}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === "" ? undefined : (JSON.parse(text) as unknown) };
  };

  const press: FlowBench["press"] = async (path, fields = {}) => {
    const answer = await pages.send(path, fields);
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}`);
  };

  const runs = async (report: ReportRun, signal: AbortSignal) => ({
    client: await connection.client(),
    repository,
    report,
    signal,
    now: () => new Date(),
    // A run takes some time, even in this process.
    pause: (_: number, stop: AbortSignal) => pause(20, stop),
  });
  const runsHere = {
    runProof: async (report, signal) => runProof(await runs(report, signal)),
    checkStoredPat: async (environment, report, signal) =>
      checkStoredPat(await runs(report, signal), environment),
  } satisfies Partial<SetUpDeps>;

  const setUp = async (options: SetUpOptions = {}): Promise<SetUpRun> => {
    const wired = wireSetUp({
      connection,
      repository: options.named === undefined ? repository : nameOf(options.named),
      approved: {
        ...(options.readRepositories && { read: options.readRepositories.map(nameOf) }),
        ...(options.writeRepositories && { write: options.writeRepositories.map(nameOf) }),
      },
      purpose: options.purpose ?? "setup",
      appNames: options.appNames ?? {},
      commandGiven: options.commandGiven ?? ["setup"],
      port: 0,
      noBrowserReason: undefined,
      openLink: options.openLink ?? (async (link) => (await robot.visit(link), true)),
    });
    const deps = { ...wired, keychain, ...pauseBriefly(wired.openLink), ...runsHere };
    const unsaved = trackUnsavedKeys({ ...deps, ...options.change?.(deps) });
    const wordy: string[] = [];
    const operator = createOperator({
      ...options,
      onQuestion: (id, situation, question) => {
        if (question) wordy.push(...findWordy(question));
        options.onQuestion?.(id, situation, question);
      },
    });
    const { prompter } = operator;
    const opened = await journal(deps.purpose);
    if (options.stops) guardKeys(options.stops, { journal: opened, unsaved }, () => undefined);
    if (deps.purpose === "scope") await beginScope(opened, deps);
    const header = { title: "set up", subject: repository.full, outline: setUpOutline() };
    const result = await runFlow(setUpControlPlane, unsaved.deps, {
      prompter,
      journal: unsaved.storeWithout(opened, prompter),
      vault: createSecretVault(),
      header,
    })
      .then((outcome) => ({ outcome }))
      .catch(async (error: unknown) => ({
        error: (await endEarly({ prompter, journal: opened, unsaved }, error)) as Error,
      }))
      .catch((error: Error) => ({ error }));
    await operator.settled();
    if (wordy.length > 0) throw new Error(`What is asked has too many words: ${wordy.join("; ")}`);
    return { ...result, text: operator.said(), asked: operator.asked };
  };

  return {
    emulator,
    robot,
    folder,
    keychain,
    close: async () => {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
    setUp,
    journal,
    forgetJournal: () => rmSync(join(folder, "journal.json"), { force: true }),
    stored: async () => {
      const { variables, secrets } = await readStoredRecords({
        client: await connection.client(),
        repository,
      });
      return Object.fromEntries([...variables, ...[...secrets].map((name) => [name, "set"])]);
    },
    send,
    apps: async () => (await send("GET", "/_emulator/apps")).json as ForgeApp[],
    press,
    deleteOldestKey: async (slug) => {
      const settings = `${emulator.origin}/organizations/acme/settings/apps/${slug}`;
      const page = await (await pages.open(settings)).text();
      await press(/action="([^"]*\/delete)" data-form="delete-key"/.exec(page)?.[1] ?? "");
    },
    makeByHand: (role, name) => {
      const account = { login: repository.owner, id: 0, kind: "organization" } as const;
      const request = { ...connection, repository, role, name, ceiling: ceilings[role] };
      return robot.visit(filledRegistrationLink(request, account));
    },
    saveKey: async (slug) => {
      const settings = `${emulator.origin}/organizations/acme/settings/apps/${slug}`;
      const path = join(folder, `${slug}.${Math.random()}.pem`);
      writeFileSync(path, (await robot.generateKey(settings)).reveal(), { mode: 0o600 });
      return path;
    },
  };
}

function nameOf(full: string) {
  return requireRepositoryName(full, "--write-repository");
}
