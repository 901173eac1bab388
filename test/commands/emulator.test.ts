import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { createRobot } from "../emulator/signed-in.ts";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { machine } from "../system/machine.ts";
import { installProgram, makeHome } from "./installed-program.ts";
import { answers } from "./scripted-setup.ts";

const program = installProgram();

interface Address {
  readonly origin: string;
  readonly apiUrl: string;
  readonly stateFile: string;
  readonly cliConfigDir: string;
}

/** Starts `gatehouse emulator` and reads its first lines of output. */
async function startForge(env: Readonly<Record<string, string>>, args: readonly string[]) {
  const child = spawn(execPath, [program.cli(), "emulator", ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = (await once(child, "exit")) as [number | null];
    return code;
  };
  return { nextLine, stop };
}

describe("emulator", () => {
  test("keeps its state in one file: a setup survives a restart", async () => {
    const { home, env } = await makeHome();
    const state = join(home, "elsewhere", "forge.json");
    const start = async () => {
      const forge = await startForge(env, ["--state", state, "--json"]);
      return { ...forge, address: JSON.parse(await forge.nextLine()) as Address };
    };
    const first = await start();
    expect(Object.keys(first.address)).toEqual(["origin", "apiUrl", "stateFile", "cliConfigDir"]);
    expect(first.address.apiUrl).toBe(`${first.address.origin}/api/v3`);

    const browser = await makeBrowserScript(home, (link) => createRobot().visit(link));
    const file = join(home, "answers.json");
    await writeFile(file, JSON.stringify({ answers }));
    const gatehouse = (verb: string, { origin, cliConfigDir }: Address, more: string[] = []) =>
      program.run([verb, "--host", origin, "--repo", "acme/control", ...more], {
        env: { ...env, BROWSER: browser.path, FORGE_CONFIG_DIR: cliConfigDir },
        cwd: home,
      });
    expect(await gatehouse("setup", first.address, ["--answers", file])).toMatchObject({ code: 0 });
    expect(await first.stop("SIGINT")).toBe(0);

    const second = await start();
    expect(second.address.stateFile).toBe(state);
    const key = await readFile(join(second.address.cliConfigDir, "operator-key"), "utf8");
    const headers = { authorization: `Bearer ${key.trim()}` };
    const levers = await fetch(`${second.address.origin}/_emulator/apps`, { headers });
    const apps = (await levers.json()) as object[];
    expect(apps).toHaveLength(2);
    // The journal belongs to the host, whose address changes at a restart, so nothing is reported
    // as proved.
    const status = await gatehouse("status", second.address, ["--json"]);
    const { records } = JSON.parse(status.out) as { records: { state: string }[] };
    expect(records.slice(0, 4).map(({ state: each }) => each)).toEqual(Array(4).fill("set"));
    expect(await second.stop("SIGTERM")).toBe(0);
  }, 60_000);

  test("keeps its state readable only for its owner, and stores no token in it", async () => {
    const { home, env } = await makeHome();
    const forge = await startForge(env, []);
    expect(await forge.nextLine()).toMatch(
      /^ [●*] The embedded forge is running at http:\/\/127.0.0.1:\d+$/,
    );
    expect(await forge.nextLine()).toBe("   Press Ctrl-C to stop it.");
    expect(await forge.nextLine()).toBe("   Run in another terminal:");
    expect(await forge.nextLine()).toMatch(/^ {3}gatehouse setup --host http:.* --repo acme/);
    const file = join(home, "state/gatehouse/emulator/forge.json");
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await readFile(file, "utf8")).not.toMatch(/gho_\w{10}/);
    expect(await forge.stop("SIGINT")).toBe(0);
  });

  test("with --brand github is a different forge, and prints the option in the next command", async () => {
    const { home, env } = await makeHome();
    const missing = await program.run(["emulator", "--sign-in", "--brand", "github"], { env });
    expect(missing.err).toContain("gatehouse emulator --brand github\n");
    const forge = await startForge(env, ["--brand", "github"]);
    for (let line = 0; line < 3; line += 1) await forge.nextLine();
    const command = await forge.nextLine();
    expect(command).toMatch(
      /^ {3}gatehouse setup --host http:\S+ --brand github --repo acme\/control$/,
    );
    const state = join(home, "state/gatehouse");
    expect(await readdir(state)).toEqual(["emulator-github"]);
    expect(await forge.stop("SIGINT")).toBe(0);
    const demo = await startForge(env, []);
    await demo.nextLine();
    expect((await readdir(state)).toSorted()).toEqual(["emulator", "emulator-github"]);
    expect(await demo.stop("SIGINT")).toBe(0);
  });

  test.each(["-1", "65536", "http"])("refuses the port %s and exits with 2", async (port) => {
    const { code, err } = await program.run(["emulator", `--port=${port}`]);
    expect(code).toBe(2);
    expect(err).toContain(`"${port}" is not a valid port: use a number from 0 to 65535.`);
  });

  test("is used with its own naming convention by a command without --brand", async () => {
    const { home, env } = await makeHome();
    const other = await startForge(env, ["--json"]);
    const { port } = new URL((JSON.parse(await other.nextLine()) as Address).origin);
    expect(await other.stop("SIGTERM")).toBe(0);
    const forge = await startForge(env, ["--port", port, "--brand", "github", "--json"]);
    const { origin } = JSON.parse(await forge.nextLine()) as Address;
    const bin = join(home, "bin");
    await mkdir(bin);
    await symlink(machine().gh, join(bin, "gh"));
    const path = { PATH: [bin, dirname(execPath), "/usr/bin", "/bin"].join(delimiter) };
    const where = ["--host", origin, "--repo", "acme/control"];
    const { err } = await program.run(["status", ...where], { env: { ...env, ...path } });
    expect(err).toContain("gh auth login --hostname github.localhost");
    expect(await forge.stop("SIGTERM")).toBe(0);
  });

  test("reports that the port is in use", async () => {
    const { env } = await makeHome();
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const { code, err } = await program.run(["emulator", "--port", String(port)], { env });
    expect(code).toBe(2);
    expect(err).toContain(`✖ Port ${port} is already in use on this machine.`);
  });
});
