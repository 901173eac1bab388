import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();
const verbs = "setup status verify profile remove admit doctor demo emulator".split(" ");

describe("gatehouse", () => {
  test.each([[["--help"]], [[]]])(
    "%j prints the commands, examples and exit codes",
    async (args) => {
      const { code, out, err } = await program.run(args);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      for (const name of verbs) {
        expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
      }
      expect(out).toContain("$ gatehouse setup --repo acme/control");
      expect(out).toContain("Exit codes:");
      expect(out).not.toMatch(/^  forge /m);
    },
  );

  test.each(["--version", "-V"])("%s prints the version of package.json", async (option) => {
    const text = await readFile(join(program.folder(), "package.json"), "utf8");
    const { version } = JSON.parse(text) as { version: string };
    expect(await program.run([option])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  test("an unknown command exits with 2 and suggests a similar command", async () => {
    const { code, out, err } = await program.run(["setpu"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("unknown command 'setpu'");
    expect(err).toContain("(Did you mean setup?)");
    expect(err).toContain("gatehouse --help");
  });

  test.each(verbs)("%s --help has examples that contain the command", async (name) => {
    const { code, out } = await program.run([name, "--help"]);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: gatehouse ${name} `));
    expect(out).toMatch(new RegExp(`^  \\$ .*gatehouse ${name}`, "m"));
    expect(out).toContain("--");
  });

  test("no line of any help text is wider than 80 columns", async () => {
    const helps = await Promise.all(
      [[], ...verbs.map((name) => [name])].map((args) => program.run([...args, "--help"])),
    );
    const wide = helps.flatMap(({ out }) => out.split("\n").filter((line) => line.length > 80));
    expect(wide).toEqual([]);
  });

  test("a reader that closes its pipe early does not cause an error: the demo runs to completion", async () => {
    const { home, env } = await makeHome();
    const path = process.env["PATH"] ?? "";
    const child = spawn(process.execPath, [program.cli(), "demo"], {
      cwd: home,
      env: { PATH: path, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let err = "";
    child.stderr.on("data", (text: Buffer) => (err += text.toString()));
    child.stdout.once("data", () => child.stdout.destroy());
    const [code] = (await once(child, "close")) as [number | null];
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });
});
