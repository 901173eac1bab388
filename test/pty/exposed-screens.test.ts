import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { openForge, type OpenForge } from "../emulator/open-forge.ts";
import { keys, type Wizard } from "./setup-hands.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();
const home = "/repos/acme/control";

type Location = Awaited<ReturnType<typeof makeHome>>;

/** Creates one package in live mode, and a PAT that leaked. */
async function openWorld() {
  const forge = await openForge();
  const settings = {
    version: 1,
    targets: ["acme/api"],
    mode: "live",
    destination: "target",
    caps: { repositories: 5, dispatches: 5 },
    packages: [
      { name: "review", apis: [], permissions: { contents: "read" }, killSwitch: "CP_REVIEW_ON" },
    ],
  };
  const content = Buffer.from(JSON.stringify(settings)).toString("base64");
  const body = { message: "Add settings", content };
  await forge.rest("PUT", `${home}/contents/.forge/control-plane.json`, { body });
  const variable = { name: "CP_REVIEW_ON", value: "true" };
  await forge.rest("POST", `${home}/actions/variables`, { body: variable });
  const wanted = { user: "mona", kind: "fine-grained", owner: "acme" };
  const token = (await forge.control("POST", "tokens", wanted)).json.token as string;
  return { forge, token };
}

function environment(forge: OpenForge, location: Location) {
  return { ...location.env, ...notOurs, FORGE_CONFIG_DIR: forge.emulator.cliConfigDir };
}

function start(
  forge: OpenForge,
  location: Location,
  { args = [], columns = 80 }: { args?: readonly string[]; columns?: number } = {},
): Wizard {
  const command = ["exposed", "--repo", "acme/control", "--host", forge.emulator.origin];
  return startWizard({
    command: execPath,
    args: [program.cli(), ...command, "--no-open", ...args],
    env: environment(forge, location),
    cwd: location.home,
    columns,
  });
}

const readSwitch = async (forge: OpenForge) =>
  (await forge.rest("GET", `${home}/actions/variables/CP_REVIEW_ON`)).json.value as string;

test.each(sample("widths of exposed", [80, 40], 1))(
  "a leaked PAT is handled on screens of %d columns",
  async (columns) => {
    const { forge, token } = await openWorld();
    const location = await makeHome();
    const wizard = start(forge, location, {
      columns,
      args: ["--credential", "pat", "--report", "incident.txt"],
    });
    await wizard.answer("Contain the exposure now?", keys.enter);
    await wizard.choose("Do you have the exposed token?", "Yes, paste it");
    await wizard.answer("The exposed token:", `${token}${keys.enter}`);
    await wizard.answer("Revoke this token now?", "y");
    await wizard.choose("When might the exposure have started?", "The last 24 hours");
    await wizard.choose("Was the fine-grained PAT rotated?", "It was already rotated");
    await wizard.answer("Return the settings", keys.enter);
    await wizard.answer("Let the review packages run again?", "y");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });

    expect(wizard.raw()).not.toContain(token.slice(12, 24));
    expect((await forge.rest("GET", "/user", { token })).status).toBe(401);
    expect(await readSwitch(forge)).toBe("true");
    const report = join(location.home, "incident.txt");
    expect(statSync(report).mode & 0o777).toBe(0o600);
    expect(readFileSync(report, "utf8")).toMatch(/^ acme\/control   suspected exposure on/);
    expect(readFileSync(report, "utf8")).not.toContain(token.slice(12, 24));
  },
);

test("after a kill following the containment, the next run continues the same incident", async () => {
  const { forge, token } = await openWorld();
  const location = await makeHome();
  const first = start(forge, location, { args: ["--credential", "pat"] });
  await first.answer("Contain the exposure now?", keys.enter);
  await first.waitFor("Do you have the exposed token?");
  first.kill("SIGKILL");
  await first.exited;
  expect(await readSwitch(forge)).toBe("false");

  const second = start(forge, location);
  await second.choose("Do you have the exposed token?", "Yes, paste it");
  await second.answer("The exposed token:", `${token}${keys.enter}`);
  await second.waitFor("Revoke this token now?");
  second.write(keys.stop);
  expect(await second.exited).toMatchObject({ exitCode: 130 });
  const state = join(location.env["XDG_STATE_HOME"] ?? "", "gatehouse");
  const files = readdirSync(state, { recursive: true, encoding: "utf8" });
  const journals = files.filter((name) => name.endsWith("exposed.json"));
  expect(journals).toHaveLength(1);
  for (const name of files.filter((each) => statSync(join(state, each)).isFile())) {
    expect(readFileSync(join(state, name), "utf8")).not.toContain(token.slice(12, 24));
  }
});

test("the response to exposure works in plain lines", async () => {
  const { forge } = await openWorld();
  const wizard = start(forge, await makeHome(), { args: ["--plain", "--credential", "pat"] });
  await wizard.waitFor("Kill switches: CP_REVIEW_ON set to false");
  await wizard.reply("Contain the exposure now?", "y");
  await wizard.waitFor("Do you have the exposed token?");
  wizard.write(keys.stop);
  expect(await wizard.exited).toMatchObject({ exitCode: 130 });
  expect(await readSwitch(forge)).toBe("false");
});

test("without a terminal, it reads answers and prints the record as JSON; then another incident", async () => {
  const { forge, token } = await openWorld();
  const location = await makeHome();
  writeFileSync(join(location.home, "token"), token, { mode: 0o600 });
  const answers = {
    answers: {
      "pat-available": "token",
      "pat-revoke": true,
      "pat-rotation": "reported",
      "switches-on": true,
      "closed-incident": "show",
    },
    secrets: { "pat-token": { file: "token" } },
  };
  writeFileSync(join(location.home, "answers.json"), JSON.stringify(answers));
  const here = ["exposed", "--repo", "acme/control", "--host", forge.emulator.origin, "--no-open"];
  const scope = ["--credential", "pat", "--since", "2026-01-01", "--yes", "--json"];
  const args = [...here, ...scope, "--answers", "answers.json", "--report", "incident.json"];
  const options = { cwd: location.home, env: environment(forge, location) };
  const first = await program.run(args, options);
  expect(first).toMatchObject({ code: 0 });
  const record = JSON.parse(first.out) as { state: string; incident: object };
  expect(record.state).toBe("closed");
  expect(JSON.parse(readFileSync(join(location.home, "incident.json"), "utf8"))).toEqual(record);
  expect(first.out + first.err).not.toContain(token.slice(12, 24));

  const shown = await program.run(args, options);
  expect(JSON.parse(shown.out)).toEqual(record);
  // If the name is not on PATH, the printed command starts the program by its path; the file is
  // elsewhere.
  const unnamed = { ...options, env: { ...options.env, PATH: "/usr/bin:/bin" } };
  const firstNext = (text: string) =>
    (JSON.parse(text) as { next: readonly { command: string }[] }).next[0]?.command;
  const printed = await program.run(args, unnamed);
  expect(firstNext(printed.out)).toMatch(/node \S*dist\/cli\.js verify /);
  expect(firstNext(readFileSync(join(location.home, "incident.json"), "utf8"))).toMatch(
    /^gatehouse verify /,
  );
  const another = await program.run([...args, "--new-incident"], options);
  expect((JSON.parse(another.out) as typeof record).incident).not.toEqual(record.incident);
});

test("without an operator, it prints the command for the operator", async () => {
  const { forge } = await openWorld();
  const location = await makeHome();
  const options = { cwd: location.home, env: environment(forge, location) };
  const args = ["exposed", "--repo", "acme/control", "--host", forge.emulator.origin];
  const nobody = await program.run(args, options);
  expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining("--answers FILE") });
  const wrong = await program.run([...args, "--credential", "ssh"], options);
  expect(wrong).toMatchObject({
    code: 2,
    err: expect.stringContaining("read-app, write-app, pat"),
  });
  const when = await program.run([...args, "--since", "lately"], options);
  expect(when).toMatchObject({ code: 2, err: expect.stringContaining("--since 2026-11-21") });
  const where = await program.run([...args, "--report", "nowhere/leak.txt"], options);
  expect(where).toMatchObject({
    code: 2,
    err: expect.stringMatching(/its directory does not\s+(│ )?exist or is not writable/),
  });
  expect(existsSync(join(location.home, "state", "gatehouse"))).toBe(false);
});
