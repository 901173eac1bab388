import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sessionCaLabel } from "./certificates/session-ca.ts";
import { readBundles, certificateFolder } from "./certificates/trust-bundle.ts";
import type { FoundSession } from "./sessions/list-sessions.ts";

export interface Finding {
  readonly subject: string;
  readonly state: "pass" | "fail" | "unknown";
  readonly detail: string;
}

/**
 * Inspects a running container: checks whether the session CA is in the locations where programs
 * search for trusted roots.
 * @param session must run on this machine, with a process that this user can inspect
 */
export function examineSession({ session, state }: FoundSession): readonly Finding[] {
  if (!session || state !== "running") {
    return [{ subject: "Session", state: "unknown", detail: "not running on this machine" }];
  }
  const runs: Finding = { subject: "Session", state: "pass", detail: `runs in ${session.runtime}` };
  if (!session.ca) {
    return [
      runs,
      { subject: "Interception", state: "pass", detail: "off; no certificate to trust" },
    ];
  }
  const root = findRoot(session.process.pid);
  if (root === undefined) {
    const detail = "could not inspect the processes; try again as the user who started the session";
    return [runs, { subject: "Container", state: "unknown", detail }];
  }
  return [runs, findFile(root), ...inspectBundles(root, session.ca.subject)];
}

/**
 * Returns the root directory of a process in the container. The kernel allows only the owner of the
 * process to access it.
 */
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
    subject: "Certificate directory",
    state: names.length > 0 ? "pass" : "fail",
    detail: `${certificateFolder}: ${names.join(", ") || "empty"}`,
  };
}

function inspectBundles(root: string, subject: string): readonly Finding[] {
  const bundles = readBundles(root);
  if (bundles.length === 0) {
    const detail =
      "this system has no CA bundle; programs find the CA through environment variables";
    return [{ subject: "Trust bundle", state: "unknown", detail }];
  }
  return bundles.map(({ path, text }) => ({
    subject: "Trust bundle",
    state: text.includes(`# ${subject}`) ? "pass" : "fail",
    detail: `${path}: ${text.includes(sessionCaLabel) ? `contains "${subject}"` : "does not contain a session CA"}`,
  }));
}

function attempt<T>(list: () => readonly T[]): readonly T[] {
  try {
    return list();
  } catch {
    return [];
  }
}
