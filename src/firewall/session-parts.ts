import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UserError, exitCode } from "../shared/errors.ts";
import { invokingUser } from "../shared/invoking-user.ts";
import type { User } from "../shared/invoking-user.ts";
import { walkPath } from "../shared/walk-path.ts";
import type { ChosenFolders } from "./choose-folders.ts";
import type { Ends, FirewallRun } from "./firewall-run.ts";
import { choosePlaces } from "./inside-paths.ts";
import type { InsidePlaces } from "./inside-paths.ts";
import { accessLogName, bodiesName, decisionsName, openLog } from "./log/open-log.ts";
import type { Log, LogLoss } from "./log/open-log.ts";
import type { Provider } from "./provider.ts";
import { readOptionFile } from "./read-option-file.ts";
import type { Caller } from "./sandbox/caller.ts";
import { isWithin } from "../shared/is-within.ts";
import { requireTrusted } from "./sandbox/require-trusted.ts";
import type { SessionTrust } from "./session-trust.ts";
import { makeSessionFolder } from "./sessions/session-folder.ts";
import type { SessionFolder } from "./sessions/session-folder.ts";

/** Parts of a session that are created before its container. */
export interface SessionParts {
  readonly caller: Caller;
  readonly session: SessionFolder;
  readonly log: Log;
  /** Returns how many decisions are missing from the log and why, once the log is closed. */
  readonly loss: () => LogLoss | undefined;
  readonly locations: InsidePlaces;
  /** Undefined without interception. */
  readonly trust: SessionTrust | undefined;
  /** Undefined without a sidecar. */
  readonly provider: Provider | undefined;
  /** Root certificates for the proxy's own connections, as PEM. */
  readonly roots: readonly string[];
  /**
   * Absolute paths of logs and root certificates, which can be in directories that the command can
   * write to.
   */
  readonly kept: readonly string[];
}

/** Thrown if a file that an option names cannot be read. */
export class UnreadableFile extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

/**
 * Creates the parts of a session and registers their cleanup.
 * @throws UserError if a file that an option names is not found
 * @throws PlantedLink before anything is created, if a command can change the target of an option's
 *   path
 */
export async function makeSessionParts(
  run: FirewallRun,
  ends: Ends,
  { writable, caller }: Pick<ChosenFolders, "writable"> & { readonly caller: Caller },
): Promise<SessionParts> {
  const { settings, policy, env, now } = run;
  const logs = resolveLogs(run, writable);
  for (const path of resolveRoots(run)) requireTrusted(path, { writable, option: "--upstream-ca" });
  for (const path of findNodeRoots(run)) requireUnplanted(path, writable);
  const owner = invokingUser(env);
  const locations = choosePlaces(policy, settings);
  const own = await readRoots(run);
  // With roots of its own, a TLS context does not contain those of NODE_EXTRA_CA_CERTS.
  const roots = own.length > 0 ? [...own, ...readNodeRoots(run)] : own;
  const provider =
    locations.providerPort === undefined
      ? undefined
      : await loadProvider(run, locations.providerPort);
  let lost: LogLoss | undefined;
  const log = openLog(now, {
    folder: logs,
    owner,
    level: settings.logLevel,
    hasBodies: settings.logBodies !== undefined,
    onLoss: (loss) => (lost = loss),
  });
  ends.add(() => log.close());
  const session = makeSessionFolder(now, { owner });
  ends.add(() => session.end());
  const trust = policy.isIntercepting
    ? await makeTrust(run, { session, caller, owner, proxyPort: locations.proxyPort, writable })
    : undefined;
  if (trust) ends.add(() => trust.key.end());
  const kept = [...listLogFiles(log.folder), ...resolveRoots(run), ...findNodeRoots(run)];
  return { caller, session, log, loss: () => lost, locations, trust, provider, roots, kept };
}

/**
 * Returns the log directory and its files, also those of earlier runs with other options. If the
 * log directory is the working directory, only the files can be protected.
 */
function listLogFiles(folder: string): readonly string[] {
  const names = [accessLogName, decisionsName, bodiesName];
  return [folder, ...names.map((name) => join(folder, name))];
}

/** Loads the provider's code only if a sidecar was requested. */
async function loadProvider({ env, settings }: FirewallRun, port: number): Promise<Provider> {
  const { readProvider } = await import("./provider.ts");
  return readProvider(env, port, settings.engine);
}

function resolveLogs(
  { settings, folder }: FirewallRun,
  writable: readonly string[],
): string | undefined {
  const { proxyLogsDir } = settings;
  if (proxyLogsDir === undefined) return undefined;
  const path = resolve(folder, proxyLogsDir);
  // In these file systems, Node would try forever to create a directory.
  if (/^\/(?:proc|sys)(?:\/|$)/.test(path)) {
    throw new UnreadableFile(
      `--proxy-logs-dir: cannot use ${path}, because files cannot be stored there.`,
    );
  }
  return resolveParents(path, writable);
}

/** Resolves the path of a directory that might not exist yet. */
function resolveParents(path: string, writable: readonly string[]): string {
  const found = requireTrusted(path, { writable, option: "--proxy-logs-dir" });
  const parent = dirname(path);
  if (existsSync(found) || parent === path) return found;
  return join(resolveParents(parent, writable), basename(path));
}

function resolveRoots({ settings, folder }: FirewallRun): readonly string[] {
  return settings.upstreamCa === undefined ? [] : [resolve(folder, settings.upstreamCa)];
}

/**
 * Returns additional root certificates that Node trusts, in the proxies of this run and the next
 * run.
 */
function findNodeRoots({ env, folder }: FirewallRun): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: path } = env;
  return path ? [resolve(folder, path)] : [];
}

/** Reads the additional root certificates. Node ignores a file that it cannot read. */
function readNodeRoots(run: FirewallRun): readonly string[] {
  return findNodeRoots(run).flatMap((path) => {
    try {
      return [readRoot(path)];
    } catch {
      return [];
    }
  });
}

/**
 * Verifies that no command can create the file, because the next run would trust it.
 * @throws PlantedLink, UnreadableFile
 */
function requireUnplanted(path: string, writable: readonly string[]): void {
  requireTrusted(path, { writable, option: "NODE_EXTRA_CA_CERTS" });
  if (existsSync(path)) return;
  // Also checks the targets of the operator's own links, for example from a home to another disk.
  const stages = walkPath(path);
  if (!stages.some((stage) => writable.some((each) => isWithin(stage.path, each)))) return;
  throw new UnreadableFile(
    `NODE_EXTRA_CA_CERTS: ${path} not found. A command could create this file.`,
    [{ text: "Unset NODE_EXTRA_CA_CERTS, or set it to an existing file" }],
  );
}

async function readRoots(run: FirewallRun): Promise<readonly string[]> {
  const paths = resolveRoots(run);
  if (paths.length === 0) return [];
  const { X509Certificate } = await import("node:crypto");
  try {
    const texts = paths.map((path) => readRoot(path));
    // Parses each file, because later steps would not report a file without certificates.
    return texts.map((text) => ({ text, first: new X509Certificate(text) }).text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableFile(`Could not use the file passed with --upstream-ca: ${reason}`);
  }
}

function readRoot(path: string): string {
  const read = readOptionFile(path);
  if ("reason" in read) throw new Error(`${path}: ${read.reason}`);
  return Buffer.from(read.bytes).toString("utf8");
}

interface TrustNeeds {
  readonly session: SessionFolder;
  readonly caller: Caller;
  readonly owner: User | undefined;
  readonly proxyPort: number;
  readonly writable: readonly string[];
}

async function makeTrust(run: FirewallRun, needs: TrustNeeds): Promise<SessionTrust> {
  const { env, now } = run;
  // Loaded only if connections are intercepted.
  const { makeSessionTrust } = await import("./session-trust.ts");
  const { session, caller, owner, proxyPort, writable } = needs;
  const environment = { PATH: env["PATH"], JAVA_HOME: env["JAVA_HOME"], HOME: caller.home };
  return makeSessionTrust(session, {
    now,
    environment,
    writable,
    owner,
    proxyPort,
    extraRoots: readNodeRoots(run),
  });
}
