import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { startInTerminal, type ProgramInTerminal, type TerminalOptions } from "./pty.ts";

const { folder } = installProgram();

/** The program, of which something is another thing than what was built. */
async function start(
  args: readonly string[],
  { program, ...terminal }: Partial<TerminalOptions> & { readonly program?: string } = {},
): Promise<ProgramInTerminal> {
  const { env } = await makeHome();
  const dist = await mkdtemp(join(tmpdir(), "gatehouse-first-"));
  onTestFinished(() => rm(dist, { recursive: true, force: true }));
  await cp(join(folder(), "dist"), dist, { recursive: true });
  if (program !== undefined) await writeFile(join(dist, "program.mjs"), program);
  const all = { ...terminal, command: execPath, args: [join(dist, "cli.js"), ...args] };
  const started = startInTerminal({ ...all, env: { ...env, ...terminal.env } });
  onTestFinished(() => started.kill());
  return started;
}

/** Lives, and never gets as far as drawing. */
const stuck = "setInterval(() => {}, 1000); await new Promise(() => {});";
const says = 'export const start = () => process.stdout.write("loaded");';
const setup = ["setup", "--host", "emulator"];

async function openSilentHost(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function isLeft(program: ProgramInTerminal): boolean {
  const { terminal } = program;
  const text = program.raw();
  const isLast = (wanted: string, other: string) =>
    text.lastIndexOf(wanted) > text.lastIndexOf(other);
  return (
    terminal.buffer.active.type === "normal" &&
    isLast("\u001b[?25h", "\u001b[?25l") &&
    isLast("\u001b[?2004l", "\u001b[?2004h")
  );
}

describe("a wizard's first screen", () => {
  test.each([
    [80, 24],
    [40, 24],
    [40, 10],
    [130, 50],
  ])(
    "of %i by %i is there before the program, and is the one it goes on from",
    async (columns, rows) => {
      const size = { columns, rows };
      // A forge that never answers: else the first question might stand there before anybody looks.
      const line = ["setup", "--host", await openSilentHost()];
      const early = await start(line, { program: stuck, ...size });
      const first = await early.waitFor("ctrl-c");
      expect(first).toMatch(/set up 127\S+\n\n . One moment\n/);

      // With an option that the program has to read first, it is drawn by the program alone.
      const late = await start([...line, "--port", "0"], size);
      const drawn = await late.waitFor("One moment");
      const still = (text: string) => text.replace(/ . One moment/, " ● One moment");
      expect(still(first)).toBe(still(drawn));
    },
  );

  test("is there for what to do here, too", async () => {
    const program = await start([], { program: stuck });
    expect(await program.waitFor("ctrl-c")).toContain("what to do in this folder");
  });

  test("is taken away again by a signal", async () => {
    const program = await start(setup, { program: stuck });
    await program.waitFor("ctrl-c");
    program.kill("SIGTERM");
    expect(await program.exited).toMatchObject({ signal: 15 });
    expect(isLeft(program)).toBe(true);
  });

  test("is taken away again where the program cannot be loaded, which is told", async () => {
    const program = await start(setup, { program: 'import "./nowhere.mjs";' });
    expect(await program.exited).toMatchObject({ exitCode: 1 });
    expect(isLeft(program)).toBe(true);
    expect(program.screen()).toContain("nowhere.mjs");
  });

  test("is taken away again where the line is wrong, which is told", async () => {
    const program = await start(["setup", "--repo", "acme"]);
    expect(await program.exited).toMatchObject({ exitCode: 2 });
    expect(isLeft(program)).toBe(true);
    expect(program.screen()).toContain('"acme" is not a repository\'s full name.');
    expect(program.raw()).toContain("\u001b[?1049h");
  });

  test("keeps what is typed for the first question", async () => {
    const program = await start(setup);
    // Where nobody looked in time, the question stands there already.
    await program.waitFor(/One moment|Which repository/);
    program.write("\u001b[B");
    expect(await program.waitFor("Which repository")).not.toContain("^[");
    program.write("\u0003");
    expect(await program.exited).toMatchObject({ exitCode: 130 });
    expect(isLeft(program)).toBe(true);
  });

  test.each<[string, Partial<TerminalOptions>]>([
    ["the terminal is too small for screens", { columns: 39 }],
    ["the terminal cannot move its cursor", { env: { TERM: "dumb" } }],
    ["it is spoken", { env: { INK_SCREEN_READER: "true" } }],
  ])("is not drawn where %s", async (_, options) => {
    const program = await start(setup, { program: says, ...options });
    await program.exited;
    expect(program.raw()).toBe("loaded");
  });
});
