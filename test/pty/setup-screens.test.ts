import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { openChromium } from "../browser/chromium.ts";
import { createOperator, makeAppByHand, isRegistration } from "../browser/operator.ts";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { readResult, completeResult } from "../commands/setup-result.ts";
import { openForge } from "../emulator/open-forge.ts";
import { keys, type Wizard } from "./setup-hands.ts";
import { aboutEngine, aboutFirewall, goToRegistration, startSetup } from "./setup-wizard.ts";

const program = installProgram();
const openWindow = openChromium();

/** Checks that the outcome is on the main screen, where it remains. */
async function expectOutcome(wizard: Wizard): Promise<void> {
  await wizard.answer(aboutFirewall, keys.enter);
  await wizard.answer(aboutEngine, keys.enter);
  await wizard.waitFor("acme/control has its Apps, but no profile");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  expect(wizard.terminal.buffer.active.type).toBe("normal");
  const printed = `${wizard.scrollback()}\n${wizard.screen()}`.replaceAll(/\s+/g, " ");
  expect(printed).toContain("✔ Read App gatehouse-acme-control-read");
  expect(printed).toContain("✔ Write App gatehouse-acme-control-write");
  expect(printed.match(/ · verified with its own key/g)).toHaveLength(2);
}

describe("the complete setup on screens, with a browser", () => {
  test("that opens automatically", async () => {
    const forge = await openForge();
    const at = await makeHome();
    const operator = createOperator(await openWindow());
    const browser = await makeBrowserScript(at.home, operator.follow);
    const wizard = await startSetup(program, {
      emulator: forge.emulator,
      args: [],
      env: { BROWSER: browser.path },
      at,
    });
    await wizard.choose("Which repository is the control repository?", "acme/control");
    await wizard.choose("Define the scope now or later?", "Create both Apps first");
    for (const app of ["Read App", "Write App"]) {
      await wizard.read(`Review the ${app} before it is created`, "Continue");
      await wizard.answer(`Name of the ${app}:`, keys.enter);
      await wizard.answer(`How should the ${app} be created?`, keys.enter);
      await wizard.waitFor(`Install the ${app}`);
    }
    await expectOutcome(wizard);
    expect(await readResult(forge)).toEqual(completeResult);
    const pages = browser.links.map((link) =>
      isRegistration(link) ? "our page" : new URL(link).pathname,
    );
    const installPage = (role: string) =>
      `/apps/gatehouse-acme-control-${role}/installations/new/permissions`;
    expect(pages).toEqual(["our page", installPage("read"), "our page", installPage("write")]);
  });

  test("on another machine, with the saved page and the final address", async () => {
    const forge = await openForge();
    const at = await makeHome();
    const { emulator } = forge;
    const page = await openWindow();
    const operator = createOperator(page);
    const args = ["--repo", "acme/control", "--no-open"];
    const wizard = await startSetup(program, { emulator, args, at });
    await wizard.choose("Define the scope now or later?", "Create both Apps first");
    for (const role of ["read", "write"]) {
      const app = role === "read" ? "Read App" : "Write App";
      await wizard.read(`Review the ${app} before it is created`, "Continue");
      await wizard.answer(`Name of the ${app}:`, keys.enter);
      await wizard.answer(`How should the ${app} be created?`, keys.enter);
      await wizard.waitFor("Open the link yourself (--no-open was given)");
      await wizard.answer("s save", "s");
      await wizard.see("open the saved page on the other machine");
      const saved = join(at.home, `register-gatehouse-acme-control-${role}.html`);
      const address = await operator.registerElsewhere(saved);

      await wizard.answer("p paste", "p");
      const forged = new URL(address);
      forged.searchParams.set("state", "0".repeat(32));
      await wizard.answer("Complete URL of the last page in the browser:", `${forged.href}\r`);
      await wizard.answer("The state does not belong to this registration.", keys.clear);
      wizard.write(`\u001b[200~${address}\u001b[201~\r`);
      await wizard.waitFor(`Install the ${app}`);
      await operator.follow(await wizard.readLink(`${emulator.origin}/apps/`));
    }
    await expectOutcome(wizard);
    expect(await readResult(forge)).toEqual(completeResult);
  });

  test("by hand, with a pasted key of which no byte is shown", async () => {
    const forge = await openForge();
    const { emulator } = forge;
    const at = await makeHome();
    const page = await openWindow({ acceptDownloads: true });
    const operator = createOperator(page);
    const browser = await makeBrowserScript(at.home, operator.follow);
    const args = ["--repo", "acme/control"];
    const env = { BROWSER: browser.path };
    const wizard = await startSetup(program, { emulator, args, env, at });
    await wizard.choose("Define the scope now or later?", "Create both Apps first");
    const pasted: string[] = [];
    for (const app of ["Read App", "Write App"]) {
      await wizard.read(`Review the ${app} before it is created`, "Continue");
      await wizard.answer(`Name of the ${app}:`, keys.enter);
      await wizard.choose(`How should the ${app} be created?`, "Manually");
      const made = await makeByHand(wizard, page, app);
      pasted.push(made.key);
      await wizard.answer(`Client ID of the ${app}:`, `${made.clientId}\r`);
      await wizard.read("A new key for", "I have the key");
      await wizard.choose(`Where is the ${app} key?`, "Paste it");
      await wizard.waitFor(`Private key of the ${app}:`);
      wizard.write(`\u001b[200~${made.key}\u001b[201~`);
      await wizard.answer("27 lines received: RSA 2048", keys.enter);
      await wizard.waitFor(`Install the ${app}`);
    }
    await expectOutcome(wizard);
    expect(await readResult(forge)).toEqual(completeResult);
    expectUnseen(wizard.raw(), pasted);
  });
});

describe("faults in the browser", () => {
  test("stray and forged callbacks change nothing, and the wizard keeps waiting", async () => {
    const forge = await openForge();
    const args = ["--repo", "acme/control"];
    const env = { BROWSER: "/bin/true" };
    const wizard = await startSetup(program, { emulator: forge.emulator, args, env });
    await goToRegistration(wizard);
    const link = await wizard.readLink("http://127.0.0.1:");
    for (const query of ["", "?code=c", `?code=c&state=${"0".repeat(32)}`]) {
      const answer = await fetch(`${new URL(link).origin}/registered${query}`);
      expect(answer.status).toBe(400);
    }
    expect(await wizard.waitFor("Create the Read App on the forge")).toContain(link);
    expect((await readResult(forge)).apps).toEqual([]);
    await createOperator(await openWindow()).follow(link);
    await wizard.waitFor("Install the Read App");
    wizard.write(keys.stop);
    expect(await wizard.exited).toMatchObject({ exitCode: 130 });
  });
});

/**
 * Follows the link of the wizard's instructions, creates the App, and enters the values that the
 * wizard requests.
 */
async function makeByHand(wizard: Wizard, page: Page, app: string) {
  await wizard.waitFor(`Create the ${app} manually`);
  const link = await wizard.readLink("http://");
  const made = await makeAppByHand(page, link);
  await wizard.read(`Create the ${app} manually`, "I have the client ID and the key");
  return { clientId: made.clientId, key: await readFile(made.keyFile, "utf8") };
}

/** Checks that no 8 characters of any line of a key were written to the terminal. */
function expectUnseen(shown: string, pems: readonly string[]): void {
  const lines = pems.flatMap((pem) => pem.split("\n")).filter((line) => !line.startsWith("-----"));
  const pieces = lines.flatMap((line) => line.match(/.{8}/g) ?? []);
  expect(pieces.length).toBeGreaterThan(300);
  expect(pieces.filter((piece) => shown.includes(piece))).toEqual([]);
}
