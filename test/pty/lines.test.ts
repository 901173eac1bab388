import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundleFixture } from "./bundle-fixture.ts";
import { startInTerminal } from "./pty.ts";
import { outcomeOf, preparePlay } from "./play.ts";

const play = preparePlay("lines");
const pem = "-----BEGIN KEY-----\rMIIEvQIBADAN\rkqhkiG9w0BAQ\r-----END KEY-----";
const digest = createHash("sha256")
  .update(`${pem.replaceAll("\r", "\n")}\n`)
  .digest("hex");

describe.each([
  ["Inquirer's line interface", { LANG: "C" }],
  ["plain lines only", { TERM: "dumb", LANG: "C" }],
])("with %s", (_how, env) => {
  const options = { env };

  test("a choice accepts a number, shows its reason, and explains a rejected answer", async () => {
    const program = play("choose", options);
    await program.waitFor("Number, ? why [1]:");
    expect(program.screen()).toContain("3. Forge three (unavailable: it is closed today)");
    for (const [typed, reply] of [
      ["?", "holds the shared control file"],
      ["7", "Type a number from 1 to 3."],
      ["1 2", "Choose one."],
      ["3", "3 is not available: it is closed today"],
    ] as const) {
      program.write(`${typed}\r`);
      await program.waitFor(new RegExp(`${reply}[^]*Number`));
    }
    program.write("2\r");
    expect(await outcomeOf(program)).toBe("two");
    expect(program.scrollback() + program.screen()).toContain(
      "done: Profile: two Apps: read, write",
    );
  });

  test("Enter on a confirmation without a default answers no", async () => {
    const program = play("confirm", options);
    await program.waitFor(/ {2}y\. Yes\n {2}n\. No\ny or n \[n\]:/);
    program.write("x\r");
    await program.waitFor("Type y or n.");
    program.write("\r");
    expect(await outcomeOf(program)).toBe(false);
  });

  test("a text is requested again until it is valid; `?` shows the reason", async () => {
    const program = play("text", options);
    await program.waitFor(/Which repository\?\nAnswer, \? why:/);
    program.write("?\r");
    await program.waitFor("holds the shared control file");
    program.write("acme\r");
    await program.waitFor("It has to be owner/name.");
    program.write("acme/control\r");
    expect(await outcomeOf(program)).toBe("acme/control");
  });

  test("Ctrl-D exits with 130, because the next question could not be answered", async () => {
    const program = play("two", options);
    await program.waitFor("Number, ? why [1]:");
    program.write("\u0004");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
    expect(program.screen()).toContain("Stopped: Stopped.");
  });

  test("a text that fails a slow check is also requested again", async () => {
    const program = play("file", options);
    await program.waitFor("Which file?");
    program.write("key.pm\r");
    await program.waitFor("Found no key.pm.");
    program.write("key.pem\r");
    expect(await outcomeOf(program)).toEqual("key.pem");
  });

  test('"back" returns to the previous question', async () => {
    const program = play("back", options);
    await program.waitFor("Number, ? why [1]:");
    program.write("\r");
    await program.waitFor('Answer, "back" [read]:');
    program.write("back\r");
    await program.waitFor(/Answer[^]*Which forge\?[^]*\[1\]:/);
    program.write("2\r");
    await program.waitFor(/\[1\]: 2[^]*Answer/);
    program.write("\r");
    expect(await outcomeOf(program)).toEqual({ first: "two", second: "read" });
  });

  test("several rows are chosen with numbers and spaces", async () => {
    const program = play("many", options);
    await program.waitFor("Numbers, separated by spaces [1]:");
    program.write("none\r");
    await program.waitFor("Choose at least 1.");
    program.write("2 30\r");
    expect(await outcomeOf(program)).toEqual(["acme/target-2", "acme/target-30"]);
  });

  test("a failure is described before its question", async () => {
    const program = play("failure", options);
    await program.waitFor("Number [1]:");
    expect(program.screen()).toMatch(/wrong: The App is not installed[^]*Install it:\n {2}https:/);
    program.write("2\r");
    expect(await outcomeOf(program)).toBe("stop");
  });

  test("Ctrl-C at a question cancels", async () => {
    const program = play("choose", options);
    await program.waitFor("Number");
    program.write("\u0003");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
    expect(program.screen()).toContain("Stopped: Stopped.");
  });
});

test("a terminal that supports only lines receives no control sequences", async () => {
  const program = play("choose", { env: { TERM: "dumb", LANG: "C" } });
  await program.waitFor("Number");
  program.write("2\r");
  await outcomeOf(program);
  expect(program.raw()).toMatch(/^[ -~\r\n]*$/);
});

test("in 40 columns, lines wrap at words, and a link is unbroken", async () => {
  const program = play("wait", { columns: 40, env: { TERM: "dumb" } });
  await program.waitFor("This stops automatically");
  program.write("\u0003");
  await program.exited;
  const lines = program.raw().split(/\r?\n/);
  expect(lines).toContain(`http://127.0.0.1:41873/register?state=${"0123456789abcdef".repeat(3)}`);
  const others = lines.filter((line) => !/^http|^outcome|Stopped: /.test(line));
  expect(others.filter((line) => line.length >= 40)).toEqual([]);
});

test.each([["xterm-256color"], ["dumb"]])(
  "a terminal that closes at a question, with TERM=%s below a shell, causes exit code 129",
  async (TERM) => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-lines-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const code = join(folder, "code");
    // The shell outlives its terminal, and reports the program's exit code.
    const script = `trap "" HUP; "$0" "$1" two; echo $? > "${code}"`;
    const args = ["-c", script, execPath, await bundleFixture("lines")];
    const program = startInTerminal({ command: "/bin/sh", args, env: { TERM } });
    onTestFinished(() => program.kill());
    await program.waitFor("Which forge?");
    program.hangUp();
    await program.exited;
    expect(readFileSync(code, "utf8")).toBe("129\n");
  },
);

describe.each([["xterm-256color"], ["dumb"]])("with TERM=%s", (TERM) => {
  test("a key is read to its last line and never shown", async () => {
    const program = play("key", { env: { TERM } });
    await program.waitFor("not shown; ends with Enter after its last line");
    program.write(`${pem}\r`);
    await program.waitFor("received RSA 2048");
    // Inquirer drops input typed before its prompt.
    await program.waitFor(/What next\?\s+Answer:/);
    program.write("on\r");
    expect(await outcomeOf(program)).toEqual({ digest, next: "on" });
    expect(program.raw()).not.toMatch(/MIIE|kqhk|\*/);
  });

  test("a wait accepts a letter and Enter, then the line that it requests", async () => {
    const program = play("paste", { env: { TERM } });
    await program.waitFor("p and Enter: paste the address instead; ? and Enter: why. Ctrl-C: stop");
    program.write("x\r");
    await program.waitFor('"x" is not one of the letters above.');
    program.write("p\r");
    await program.waitFor("The address from the browser:");
    program.write("nothing\r");
    await program.waitFor("It has to be an address.");
    program.write("p\r");
    program.write("http://127.0.0.1/callback\r");
    expect(await outcomeOf(program)).toBe("http://127.0.0.1/callback");
  });

  test("Ctrl-C cancels a wait", async () => {
    const program = play("wait", { env: { TERM } });
    await program.waitFor("waiting for you in the browser");
    program.write("\u0003");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
  });
});
