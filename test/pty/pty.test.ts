import { expect, onTestFinished, test } from "vitest";
import { startInTerminal } from "./pty.ts";

test("the last output of a program is visible, for any amount of output", async () => {
  const terminal = startInTerminal({ command: "sh", args: ["-c", "seq 100000; echo the last"] });
  onTestFinished(() => terminal.kill());
  const screen = await terminal.waitFor("the last");
  expect(screen.split("\n").slice(-3)).toEqual(["99999", "100000", "the last"]);
  expect(await terminal.exited).toMatchObject({ exitCode: 0 });
});
