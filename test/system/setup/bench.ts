import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator, type Emulator, type Exchange } from "../../../emulator/emulator.ts";
import { openSecret } from "../../emulator/open-secret.ts";
import type { World } from "../../../emulator/state/world.ts";
import { buildProgram } from "../../commands/installed-program.ts";
import { runNodeHere } from "../../emulator/run-node-here.ts";
import { keysOfForge } from "../../keys/ready-keys.ts";
import { openOperator, type Operator } from "./operator.ts";
import {
  startProduct,
  type Ending,
  type ProductRun,
  type ProductRunOptions,
} from "./product-run.ts";

export const repository = "acme/control";

/** A forge, an operator with a browser, and a separate machine for the product. */
export interface Bench {
  readonly emulator: Emulator;
  readonly operator: Operator;
  /**
   * Root of the directories that the product can write to: home, state, temporary files, and
   * working directory.
   */
  readonly machine: string;
  readonly journal: string;
  /** Callbacks for each exchange with the forge, and for each click; set and reset by a test. */
  readonly watch: { onExchange?: (exchange: Exchange) => void; onClick?: (what: string) => void };
  /** Returns the complete state of the forge. */
  world(): World;
  start(options?: StartOptions): ProductRun;
  /** Returns the options of the same run, for a caller that starts it. */
  prepare(options?: StartOptions): ProductRunOptions;
  close(): Promise<void>;
}

interface StartOptions {
  /** Content of the answers file; "asked" is a run without one. */
  readonly answers?: Readonly<Record<string, unknown>> | "asked";
  readonly env?: NodeJS.ProcessEnv;
  /** Command before the program: a tracer with its options. */
  readonly under?: readonly string[];
  readonly args?: readonly string[];
}

export async function openBench(): Promise<Bench> {
  const cli = join(await buildProgram(), "dist/cli.js");
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const watch: Bench["watch"] = {};
  const stateFile = join(folder, "forge", "forge.json");
  const emulator = await startEmulator({
    stateFile,
    makeKey: keysOfForge(),
    // Other tests cover the delay of a new App, which would slow down each setup of these tests.
    newApps: "are ready",
    runScript: runNodeHere,
    onExchange: (exchange) => watch.onExchange?.(exchange),
  });
  const operator = await openOperator({
    folder: join(folder, "operator"),
    onClick: (what) => watch.onClick?.(what),
  });
  const machine = join(folder, "machine");
  const env = { ...makeMachine(machine), BROWSER: operator.browser };
  const { host } = new URL(emulator.origin);
  const prepare: Bench["prepare"] = (options = {}) => {
    const { answers = firstAnswers, env: more = {}, under = [], args = [] } = options;
    const file = join(folder, "answers.json");
    if (answers !== "asked") writeFileSync(file, JSON.stringify({ answers }));
    const scripted = answers === "asked" ? [] : ["--answers", file];
    const setup = ["setup", "--host", emulator.origin, "--repo", repository, ...scripted];
    return {
      command: [...under, process.execPath, cli, ...setup, ...args] as [string, ...string[]],
      cwd: join(machine, "cwd"),
      env: { ...env, FORGE_CONFIG_DIR: emulator.cliConfigDir, ...more },
    };
  };
  return {
    emulator,
    operator,
    machine,
    watch,
    journal: join(machine, "state/gatehouse", host.replace(":", "_"), repository, "setup.json"),
    world: () => JSON.parse(readFileSync(stateFile, "utf8")) as World,
    start: (options) => startProduct(prepare(options)),
    prepare,
    close: async () => {
      await emulator.close();
      await operator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns an environment that inherits only PATH from the machine that runs the tests. */
function makeMachine(machine: string): NodeJS.ProcessEnv {
  const inside = (name: string) => {
    mkdirSync(join(machine, name), { recursive: true, mode: 0o700 });
    return join(machine, name);
  };
  inside("cwd");
  return {
    PATH: process.env["PATH"],
    LANG: "C.UTF-8",
    HOME: inside("home"),
    TMPDIR: inside("tmp"),
    XDG_STATE_HOME: inside("state"),
    XDG_CONFIG_HOME: inside("config"),
    XDG_CACHE_HOME: inside("cache"),
    XDG_DATA_HOME: inside("data"),
    XDG_RUNTIME_DIR: inside("run"),
  };
}

const roles = ["read", "write"] as const;

/** The answers of an operator who sets up for the first time. */
const firstAnswers: Readonly<Record<string, unknown>> = {
  scope: "later",
  "read-plan": true,
  "write-plan": true,
  "read-app-name": "gatehouse-acme-control-read",
  "read-app-how": "browser",
  "write-app-name": "gatehouse-acme-control-write",
  "write-app-how": "browser",
  "failure:read-proof": "run",
  "failure:write-proof": "run",
};

/** Adds to them the answers of an operator who provides a new key for an App whose key was lost. */
export function withNewKeys(operator: Operator, among: readonly string[]) {
  const more = among.map((role) => ({
    [`failure:${role}-incomplete`]: "new-key",
    [`${role}-new-key`]: true,
    [`${role}-key-from`]: "file",
    [`${role}-key-file`]: operator.keyFile(role),
  }));
  return Object.assign({ ...firstAnswers }, ...more) as typeof firstAnswers;
}

/**
 * Runs setup repeatedly, following its instructions, until it completes.
 * @returns descriptions of the actions that were needed
 */
export async function rerunToTheEnd(
  bench: Bench,
  slugs = proposedNames,
): Promise<{ ending: Ending; needed: string[] }> {
  const lost: string[] = [];
  for (;;) {
    const answers = withNewKeys(bench.operator, lost);
    const ending = await bench.start({ answers, args: ["--json"] }).ended;
    const role = roles.find(
      (one) => !lost.includes(one) && ending.stderr.includes(questionOfHalf[one]),
    );
    if (ending.code === 0 || !role) {
      const isByRun = ending.stderr.includes("Verifying the stored keys with a workflow run");
      const keys = lost.map((one) => `a new ${one} key`);
      return { ending, needed: [...keys, ...(isByRun ? ["a proof by a run"] : [])] };
    }
    lost.push(role);
    const page = `${bench.emulator.origin}/organizations/acme/settings/apps/${slugs[role]}`;
    await bench.operator.fetchKey(role, page);
  }
}

const questionOfHalf = {
  read: "What should happen to the Read App?",
  write: "What should happen to the Write App?",
};

const proposedNames = {
  read: "gatehouse-acme-control-read",
  write: "gatehouse-acme-control-write",
};

/** Returns differences from the result of a finished setup of Apps with these names. */
export async function findFlaws(bench: Bench, slugs = proposedNames): Promise<string[]> {
  const world = bench.world();
  const control = world.repositories.find(({ owner, name }) => `${owner}/${name}` === repository);
  const flaws = world.apps.length === 2 ? [] : [`there are ${world.apps.length} Apps`];
  for (const role of roles) {
    const app = world.apps.find(({ slug }) => slug === slugs[role]);
    const name = `CP_FORGE_${role.toUpperCase()}_APP`;
    const id = control?.variables.find((variable) => variable.name === `${name}_ID`)?.value;
    if (!app || id !== app.clientId) flaws.push(`${name}_ID is ${id}, not ${app?.clientId}`);
    const key = await openSecret(world, { repository, name: `${name}_PRIVATE_KEY` });
    const isOurs = key && app?.keys.some(({ publicKey }) => publicKey === publicHalf(key.reveal()));
    if (!isOurs) flaws.push(`${name}_PRIVATE_KEY is no key of the App`);
    const covered = world.installations
      .filter(({ appId }) => appId === app?.id)
      .map(({ account, selection, repositoryIds }) =>
        [account, selection, ...repositoryIds].join(),
      );
    const wanted = ["acme", "selected", control?.id].join();
    if (covered.join(" ") !== wanted) flaws.push(`the ${role} App covers ${covered.join(" and ")}`);
  }
  return flaws;
}

function publicHalf(pem: string): string {
  return createPublicKey(createPrivateKey(pem)).export({ type: "spki", format: "pem" }).toString();
}
