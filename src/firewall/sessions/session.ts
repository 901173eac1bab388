import type { ProcessMark } from "./process-mark.ts";

/**
 * The session description, which is published while a run is active. It does not contain variables
 * or arguments, because both can contain secrets.
 */
export interface Session {
  readonly id: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The process that manages the session. */
  readonly process: ProcessMark;
  /** Name of the command's program, without arguments. */
  readonly command: string;
  /** `bubblewrap`, `docker` or `podman`. */
  readonly runtime: string;
  readonly runtimeReason: string;
  /** Undefined without interception. */
  readonly ca?: {
    readonly subject: string;
    /** SHA-256 fingerprint, `AB:CD:…`. */
    readonly fingerprint: string;
    /** ISO 8601. */
    readonly notAfter: string;
    /** Location of the key, or the reason why it is in memory only. */
    readonly key: string;
  };
  /** Rules as their authors wrote them. */
  readonly rules: readonly string[];
  /** The proxy log directory. */
  readonly logs: string;
}

/** @returns undefined if the description is incomplete or was written by another version */
export function readSession(text: string): Session | undefined {
  const value = parse(text);
  const { id, startedAt, command, runtime, runtimeReason, logs, rules } = value;
  const mark = readProcess(text);
  const texts = { id, startedAt, command, runtime, runtimeReason, logs };
  if (!isTexts(texts) || !mark || !Array.isArray(rules)) return undefined;
  const ca = readFields(value["ca"], ["subject", "fingerprint", "notAfter", "key"] as const);
  const lines = rules.filter((rule) => typeof rule === "string");
  return { ...texts, process: mark, rules: lines, ...(ca && { ca }) };
}

/**
 * Reads only the process that manages a session, because it is written before the rest of the
 * description.
 */
export function readProcess(text: string): ProcessMark | undefined {
  const { process: value } = parse(text);
  const { pid, start, boot, namespace } = isFields(value) ? value : {};
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  return {
    pid,
    ...(typeof start === "string" && { start }),
    ...(typeof boot === "string" && { boot }),
    ...(typeof namespace === "string" && { namespace }),
  };
}

function readFields<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Record<Name, string> | undefined {
  if (!isFields(value)) return undefined;
  const found = Object.fromEntries(names.map((name) => [name, value[name]]));
  return hasAll(found, names) ? found : undefined;
}

function hasAll<Name extends string>(
  found: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): found is Record<Name, string> {
  return names.every((name) => typeof found[name] === "string");
}

function isTexts<Name extends string>(
  found: Readonly<Record<Name, unknown>>,
): found is Readonly<Record<Name, string>> {
  return Object.values(found).every((value) => typeof value === "string");
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
