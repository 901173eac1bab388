import { execPath } from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { openControlPlane, repository } from "../plane/control-plane-bench.ts";
import { deniedLines, gatedWorkflow, passedLines } from "../plane/dashboard/gated-workflow.ts";
import { seeRun, startRun } from "../emulator/run-bench.ts";
import { startInTerminal } from "./pty.ts";
import { notOurs } from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();
/** Creates a control plane with one admitted run, and a second one that was not admitted. */
async function openDashboard(
  size: { readonly columns: number; readonly rows: number },
  more: readonly string[] = [],
  named = repository.full,
) {
  const plane = await openControlPlane();
  await plane.writeSettings();
  await plane.writeDecision();
  await plane.addApp("read", [repository.full]);
  const nightly = async (lines: readonly string[], code: 0 | 6) => {
    await seeRun(plane, await startRun(plane, gatedWorkflow(lines, code)), "completed");
  };
  await nightly(passedLines, 0);
  await nightly(deniedLines, 6);
  const { home, env: location } = await makeHome();
  const { emulator } = plane;
  const browser = await makeBrowserScript(home);
  const login = { FORGE_CONFIG_DIR: emulator.cliConfigDir };
  const env = { ...location, ...notOurs, ...login, BROWSER: browser.path };
  const where = ["--host", emulator.origin, "--repo", named];
  const terminal = startInTerminal({
    command: execPath,
    args: [program.cli(), "dashboard", ...where, ...more],
    env,
    cwd: home,
    ...size,
  });
  onTestFinished(() => terminal.kill());
  return { plane, terminal, browser };
}

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 24 },
];

describe.each(sample("widths of the dashboard", sizes, 1))(
  "the dashboard at $columns columns",
  (size) => {
    test("shows the gate as its own item and its record on a key press, and stays in the scrollback", async () => {
      const { terminal } = await openDashboard(size);
      const screen = await terminal.waitFor("API capacity admission gate: closed");
      expect(screen).toContain("stopped by the gate");
      expect(screen).toMatch(/q leave$/);
      for (const line of screen.split("\n")) expect(line.length).toBeLessThan(size.columns);
      terminal.write("g");
      await terminal.waitFor("CP_FORGE_API_GATE");
      terminal.write("g");
      await terminal.waitFor(/^(?![^]*CP_FORGE_API_GATE)[^]*q leave$/);
      terminal.write("q");
      expect(await terminal.exited).toMatchObject({ exitCode: 0 });
      expect(terminal.screen()).toContain("API capacity admission gate: closed");
      expect(terminal.screen()).not.toContain("q leave");
    });
  },
);

const wide = { columns: 80, rows: 24 };

describe("the dashboard", () => {
  test("refreshes on a key, and shows changes", async () => {
    const { terminal, plane } = await openDashboard(wide);
    await terminal.waitFor(/2 +Nightly: stopped by the gate/);
    await seeRun(plane, await startRun(plane, gatedWorkflow(passedLines, 0)), "completed");
    terminal.write("r");
    const screen = await terminal.waitFor(/3 +Nightly/);
    expect(screen).toContain("API capacity admission gate: open");
    expect(screen).toContain("4604 of 5000");
  });

  test("opens the newest run in a browser", async () => {
    const { terminal, browser } = await openDashboard(wide);
    await terminal.waitFor("enter open run 2");
    terminal.write("\r");
    await expect.poll(() => browser.links).toHaveLength(1);
    expect(browser.links[0]).toMatch(/\/acme\/control\/actions\/runs\/\d+$/);
  });

  test.each([
    ["t", "What should be rotated?"],
    ["x", "Which credentials may have leaked?"],
  ])("opens on %s the wizard that asks: %s", async (key, question) => {
    const { terminal } = await openDashboard(wide);
    await terminal.waitFor("q leave");
    await terminal.waitFor("API capacity admission gate");
    terminal.write(key);
    await terminal.waitFor(question);
    terminal.write("\u0003");
    expect(await terminal.exited).toMatchObject({ exitCode: 130 });
  });

  test("fits a resized terminal, and scrolls the rows that do not fit", async () => {
    const { terminal } = await openDashboard(wide);
    await terminal.waitFor("API capacity admission gate: closed");
    terminal.resize(60, 12);
    const small = await terminal.waitFor(/more rows? below\n\n/);
    expect(small.split("\n").length).toBeLessThan(12);
    terminal.write("\u001b[6~");
    await terminal.waitFor(/more (rows? )?above/);
    terminal.resize(80, 24);
    await terminal.waitFor(/^ acme\/control[^]*q leave$/);
  });

  test.each([
    ["Ctrl-C", "\u0003"],
    ["Ctrl-D", "\u0004"],
  ])("exits on %s", async (_name, key) => {
    const { terminal } = await openDashboard(wide);
    await terminal.waitFor("q leave");
    terminal.write(key);
    expect(await terminal.exited).toMatchObject({ exitCode: 0 });
  });

  test("reports unreadable data, and keeps the earlier data", async () => {
    const { terminal, plane } = await openDashboard(wide);
    await terminal.waitFor("API capacity admission gate: closed");
    const on = "GET /repos/acme/control/actions/runs";
    await plane.control("PUT", "faults", [{ on, times: 0, play: { kind: "status", status: 500 } }]);
    terminal.write("r");
    const screen = await terminal.waitFor(/✖ .*500/);
    expect(screen).toContain("API capacity admission gate: closed");
  });

  test("reports a missing repository as missing", async () => {
    const { terminal } = await openDashboard(wide, [], "acme/nope");
    const screen = await terminal.waitFor(/✖ acme\/nope does not exist, or/);
    expect(screen).not.toContain("404");
  });

  test("opens the run that the user navigated to", async () => {
    const { terminal, plane, browser } = await openDashboard(wide);
    await terminal.waitFor("enter open run 2");
    const workflow = gatedWorkflow(passedLines, 0).replace("name: Nightly", "name: Weekly");
    const content = Buffer.from(workflow).toString("base64");
    const path = "/repos/acme/control/contents/.github/workflows/weekly.yml";
    await plane.rest("PUT", path, { body: { message: "Add a workflow", content } });
    const body = { ref: "main", return_run_details: true };
    const dispatches = "/repos/acme/control/actions/workflows/weekly.yml/dispatches";
    const started = await plane.rest("POST", dispatches, { body });
    await seeRun(plane, started.json.workflow_run_id, "completed");
    terminal.write("r");
    await terminal.waitFor(/3 +Weekly[^]*2 +Nightly[^]*enter open run 3/);
    terminal.write("n");
    await terminal.waitFor("enter open run 2");
    terminal.write("\r");
    await expect.poll(() => browser.links).toHaveLength(1);
  });

  test("shows the link if no browser can be opened", async () => {
    const { terminal, browser } = await openDashboard(wide, ["--no-open"]);
    await terminal.waitFor("enter link to run 2");
    terminal.write("\r");
    await terminal.waitFor(/acme\/control\/actions\/runs\/\d+/);
    expect(browser.links).toEqual([]);
  });

  test.each([
    ["q", "q", 0],
    ["Ctrl-C", "\u0003", 0],
    ["SIGTERM", undefined, 143],
  ])("exits on %s at once, while the forge does not respond", async (_name, key, exitCode) => {
    const { terminal, plane } = await openDashboard(wide);
    await terminal.waitFor("API capacity admission gate: closed");
    const on = "GET /repos/acme/control/actions/runs";
    const silent = { kind: "latency", ms: 600_000 };
    await plane.control("PUT", "faults", [{ on, times: 0, play: silent }]);
    terminal.write("r");
    await terminal.waitFor(/updating ·/);
    if (key === undefined) terminal.kill("SIGTERM");
    else terminal.write(key);
    expect(await terminal.exited).toMatchObject({ exitCode });
  });
});
