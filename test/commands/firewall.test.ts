import { describe, expect, test } from "vitest";
import { findCommand } from "../../src/cli/find-command.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const verbs = [
  "run",
  "check",
  "approve",
  "prove",
  "budget",
  "setup",
  "doctor",
  "pull",
  "logs",
  "watch",
  "sessions",
  "schema",
];
const firewall = (...words: string[]) => program.run(["firewall", ...words]);

describe("a command line with or without a subcommand", () => {
  test.each([
    ["firewall -- check", "firewall run", "-- check"],
    ["firewall --ssl-bump -- x", "firewall run", "--ssl-bump -- x"],
    ["firewall --help -- x", "firewall run", "--help -- x"],
    ["firewall --watch aB3dE9", "firewall watch", "aB3dE9"],
    ["firewall check --json", "firewall check", "--json"],
    ["firewall help check", "firewall check", ""],
    ["firewall --help", "firewall", "--help"],
    ["firewall", "firewall", ""],
  ])("%s is parsed as %s", (line, command, rest) => {
    const { path, words } = findCommand(line.split(" "));
    expect([path.join(" "), words.join(" ")]).toEqual([command, rest]);
  });
});

describe("help", () => {
  test("of the firewall lists each subcommand, also if the command line contains nothing else", async () => {
    const [help, alone] = await Promise.all([firewall("--help"), firewall()]);
    expect(alone).toEqual(help);
    expect(help).toMatchObject({ code: 0, err: "" });
    const listed = [...help.out.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, verb]) => verb);
    expect(listed).toEqual(verbs);
  });

  test.each(verbs)(
    "of %s fits into 80 columns, and has examples of this subcommand",
    async (verb) => {
      const [{ code, out }, other] = await Promise.all([
        firewall(verb, "--help"),
        firewall("help", verb),
      ]);
      expect(code).toBe(0);
      expect(other.out).toBe(out);
      expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
      expect(out).toMatch(new RegExp(`^  \\$ gatehouse firewall( --| ${verb})`, "m"));
      // The texts between the examples and the table of exit codes are complete sentences.
      const paragraphs = out.trimEnd().split("\n\n");
      const [last] = paragraphs.filter((text) => !text.startsWith("Exit codes:")).slice(-1);
      expect(last).toMatch(/^Examples:|\.$/);
    },
  );

  test("of run lists the possible values of --runtime", async () => {
    const { out } = await firewall("run", "--help");
    expect(out.replaceAll(/\s+/g, " ")).toContain("auto, bubblewrap, docker, podman");
  });
});

describe("a usage error", () => {
  test.each([
    ["nope", "✖ The complete command must follow --."],
    ["run true", "✖ The complete command must follow --."],
    ["run true -- false", "✖ The complete command must follow --."],
    ["--nope -- true", "unknown option '--nope'"],
    ["--", "missing required argument"],
    ["--timeout x -- true", "--timeout"],
    ["--runtime nope -- true", "✖ --runtime: nope is not one of auto, bubblewrap, docker, podman."],
    ["--config /nonexistent -- true", "/nonexistent"],
    ["--allow-domains * -- true", "✖ --allow-domains 1: * covers every host."],
    ["--container-workdir /etc -- true", "it belongs to the system"],
  ])(
    "in %s exits with 125, which cannot be confused with an exit code of the command",
    async (line, message) => {
      const { code, out, err } = await firewall(...line.split(" "));
      expect({ code, out }).toEqual({ code: 125, out: "" });
      expect(err).toContain(message);
    },
  );

  test.each([
    ["check --nope", "unknown option '--nope'"],
    ["doctor a b", "too many arguments"],
    ["doctor nonsense", '✖ Session "nonsense" not found.'],
    ["pull --nope", "unknown option"],
    ["logs a b c", "too many arguments"],
    ["watch --nope", "unknown option"],
    ["sessions x", "too many arguments"],
    ["schema x", "too many arguments"],
  ])("in %s exits with 2, and suggests the help of that subcommand", async (line, message) => {
    const { code, out, err } = await firewall(...line.split(" "));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).toMatch(/gatehouse firewall (\w+ --help|sessions)\n/);
  });

  test("in pull --runtime nope also exits with 2", async () => {
    const { code, out, err } = await firewall("pull", "--runtime", "nope");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("✖ --runtime: nope is not one of auto, bubblewrap, docker, podman.");
  });
});

describe("firewall run", () => {
  test("passes through the command's output and exit code, and reports one line on standard error", async () => {
    const cwd = makeFolder("run");
    const logs = makeFolder("logs");
    const words = ["--json", "--proxy-logs-dir", logs, "--", "sh", "-c", "echo out; exit 42"];
    const { code, out, err } = await program.run(["firewall", ...words], { cwd });
    expect({ code, out }).toEqual({ code: 42, out: "out\n" });
    const session = { runtime: "bubblewrap", failed: [], uncaught: [], logs };
    expect(JSON.parse(err)).toMatchObject({ exitCode: 42, reason: null, denied: 0, session });
  });

  test("prints nothing if no request was denied", async () => {
    const words = ["--proxy-logs-dir", makeFolder("logs"), "--", "true"];
    expect(await program.run(["firewall", ...words], { cwd: makeFolder("run") })).toEqual({
      code: 0,
      out: "",
      err: "",
    });
  });
});
