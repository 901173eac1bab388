import { writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { beforeEach, describe, expect, test } from "vitest";
import { programFolder } from "../build-for-run.ts";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { signInMember } from "../commands/second-account.ts";
import { openForge, type OpenForge } from "../emulator/open-forge.ts";
import { createRobot } from "../emulator/signed-in.ts";
import { privateScope } from "../flows/scope/scope-bench.ts";
import { keys } from "./setup-hands.ts";
import { notOurs, startSetup, startWizard } from "./setup-wizard.ts";

const program = installProgram();
const repo = ["--repo", "acme/control"];
const billing = { "billing-administrator": "mona", "billing-confirmed": true };
const question = "Who should create 2 Apps?";

let forge: OpenForge;
let member: Awaited<ReturnType<typeof makeHome>>;
let login: { readonly FORGE_CONFIG_DIR: string };

/** Hubot administers the control repository, but owns nothing. */
beforeEach(async () => {
  forge = await openForge();
  member = await makeHome();
  login = { FORGE_CONFIG_DIR: (await signInMember(forge, member.home)).folder };
});

describe("a member who is not an owner", () => {
  test("is asked on a narrow screen who creates the Apps, and gets a message by pressing Enter", async () => {
    const wizard = await startSetup(program, {
      emulator: forge.emulator,
      args: [...repo, "--no-open"],
      env: login,
      at: member,
      columns: 40,
    });
    await wizard.choose("Define the scope now or later?", "Create both Apps first");
    await wizard.answer("Who confirms that inference is paid for?", "mona\r");
    await wizard.answer("Did mona confirm the billing?", "y");
    await wizard.answer(question, keys.enter);
    expect(await wizard.exited).toMatchObject({ exitCode: 5 });
    const printed = `${wizard.scrollback()}\n${wizard.screen()}`;
    expect(printed).toContain("acme/control is pending");
    expect(printed.replaceAll(/\s+/g, " ")).toContain(
      "hubot asks an owner of acme to create 2 Apps",
    );
  });

  test("is asked in plain lines with numbers", async () => {
    const wizard = await startSetup(program, {
      emulator: forge.emulator,
      args: [...repo, "--plain"],
      env: login,
      at: member,
    });
    await wizard.reply("Define the scope now or later?", "2");
    await wizard.answer("Who confirms that inference is paid for?", "mona\r");
    await wizard.answer("Did mona confirm the billing?", "y\r");
    await wizard.reply(question, "1");
    expect(await wizard.exited).toMatchObject({ exitCode: 5 });
    expect(wizard.scrollback() + wizard.screen()).toContain("acme/control is pending");
  });
});

test("an owner pastes the printed command, confirms one plan, and the Apps are created", async () => {
  const file = join(member.home, "answers.json");
  const controlFile = { "control-file": "write", "control-package": "committed" };
  const answers = { ...privateScope, ...billing, "app-installable": "yes", ...controlFile };
  await writeFile(file, JSON.stringify({ answers }));
  const args = ["setup", "--host", forge.emulator.origin, ...repo, "--answers", file, "--json"];
  const asked = await program.run(args, { env: { ...member.env, ...login }, cwd: member.home });
  expect(asked.code).toBe(5);
  const { handOver } = JSON.parse(asked.out) as { handOver: { command: string } };

  const { home, env } = await makeHome();
  const robot = createRobot({ selection: ["acme/control", "acme/api"] });
  const browser = await makeBrowserScript(home, (link) => robot.visit(link));
  const path = [programFolder(), dirname(execPath), "/usr/bin", "/bin"].join(delimiter);
  const owner = startWizard({
    command: "/bin/sh",
    args: ["-c", handOver.command],
    env: {
      ...env,
      ...notOurs,
      PATH: path,
      FORGE_CONFIG_DIR: forge.emulator.cliConfigDir,
      BROWSER: browser.path,
    },
    cwd: home,
  });
  await owner.choose("Create 1 App for acme/control?", "Create 1 App");
  expect(await owner.exited).toMatchObject({ exitCode: 0 });
  const printed = `${owner.scrollback()}\n${owner.screen()}`;
  expect(printed).toContain("acme/control is set up with one App");
  expect(printed).toContain("Ask hubot to complete the setup:");
});
