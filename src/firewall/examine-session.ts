import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sessionCaLabel } from "./certificates/session-ca.ts";
import { readBundles, certificateFolder } from "./certificates/trust-bundle.ts";
import type { FoundSession } from "./sessions/list-sessions.ts";

/** Something about a session that was looked at. */
export interface Finding {
  readonly subject: string;
  readonly state: "pass" | "fail" | "unknown";
  readonly detail: string;
}

/**
 * Looks into a running container: whether the session CA is where programs look for whom to trust.
 * @param session one that runs on this machine, with a process that we may look at
 */
export function examineSession({ session, state }: FoundSession): readonly Finding[] {
  if (!session || state !== "running") {
    return [{ subject: "Session", state: "unknown", detail: "it does not run here" }];
  }
  const runs: Finding = { subject: "Session", state: "pass", detail: `runs in ${session.runtime}` };
  if (!session.ca) {
    return [runs, { subject: "Interception", state: "pass", detail: "off: nothing to trust" }];
  }
  const root = findRoot(session.process.pid);
  if (root === undefined) {
    const detail = "no process of it may be looked at; try it as the user who started it";
    return [runs, { subject: "Container", state: "unknown", detail }];
  }
  return [runs, findFile(root), ...inspectBundles(root, session.ca.subject)];
}

/** The root folder of a process inside, as the kernel shows it to whoever has the same user. */
function findRoot(front: number): string | undefined {
  const inside = descendants(front)
    .map((pid) => `/proc/${pid}/root`)
    .filter((root) => attempt(() => readdirSync(join(root, "run/gatehouse"))).length > 0);
  return inside.find(
    (root) => attempt(() => readdirSync(join(root, certificateFolder))).length > 0,
  );
}

function descendants(pid: number): readonly number[] {
  const children = attempt(() => readdirSync(`/proc/${pid}/task`)).flatMap((task) =>
    attempt(() => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ")),
  );
  const numbers = children.filter((text) => text !== "").map(Number);
  return [...numbers, ...numbers.flatMap(descendants)];
}

function findFile(root: string): Finding {
  const names = attempt(() => readdirSync(join(root, certificateFolder)));
  return {
    subject: "Certificate folder",
    state: names.length > 0 ? "pass" : "fail",
    detail: `${certificateFolder}: ${names.join(", ") || "empty"}`,
  };
}

function inspectBundles(root: string, subject: string): readonly Finding[] {
  const bundles = readBundles(root);
  if (bundles.length === 0) {
    const detail = "the system has none; programs are told by variables";
    return [{ subject: "Trust bundle", state: "unknown", detail }];
  }
  return bundles.map(({ path, text }) => ({
    subject: "Trust bundle",
    state: text.includes(`# ${subject}`) ? "pass" : "fail",
    detail: `${path}: ${text.includes(sessionCaLabel) ? `has "${subject}"` : "has no session CA"}`,
  }));
}

function attempt<T>(look: () => readonly T[]): readonly T[] {
  try {
    return look();
  } catch {
    return [];
  }
}
