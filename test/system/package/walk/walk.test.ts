import { readFile, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createRobot } from "../../../../emulator/robot.ts";
import { signInAt } from "../../../../emulator/sign-in-at.ts";
import { createPages } from "../../../emulator/signed-in.ts";
import { keys } from "../../../pty/setup-hands.ts";
import { aboutControlFile, aboutEngine, aboutFirewall } from "../../../pty/setup-wizard.ts";
import { openMachine, type Machine } from "../installed.ts";
import { packProgram, type Packed } from "../packed.ts";
import { openRegistry } from "../registry.ts";
import { nextStep, openShell, type Shell } from "./shell.ts";
import { askWorld, findTraces, readWorld } from "./world.ts";

const repository = "acme/control";

let packed: Packed;
beforeAll(async () => {
  packed = await packProgram();
});

/** A walk has more than a hundred steps, each as fast as the machine. */
const limit = { timeout: 240_000 };

test(
  "from nothing to a control plane, to an agent's command and pipeline, and back to nothing",
  limit,
  async () => {
    const machine = await openMachine(await openRegistry());
    const tarball = "gatehouse-cli-0.1.0.tgz";
    await symlink(packed.path, join(machine.project, tarball));
    const shell = openShell(machine);
    expect(await shell.type(`npm install -g ./${tarball}`)).toMatchObject({ code: 0 });
    await begin(shell);

    const forge = await startForge(machine);
    const before = await forge.world();
    const doctor = await shell.type(`gatehouse doctor --host ${forge.origin}`);
    expect(doctor.out).toContain("✔ All requirements of setup are met");
    expect(doctor.code).toBe(0);

    const status = nextStep(await setUp(shell, forge), "Show the status:");
    const seen = await shell.type(status);
    expect(seen.out).toMatch(/gatehouse-acme-control-read/);
    const grown = await growScope(shell, forge);
    const verified = await shell.type(nextStep(grown, "Verify everything before promotion:"));
    expect(verified.out).toContain("It covers exactly: acme/control, acme/api, acme/web.");
    expect(verified.out).toContain("14 passed, 0 failed, 1 unknown");
    expect(verified.code).toBe(5);

    await runBehindFirewall(shell);
    await compile(shell);

    const left = await removePlane(shell, forge);
    expect(left).toContain("Nothing that gatehouse created is left in acme/control");
    expect(await forge.world()).toEqual(before);
    expect(await findTraces(machine)).toBe("");
    expect(await shell.type("npm uninstall -g gatehouse-cli")).toMatchObject({ code: 0 });
    expect(await shell.type("gatehouse")).toMatchObject({ code: 127 });
  },
);

/** Without arguments, in a directory without a clone, the program offers ways to begin. */
async function begin(shell: Shell): Promise<void> {
  await shell.start("gatehouse");
  await shell.choose("What do you want to do?", "Exit");
  expect(await shell.end()).toMatchObject({ code: 0 });
}

type Forge = Awaited<ReturnType<typeof startForge>>;

/** Starts a forge in a terminal of its own, and a browser for its pages. */
async function startForge(machine: Machine) {
  const terminal = openShell(machine);
  await terminal.start("gatehouse emulator");
  const screen = await terminal.waitFor(/Open its pages, signed in:\n +http/);
  const setup = nextStep(screen, "Run in another terminal:");
  const [, origin = ""] = /--host (\S+)/.exec(setup) ?? [];
  const stateFile = join(machine.home, ".local/state/gatehouse/emulator/forge.json");
  const folder = `${stateFile}.cli`;
  const signIn = signInAt(origin, folder);
  const hosts = await readFile(join(folder, "hosts.json"), "utf8");
  const [token = ""] = /gho_\w+/.exec(hosts) ?? [];
  return {
    origin,
    setup,
    /** Opens a link, and presses the buttons on its pages. */
    visit: (link: string, selection: readonly string[] | "preselected" = "preselected") =>
      createRobot({ signIn, selection }).visit(link),
    pages: createPages({ origin, signIn }),
    world: async () => ({
      file: await readWorld(stateFile),
      answers: await askWorld(origin, { repository, token }),
    }),
  };
}

async function setUp(shell: Shell, forge: Forge): Promise<string> {
  await shell.start(forge.setup);
  await shell.choose("Define the scope now or later?", "Define it now");
  await tick(shell, "acme/api");
  await shell.choose("Should agents write to the targets?", "No, review only");
  await shell.choose("Where should review results go?", "The control repository");
  await shell.choose("Use the default limits per run?", "Yes");
  await shell.choose("Does the control repository have review packages?", "No");
  await shell.choose("Commit this scope?", "Yes, commit it");
  await shell.read("The least powerful profile for this scope", "Continue");
  await shell.read("Review the Read App before it is created", "Continue");
  await shell.answer("Name of the Read App:", keys.enter);
  await shell.choose("How should the Read App be created?", "In the browser");
  await shell.see("Create the Read App on the forge");
  await forge.visit(await shell.readLink("http://127.0.0.1:"));
  await shell.see("exactly acme/control.");
  await forge.visit(await shell.readLink("http://127.0.0.1:"));
  await shell.see("Add repositories to the Read App");
  await forge.visit(await shell.readLink("http://127.0.0.1:"), [repository, "acme/api"]);
  await shell.choose(aboutControlFile, "Yes, commit it");
  await shell.choose("Which gatehouse should runs install?", "This gatehouse");
  await shell.choose(aboutFirewall, "Later");
  await shell.choose(aboutEngine, "Later");
  const { code, out } = await shell.end();
  expect(out).toContain("✔ acme/control is set up with one App");
  expect(code).toBe(0);
  return out;
}

async function tick(shell: Shell, name: string): Promise<void> {
  await shell.moveTo("Which repositories should agents work on?", `□ ${name}`);
  shell.write(" ");
  await shell.waitFor(new RegExp(`› (?!□).*${name}`));
  shell.write(keys.enter);
}

/** Adds one more target. The App's installation must cover it, and a run proves that it does. */
async function growScope(shell: Shell, forge: Forge): Promise<string> {
  await shell.start(`gatehouse scope --host ${forge.origin} --repo ${repository}`);
  await shell.choose("Is this scope still correct?", "Change parts of it");
  await shell.choose("What should change?", "□ Targets");
  await tick(shell, "acme/web");
  await shell.choose("Commit this scope?", "Yes, commit it");
  await shell.read("The least powerful profile for this scope", "Continue");
  await shell.see("Change the Read App's repositories");
  const selection = [repository, "acme/api", "acme/web"];
  await forge.visit(await shell.readLink("http://127.0.0.1:"), selection);
  await shell.choose("How should the Read App be verified?", "With a workflow run");
  const { code, out } = await shell.end();
  expect(out).toContain("exactly acme/control, acme/api, acme/web");
  expect(code).toBe(0);
  return out;
}

/**
 * Requests one address that the rules allow, one that they deny, and the latter with the suggested
 * rule.
 */
async function runBehindFirewall(shell: Shell): Promise<void> {
  const port = await openOrigin();
  const rules = `--allow-domains allowed.test --resolve allowed.test:80:127.0.0.1:${port}`;
  const command = "curl -s http://allowed.test/ http://denied.test/";
  const ran = await shell.type(`gatehouse firewall ${rules} -- ${command}`);
  expect(ran.out).toContain("hello from the origin");
  expect(ran.out).toContain("no rule allows denied.test");
  const suggested = await shell.type(
    nextStep(ran.out, "List them, and the rules that would allow them:"),
  );
  expect(suggested.out).toContain("--allow-domains http://denied.test");
}

async function openOrigin(): Promise<number> {
  const server = createServer((_, response) => response.end("hello from the origin\n"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("an origin without a port");
  return address.port;
}

async function compile(shell: Shell): Promise<void> {
  const made = await shell.type("gatehouse new probe");
  const compiled = await shell.type(nextStep(made.out, "Compile its Azure pipeline:"));
  expect(compiled.out).toContain("✔ agents/probe.md → agents/probe.yml");
  expect(await shell.type("gatehouse compile --check")).toMatchObject({ code: 0 });
}

async function removePlane(shell: Shell, forge: Forge): Promise<string> {
  const line = `gatehouse remove --host ${forge.origin} --repo ${repository}`;
  const listed = await shell.type(`${line} --dry-run`);
  await shell.start(nextStep(listed.out, "Remove everything listed:"));
  await shell.read("Created by gatehouse", "Continue");
  await shell.answer("To begin, type the name of the repository:", `control${keys.enter}`);
  await shell.answer("Delete the proof workflow?", "y");
  await shell.answer("Delete this secret?", "y");
  await shell.choose("What should happen to the Read App?", "Delete it");
  await shell.see("press the button that deletes the App");
  const slug = "gatehouse-acme-control-read";
  await forge.pages.send(`/organizations/acme/settings/apps/${slug}/delete`, {});
  // The wait notices the deletion on its own. A key could answer the next question.
  await shell.answer("Delete this variable?", "y");
  await shell.answer("Delete the control file?", "y");
  await shell.answer("Delete the gatehouse package?", "y");
  await shell.answer("Delete the settings?", "y");
  await shell.answer("Delete the decision?", "y");
  await shell.answer("Delete gatehouse's data on this machine?", "y");
  const { code, out } = await shell.end();
  expect(code).toBe(0);
  return out;
}
