import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openForge } from "../emulator/open-forge.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();

async function ask(args: readonly string[], repository = "acme/nope") {
  const { emulator } = await openForge();
  const { env } = await makeHome();
  const where = ["--host", emulator.origin, "--repo", repository];
  return program.run([...args, ...where], {
    env: { ...env, FORGE_CONFIG_DIR: emulator.cliConfigDir },
  });
}

describe("a repository that does not exist or is not visible", () => {
  test.each([
    [["status"]],
    [["status", "--json"]],
    [["verify", "--no-run"]],
    [["scope", "--show"]],
    [["control", "check"]],
    [["control", "render"]],
    [["control", "render", "--profile", "app", "--commit"]],
  ])(
    "is reported by %j with the signed-in account, as by setup, and the exit code is 5",
    async (args) => {
      const { code, out, err } = await ask(args);
      expect({ code, out }).toEqual({ code: 5, out: "" });
      expect(err).toContain(
        "acme/nope does not exist, or is not visible to your account (the stored login).",
      );
      expect(err).toContain(" │ Check the name and the account that is signed in\n");
      expect(err).not.toContain("404");
    },
  );

  test("is also reported by dashboard --once", async () => {
    const { code, err } = await ask(["dashboard", "--once"]);
    expect(code).toBe(5);
    expect(err).toContain("acme/nope does not exist, or");
  });

  test.each([
    ["stop", 5, false],
    ["continue", 2, true],
  ])(
    "is reported by exposed before any change; with the answer %j, exposed exits with %i",
    async (way, wanted, continues) => {
      const { home } = await makeHome();
      const answers = join(home, "answers.json");
      writeFileSync(answers, JSON.stringify({ answers: { "failure:unseen": way } }));
      const leaked = ["exposed", "--credential", "read-app", "--kill-switch", "CP_REVIEW_ENABLED"];
      const { code, out } = await ask([...leaked, "--yes", "--answers", answers]);
      expect({ code, continues: out.includes("Cancel active runs") }).toEqual({
        code: wanted,
        continues,
      });
      expect(out).toContain(
        "wrong: acme/nope does not exist, or is not visible to your account (the stored login).",
      );
    },
  );

  test("is distinguished from an existing repository with a missing file", async () => {
    const { code, err } = await ask(["scope", "--show"], "acme/control");
    expect(code).toBe(5);
    expect(err).toContain("✖ .forge/control-plane.json not found in acme/control.");
  });
});
