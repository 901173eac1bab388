import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFailed } from "vitest";
import { buildProgram } from "../../commands/installed-program.ts";
import {
  readLoggedDecision,
  type LoggedDecision,
} from "../../../src/firewall/log/logged-decision.ts";
import { provideBubblewrap, type Bubblewrap } from "./bubblewraps.ts";
import { podmanEnvironment } from "./podman.ts";
import { modelHosts } from "./origins/models.ts";
import { startOrigins, type Origins } from "./origins/start-origins.ts";

export interface FirewallOptions {
  /** Options before `--`, in addition to the origins' addresses and the runtime. */
  readonly options?: readonly string[];
  readonly as?: "root" | "nobody";
  readonly runtime?: "bubblewrap" | "podman";
  /** The bubblewrap that is first on the caller's PATH (default: the installed one). */
  readonly bubblewrap?: Bubblewrap;
  /** Environment variables of the caller. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Whether the caller writes to standard input later, and closes it. */
  readonly keepsStdin?: true;
  /** Descriptors that are passed instead of pipes. */
  readonly stdio?: StdioOptions;
  readonly folders?: RunFolders;
  /** A program and its arguments that start gatehouse, such as `setpriv`. */
  readonly through?: readonly string[];
  /** Whether the program leads a process group and session of its own. */
  readonly isLeader?: true;
}

/** Directories of one run. */
export interface RunFolders {
  readonly home: string;
  readonly work: string;
  readonly logs: string;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly log: readonly LoggedDecision[];
}

/** Origins, and a build of the current tree that every user can read. */
export interface Lab {
  readonly folder: string;
  readonly origins: Origins;
  readonly makeFolders: (as?: FirewallOptions["as"]) => RunFolders;
  /** Runs `gatehouse firewall … -- command` and waits until it exits. */
  readonly run: (command: readonly string[], options?: FirewallOptions) => Promise<Ran>;
  /** Starts the same without waiting, for callers that act during the run. */
  readonly start: (command: readonly string[], options?: FirewallOptions) => Started;
  readonly close: () => void;
}

export interface Started {
  readonly child: ChildProcess;
  readonly folders: RunFolders;
  readonly ended: Promise<Ran>;
}

/** UID and GID of Debian's `nobody`, who lacks a home and privileges. */
const nobody = 65_534;

export async function openLab(): Promise<Lab> {
  if (process.getuid?.() !== 0) {
    throw new Error("Only root can show that root and others are kept in alike: run it as root.");
  }
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-lab-"));
  chmodSync(folder, 0o755);
  const originsFolder = join(folder, "origins");
  mkdirSync(originsFolder, { mode: 0o755 });
  const origins = await startOrigins(originsFolder);
  cpSync(join(await buildProgram(), "dist"), join(folder, "program"), { recursive: true });
  let count = 0;
  const makeFolders = (as: FirewallOptions["as"] = "root") =>
    makeRunFolders(join(folder, `${as}-${(count += 1)}`), as);
  const start: Lab["start"] = (command, options = {}) => {
    const folders = options.folders ?? makeFolders(options.as);
    return startProgram(command, options, { folder, origins, folders });
  };
  return {
    folder,
    origins,
    makeFolders,
    start,
    run: (command, options) => start(command, options).ended,
    close: () => {
      origins.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeRunFolders(base: string, as: "root" | "nobody"): RunFolders {
  const folders = { home: join(base, "home"), work: join(base, "work"), logs: join(base, "logs") };
  for (const path of [base, ...Object.values(folders)]) {
    mkdirSync(path, { mode: 0o755 });
    if (as === "nobody") chownSync(path, nobody, nobody);
  }
  return folders;
}

interface Location {
  readonly folder: string;
  readonly origins: Origins;
  readonly folders: RunFolders;
}

function startProgram(
  command: readonly string[],
  options: FirewallOptions,
  { folder, origins, folders }: Location,
): Started {
  const { as = "root", runtime = "bubblewrap", stdin = "", stdio = "pipe" } = options;
  const before = [join(folder, "program/cli.js"), "firewall", "--runtime", runtime];
  const where = ["--proxy-logs-dir", folders.logs, "--upstream-ca", origins.certificates.ca];
  const given = [...where, "--resolve", resolves(origins), ...(options.options ?? [])];
  const [program, ...args] = [...(options.through ?? []), process.execPath];
  const usual = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
  const first = provideBubblewrap(options.bubblewrap ?? "installed", folder);
  const child = spawn(program, [...args, ...before, ...given, "--", ...command], {
    cwd: folders.work,
    stdio,
    detached: options.isLeader === true,
    env: {
      LANG: "C.UTF-8",
      HOME: folders.home,
      ...(runtime === "podman" ? podmanEnvironment(folder) : {}),
      ...options.env,
      PATH: [...first, options.env?.["PATH"] ?? usual].join(delimiter),
    },
    ...(as === "nobody" && { uid: nobody, gid: nobody }),
  });
  // A program that exits before it reads leaves input in the pipe.
  child.stdin?.on("error", () => {});
  if (!options.keepsStdin) child.stdin?.end(stdin);
  const ended = waitForEnd(child, folders);
  const text: string[] = [];
  void ended.then(({ code, err }) => text.push(`"${command.join(" ")}" ended with ${code}:`, err));
  onTestFailed(() => void process.stderr.write(`${text.join("\n")}\n`));
  return { child, folders, ended };
}

/** Returns the values of `--resolve` for the names in the rules. */
function resolves({ tls, http, raw }: Origins): string {
  const secure = ["a.test", "b.test", "x.b.test", "other.test", "provider.test", ...modelHosts];
  const to = (name: string, port: number, at: number) => `${name}:${port}:127.0.0.1:${at}`;
  const plain = ["a.test", "b.test", "other.test"].map((name) => to(name, 80, http));
  return [...secure.map((name) => to(name, 443, tls)), ...plain, to("raw.test", 443, raw)].join();
}

async function waitForEnd(child: ChildProcess, { logs }: RunFolders): Promise<Ran> {
  const read = (stream: typeof child.stdout) => (stream ? text(stream) : "");
  const close = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err, code] = await Promise.all([read(child.stdout), read(child.stderr), close]);
  return { code, out, err, log: readLog(logs) };
}

function readLog(folder: string): LoggedDecision[] {
  try {
    const lines = readFileSync(join(folder, "decisions.jsonl"), "utf8").split("\n");
    return lines.flatMap((line) => readLoggedDecision(line) ?? []);
  } catch {
    // A run without requests, or one that never started.
    return [];
  }
}
