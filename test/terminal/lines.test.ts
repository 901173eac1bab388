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
const down = "\u001b[B";
const pem = "-----BEGIN KEY-----\rMIIEvQIBADAN\rkqhkiG9w0BAQ\r-----END KEY-----";
const digest = createHash("sha256")
  .update(`${pem.replaceAll("\r", "\n")}\n`)
  .digest("hex");

describe("with Inquirer's prompts", () => {
  test("a choice is put in lines, with a row that tells why", async () => {
    const program = play("choose");
    await program.waitFor("Why do we ask?");
    program.write(`${down}${down}${down}\r`);
    await program.waitFor(/holds the shared control file[^]*Which forge\?/);
    program.write(`${down}\r`);
    expect(await outcomeOf(program)).toBe("two");
    expect(program.scrollback() + program.screen()).toContain("✔ Profile  two Apps: read, write");
  });

  test("a confirmation without a default takes y or n only", async () => {
    const program = play("confirm");
    await program.waitFor("y: Yes, n: No");
    program.write("\r");
    await program.waitFor("Type y or n.");
    program.write("n\r");
    expect(await outcomeOf(program)).toBe(false);
  });

  test("a text is asked for again until it is right; `?` tells why", async () => {
    const program = play("text");
    await program.waitFor("Which repository? (? for why)");
    program.write("?\r");
    await program.waitFor("holds the shared control file");
    program.write("acme\r");
    await program.waitFor("It has to be owner/name.");
    program.write("acme/control\r");
    expect(await outcomeOf(program)).toBe("acme/control");
  });

  test("Ctrl-D ends it with 130: nobody could answer what comes next", async () => {
    const program = play("two");
    await program.waitFor("Which forge?");
    program.write("\u0004");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
    expect(program.screen()).toContain("Stopped: Stopped.");
  });

  test("what is found wrong once it was looked at is asked for again, too", async () => {
    const program = play("file");
    await program.waitFor("Which file?");
    program.write("key.pm\r");
    await program.waitFor("There is no key.pm.");
    program.write("key.pem\r");
    expect(await outcomeOf(program)).toEqual("key.pem");
  });

  test('"back" goes to the question before', async () => {
    const program = play("back");
    await program.waitFor("Which forge?");
    program.write("\r");
    await program.waitFor('Which name? ("back" for the question before)');
    program.write("back\r");
    await program.waitFor(/Which name[^]*Which forge\?/);
    program.write(`${down}\r`);
    await program.waitFor(/Forge two[^]*Which name/);
    program.write("\r");
    expect(await outcomeOf(program)).toEqual({ first: "two", second: "read" });
  });

  test("many rows are ticked", async () => {
    const program = play("many");
    await program.waitFor("Which ones?");
    program.write(` ${down} \r`);
    expect(await outcomeOf(program)).toEqual(["acme/target-1", "acme/target-2"]);
  });

  test("Ctrl-C cancels", async () => {
    const program = play("choose");
    await program.waitFor("Which forge?");
    program.write("\u0003");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
    expect(program.screen()).toContain("Stopped: Stopped.");
  });
});

test.each([["xterm-256color"], ["dumb"]])(
  "a terminal that closes at a question, with TERM=%s below a shell, ends it with 129",
  async (TERM) => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-lines-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const code = join(folder, "code");
    // The shell outlives its terminal, and tells how the program ended.
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
    await program.waitFor("What next?");
    program.write("on\r");
    expect(await outcomeOf(program)).toEqual({ digest, next: "on" });
    expect(program.raw()).not.toMatch(/MIIE|kqhk|\*/);
  });

  test("a wait takes a letter and Enter, then the line that it asks for", async () => {
    const program = play("paste", { env: { TERM } });
    await program.waitFor("p and Enter: paste the address instead");
    program.write("x\r");
    await program.waitFor('"x" is none of the letters above.');
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

describe("with nothing but lines", () => {
  const options = { env: { TERM: "dumb", LANG: "C" } };

  test("a choice takes a number, tells why, and explains what it refuses", async () => {
    const program = play("choose", options);
    await program.waitFor("Number (? for why):");
    expect(program.screen()).toContain("3. Forge three (not now: it is closed today)");
    for (const [typed, reply] of [
      ["?", "holds the shared control file"],
      ["7", "Type a number from 1 to 3."],
      ["3", "3 cannot be chosen now: it is closed today"],
    ] as const) {
      program.write(`${typed}\r`);
      await program.waitFor(new RegExp(`${reply}[^]*Number`));
    }
    program.write("2\r");
    expect(await outcomeOf(program)).toBe("two");
    expect(program.raw()).toMatch(/^[ -~\r\n]*$/);
    expect(program.raw()).toContain("done: Profile  two Apps: read, write");
  });

  test("many rows are numbers with spaces between", async () => {
    const program = play("many", options);
    await program.waitFor("Numbers, with spaces between [none]:");
    program.write("\r");
    await program.waitFor("Choose at least 1.");
    program.write("2 30\r");
    expect(await outcomeOf(program)).toEqual(["acme/target-2", "acme/target-30"]);
  });

  test("a failure says what went wrong before it asks", async () => {
    const program = play("failure", options);
    await program.waitFor("Number:");
    expect(program.screen()).toMatch(/failed: The App is not installed[^]*Install it:\n {2}https:/);
    program.write("2\r");
    expect(await outcomeOf(program)).toBe("stop");
  });

  test("Ctrl-C at a question cancels", async () => {
    const program = play("choose", options);
    await program.waitFor("Number");
    program.write("\u0003");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
  });
});
