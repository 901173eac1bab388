import { describe, expect, test } from "vitest";
import { failureOf } from "../../forge/forge-bench.ts";
import { installApp } from "../../emulator/open-forge.ts";
import { openStep, statesOf } from "./precompute-bench.ts";

describe("a credential that the forge rejects stops the run without a weaker fallback:", () => {
  test("a read App with another App's key", async () => {
    const step = await openStep({ targets: ["acme/web"] });
    const { env } = await step.addReadApp();
    const other = await openStep();
    const { env: foreign } = await other.addReadApp();
    const mixed = { ...env, CP_FORGE_READ_APP_PRIVATE_KEY: foreign.CP_FORGE_READ_APP_PRIVATE_KEY };
    const before = step.emulator.requests().length;
    await expect(step.run({ ...mixed, CP_FORGE_TOKEN: step.token })).rejects.toMatchObject({
      exitCode: 3,
    });
    expect(
      step.emulator
        .requests()
        .slice(before)
        .map(({ who }) => who),
    ).not.toContain("fine-grained:mona");
  });

  test("an App that is not installed on the control repository", async () => {
    const step = await openStep({ targets: ["acme/web"] });
    const { env } = await step.addReadApp();
    await expect(
      step.run({ ...env, FORGE_REPOSITORY: "globex/tools", CP_FORGE_TOKEN: step.token }),
    ).rejects.toMatchObject({ exitCode: 3 });
  });

  test("a read App token or a PAT", async () => {
    const step = await openStep({ targets: ["acme/web"] });
    for (const name of ["CP_FORGE_READ_APP_TOKEN", "CP_FORGE_TOKEN"]) {
      const env = { [name]: `ghs_${"x".repeat(36)}`, FORGE_TOKEN: step.token };
      const error = await failureOf(step.run(env));
      expect(error).toMatchObject({ exitCode: 3 });
      // A step has no account that could be refreshed.
      const says = "Check the expiry and permissions of the credential in this step's environment";
      expect(error).toMatchObject({ hints: [{ text: says }] });
    }
  });

  test("an unreadable key", async () => {
    const step = await openStep();
    const { env } = await step.addReadApp();
    await expect(step.run({ ...env, CP_FORGE_READ_APP_PRIVATE_KEY: "x" })).rejects.toMatchObject({
      exitCode: 2,
    });
  });
});

describe("a token is minted for the reading, and revoked after the run", () => {
  test("only for Actions and Contents, whatever packages need", async () => {
    const apis = ["issues", "pull_requests", "administration"] as const;
    const packages = [{ name: "review", apis, permissions: {}, killSwitch: "CP_REVIEW_ENABLED" }];
    const step = await openStep({ targets: ["acme/api"], packages });
    const { env } = await step.addReadApp();
    const found = await step.run(env);
    expect(step.minted).toEqual([{ permissions: { actions: "read", contents: "read" } }]);
    expect(found.asked.at(-1)).toBe("DELETE /installation/token 204");
    expect(statesOf(found)).toEqual(["acme/api | complete"]);
  });

  test("and a token with more permissions is refused, and its revocation is retried", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const { env, installation } = await step.addReadApp();
    const wide = {
      token: "ghs_wide",
      expires_at: "2026-03-01T11:00:00Z",
      permissions: { contents: "write" },
    };
    const path = `POST /app/installations/${installation}/access_tokens`;
    step.emulator.setFaults([
      { on: path, play: { kind: "body", text: JSON.stringify(wide), status: 201 } },
    ]);
    // The forge does not know this token, which proves nothing about a new token.
    await expect(step.run(env)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining("The token could not be revoked") as string,
    });
    const asked = step.emulator.requests().map(({ method, path: at }) => `${method} ${at}`);
    const after = asked.slice(asked.indexOf(path) + 1);
    expect(after.length).toBeGreaterThan(1);
    expect(new Set(after)).toEqual(new Set(["DELETE /installation/token"]));
  });
});

describe("the installation that an earlier run found", () => {
  test("is reused without a request for the same repository", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const { env, installation } = await step.addReadApp();
    await step.run(env);
    step.pass(61);
    expect((await step.run(env)).asked[0]).toBe(
      `POST /app/installations/${installation}/access_tokens 201`,
    );
    const moved = { ...env, FORGE_REPOSITORY: "acme/web" };
    step.pass(61);
    expect((await step.run(moved)).asked[0]).toBe("GET /repos/acme/web/installation 200");
  });

  test("is looked up again if it no longer exists, and the run stops if the lookup fails", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const { env, installation, ...app } = await step.addReadApp();
    await step.run(env);
    const path = `/app/installations/${installation}`;
    expect((await step.rest("DELETE", path, { token: app.jwt() })).status).toBe(204);
    step.pass(61);
    await expect(step.run(env)).rejects.toMatchObject({ exitCode: 3, status: 404 });
    await installApp(step, app, "all");
    expect((await step.run(env)).asked.slice(0, 2)).toEqual([
      `POST ${path}/access_tokens 404`,
      "GET /repos/acme/control/installation 200",
    ]);
  });
});
