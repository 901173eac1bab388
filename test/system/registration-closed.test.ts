import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { openForge } from "../emulator/open-forge.ts";
import { createRobot } from "../emulator/signed-in.ts";
import { goToRegistration, startSetup } from "../pty/setup-wizard.ts";
import { runAsAnotherUser } from "./run-as-another-user.ts";

const program = installProgram();

/**
 * Creates a browser whose link is on its command line, and which waits for a signal to visit it.
 */
async function makeSlowBrowser(folder: string, visit: (link: string) => Promise<void>) {
  let report: (link: string) => void = () => undefined;
  const started = new Promise<string>((resolve) => (report = resolve));
  let go: () => void = () => undefined;
  const reported = new Promise<void>((resolve) => (go = resolve));
  const server = createServer((request, response) => {
    const link = new URL(request.url ?? "", "http://test").searchParams.get("link") ?? "";
    report(link);
    void reported.then(() => visit(link)).then(() => response.end());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const path = join(folder, "browser");
  const send = `curl --silent --noproxy "*" --get --data-urlencode "link=$1"`;
  writeFileSync(path, `#!/bin/sh\n${send} http://127.0.0.1:${port}/\n`);
  chmodSync(path, 0o755);
  return { path, started, go };
}

test("the browser's command line does not help another user of the machine", async () => {
  const forge = await openForge();
  const at = await makeHome();
  const browser = await makeSlowBrowser(at.home, (link) => createRobot().visit(link));
  const wizard = await startSetup(program, {
    emulator: forge.emulator,
    args: ["--repo", "acme/control"],
    env: { BROWSER: browser.path },
    at,
  });
  await goToRegistration(wizard);
  const link = await browser.started;
  expect(await runAsAnotherUser("reader-of-commands.ts", [new URL(link).port])).toEqual({
    shown: [link],
    got: [],
  });
  expect(wizard.screen()).not.toContain("Received an unknown code");
  // The other user's attempts did not use up the address.
  browser.go();
  await wizard.waitFor("Install the Read App");
});
