import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { expect, test } from "vitest";
import { ceilings } from "../../src/credentials/apps/ceilings.ts";
import { type AppRole } from "../../src/credentials/apps/app-role.ts";
import { readPrivateKey } from "../../src/credentials/apps/private-key.ts";
import { appRecords } from "../../src/credentials/records.ts";
import { createRobot } from "../emulator/signed-in.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";
import { Secret } from "../../src/shared/secret.ts";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { createApp, installApp, openForge, type OpenForge } from "../emulator/open-forge.ts";
import { runNodeHere } from "../emulator/run-node-here.ts";
import { connectInProcess } from "../flows/setup/connect-in-process.ts";
import { keys, type Wizard } from "./setup-hands.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();
const repository = requireRepositoryName("acme/control", "--repo");

type Location = Awaited<ReturnType<typeof makeHome>>;

/** Creates a control plane with a completed setup, and the file of each first key. */
async function openSetUpForge() {
  const forge = await openForge({ runScript: runNodeHere });
  const { cli } = connectInProcess(forge.emulator);
  const pems: Record<AppRole, string> = { read: "", write: "" };
  for (const role of ["read", "write"] as const) {
    const name = `gatehouse-acme-control-${role}`;
    const app = await createApp(forge, { name, default_permissions: ceilings[role] });
    await installApp(forge, app, [repository.full]);
    await cli.setSecret({ repository, name: appRecords[role].secret }, new Secret(app.pem));
    await cli.setVariable(repository, appRecords[role].variable, app.clientId);
    pems[role] = app.pem;
  }
  return { forge, pems };
}

const settingsPage = (forge: OpenForge) =>
  `${forge.emulator.origin}/organizations/acme/settings/apps/gatehouse-acme-control-read`;

const addKey = async (forge: OpenForge) =>
  (await createRobot().generateKey(settingsPage(forge))).reveal();

const fingerprintOf = (pem: string) => {
  const reading = readPrivateKey(new Secret(pem));
  return reading.ok ? reading.fingerprint : reading.reason;
};

async function listKeys(forge: OpenForge): Promise<Map<string, string>> {
  const { text } = await forge.page(settingsPage(forge));
  const key = /<code>(SHA256:[^<]+)<\/code>[^]*?action="([^"]+\/delete)"/g;
  return new Map([...text.matchAll(key)].map(([, print = "", action = ""]) => [print, action]));
}

async function deleteKey(forge: OpenForge, pem: string): Promise<void> {
  await forge.page((await listKeys(forge)).get(fingerprintOf(pem)) ?? "", {});
}

function environment(forge: OpenForge, location: Location) {
  return { ...location.env, ...notOurs, FORGE_CONFIG_DIR: forge.emulator.cliConfigDir };
}

function start(
  forge: OpenForge,
  location: Location,
  { args = [], columns = 80 }: { args?: readonly string[]; columns?: number } = {},
): Wizard {
  const command = ["rotate", "--repo", "acme/control", "--host", forge.emulator.origin];
  return startWizard({
    command: execPath,
    args: [program.cli(), ...command, "--no-open", ...args],
    env: environment(forge, location),
    cwd: location.home,
    columns,
  });
}

function paste(pem: string): string {
  return `\u001b[200~${pem}\u001b[201~`;
}

test.each(sample("widths of a rotation", [80, 40], 1))(
  "one App's key is rotated on screens of %d columns, and the new key is pasted",
  async (columns) => {
    const { forge, pems } = await openSetUpForge();
    const pem = await addKey(forge);
    const wizard = start(forge, await makeHome(), { columns });
    await wizard.choose("What should be rotated?", "Read App key");
    await wizard.read("Rotation plan", "Continue");
    await wizard.read("Add a key to the Read App", "Open the page and continue");
    await wizard.choose("Where is the Read App key?", "Paste it");
    await wizard.see("Private key of the Read App:");
    wizard.write(paste(pem));
    await wizard.answer("RSA 2048", keys.enter);
    await wizard.answer("Do you also have the old Read App key?", keys.enter);
    await wizard.see("Did you delete the old Read App key?");
    await deleteKey(forge, pems.read);
    await wizard.choose("Did you delete the old Read App key?", "Yes, I deleted it");
    await wizard.see("Show the status");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect([...(await listKeys(forge)).keys()]).toEqual([fingerprintOf(pem)]);
    for (const line of [pem, pems.read].flatMap((each) => each.split("\n").slice(1, -2))) {
      expect(wizard.raw()).not.toContain(line);
    }
  },
);

test("a rotation in plain lines, with the old key available: its rejection is the proof", async () => {
  const { forge, pems } = await openSetUpForge();
  const location = await makeHome();
  const pem = await addKey(forge);
  writeFileSync(join(location.home, "new.pem"), pem, { mode: 0o600 });
  writeFileSync(join(location.home, "old.pem"), pems.read, { mode: 0o600 });
  const wizard = start(forge, location, { args: ["--plain", "--app", "read"] });
  await wizard.reply("Rotation plan", "");
  await wizard.reply("Add a key to the Read App", "");
  await wizard.reply("Where is the Read App key?", "");
  await wizard.reply("Path of the key file:", "new.pem");
  await wizard.reply("Do you also have the old Read App key?", "y");
  await wizard.reply("Where is the old Read App key?", "");
  await wizard.reply("Path of the old key file:", "old.pem");
  const letters = fingerprintOf(pems.read).slice("SHA256:".length, "SHA256:".length + 4);
  await wizard.reply("Revoke the old Read App key", letters);
  await wizard.see("still accepted; checked at");
  await deleteKey(forge, pems.read);
  await wizard.see("acme/control uses the new credentials");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  expect(wizard.scrollback() + wizard.screen()).toMatch(/revoked;\s+rejected\s+since/);
});

/** Starts a rotation whose new key is in a file, and whose old one is unavailable. */
async function provideNewKey() {
  const { forge, pems } = await openSetUpForge();
  const location = await makeHome();
  const pem = await addKey(forge);
  writeFileSync(join(location.home, "new.pem"), pem, { mode: 0o600 });
  const wizard = start(forge, location, { args: ["--app", "read"] });
  await wizard.read("Rotation plan", "Continue");
  await wizard.read("Add a key to the Read App", "Open the page and continue");
  await wizard.choose("Where is the Read App key?", "A file on this machine");
  await wizard.answer("Path of the key file:", `new.pem${keys.enter}`);
  await wizard.answer("Do you also have the old Read App key?", keys.enter);
  return { forge, pems, location, pem, wizard };
}

test("stopped while a run continues, it reports the run, and the command that resumes with the same options", async () => {
  const { pems, wizard } = await provideNewKey();
  await wizard.answer("run started", keys.stop);
  expect(await wizard.exited).toMatchObject({ exitCode: 130 });
  const end = wizard.screen().replaceAll(/\s*│?\s+/g, " ");
  expect(end).toMatch(/The run continues in the background: http\S+\/actions\/runs\/\d+/);
  expect(end).toMatch(/Resume where you stopped: gatehouse rotate .*--no-open/);
  expect(end).not.toContain(pems.read.split("\n")[1]);
});

test("killed while it waits for the deletion, the next run asks only for the deletion", async () => {
  const { forge, pems, location, pem, wizard: first } = await provideNewKey();
  await first.see("Did you delete the old Read App key?");
  first.kill("SIGKILL");
  await first.exited;

  const state = join(location.env["XDG_STATE_HOME"] ?? "", "gatehouse");
  const files = readdirSync(state, { recursive: true, encoding: "utf8" });
  for (const name of files.filter((each) => statSync(join(state, each)).isFile())) {
    expect(readFileSync(join(state, name), "utf8")).not.toContain(pem.split("\n")[3]);
  }
  await deleteKey(forge, pems.read);
  const second = start(forge, location);
  await second.choose("Did you delete the old Read App key?", "Yes, I deleted it");
  await second.see("acme/control uses the new credentials");
  expect(await second.exited).toMatchObject({ exitCode: 0 });
});

test("without a terminal, a rotation reads answers and prints the outcome as JSON", async () => {
  const { forge } = await openSetUpForge();
  const location = await makeHome();
  const pem = await addKey(forge);
  writeFileSync(join(location.home, "new.pem"), pem, { mode: 0o600 });
  const answers = {
    "rotation-plan": true,
    "read-new-key": true,
    "read-key-from": "file",
    "read-key-file": "new.pem",
    "read-old-key-at-hand": false,
    "read-revoke": "deleted",
  };
  writeFileSync(join(location.home, "answers.json"), JSON.stringify({ answers }));
  const args = ["rotate", "--repo", "acme/control", "--host", forge.emulator.origin, "--no-open"];
  const { code, out, err } = await program.run(
    [...args, "--app", "read", "--json", "--answers", "answers.json"],
    { cwd: location.home, env: environment(forge, location) },
  );
  expect([code, err]).toEqual([0, expect.not.stringContaining("!")]);
  expect(JSON.parse(out)).toEqual({
    repo: "acme/control",
    host: new URL(forge.emulator.origin).host,
    complete: true,
    by: "mona",
    startedAt: expect.any(String) as string,
    endedAt: expect.any(String) as string,
    credentials: [
      {
        credential: "read-app",
        secret: "CP_FORGE_READ_APP_PRIVATE_KEY",
        fingerprint: fingerprintOf(pem),
        storedAt: expect.any(String) as string,
        validated: {
          at: expect.any(String) as string,
          fingerprint: fingerprintOf(pem),
          runs: [{ what: "proof run", link: expect.stringContaining("/runs/"), hasPassed: true }],
        },
        revoked: { at: expect.any(String) as string, by: "mona", how: "reported" },
        rechecked: {
          at: expect.any(String) as string,
          findings: [
            "Read App: 1 selected repository, unchanged; permissions match the ceiling",
            "Write App: 1 selected repository, unchanged; permissions match the ceiling",
          ],
        },
      },
    ],
    installations: [
      expect.objectContaining({ role: "read", isProved: true }),
      expect.objectContaining({ role: "write", isProved: true }),
    ],
  });
});

test("without an operator, or with an unknown App, it prints the correct usage", async () => {
  const nobody = await program.run(["rotate", "--repo", "acme/control"]);
  expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining("--answers FILE") });
  const wrong = await program.run(["rotate", "--repo", "acme/control", "--app", "all"]);
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("read, write or both") });
});
