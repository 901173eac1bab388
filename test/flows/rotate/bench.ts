import { createPages } from "../../emulator/signed-in.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rotateCredentials } from "../../../flows/rotate/rotate-credentials.ts";
import { rotationOutline } from "../../../flows/rotate/rotation-outline.ts";
import type { RotationOutcome } from "../../../src/plane/rotate/journal-results.ts";
import type { RotateDeps } from "../../../flows/rotate/rotate-deps.ts";
import { openJournal, type Journal } from "../../../src/prompts/journal.ts";
import { restoreFrom } from "../../../src/prompts/restore-from.ts";
import { runFlow } from "../../../src/prompts/run-flow.ts";
import { createSecretVault } from "../../../src/prompts/secret-vault.ts";
import { closeRotation, startRotation } from "../../../flows/rotate/rotation-journal.ts";
import { wireRotation } from "../../../src/commands/rotate-deps.ts";
import { runWorkflow } from "../../../src/plane/repository/run-workflow.ts";
import { runProof } from "../../../src/plane/proof/run-proof.ts";
import type { AppRole } from "../../../src/credentials/apps/app-role.ts";
import { readPrivateKey } from "../../../src/credentials/apps/private-key.ts";
import { pause } from "../../../src/forge/pause.ts";
import { repositoriesStep } from "../../../src/plane/setup/journal-steps.ts";
import { openBench, repository, type FlowBench } from "../setup/bench.ts";
import { connectInProcess } from "../setup/connect-in-process.ts";
import { quickPause } from "../shared/quick-pause.ts";
import { createOperator, type OperatorOptions } from "../setup/operator.ts";

export interface RotateOptions extends OperatorOptions {
  readonly wanted?: RotateDeps["wanted"];
  readonly startOver?: boolean;
  readonly openLink?: RotateDeps["openLink"];
  /** Replaces effects of the flow on the outside world. */
  readonly change?: (deps: RotateDeps) => Partial<RotateDeps>;
  /** Wraps the journal: throws at the point where the process is to be killed. */
  readonly spoil?: (journal: Journal) => Journal;
}

export interface RotateRun {
  readonly outcome?: RotationOutcome;
  readonly error?: Error;
  readonly text: string;
  readonly asked: readonly string[];
}

/** A complete control plane, and an operator who rotates its credentials. */
export interface RotationBench extends FlowBench {
  rotate(options?: RotateOptions): Promise<RotateRun>;
  rotationJournal(): Promise<Journal>;
  /** Returns the path of the key file that the setup stored. */
  firstKey(role: AppRole): string;
  /** Deletes all keys of an App on its page except for the key in this file. */
  deleteOtherKeys(role: AppRole, keep: string): Promise<void>;
}

export const slugOf = (role: AppRole) => `gatehouse-acme-control-${role}`;

export async function openRotationBench(): Promise<RotationBench> {
  const bench = await openBench();
  const { emulator, folder } = bench;
  const firstKey = (role: AppRole) => join(folder, `first-${role}.pem`);
  const { error } = await bench.setUp({ change: saveKeys((role) => firstKey(role)) });
  if (error) throw error;
  const connection = connectInProcess(emulator);
  const { profile } = connection;
  const location = { profile, repository };
  const header = rotateHeader(location);
  const rotationJournal = () => openJournal(join(folder, "rotate.json"), header);

  const rotate = async (options: RotateOptions = {}): Promise<RotateRun> => {
    const wired = wireRotation({
      connection,
      repository,
      wanted: options.wanted,
      noBrowserReason: undefined,
      openLink: options.openLink ?? (() => Promise.resolve(true)),
      env: { XDG_STATE_HOME: folder },
    });
    const deps = { ...wired, ...(await withoutPauses(bench, location)) };
    const operator = createOperator({ ...options, answers: { ...usual, ...options.answers } });
    const file = await rotationJournal();
    const run = async () => {
      const journal = options.spoil?.(file) ?? file;
      await startRotation(journal, location, {
        startOver: options.startOver === true,
        now: new Date(),
      });
      const outcome = await runFlow(
        rotateCredentials,
        { ...deps, ...options.change?.(deps) },
        {
          prompter: operator.prompter,
          journal,
          vault: createSecretVault(),
          header: { title: "rotate", subject: repository.full, outline: rotationOutline([]) },
        },
      );
      await closeRotation(journal, location);
      return outcome;
    };
    const result = await run()
      .then((outcome) => ({ outcome }))
      .catch((thrown: Error) => ({ error: thrown }));
    await operator.settled();
    return { ...result, text: operator.said(), asked: operator.asked.map(({ id }) => id) };
  };

  return {
    ...bench,
    rotate,
    rotationJournal,
    firstKey,
    deleteOtherKeys: async (role, keep) => {
      for (const [fingerprint, action] of await listKeys(bench, role)) {
        if (fingerprint !== (await fingerprintOf(keep))) await bench.press(action);
      }
    },
  };
}

const rotateHeader = ({ profile }: Pick<RotateDeps, "profile">) =>
  ({ flow: "rotate", version: 1, host: profile.host, subject: repository.full }) as const;

/** Answers to the questions that every rotation asks. */
const usual = {
  "rotate-what": "both",
  "rotation-plan": true,
  "read-new-key": true,
  "write-new-key": true,
  "read-old-key-at-hand": false,
  "write-old-key-at-hand": false,
};

/**
 * Saves the keys that the forge's page creates, as a browser does. Their files later serve as the
 * old keys.
 */
function saveKeys(pathOf: (role: AppRole) => string) {
  return (deps: { convertCode: RotateDeps["convertCode"] }) => ({
    convertCode: async (...given: Parameters<RotateDeps["convertCode"]>) => {
      const made = await deps.convertCode(...given);
      const role = made.app.slug.endsWith("-read") ? "read" : "write";
      writeFileSync(pathOf(role), made.key.reveal(), { mode: 0o600 });
      return made;
    },
  });
}

/**
 * Uses the real runs with shorter pauses between checks, and the setup's journal where the bench
 * keeps it.
 */
async function withoutPauses(
  bench: FlowBench,
  location: Pick<RotateDeps, "profile" | "repository">,
): Promise<Partial<RotateDeps>> {
  const connection = connectInProcess(bench.emulator);
  const often = {
    client: await connection.client(),
    repository: location.repository,
    now: () => new Date(),
    pause: (_: number, signal: AbortSignal) => pause(20, signal),
  };
  return {
    pause: quickPause,
    runProof: (report, signal) => runProof({ ...often, report, signal }),
    checkStoredPat: async (environment, report, signal) => {
      const wanted = { credentials: ["pat"] as const, environment };
      const { runLink, tokens } = await runProof({ ...often, ...wanted, report, signal });
      return { runLink, report: tokens.pat };
    },
    runReview: ({ file, inputs }, report, signal) =>
      runWorkflow({ ...often, report, signal }, { file, inputs, limitMinutes: 1, name: file }),
    readKnownSteps: async () => ({
      setUp: (await bench.journal()).steps(),
      rotation: (
        await openJournal(join(bench.folder, "rotate.json"), rotateHeader(location))
      ).steps(),
    }),
    approvedRepositories: async (role) =>
      restoreFrom(await bench.journal())(repositoriesStep({ ...location, role })),
  };
}

/** Lists the keys on an App's page: the fingerprint, and the path that deletes the key. */
async function listKeys({ emulator }: FlowBench, role: AppRole): Promise<[string, string][]> {
  const page = `${emulator.origin}/organizations/acme/settings/apps/${slugOf(role)}`;
  const html = await (await createPages(emulator).open(page)).text();
  const key = /<code>(SHA256:[^<]+)<\/code>[^]*?action="([^"]+\/delete)"/g;
  return [...html.matchAll(key)].map(([, fingerprint = "", action = ""]) => [fingerprint, action]);
}

export async function listFingerprints(bench: FlowBench, role: AppRole): Promise<string[]> {
  return (await listKeys(bench, role)).map(([fingerprint]) => fingerprint);
}

export async function fingerprintOf(path: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const { Secret } = await import("../../../src/shared/secret.ts");
  const reading = readPrivateKey(new Secret(await readFile(path, "utf8")));
  return reading.ok ? reading.fingerprint : reading.reason;
}

/**
 * Simulates a browser: nothing on the first visit of an App's page, then this action on the second
 * visit.
 */
export function onSecondVisit(act: (role: AppRole) => Promise<void>): RotateDeps["openLink"] {
  const visited = new Set<string>();
  return async (link) => {
    if (visited.has(link)) await act(link.endsWith("-read") ? "read" : "write");
    visited.add(link);
    return true;
  };
}

/** X */
export async function commit(bench: FlowBench, path: string, text: string): Promise<void> {
  const content = Buffer.from(text).toString("base64");
  const url = `/repos/acme/control/contents/${path}`;
  const before = await bench.send("GET", url);
  const { sha } = (before.status === 200 ? before.json : {}) as { sha?: string };
  const { status } = await bench.send("PUT", url, { message: "For the test", content, sha });
  if (status >= 300) throw new Error(`PUT ${path} answered ${status}`);
}
