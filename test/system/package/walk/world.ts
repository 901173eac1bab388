import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runToEnd } from "../../../commands/installed-program.ts";
import type { Machine } from "../installed.ts";

/** What tells when something was, and how often: history, and what counts with it. */
const ofHistory = /^(id|nextId|runs|git|earlierHeads|\w+At)$/;

/** What a forge holds apart from history, by the file that it remembers in. */
export async function readWorld(stateFile: string): Promise<unknown> {
  return JSON.parse(await readFile(stateFile, "utf8"), (name, value: unknown) => {
    if (ofHistory.test(name)) return undefined;
    // The forge remembers a workflow whose file is gone, as its runs are still there.
    if (name === "workflows" && Array.isArray(value)) return value.filter(isThere);
    return value;
  });
}

function isThere(workflow: { readonly state: string }): boolean {
  return workflow.state !== "deleted";
}

/** What it answers to the operator, apart from history. */
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

/** What a machine still holds that names the account; an embedded forge's own memory is no trace of ours. */
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
