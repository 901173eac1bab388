import { describe, expect, test } from "vitest";
import { outcomeOf, preparePlay } from "./play.ts";
import type { ProgramInTerminal } from "./pty.ts";

const play = preparePlay("screens");

/**
 * Returns differences that the user would notice: none, if screen, cursor and paste mode are
 * restored.
 */
function listLeftovers(program: ProgramInTerminal): string[] {
  const raw = program.raw();
  const isLast = (wanted: string, other: string) =>
    raw.lastIndexOf(wanted) > raw.lastIndexOf(other);
  const checks = {
    "alternate screen": program.terminal.buffer.active.type === "normal",
    "what stood there before": program.screen().startsWith("before"),
    "the question": !program.screen().includes("Which forge?"),
    "hidden cursor": isLast("\u001b[?25h", "\u001b[?25l"),
    "bracketed paste": isLast("\u001b[?2004l", "\u001b[?2004h"),
    "wiped scrollback": !raw.includes("\u001b[3J"),
  };
  return Object.entries(checks).flatMap(([name, isRight]) => (isRight ? [] : [name]));
}

describe("the terminal is restored", () => {
  test("after an answer", async () => {
    const program = play("choose");
    await program.waitFor("Which forge?");
    program.write("\r");
    await program.exited;
    expect(listLeftovers(program)).toEqual([]);
  });

  test("after Ctrl-C, which exits with 130", async () => {
    const program = play("choose");
    await program.waitFor("Which forge?");
    program.write("\u0003");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
    expect(listLeftovers(program)).toEqual([]);
    expect(program.screen()).toContain("Stopped: Stopped. Completed steps are kept.");
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("after %s, which exits with %i", async (name, exitCode) => {
    const program = play("wait");
    await program.waitFor("waiting for you");
    program.kill(name);
    expect(await program.exited).toMatchObject({ exitCode, signal: 0 });
    expect(listLeftovers(program)).toEqual([]);
  });

  test("after an uncaught error, which remains readable", async () => {
    const program = play("crash");
    await program.waitFor("Which forge?");
    program.write("\r");
    await program.waitFor("TypeError: a bug of ours");
    expect(await program.exited).toMatchObject({ exitCode: 1 });
    expect(listLeftovers(program)).toEqual([]);
  });

  test("between two flows of one program", async () => {
    const program = play("choose text");
    await program.waitFor("Which forge?");
    program.write("\r");
    await program.waitFor("Which repository?");
    program.write("acme/control\r");
    expect(await outcomeOf(program)).toBe("one");
    expect(program.screen()).toContain('outcome "acme/control"');
    expect(listLeftovers(program)).toEqual([]);
  });

  test("and shows a note without a following question", async () => {
    const program = play("note");
    await program.waitFor('outcome "noted"');
    expect(program.screen()).toContain(" ! The key is kept.\n   http://127.0.0.1/keys");
  });
});

describe("when the window changes", () => {
  test("resizing from 80 to 40 to 80 columns leaves no text of the other width", async () => {
    const program = play("wait");
    const before = await program.waitFor("waiting for you");
    program.resize(40, 24);
    await program.waitFor(/^ set up acme\/control +2 of 4/);
    // Text that the terminal wrapped is cleared before the next frame.
    expect(program.raw().split("\u001b[2J")).toHaveLength(3);
    program.resize(80, 24);
    const after = await program.waitFor(/gatehouse +set up/);
    const still = (screen: string) => screen.replaceAll(/ *\d+:\d\d/g, " 0:00");
    expect(still(after)).toBe(still(before));
  });

  test("reducing and restoring the height clears and loses nothing", async () => {
    const program = play("disclose");
    const before = await program.waitFor("Fact 14 ");
    program.resize(80, 10);
    await program.waitFor(/Fact 4 (?![^]*Fact 8 )/);
    program.resize(80, 24);
    expect(await program.waitFor("Fact 14 ")).toBe(before);
    expect(program.raw()).not.toContain("\u001b[3J");
  });

  test("under 40 columns it requests a larger window, and recovers", async () => {
    const program = play("choose");
    await program.waitFor("Which forge?");
    program.resize(30, 24);
    expect(await program.waitFor("Please enlarge the window.")).not.toContain("Forge");
    program.resize(80, 24);
    await program.waitFor("› Forge one");
    program.write("\u001b[B\r");
    expect(await outcomeOf(program)).toEqual("two");
  });
});
