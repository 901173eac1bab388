import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ForgeCliFailed, createForgeCli, isAtLeast } from "../../src/forge/forge-cli.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";
import { exitCode, InvalidInput } from "../../src/shared/errors.ts";
import { Secret } from "../../src/shared/secret.ts";
import { failureOf } from "./forge-bench.ts";

const profile = resolveHost("github.com");
const repository = requireRepositoryName("acme/control", "--repo");
const key = new Secret("-----BEGIN KEY-----\nwordsOfTheKeyItself\n-----END KEY-----\n");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Call {
  readonly argv: string[];
  readonly env: Record<string, string>;
  readonly stdin: string;
}

/** Creates a program that records its calls and then runs these lines. */
function openRecorder(
  lines = "",
  env: NodeJS.ProcessEnv = {},
  limit: { limitMilliseconds?: number } = {},
) {
  const script = join(folder, "forge.mjs");
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from "node:fs";
     const { argv, env } = process;
     const stdin = readFileSync(0, "utf8");
     const call = { argv: argv.slice(2), env, stdin };
     appendFileSync(new URL("calls", import.meta.url), JSON.stringify(call) + "\\n");
     ${lines}`,
  );
  const command = {
    program: [process.execPath, script, "first"],
    environment: { GH_HOST: "github.com" },
  } as const;
  return createForgeCli({ profile, command, env, ...limit });
}

function calls(): Call[] {
  try {
    const lines = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Call);
  } catch {
    return [];
  }
}

describe("the version", () => {
  test.each([
    ["gh version 2.46.0 (2024-03-20)", "2.46.0"],
    ["forge version 2.60.1\nhttps://example.com", "2.60.1"],
    ["no number", undefined],
  ])("in %j is %s", async (printed, version) => {
    const cli = openRecorder(`console.log(${JSON.stringify(printed)});`);
    expect(await cli.version()).toBe(version);
    expect(calls()[0]?.argv).toEqual(["first", "--version"]);
  });

  test("of a missing program is undefined", async () => {
    const command = { program: [join(folder, "nothing")] } as const;
    const cli = createForgeCli({ profile, command, env: {} });
    expect(await cli.version()).toBeUndefined();
    const failure = await failureOf(cli.setVariable(repository, "CP_X", "1"));
    expect(failure.message).toContain(
      `Could not run gh: program "${command.program[0]}" not found`,
    );
    expect(failure).toMatchObject({
      exitCode: exitCode.incomplete,
      hints: [{ link: profile.brand.cli.installLink }],
    });
  });

  test.each([
    ["2.25.0", true],
    ["2.25.1", true],
    ["2.100.0", true],
    ["3.0.0", true],
    ["2.23.0", false],
    ["2.9.9", false],
    ["1.99.99", false],
  ])("%s is new enough: %s", (version, isEnough) => {
    expect(isAtLeast(version, profile.brand.cli.minimumVersion)).toBe(isEnough);
  });
});

describe("the login", () => {
  const printing = 'console.log("gho_theLoginItself");';

  test.each([
    [{}, "the stored login"],
    [{ GITHUB_TOKEN: "x" }, "GITHUB_TOKEN"],
    [{ GITHUB_TOKEN: "x", GH_TOKEN: "y" }, "GH_TOKEN"],
    [{ GH_TOKEN: "", GITHUB_TOKEN: "" }, "the stored login"],
  ])("with %o comes from %s", async (env, source) => {
    const login = await openRecorder(printing, env).login();
    expect(login?.source).toBe(source);
    expect(login?.token.equals(new Secret("gho_theLoginItself"))).toBe(true);
    expect(calls()[0]?.argv).toEqual(["first", "auth", "token"]);
  });

  test.each([
    ["fails", "process.exitCode = 1;"],
    ["prints nothing", 'console.log("");'],
  ])("is undefined if the CLI %s", async (_what, lines) => {
    expect(await openRecorder(lines).login()).toBeUndefined();
  });
});

describe("a CLI that misbehaves", () => {
  test.each(["gho_theLogin\nItself", "gho_theLogin Itself", "gho_theLogin\u0007", "gho_theLoginé"])(
    "and prints %j does not provide a login, and the error does not repeat the output",
    async (printed) => {
      const cli = openRecorder(`console.log(${JSON.stringify(printed)});`);
      const failure = await failureOf(cli.login());
      expect(failure).toBeInstanceOf(ForgeCliFailed);
      expect(failure.message).toBe(
        "Could not read the login from gh: its output is not a valid token",
      );
    },
  );

  test("and never stops is killed", async () => {
    const cli = openRecorder("setInterval(() => undefined, 1000);", {}, { limitMilliseconds: 500 });
    const failure = await failureOf(cli.login());
    expect(failure).toBeInstanceOf(ForgeCliFailed);
    expect(failure.message).toContain(
      'Could not run "gh auth token": no response within 0.5 seconds',
    );
  });
});

describe("storing", () => {
  test("passes a variable with its repository, and its value as an argument", async () => {
    await openRecorder().setVariable(repository, "CP_FORGE_READ_APP_ID", "Iv1.a");
    const args = "variable set CP_FORGE_READ_APP_ID --repo acme/control --body Iv1.a";
    expect(calls()).toMatchObject([{ argv: ["first", ...args.split(" ")], stdin: "" }]);
  });

  test("passes a secret through standard input, and nowhere else", async () => {
    await openRecorder().setSecret({ repository, name: "CP_KEY" }, key);
    const [call] = calls();
    expect(call?.argv).toEqual(["first", "secret", "set", "CP_KEY", "--repo", "acme/control"]);
    expect(call?.stdin).toBe(key.reveal());
    expect(JSON.stringify([call?.argv, call?.env])).not.toContain("wordsOfTheKeyItself");
  });

  test("passes the environment of an environment secret", async () => {
    const target = { repository, name: "CP_FORGE_TOKEN", environment: "agents" };
    await openRecorder().setSecret(target, key);
    expect(calls()[0]?.argv.join(" ")).toBe(
      "first secret set CP_FORGE_TOKEN --env agents --repo acme/control",
    );
  });

  test.each(["", " \n"])("an empty value is refused before the call: %j", async (value) => {
    const cli = openRecorder();
    const storing = cli.setSecret({ repository, name: "CP_KEY" }, new Secret(value));
    expect(await failureOf(storing)).toBeInstanceOf(InvalidInput);
    expect(calls()).toEqual([]);
  });

  test("an environment with a / is refused before the call: the CLI would not escape it", async () => {
    const target = { repository, name: "CP_KEY", environment: "pro/d" };
    expect(await failureOf(openRecorder().setSecret(target, key))).toBeInstanceOf(InvalidInput);
    expect(calls()).toEqual([]);
  });

  test("reports a failure with its action and reason, without the secret", async () => {
    const cli = openRecorder('console.error("HTTP 403: no " + stdin); process.exitCode = 4;');
    const failure = await failureOf(cli.setSecret({ repository, name: "CP_KEY" }, key));
    expect(failure.message).toContain("Could not set the secret CP_KEY: HTTP 403: no");
    expect(failure.message).not.toContain("wordsOfTheKey");
  });

  test("reports that a failure gave no reason", async () => {
    const cli = openRecorder("process.exitCode = 1;");
    const failure = await failureOf(cli.setVariable(repository, "CP_X", "1"));
    expect(failure.message).toBe("Could not set the variable CP_X: no reason given");
  });
});
