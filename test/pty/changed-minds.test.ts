import { execPath } from "node:process";
import { expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { openForge } from "../emulator/open-forge.ts";
import { createRobot } from "../emulator/signed-in.ts";
import { keys, type Wizard } from "./setup-hands.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";

const program = installProgram();
const escape = "\u001b";
const wide = [80, 24] as const;
const narrow = [40, 24] as const;

/** A repository name of the maximum length, in a list longer than the window. */
const longName = "w".repeat(100);
const names = [...Array.from({ length: 60 }, (_, index) => `service-${index}`), longName];

async function start(): Promise<Wizard> {
  const forge = await openForge();
  for (const name of names) {
    await forge.rest("POST", "/orgs/acme/repos", { body: { name, private: true } });
  }
  const { home, env } = await makeHome();
  return startWizard({
    command: execPath,
    args: [program.cli(), "setup", "--host", forge.emulator.origin, "--repo", "acme/control"],
    env: {
      ...env,
      ...notOurs,
      LANG: "C.UTF-8",
      BROWSER: "/bin/true",
      FORGE_CONFIG_DIR: forge.emulator.cliConfigDir,
    },
    cwd: home,
  });
}

/** Returns the open question, which can span several rows. */
function titleOf(screen: string): string {
  const rows = screen.split("\n");
  const first = rows.findIndex((row) => /^ [●!] /.test(row));
  return (rows[first] ?? "").slice(3).split(/ {2,}/)[0] ?? "";
}

/**
 * Makes the window narrow in the middle of a flow, and wide again. Nothing exceeds the edge or
 * remains from the other width.
 */
async function resize(wizard: Wizard, before: string): Promise<void> {
  wizard.resize(...narrow);
  const small = await wizard.waitFor(/^ set up acme\/control[^\n]*(\n|$)/);
  expect(Math.max(...small.split("\n").map((row) => row.length))).toBeLessThan(narrow[0]);
  expect(small).toContain("ctrl-c stop");
  wizard.resize(...wide);
  const still = (screen: string) => screen.replaceAll(/ *\d+:\d\d(:\d\d)?/g, " 0:00");
  const after = await wizard.waitFor(/^ gatehouse {2}set up acme\/control/);
  expect(still(after)).toBe(still(before));
}

test("going back at each question and wait of a setup, with the window resized at each", async () => {
  const wizard = await start();
  const answers: readonly (readonly [title: string, keys: string])[] = [
    ["Define the scope now or later?", keys.enter],
    ["Which repositories should agents work on?", `${longName.slice(0, 20)} ${keys.enter}`],
    ["Should agents write to the targets?", keys.enter],
    ["Where should review results go?", keys.enter],
    ["Use the default limits per run?", keys.enter],
    ["Does the control repository have review packages?", keys.enter],
    ["Commit this scope?", `1${keys.enter}`],
    ["The least powerful profile for this scope", keys.enter],
    ["Review the Read App before it is created", keys.enter],
    ["Name of the Read App:", keys.enter],
    ["How should the Read App be created?", keys.enter],
    ["Create the Read App on the forge", ""],
  ];
  const walls = [
    "Define the scope now or later?",
    "The least powerful profile for this scope",
    "Review the Read App before it is created",
  ];
  let before = "";
  for (const [title, pressed] of answers) {
    const screen = await wizard.waitFor(title);
    expect(titleOf(screen)).toBe(title);
    await resize(wizard, screen);
    // Back is impossible before the first question, and after the commit of a scope or of the
    // decision.
    expect(screen.includes("esc back")).toBe(!walls.includes(title));
    if (!walls.includes(title)) {
      wizard.write(escape);
      await wizard.waitFor(before);
      const again = answers.find(([other]) => other === before)?.[1] ?? "";
      wizard.write(again);
      await wizard.waitFor(title);
    }
    before = title;
    wizard.write(pressed);
  }
  await createRobot().visit(await wizard.readLink("http://127.0.0.1:"));
  // From here on an App exists, so Back is blocked.
  await wizard.see("Install the Read App on acme");
  const waiting = await wizard.see("not installed yet; checked at");
  expect(waiting).not.toContain("esc back");
  await resize(wizard, waiting);
  // The last answers apply, and remain in the scrollback.
  wizard.write(keys.stop);
  expect(await wizard.exited).toMatchObject({ exitCode: 130 });
  const left = `${wizard.scrollback()}\n${wizard.screen()}`.replaceAll(/[\s│]+/g, "");
  expect(left).toContain(`·Targetsacme/${longName}`);
  expect(left).toContain("✔Profile");
});
