import { describe, expect, test } from "vitest";
import { stepForge } from "../../src/forge/step-forge.ts";

describe("the forge of a step", () => {
  test.each([
    [{ GITHUB_API_URL: "https://api.acme.ghe.com/" }, "acme.ghe.com"],
    [{ FORGE_API_URL: "https://api.example/api/v3", GITHUB_API_URL: "x" }, "api.example"],
    [{ FORGE_API_URL: "", GITHUB_API_URL: "http://127.0.0.1:4173/api/v3" }, "127.0.0.1:4173"],
  ])("%o: %s", (env, host) => {
    expect(stepForge(env, "admit").host).toBe(host);
  });

  test("is missing outside a step, and the command's help lists the variables of a step", () => {
    expect(() => stepForge({ FORGE_API_URL: "" }, "token")).toThrow(
      expect.objectContaining({
        exitCode: 2,
        hints: [expect.objectContaining({ command: "gatehouse token --help" })],
      }),
    );
  });
});
