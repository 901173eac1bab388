import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runToEnd } from "../../../commands/installed-program.ts";
import type { Machine } from "../installed.ts";

/** Fields that contain times and counters, which are history. */
const ofHistory = /^(id|nextId|runs|git|earlierHeads|\w+At)$/;

/** Reads the state of a forge from its state file, without history. */
export async function readWorld(stateFile: string): Promise<unknown> {
  return JSON.parse(await readFile(stateFile, "utf8"), (name, value: unknown) => {
    if (ofHistory.test(name)) return undefined;
    // The forge keeps a workflow whose file was deleted, because its runs still exist.
    if (name === "workflows" && Array.isArray(value)) return value.filter(isThere);
    return value;
  });
}

function isThere(workflow: { readonly state: string }): boolean {
  return workflow.state !== "deleted";
}

/** Returns the forge's responses to the operator, without history. */
export async function askWorld(
  origin: string,
  { repository, token }: { repository: string; token: string },
): Promise<unknown> {
  const [owner = ""] = repository.split("/");
  const about = [
    "actions/secrets",
    "actions/variables",
    "environments",
    "contents",
    "contents/.forge",
  ];
  const paths = [
    ...about.map((path) => `repos/${repository}/${path}`),
    `orgs/${owner}/installations`,
  ];
  const answers = paths.map(async (path) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${origin}/api/v3/${path}`, { headers });
    return [path, answer.status, await answer.json()];
  });
  return Promise.all(answers);
}

/**
 * Returns the remaining files of a machine that mention the account. An embedded forge's own state
 * is not a trace of gatehouse.
 */
export async function findTraces({ home }: Pick<Machine, "home">): Promise<string> {
  const folders = [".local/state/gatehouse", ".cache/gatehouse"].map((path) => join(home, path));
  const options = ["-r", "--exclude-dir=emulator", "-l", "-e", "acme", ...folders];
  const inside = await runToEnd("grep", options);
  const named = await runToEnd("find", [
    ...folders,
    "-path",
    "*acme*",
    "-not",
    "-path",
    "*/emulator/*",
  ]);
  return inside.out + named.out;
}
