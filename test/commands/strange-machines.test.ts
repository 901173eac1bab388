import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { installProgram, makeHome, runToEnd } from "./installed-program.ts";
import type { Ended } from "./installed-program.ts";

const program = installProgram();

describe("in a current directory that was deleted", () => {
  async function runThere(...args: string[]): Promise<Ended> {
    const { home, env } = await makeHome();
    const gone = join(home, "gone");
    const line = `mkdir ${gone} && cd ${gone} && rmdir ${gone} && exec "$0" "$@"`;
    return runToEnd("/bin/sh", ["-c", line, process.execPath, program.cli(), ...args], {
      env: { ...env, PATH: "/usr/bin:/bin" },
    });
  }

  test("a usage error is reported", async () => {
    const { code, out, err } = await runThere("nope");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("unknown command 'nope'");
    expect(err).toContain(`${program.cli()} --help`);
  });

  test.each<[code: number, line: string]>([
    [2, "status"],
    [2, "status --repo acme/control"],
    [2, "new nightly"],
    [2, "compile"],
    [6, "admit"],
    [125, "firewall run -- true"],
  ])(
    "a command that needs the directory exits with %i and reports that it was deleted: %s",
    async (wanted, line) => {
      const { code, out, err } = await runThere(...line.split(" "));
      expect({ code, out }).toEqual({ code: wanted, out: "" });
      expect(err).toBe(
        [
          " ✖ The current directory no longer exists.",
          " │ Change to another directory:",
          "   cd ~",
          " │ If the directory was created again, change to it:",
          '   cd "$PWD"',
          "",
        ].join("\n"),
      );
    },
  );

  test("doctor completes the checks that do not need the directory", async () => {
    const { err, out } = await runThere("doctor");
    expect(err).not.toContain("bug in gatehouse");
    expect(out).toContain("The current directory no longer exists.");
    expect(out).toContain("State directory");
    expect(out).not.toContain("bug in gatehouse");
  });
});

const asUnknownUser = ["--user", "--map-user=12345", "--map-group=12345"];
const canBeUnknown = spawnSync("unshare", [...asUnknownUser, "true"]).status === 0;

describe.runIf(canBeUnknown)("for a user that is not in the user database", () => {
  const runUnknown = (line: string, env: Readonly<Record<string, string>> = {}) => {
    const args = [...asUnknownUser, process.execPath, program.cli(), ...line.split(" ")];
    return runToEnd("unshare", args, { env });
  };

  test.each<[code: number, line: string]>([
    [2, "status --repo acme/control --host http://127.0.0.1:9"],
    [2, "emulator"],
    [2, "demo"],
  ])(
    "a command that stores state exits with %i and names the variable to set: %s",
    async (wanted, line) => {
      const { code, err } = await runUnknown(line);
      expect(code).toBe(wanted);
      expect(err).toContain(
        "✖ Home directory not found: HOME and XDG_STATE_HOME are not set, and the system does not know",
      );
      expect(err).toContain("│ Set HOME or XDG_STATE_HOME to a permanent directory");
    },
  );

  test.each(["", "/"])("firewall run asks for a home directory if HOME is %j", async (HOME) => {
    const { code, err } = await runUnknown("firewall run -- true", { HOME });
    expect(code).toBe(125);
    expect(err).toContain(
      "✖ Could not find the home directory of user 12345 in HOME or in the system's user list.",
    );
    expect(err).toContain("Set HOME to a directory that this user owns");
  });

  test("doctor completes the checks that do not need a home directory", async () => {
    const { out, err } = await runUnknown("doctor");
    expect(err).not.toContain("✖");
    expect(out).toContain("Set HOME or XDG_STATE_HOME to a permanent directory");
    expect(out).not.toContain("bug in gatehouse");
  });

  test("a command that stores no state runs as for any other user", async () => {
    expect(await runUnknown(`scan ${join(program.folder(), "package.json")} --json`)).toMatchObject(
      { err: "" },
    );
    const { code, err } = await runUnknown("compile");
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("✖ Not found: agents."),
    });
  });
});

describe("if TMPDIR is not a directory", () => {
  const nowhere = { TMPDIR: "/nowhere" };

  test.each<[code: number, line: string]>([
    [0, "doctor --host emulator"],
    [5, "status --host emulator --repo acme/control"],
  ])("a command that does not use it exits with %i as usual: %s", async (wanted, line) => {
    const { home, env } = await makeHome();
    const options = { env: { ...env, ...nowhere }, cwd: home };
    const { code, err } = await program.run(line.split(" "), options);
    expect({ code, err }).toEqual({ code: wanted, err: expect.not.stringMatching(/bug|ENOENT/) });
  });

  test("a command that needs it exits with 2 and names the variable to set", async () => {
    const { home, env } = await makeHome();
    const options = { env: { ...env, ...nowhere }, cwd: home };
    const { code, err } = await program.run(["firewall", "doctor"], options);
    expect(code).toBe(2);
    expect(err).toBe(
      [
        " ✖ Could not create a temporary directory in /nowhere: ENOENT.",
        " │ Set TMPDIR to an existing directory that this user can write to",
        "",
      ].join("\n"),
    );
  });
});

test("an unreadable directory in PATH is reported as an error", async () => {
  const { home, env } = await makeHome();
  const loop = join(home, "loop");
  symlinkSync(loop, loop);
  const { code, err } = await program.run(["compile"], {
    env: { ...env, PATH: [loop, "/usr/bin"].join(delimiter) },
    cwd: home,
  });
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("✖ Not found: agents.") });
});
