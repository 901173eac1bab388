import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenForge } from "../emulator/open-forge.ts";

/** Scopes of a browser login. */
const scopes = ["gist", "read:org", "repo", "workflow"];

/** Makes hubot, a member of acme, an admin of the control repository, and signs hubot's CLI in. */
export async function signInMember({ control, emulator }: OpenForge, home: string) {
  const repositories = { "acme/control": { collaborators: { hubot: "admin" } } };
  await control("PATCH", "world", { repositories });
  const { json } = await control("POST", "tokens", { user: "hubot", scopes });
  const folder = join(home, "forge-cli");
  await mkdir(folder, { mode: 0o700 });
  const token = (json as { token: string }).token;
  const hosts = { [new URL(emulator.origin).host]: { user: "hubot", token } };
  await writeFile(join(folder, "hosts.json"), JSON.stringify(hosts), { mode: 0o600 });
  return { folder, token };
}
