import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodesIn } from "../../scripts/machine/nodes.mjs";
import { root } from "../build-for-run.ts";
import { installProgram, makeHome, runToEnd } from "../commands/installed-program.ts";

const program = installProgram();
const nodes = nodesIn(join(root, ".cache/nodes"));
const newer = nodes.filter(({ version }) => Number.parseInt(version, 10) >= 22);
const nobody = 65_534;

/**
 * Returns a function that starts the program in a home, and the directory of its compile cache
 * there. Each start returns the number of entries.
 */
async function openHome(node: string | undefined) {
  const { home, env: location } = await makeHome();
  const folder = join(home, ".cache/gatehouse/compiled");
  const start = async (args: readonly string[], more: Record<string, string> = {}) => {
    const env = { ...location, ...more };
    const { code, err } = await runToEnd(node ?? "", [program.cli(), ...args], { env, cwd: home });
    return { code, err, kept: existsSync(folder) ? readdirSync(folder).length : 0 };
  };
  return { home, folder, start };
}

test.each(newer)(
  "Node $version caches compiled code, readable only by its user",
  async ({ path }) => {
    const { folder, start } = await openHome(path);
    expect(await start(["setup", "--help"])).toEqual({ code: 0, err: "", kept: 1 });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await start(["setup", "--help"])).toEqual({ code: 0, err: "", kept: 1 });
  },
);

const [oldest] = nodes;
const [node] = newer;

test("an older Node version does not cache compiled code", async () => {
  const { start } = await openHome(oldest?.path);
  expect(await start(["setup", "--help"])).toEqual({ code: 0, err: "", kept: 0 });
});

test.each([
  ["in CI", ["setup", "--help"], { CI: "true" }],
  ["for a run behind the firewall", ["firewall", "--allow-domains", "a.example"], {}],
])("nothing is cached %s", async (_when, args, env) => {
  const { start } = await openHome(node?.path);
  expect((await start(args, env)).kept).toBe(0);
});

test("nothing is cached if other users can write to the folder or to a folder above it", async () => {
  const { home, start } = await openHome(node?.path);
  mkdirSync(join(home, ".cache/gatehouse/compiled"), { recursive: true });
  chmodSync(join(home, ".cache/gatehouse/compiled"), 0o755);
  expect((await start(["setup", "--help"])).kept).toBe(0);
  chmodSync(join(home, ".cache/gatehouse/compiled"), 0o700);
  chmodSync(join(home, ".cache"), 0o777);
  expect((await start(["setup", "--help"])).kept).toBe(0);
  chmodSync(join(home, ".cache"), 0o755);
  expect((await start(["setup", "--help"])).kept).toBe(1);
});

test.runIf(process.getuid?.() === 0)(
  "root does not create a folder in another user's home",
  async () => {
    const { home, start } = await openHome(node?.path);
    chownSync(home, nobody, nobody);
    expect(await start(["setup", "--help"])).toEqual({ code: 0, err: "", kept: 0 });
    expect(existsSync(join(home, ".cache"))).toBe(false);
  },
);

test.runIf(process.getuid?.() === 0)("nothing is cached below another user's folder", async () => {
  const { home, start } = await openHome(node?.path);
  mkdirSync(join(home, ".cache/gatehouse/compiled"), { recursive: true, mode: 0o700 });
  chownSync(join(home, ".cache"), nobody, nobody);
  expect((await start(["setup", "--help"])).kept).toBe(0);
  chownSync(join(home, ".cache"), 0, 0);
  expect((await start(["setup", "--help"])).kept).toBe(1);
  rmSync(join(home, ".cache/gatehouse/compiled"), { recursive: true });
  mkdirSync(join(home, "theirs"), { mode: 0o700 });
  chownSync(join(home, "theirs"), nobody, nobody);
  symlinkSync(join(home, "theirs"), join(home, ".cache/gatehouse/compiled"));
  expect((await start(["setup", "--help"])).kept).toBe(0);
});

test.runIf(process.getuid?.() === 0)(
  "nothing is cached for a user without a home directory",
  async () => {
    const other = ["--user", "--map-user=12345", "--map-group=12345"];
    const started = [node?.path ?? "", program.cli(), "profile", "--help"];
    const { code, out, err } = await runToEnd("unshare", [...other, ...started]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Usage: /);
  },
);
