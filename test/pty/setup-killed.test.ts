import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { createRobot } from "../emulator/signed-in.ts";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { openForge } from "../emulator/open-forge.ts";
import { keys, type Wizard } from "./setup-hands.ts";
import { goToRegistration, notOurs, startSetup, startWizard } from "./setup-wizard.ts";

const program = installProgram();

/** Opens a wizard whose key the forge rejects, at the question about the next step. */
async function openWithKey(more: readonly string[] = []) {
  const { emulator } = await openForge();
  emulator.setFaults([
    {
      on: "PUT /repos/acme/control/actions/secrets/*",
      times: 0,
      play: { kind: "status", status: 500 },
    },
  ]);
  const at = await makeHome();
  const browser = await makeBrowserScript(at.home, (link) => createRobot().visit(link));
  const wizard = await startSetup(program, {
    emulator,
    args: ["--repo", "acme/control", ...more],
    env: { BROWSER: browser.path },
    at,
  });
  await goToRegistration(wizard);
  await wizard.see("› Try again");
  await wizard.see("unless the keychain has it");
  return wizard;
}

const keep = "Keep the key in the keychain until the next run?";

function expectLostKey(wizard: Wizard): void {
  expect(wizard.terminal.buffer.active.type).toBe("normal");
  const text = wizard.screen().replaceAll(/[\s│]+/g, "");
  expect(text).toContain("TheAppgatehouse-acme-control-readexists,but");
  expect(text).toContain('"Provideanewkey"');
}

describe("stopped with a key that is stored nowhere, the wizard offers the keychain", () => {
  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)(
    "on %s; the answer no shows the lost key, and exits with %i",
    async (signal, exitCode) => {
      const wizard = await openWithKey();
      wizard.kill(signal);
      await wizard.answer(keep, "n");
      expect(await wizard.exited).toMatchObject({ exitCode, signal: 0 });
      expectLostKey(wizard);
    },
  );

  test("and on a second signal it shows the lost key, and exits", async () => {
    const wizard = await openWithKey();
    wizard.kill("SIGTERM");
    await wizard.see(keep);
    wizard.kill("SIGTERM");
    expect(await wizard.exited).toMatchObject({ exitCode: 143 });
    expectLostKey(wizard);
  });
});

const nothingDone = "Stopped before any changes were made. Run the same command to start again.";

test.each([
  ["screens", []],
  ["plain lines", ["--plain"]],
])(
  "Ctrl-C before a control repository exists exits with 130, and reports the state: %s",
  async (_, args) => {
    const { home, env } = await makeHome();
    const wizard = startWizard({
      command: execPath,
      args: [program.cli(), "setup", "--host", "emulator", ...args],
      env: { ...env, ...notOurs },
      cwd: home,
    });
    await wizard.answer("Which repository is the control repository?", keys.stop);
    expect(await wizard.exited).toMatchObject({ exitCode: 130, signal: 0 });
    await wizard.see(nothingDone);
  },
);

test("stopped while the embedded forge starts, the wizard exits, and leaves no forge behind", async () => {
  const { home, env } = await makeHome();
  const open = () =>
    startWizard({
      command: execPath,
      args: [program.cli(), "setup", "--host", "emulator", "--repo", "acme/control", "--plain"],
      env: { ...env, ...notOurs },
      cwd: home,
    });
  const first = open();
  await first.see("Connecting to emulator");
  first.kill("SIGTERM");
  expect(await first.exited).toMatchObject({ exitCode: 143, signal: 0 });
  // On a fast machine the forge may already have started.
  expect(first.screen()).toMatch(/Stopped before any changes were made|Stopped\. Completed steps/);
  // The forge's state is unlocked again.
  const next = open();
  await next.answer("Define the scope now or later?", keys.stop);
  expect(await next.exited).toMatchObject({ exitCode: 130 });
});

test("Ctrl-C stops the wizard immediately, although a request to the forge is still open", async () => {
  const { emulator } = await openForge();
  const on = "POST /graphql";
  emulator.setFaults([{ on, times: 0, play: { kind: "latency", ms: 3_600_000 } }]);
  const args = ["--repo", "acme/control"];
  const wizard = await startSetup(program, { emulator, args });
  await wizard.answer("Checking acme/control", keys.stop);
  expect(await wizard.exited).toMatchObject({ exitCode: 130, signal: 0 });
});

test("a terminal that closes at that point stops the wizard with 129, and not through an abort", async () => {
  const wizard = await openWithKey();
  wizard.hangUp();
  expect(await wizard.exited).toEqual({ exitCode: 129, signal: 0 });
});
