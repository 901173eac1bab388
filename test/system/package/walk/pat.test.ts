import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openForge, type OpenForge } from "../../../emulator/open-forge.ts";
import { everything } from "../../../flows/remove/bench.ts";
import { patScope } from "../../../flows/scope/scope-bench.ts";
import { openMachine } from "../installed.ts";
import { packProgram, type Packed } from "../packed.ts";
import { openRegistry } from "../registry.ts";
import { askWorld, findTraces, readWorld } from "./world.ts";

const repository = "acme/control";

let packed: Packed;
beforeAll(async () => {
  packed = await packProgram();
});

test("a control plane with a personal access token also leaves nothing behind", async () => {
  const machine = await openMachine(await openRegistry());
  const { project, must } = machine;
  await must(`npm install --global ${packed.path}`);
  const { forge, world } = await openWorld(join(machine.home, "forge.json"));
  const run = async (verb: string, answers: object) => {
    await writeFile(join(project, "answers.json"), JSON.stringify(answers));
    const location = `--host ${forge.emulator.origin} --repo ${repository}`;
    const env = { FORGE_CONFIG_DIR: forge.emulator.cliConfigDir };
    return must(`gatehouse ${verb} ${location} --answers answers.json`, { env });
  };

  const before = await world();
  await writeFile(join(project, "pat"), await makeToken(forge));
  const answers = { ...patScope, "control-file": "write", "control-package": "committed" };
  const made = await run("setup", { answers, secrets: { "pat-token": { file: "pat" } } });
  expect(made.out).toContain("is set up with a personal access token");
  expect(await world()).not.toEqual(before);
  await revokeToken(forge);
  const gone = await run("remove", { answers: everything });
  expect(gone.out).toContain("Nothing that gatehouse created is left in acme/control");
  expect(await world()).toEqual(before);
  expect(await findTraces(machine)).toBe("");
});

/** Mona administers the control repository, but owns nothing. */
async function openWorld(stateFile: string) {
  const forge = await openForge({ stateFile });
  await forge.control("PATCH", "world", {
    organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
    repositories: { [repository]: { collaborators: { mona: "admin" } } },
  });
  const { origin, userToken } = forge.emulator;
  const world = async () => ({
    file: await readWorld(stateFile),
    answers: await askWorld(origin, { repository, token: userToken.reveal() }),
  });
  return { forge, world };
}

async function makeToken(forge: OpenForge): Promise<string> {
  const wanted = {
    user: "mona",
    kind: "fine-grained",
    owner: "acme",
    repositories: [repository, "acme/api"],
    permissions: { contents: "read", actions: "read" },
    expiresAt: new Date(Date.now() + 29 * 86_400_000).toISOString(),
  };
  return (await forge.control("POST", "tokens", wanted)).json.token as string;
}

/** Revokes the token through its page, as a user does. */
async function revokeToken(forge: OpenForge): Promise<void> {
  const { text } = await forge.page("/settings/personal-access-tokens");
  const [, action = ""] = /action="([^"]+)" data-form="revoke-token"/.exec(text) ?? [];
  await forge.page(action, {});
}
