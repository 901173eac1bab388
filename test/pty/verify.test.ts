import { once } from "node:events";
import { execPath } from "node:process";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { RunScript } from "../../emulator/runner/run-script.ts";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { openControlPlane } from "../plane/control-plane-bench.ts";
import { startInTerminal } from "./pty.ts";
import { notOurs } from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();

async function startVerify(columns: number, runScript?: RunScript) {
  const plane = await openControlPlane(runScript);
  await plane.writeSettings();
  await plane.writeDecision();
  await plane.writeControl();
  await plane.addApp("read", ["acme/control", "acme/api"]);
  const { home, env } = await makeHome();
  const { origin } = plane.emulator;
  const verify = startInTerminal({
    command: execPath,
    args: [program.cli(), "verify", "--host", origin, "--repo", "acme/control"],
    env: { ...env, ...notOurs, FORGE_CONFIG_DIR: plane.emulator.cliConfigDir },
    cwd: home,
    columns,
    rows: 24,
  });
  onTestFinished(() => verify.kill());
  return verify;
}

test.each(sample("widths of verify", [80, 40], 1))(
  "the review is complete in %i columns, and readable without color",
  async (columns) => {
    const verify = await startVerify(columns);
    expect(await verify.exited).toMatchObject({ exitCode: 5 });
    // Progress occupies one row, which is overwritten each time and finally cleared.
    const lines = verify.raw().replaceAll("\r\u001b[K", "\n");
    const plain = stripVTControlCharacters(lines).split(/\r?\n/);
    expect(plain).toContain(" ● Reading the report");
    expect(`${verify.scrollback()}\n${verify.screen()}`).not.toContain("Reading the report");
    // Links are unbroken: the terminal wraps a long one.
    const isLink = (line: string) => /^http\S+$/.test(line);
    expect(plain.filter((line) => line.length >= columns && !isLink(line))).toEqual([]);
    const text = plain.join(" ").replaceAll(/\s+/g, " ");
    expect(text).toMatch(
      /✖ Target coverage of the read App:? fails It covers 2 repositories, not exactly:/,
    );
    expect(text).toMatch(/✔ Organization billing for agent inference:? passes/);
    expect(text).toMatch(/\? Review output without credentials:? unknown/);
    expect(text).toMatch(/\d+ passed, 1 failed, 1 unknown/);
    // Only marks are colored.
    const pieces = verify.raw().split("\u001b[3").slice(1);
    const painted = pieces.filter((piece) => !piece.startsWith("9m")).map((piece) => piece[2]);
    expect(new Set(painted)).toEqual(new Set("●✔✖?"));
  },
);

test("Ctrl-C ends the wait for the run immediately, with 130", async () => {
  // The run continues until the embedded forge stops.
  const verify = await startVerify(80, async (_script, _onLine, signal) => {
    if (!signal.aborted) await once(signal, "abort");
    return undefined;
  });
  await verify.waitFor("The run is in progress");
  verify.write("\u0003");
  expect(await verify.exited).toMatchObject({ exitCode: 130 });
  expect(verify.screen()).toContain("Stopped. A started run continues.");
});
