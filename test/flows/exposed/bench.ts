import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { ExposedDeps, ExposedOptions } from "../../../flows/exposed/exposed-deps.ts";
import { exposedOutline, respondToExposure } from "../../../flows/exposed/respond-to-exposure.ts";
import { openJournal, type Journal } from "../../../src/prompts/journal.ts";
import { restoreFrom } from "../../../src/prompts/restore-from.ts";
import { runFlow } from "../../../src/prompts/run-flow.ts";
import { createSecretVault } from "../../../src/prompts/secret-vault.ts";
import { waitForRuns } from "../../../src/plane/exposed/active-runs.ts";
import { wireExposed } from "../../../src/commands/exposed-deps.ts";
import type { ExposureRecord } from "../../../src/plane/exposed/exposure.ts";
import { readRecord } from "../../../src/plane/exposed/read-record.ts";
import { ForgeCliFailed } from "../../../src/forge/forge-cli.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { runCli } from "../../emulator/cli-bench.ts";
import { openForge, type OpenForge } from "../../emulator/open-forge.ts";
import { connectInProcess } from "../setup/connect-in-process.ts";
import { quickPause } from "../shared/quick-pause.ts";
import { createOperator, type OperatorOptions } from "../setup/operator.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const home = "/repos/acme/control";

const settings = {
  version: 1,
  targets: ["acme/api"],
  mode: "live",
  destination: "target",
  caps: { repositories: 5, dispatches: 5 },
  packages: ["review", "triage"].map((name) => ({
    name,
    apis: ["contents"],
    permissions: { contents: "read" },
    killSwitch: `CP_${name.toUpperCase()}_ENABLED`,
  })),
};

export interface ResponseOptions extends Omit<OperatorOptions, "secrets"> {
  readonly options?: Partial<ExposedOptions>;
  /** Secret values that the operator can supply, by question id. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly change?: (deps: ExposedDeps) => Partial<ExposedDeps>;
  /** Called with the text above the choices of each yes/no question. */
  readonly onBody?: (id: string, body: readonly string[]) => void;
  /** Simulates a machine without a signed-in account. */
  readonly isSignedOut?: boolean;
  /** Wraps the journal that the flow uses. */
  readonly watchJournal?: (journal: Journal) => Journal;
}

export interface ResponseRun {
  readonly record: ExposureRecord;
  readonly error: unknown;
  readonly statement: string;
  readonly asked: readonly { readonly id: string; readonly canGoBack: boolean }[];
}

export type ExposedBench = Awaited<ReturnType<typeof openExposedBench>>;

/**
 * Creates a control plane in live mode with two packages, and a response to its exposure in this
 * process.
 */
export async function openExposedBench() {
  const forge = await openForge();
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-exposed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const connection = connectInProcess(forge.emulator);
  const env = { HOME: folder };
  const journalFile = join(folder, "exposed.json");
  const header = {
    flow: "exposed",
    version: 1,
    host: connection.profile.host,
    subject: repository.full,
  };
  await putFile(forge, ".forge/control-plane.json", `${JSON.stringify(settings, null, 2)}\n`);
  for (const { killSwitch } of settings.packages) await setVariable(forge, killSwitch, "true");

  const respond = async (given: ResponseOptions = {}): Promise<ResponseRun> => {
    const options = { credentials: [], packages: [], switches: [], isYes: false, ...given.options };
    const signedOut = () => Promise.reject(new ForgeCliFailed("start", "there is no program"));
    const reached = given.isSignedOut ? { ...connection, client: signedOut } : connection;
    const wired = await wireExposed({
      connection: reached,
      repository,
      options,
      openLink: noBrowser,
      env,
    });
    const quick: ExposedDeps = {
      ...wired,
      pause: quickPause,
      waitForRuns: async (wait) => {
        const client = await reached.client();
        return waitForRuns({ client, repository, now: wired.now, pause: quickPause, ...wait });
      },
    };
    const deps = { ...quick, ...given.change?.(quick) };
    const operator = createOperator({
      ...given,
      secrets: saveSecrets(folder, given.secrets ?? {}),
    });
    const opened = await openJournal(journalFile, header);
    const journal = given.watchJournal?.(opened) ?? opened;
    let error: unknown;
    await runFlow(respondToExposure, deps, {
      prompter: {
        ...operator.prompter,
        confirm: (question, situation) => {
          given.onBody?.(question.id, question.body ?? []);
          return operator.prompter.confirm(question, situation);
        },
      },
      journal,
      vault: createSecretVault(),
      header: { title: "respond", subject: repository.full, outline: exposedOutline() },
    }).catch((thrown: unknown) => {
      error = thrown;
    });
    await operator.settled();
    const location = { host: connection.profile.host, repository: repository.full };
    const record = readRecord(location, restoreFrom(journal)) as ExposureRecord;
    return { record, error, statement: operator.said(), asked: operator.asked };
  };

  return {
    forge,
    folder,
    /** Environment of the operator's machine. */
    env,
    location: { profile: connection.profile, repository },
    journalFile,
    respond,
    variable: async (name: string) =>
      (await forge.rest("GET", `${home}/actions/variables/${name}`)).json.value as string,
    mode: async () => {
      const { json } = await forge.rest("GET", `${home}/contents/.forge/control-plane.json`);
      const text = Buffer.from(json.content as string, "base64").toString();
      return (JSON.parse(text) as { mode: string }).mode;
    },
    statusOf: async (run: number) =>
      (await forge.rest("GET", `${home}/actions/runs/${run}`)).json.status as string,
    cli: async (args: string[], stdin?: string) => {
      const host = connection.profile.host;
      const env = { FORGE_HOST: host, FORGE_CONFIG_DIR: forge.emulator.cliConfigDir };
      const { code, stderr } = await runCli(args, { env, ...(stdin !== undefined && { stdin }) });
      expect(stderr).toBe("");
      expect(code).toBe(0);
    },
  };
}

/** Returns the last result of each step in the record, in order. */
export function results({ entries }: ExposureRecord): string[] {
  return entries.map(({ step, result }) => `${step}: ${result}`);
}

const noBrowser = () => Promise.resolve(false);

function saveSecrets(folder: string, secrets: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(secrets).map(([id, value]) => {
      const file = join(folder, `${id}.txt`);
      writeFileSync(file, value, { mode: 0o600 });
      return [id, { file }];
    }),
  );
}

export async function putFile(forge: OpenForge, path: string, text: string): Promise<void> {
  const content = Buffer.from(text).toString("base64");
  const { status, json } = await forge.rest("GET", `${home}/contents/${path}`);
  const sha = status === 200 ? { sha: json.sha as string } : {};
  await forge.rest("PUT", `${home}/contents/${path}`, { body: { message: "m", content, ...sha } });
}

export async function setVariable(forge: OpenForge, name: string, value: string): Promise<void> {
  await forge.rest("POST", `${home}/actions/variables`, { body: { name, value } });
}

/**
 * Starts a run of one job with this script. Returns the run's number when it is in progress or
 * complete.
 */
export async function startRun(
  forge: OpenForge,
  script: string,
  until: "in_progress" | "completed",
): Promise<number> {
  const yaml = `name: Worker
on:
  workflow_dispatch:
jobs:
  work:
    runs-on: embedded
    steps:
      - name: Work
        run: ${JSON.stringify(script)}
`;
  await putFile(forge, ".forge/workflows/worker.yml", yaml);
  const path = `${home}/actions/workflows/worker.yml/dispatches`;
  const body = { ref: "main", return_run_details: true };
  const id = (await forge.rest("POST", path, { body })).json.workflow_run_id as number;
  const status = async () => (await forge.rest("GET", `${home}/actions/runs/${id}`)).json.status;
  await expect.poll(status).toBe(until);
  return id;
}

/** Creates the PAT of the control plane and stores it in the environment of the repository. */
export async function storePat(bench: ExposedBench): Promise<string> {
  const { forge, cli } = bench;
  await forge.rest("PUT", `${home}/environments/control-plane`, { body: {} });
  const wanted = {
    user: "mona",
    kind: "fine-grained",
    owner: "acme",
    permissions: { contents: "read" },
  };
  const token = (await forge.control("POST", "tokens", wanted)).json.token as string;
  const where = ["--env", "control-plane", "--repo", "acme/control"];
  await cli(["secret", "set", "CP_FORGE_TOKEN", ...where], token);
  return token;
}
