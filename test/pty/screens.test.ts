import { describe, expect, test } from "vitest";
import { outcomeOf, preparePlay } from "./play.ts";
import { giveHands } from "./setup-hands.ts";

const play = preparePlay("screens");
const down = "\u001b[B";
// Control sequences for color, bold and dim text (SGR).
const colours = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`);

describe("keys", () => {
  test("Down and Enter in one chunk choose the row below", async () => {
    const program = play("choose");
    await program.waitFor("Which forge?");
    program.write(`${down}\r`);
    expect(await outcomeOf(program)).toEqual("two");
  });

  test("typed before the first frame arrive, and are not echoed", async () => {
    const program = play("two");
    // The product's name appears before Ink is loaded.
    await program.waitFor("gatehouse");
    program.write(`${down}\r${down}\r`);
    expect(await outcomeOf(program)).toEqual(["two", "two"]);
    expect(program.raw()).not.toContain("^[");
  });

  test("a text and Enter in one chunk are an answer", async () => {
    const program = play("text");
    await program.waitFor("Which repository?");
    program.write("acme/control\r");
    expect(await outcomeOf(program)).toEqual("acme/control");
  });

  test("a rejected text shows the reason and can be corrected", async () => {
    const program = play("text");
    await program.waitFor("Which repository?");
    program.write("acme\r");
    await program.waitFor("It has to be owner/name.");
    program.write("/control\r");
    expect(await outcomeOf(program)).toEqual("acme/control");
  });

  test("a text that fails a slow check can also be corrected in its field", async () => {
    const program = play("file");
    await program.waitFor("Which file?");
    program.write("key.pm\r");
    await program.waitFor("Found no key.pm.");
    program.write("\u001b[De\r");
    expect(await outcomeOf(program)).toEqual("key.pem");
  });

  test("`?` shows why and hides it again", async () => {
    const program = play("choose");
    await program.waitFor("? why");
    program.write("?");
    await program.waitFor("its Actions mint the");
    program.write("?");
    expect(await program.waitFor(/^(?![^]*mint)[^]*\? why/)).toContain("Forge one");
  });

  test("Escape returns to the previous question", async () => {
    const program = play("back");
    await program.waitFor("Which forge?");
    expect(program.screen()).not.toContain("esc back");
    program.write("\r");
    await program.waitFor("esc back");
    program.write("\u001b");
    await program.waitFor("Which forge?");
    program.write(`${down}\r`);
    await program.waitFor("Which name?");
    program.write("2\r");
    expect(await outcomeOf(program)).toEqual({ first: "two", second: "read2" });
  });

  test("a long list is searched, ticked and answered", async () => {
    const program = play("many");
    await program.waitFor("Type to search");
    program.write("17 \u0015get-5 \r");
    expect(await outcomeOf(program)).toEqual(["acme/target-5", "acme/target-17"]);
  });
});

describe("a disclosure", () => {
  test("must be read page by page before it can be closed", async () => {
    const program = play("disclose", { columns: 40, rows: 10 });
    await program.waitFor("enter next page");
    program.write(" ");
    await program.waitFor("Fact 6 ");
    await giveHands(program).read("What a PAT means:", "I have read this");
    expect(program.raw()).toContain("Fact 40 ");
    expect(await outcomeOf(program)).toEqual("read");
  });
});

describe("a wait", () => {
  test("shows its times, and the complete link if it does not fit in a row", async () => {
    const program = play("wait", { columns: 40 });
    const screen = await program.waitFor(/9:5\d left/);
    expect(screen.replaceAll("\n", "")).toContain(`state=${"0123456789abcdef".repeat(3)}`);
  });

  test("accepts a line of text for an action that requires one", async () => {
    const program = play("paste");
    await program.waitFor("p paste the address instead");
    program.write("pnothing\r");
    await program.waitFor("It has to be an address.");
    program.write("\u0015http://127.0.0.1/callback?code=1\r");
    expect(await outcomeOf(program)).toEqual("http://127.0.0.1/callback?code=1");
  });

  test("exits immediately on Ctrl-C, although its task needs ten minutes to stop", async () => {
    const program = play("wait");
    await program.waitFor("waiting for you");
    program.write("\u0003");
    await program.waitFor("Stopped: Stopped.");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
  });
});

describe("a failure", () => {
  test("is shown with its hints above the choice", async () => {
    const program = play("failure");
    expect(await program.waitFor("› Try again")).toMatch(
      / ✖ .*not installed on acme\/control\.\n │\n │ Install it:\n {3}https:[^]*\n │ › Try again/,
    );
  });
});

describe("the screen", () => {
  test.each([
    [80, 24],
    [40, 24],
    [40, 10],
  ])("of %i x %i shows every question", async (columns, rows) => {
    for (const [scene, title] of [
      ["choose", "Which forge?"],
      ["many", "Which ones?"],
      ["confirm", "Are you sure?"],
      ["key", "The private key:"],
      ["failure", "› Try again"],
      ["wait", "Write App"],
    ] as const) {
      const program = play(scene, { columns, rows });
      expect(await program.waitFor(title)).toContain("ctrl-c stop");
      expect(program.raw()).not.toContain("\u001b[3J");
      program.kill();
    }
  });

  test("is colored, except with NO_COLOR", async () => {
    const coloured = play("choose");
    await coloured.waitFor("Which forge?");
    expect(coloured.raw()).toMatch(colours);
    const plain = play("choose", { env: { NO_COLOR: "1" } });
    await plain.waitFor("› Forge one");
    plain.write(`${down}\r`);
    expect(await outcomeOf(plain)).toEqual("two");
    expect(plain.raw()).not.toMatch(colours);
  });

  test("is drawn with CI set", async () => {
    const program = play("choose", { env: { CI: "true", CONTINUOUS_INTEGRATION: "1" } });
    await program.waitFor("Which forge?");
    program.write("\r");
    expect(await outcomeOf(program)).toEqual("one");
  });

  test("without a UTF-8 locale shows ASCII only", async () => {
    const program = play("choose", { env: { LANG: "C" } });
    expect(await program.waitFor("> Forge one")).toMatch(/^[ -~\n]*$/);
  });

  test("for a screen reader names roles and omits decoration", async () => {
    const program = play("choose", { env: { INK_SCREEN_READER: "true" } });
    const screen = await program.waitFor(/Forge two[^]*Keys:/);
    expect(screen).toContain("option: (selected) Forge one");
    expect(screen).not.toMatch(/[›●✔·]/);
    program.write(`${down}\r`);
    expect(await outcomeOf(program)).toEqual("two");
  });

  test("for a screen reader announces the complete text, and one key continues", async () => {
    const program = play("disclose", { env: { INK_SCREEN_READER: "true" } });
    await program.waitFor(/Fact 40 [^]*Keys:/);
    expect(program.raw()).toContain("Fact 1 is to be read.");
    program.write("\r");
    expect(await outcomeOf(program)).toEqual("read");
  });
});
