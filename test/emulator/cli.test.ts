import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startCliBench, type CliBench } from "./cli-bench.ts";

let bench: CliBench;

beforeEach(async () => {
  bench = await startCliBench();
});

afterEach(() => bench.close());

describe("the caller", () => {
  test("the version is printed without a login", async () => {
    const result = await bench.run(["--version"], { env: { FORGE_CONFIG_DIR: "/nowhere" } });
    expect(result).toEqual({ code: 0, stdout: "forge version 2.60.0\n", stderr: "" });
  });

  test("the login is read from hosts.json", async () => {
    bench.replies["GET /user"] = { status: 200, json: { login: "mona" } };
    await bench.run(["api", "user"]);
    expect(bench.seen[0]?.headers.authorization).toBe("token gho_fromTheFile");
  });

  test("FORGE_CLI_TOKEN and FORGE_HOST take precedence over hosts.json", async () => {
    const env = {
      FORGE_CONFIG_DIR: "/nowhere",
      FORGE_HOST: bench.host,
      FORGE_CLI_TOKEN: "ghs_fromEnv",
    };
    await bench.run(["api", "user"], { env });
    expect(bench.seen[0]?.headers.authorization).toBe("token ghs_fromEnv");
    expect((await bench.run(["auth", "token"], { env })).stdout).toBe("ghs_fromEnv\n");
  });

  test("without a login, every command that needs a login exits with 4", async () => {
    const result = await bench.run(["api", "user"], { env: { FORGE_CONFIG_DIR: "/nowhere" } });
    expect(result).toMatchObject({ code: 4, stdout: "" });
    expect(result.stderr).toContain("not logged into any forge hosts");
  });

  test("auth token prints the token of a known host, and fails for another host", async () => {
    expect(await bench.run(["auth", "token", "--hostname", bench.host])).toMatchObject({
      code: 0,
      stdout: "gho_fromTheFile\n",
    });
    const other = await bench.run(["auth", "token", "--hostname", "forge.example"]);
    expect(other).toMatchObject({ code: 1, stdout: "" });
    expect(other.stderr).toContain("no oauth token found");
  });

  test("auth status shows account, source and scopes, never the token", async () => {
    bench.replies["GET /user"] = {
      status: 200,
      json: { login: "mona" },
      headers: { "x-oauth-scopes": "repo, workflow" },
    };
    const { code, stdout } = await bench.run(["auth", "status"]);
    expect(code).toBe(0);
    expect(stdout).toContain(
      `✓ Logged in to ${bench.host} account mona (${join(bench.folder, "hosts.json")})`,
    );
    expect(stdout).toContain("Token scopes: 'repo', 'workflow'");
    expect(stdout).toContain("Token: gho_****");
    expect(stdout).not.toContain("fromTheFile");
  });

  test("auth status exits with 1 if the forge rejects the token", async () => {
    bench.replies["GET /user"] = { status: 401, json: { message: "Bad credentials" } };
    const result = await bench.run(["auth", "status"]);
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toContain(`X Failed to log in to ${bench.host} account mona`);
  });

  test("a forge that does not respond is reported in one line on standard error", async () => {
    const env = { FORGE_HOST: "127.0.0.1:1", FORGE_CLI_TOKEN: "ghs_x" };
    const result = await bench.run(["api", "user"], { env });
    expect(result).toEqual({
      code: 1,
      stdout: "",
      stderr: "error connecting to 127.0.0.1:1 (ECONNREFUSED)\n",
    });
  });
});

describe("usage", () => {
  test.each([
    [["unknown"]],
    [["constructor"]],
    [["variable", "frobnicate"]],
    [["api"]],
    [["variable", "set", "A", "B", "-R", "acme/control"]],
    [["secret", "list", "--wrong"]],
  ])("%j exits with 2 and prints its usage", async (argv) => {
    const result = await bench.run(argv);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain("forge");
  });

  test("a repository must be named", async () => {
    expect(await bench.run(["variable", "list"])).toMatchObject({ code: 1 });
    expect(await bench.run(["variable", "list", "-R", "just-a-name"])).toMatchObject({ code: 1 });
  });

  test("repo view prints the fields that a script reads", async () => {
    bench.replies["GET /repos/acme/control"] = {
      status: 200,
      json: {
        full_name: "acme/control",
        description: null,
        visibility: "private",
        default_branch: "main",
      },
    };
    expect((await bench.run(["repo", "view", "acme/control"])).stdout).toContain(
      "visibility:\tprivate\n",
    );
  });
});
