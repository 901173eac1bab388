import { once } from "node:events";
import { symlink } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { programFolder } from "../../build-for-run.ts";
import { installProgram, makeHome, runToEnd } from "../../commands/installed-program.ts";
import { openForge } from "../../emulator/open-forge.ts";
import { machine } from "../../system/machine.ts";
import { startInTerminal } from "../pty.ts";
import { keys } from "../setup-hands.ts";
import { notOurs } from "../setup-wizard.ts";
import { findPrintedSteps } from "./printed-steps.ts";
import { setsUp } from "./scene.ts";

const program = installProgram();
const notSetUp = /acme\/control {3}not set up/;

/** Returns a port on which no program listens. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Returns the commands that an output prints, by their descriptions. */
function readSteps({ out, err }: { readonly out: string; readonly err: string }) {
  const steps = findPrintedSteps(out + err, "of any program");
  return Object.fromEntries(steps.map(({ text, command }) => [text, command]));
}

test.each(["status", "doctor"])(
  "the embedded forge that %s misses is started by the printed command, as is the setup there",
  async (verb) => {
    const { home, env: location } = await makeHome();
    const env = { ...location, ...notOurs, BROWSER: "true" };
    const origin = `http://127.0.0.1:${await findFreePort()}`;
    const type = (line = "") => {
      const options = { command: "bash", args: ["-c", line], env, cwd: home, columns: 100 };
      const terminal = startInTerminal(options);
      onTestFinished(() => terminal.kill());
      return terminal;
    };
    const where = ["--host", origin, "--repo", "acme/control"];
    const before = await program.run([verb, ...where], { env, cwd: home });
    expect(before.code).toBe(5);
    const forge = type(readSteps(before)["Start the embedded forge, which signs you in"]);
    const screen = await forge.waitFor("Open its pages, signed in");
    const after = await program.run(["status", ...where], { env, cwd: home });
    expect(after.out).toMatch(notSetUp);

    const [setUp] = findPrintedSteps(screen);
    expect(setUp?.text).toBe("Run in another terminal");
    const setup = type(setUp?.command);
    for (const text of setsUp) await setup.waitFor(text);
    setup.write(keys.stop);
    await setup.exited;
    forge.write(keys.stop);
    await forge.exited;
  },
);

test("with the real forge CLI, the printed commands sign in, and show the account", async () => {
  const { emulator } = await openForge();
  const { home, env: location } = await makeHome();
  await symlink(machine().gh, join(home, "gh"));
  const env = {
    ...location,
    PATH: [home, programFolder(), "/usr/bin", "/bin"].join(":"),
    GH_CONFIG_DIR: join(home, "config/gh"),
    GH_NO_UPDATE_NOTIFIER: "1",
  };
  const status = (name: string) => {
    const where = ["--host", emulator.origin, "--brand", "github", "--repo", name];
    return program.run(["status", ...where], { env, cwd: home });
  };
  const before = await status("acme/control");
  expect(before.code).toBe(5);
  const [[text, signIn] = ["", ""]] = Object.entries(readSteps(before));
  expect(text).toMatch(/^Sign in, with the embedded forge's operator token on standard input$/);
  const stdin = `${emulator.userToken.reveal()}\n`;
  const signedIn = await runToEnd("/bin/sh", ["-c", signIn], { env, cwd: home, stdin });
  expect(signedIn).toMatchObject({ code: 0 });
  expect((await status("acme/control")).out).toMatch(notSetUp);

  const unseen = await status("acme/nowhere");
  const check = readSteps(unseen)["Check the name and the account that is signed in"] ?? "";
  const account = await runToEnd("/bin/sh", ["-c", check], { env, cwd: home });
  expect(account.out).toContain("account mona");
});
