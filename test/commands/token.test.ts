import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openServer } from "../forge/forge-bench.ts";
import { installProgram } from "./installed-program.ts";
import { openStep } from "./token-bench.ts";

const program = installProgram();

async function tokenOf(outputs: () => Promise<string>): Promise<string> {
  const [, , token = ""] = /^token<<(.*)\n(.*)\n\1$/m.exec(await outputs()) ?? [];
  return token;
}

describe("gatehouse token --for", () => {
  test("masks the token before anything else is printed, and writes it to the step output", async () => {
    const { run, outputs, rest } = await openStep(program);
    const { code, out, err } = await run(["--for", "issue"]);
    const token = await tokenOf(outputs);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(token).toMatch(/^ghs_/);
    const [first, ...others] = out.split("\n");
    expect(first).toBe(`::add-mask::${token}`);
    expect(others.join("\n")).not.toContain(token);
    expect(others[0]).toMatch(
      /✔ Minted a token for issue on acme\/control: Issues: Read and write; expires/,
    );
    expect(await outputs()).toMatch(/^token-expires<<(.*)\n\d{4}-\d\d-\d\dT[\d:]+Z\n\1$/m);
    const issue = { body: { title: "A finding" }, token };
    expect((await rest("POST", "/repos/acme/control/issues", issue)).status).toBe(201);
    expect((await rest("POST", "/repos/acme/api/issues", issue)).status).toBeGreaterThan(400);
  });

  test.each([
    ["503", { kind: "status", status: 503 }],
    ["cut connection", { kind: "cut", when: "before" }],
  ] as const)("mints a token despite one %s", async (_what, play) => {
    const { run, outputs, emulator } = await openStep(program);
    const on = "POST /app/installations/*/access_tokens";
    emulator.setFaults([{ on, times: 1, play }]);
    expect((await run(["--for", "issue"])).code).toBe(0);
    expect(await tokenOf(outputs)).toMatch(/^ghs_/);
  });

  test("also accepts the brand's names of the step variables", async () => {
    const { run, emulator, folder } = await openStep(program);
    const output = join(folder, "other");
    const { code } = await run(["--for", "comment"], {
      FORGE_API_URL: "",
      FORGE_OUTPUT: undefined,
      FORGE_REPOSITORY: "",
      GITHUB_API_URL: emulator.apiUrl,
      GITHUB_OUTPUT: output,
      GITHUB_REPOSITORY: "acme/control",
    });
    expect(code).toBe(0);
    expect(await readFile(output, "utf8")).toContain("token<<");
  });

  test("mints a token for exactly the named repositories", async () => {
    const { run, outputs, rest } = await openStep(program, "all");
    const args = ["--for", "issue", "--repository", "acme/api", "--repository", "ACME/API"];
    const { code, out } = await run([...args, "--json"]);
    expect(code).toBe(0);
    const token = await tokenOf(outputs);
    const { json } = await rest("GET", "/installation/repositories", { token });
    expect(json.repositories).toMatchObject([{ full_name: "acme/api" }]);
    expect(JSON.parse(out)).toEqual({
      minted: true,
      for: "issue",
      repositories: ["acme/api"],
      permissions: { issues: "write" },
      expires: expect.stringMatching(/Z$/) as string,
      reason: null,
    });
  });

  test("with --json, prints one document, and the mask on standard error", async () => {
    const { run, outputs } = await openStep(program);
    const { out, err } = await run(["--for", "comment", "--json"]);
    const token = await tokenOf(outputs);
    expect(err).toBe(`::add-mask::${token}\n`);
    expect(out).not.toContain(token);
  });

  test.each([
    [
      ["--repository", "acme/api", "--repository", "octo/api"],
      /✖ A token can cover only one owner, but these repositories have 2: acme, octo\./,
    ],
    [["--repository", "api"], /✖ "api" is not a valid repository name\./],
    [["--for", "everything"], /✖ "everything" is not a valid handler\./],
    [["--scope", "all"], /unknown option '--scope'/],
    [["isue"], /too many arguments|unknown command/],
  ])("%j is rejected before any request", async (args, message) => {
    const { run, emulator } = await openStep(program);
    const before = emulator.requests().length;
    const { code, err } = await run(args.includes("--for") ? args : ["--for", "issue", ...args]);
    expect({ code, asked: emulator.requests().length - before }).toEqual({ code: 2, asked: 0 });
    expect(err).toMatch(message);
  });

  test("does not mint a token outside a run, because the token could not be output", async () => {
    const { run, minted } = await openStep(program);
    const { code, err } = await run(["--for", "issue"], { FORGE_OUTPUT: "" });
    expect({ code, minted: minted() }).toEqual({ code: 2, minted: [] });
    expect(err).toContain("FORGE_OUTPUT is not set");
  });

  test("a token that cannot be output is revoked", async () => {
    const { run, emulator, folder } = await openStep(program);
    const env = { FORGE_OUTPUT: join(folder, "no", "output") };
    const { code, err } = await run(["--for", "issue"], env);
    expect(code).toBe(2);
    expect(err).toContain("Could not write the file named in FORGE_OUTPUT.");
    expect(emulator.requests().at(-1)).toMatchObject({
      method: "DELETE",
      path: "/installation/token",
      status: 204,
    });
  });

  test.each([
    [
      "a missing pair",
      { CP_FORGE_WRITE_APP_ID: "", CP_FORGE_WRITE_APP_PRIVATE_KEY: "" },
      /WRITE_APP_ID and CP_FORGE_WRITE_APP_PRIVATE_KEY/,
    ],
    [
      "an incomplete pair",
      { CP_FORGE_WRITE_APP_PRIVATE_KEY: " " },
      /The write App's credentials are incomplete: CP_FORGE_WRITE_APP_PRIVATE_KEY is not set\./,
    ],
  ])(
    "%s of App credentials is reported, and is not a failure with --ignore-if-missing",
    async (_, env, words) => {
      const { run, outputs, folder } = await openStep(program);
      const refused = await run(["--for", "issue"], env);
      expect(refused.code).toBe(5);
      expect(refused.err).toMatch(words);
      const ignored = await run(["--for", "issue", "--ignore-if-missing", "--json"], env);
      expect({ code: ignored.code, outputs: await outputs() }).toEqual({ code: 0, outputs: "" });
      expect(JSON.parse(ignored.out)).toMatchObject({
        minted: false,
        reason: expect.stringMatching(words) as string,
      });
      expect(await readFile(join(folder, "summary"), "utf8")).toMatch(words);
    },
  );

  test("a rejected key fails even with --ignore-if-missing, and the message does not contain the key", async () => {
    const { run, outputs, app } = await openStep(program);
    const other = await openStep(program);
    const env = { CP_FORGE_WRITE_APP_PRIVATE_KEY: other.app.pem };
    const { code, out, err } = await run(["--for", "issue", "--ignore-if-missing"], env);
    expect({ code, outputs: await outputs() }).toEqual({ code: 3, outputs: "" });
    const line = other.app.pem.split("\n")[1] ?? "";
    expect(`${out}${err}`).not.toContain(line);
    expect(`${out}${err}`).not.toContain(app.pem.split("\n")[1]);
  });

  test("does not mint a token if the App is not installed on the repository", async () => {
    const { run, minted } = await openStep(program);
    const { code, err } = await run(["--for", "issue", "--repository", "acme/infra"]);
    expect({ code, minted: minted() }).toEqual({ code: 5, minted: [] });
    expect(err).toContain("✖ The write App is not installed on acme/infra.");
  });

  test("fails if the App does not cover a second repository", async () => {
    const { run, outputs } = await openStep(program);
    const args = ["--for", "issue", "--repository", "acme/api", "--repository", "acme/infra"];
    expect({ code: (await run(args)).code, outputs: await outputs() }).toEqual({
      code: 3,
      outputs: "",
    });
  });

  test("a token with more permissions than requested is revoked", async () => {
    const { app, folder } = await openStep(program);
    const installation = {
      id: 1,
      app_id: 1,
      app_slug: "writer",
      account: { login: "acme" },
      permissions: {},
      updated_at: "2026-01-01T00:00:00Z",
    };
    const wide = {
      token: "ghs_wide0000000000000000000000000000000000",
      expires_at: "2026-01-01T01:00:00Z",
      permissions: { issues: "write", contents: "write" },
      repository_selection: "selected",
      repositories: [{ full_name: "acme/control" }],
    };
    const { origin, heard } = await openServer(({ method, path }, response) => {
      response.setHeader("content-type", "application/json");
      if (method === "DELETE") return void response.writeHead(204).end();
      response.end(JSON.stringify(path.endsWith("access_tokens") ? wide : installation));
    });
    const output = join(folder, "output");
    const { code, out, err } = await program.run(["token", "--for", "issue"], {
      env: {
        FORGE_API_URL: `${origin}/api/v3`,
        FORGE_OUTPUT: output,
        FORGE_REPOSITORY: "acme/control",
        CP_FORGE_WRITE_APP_ID: app.clientId,
        CP_FORGE_WRITE_APP_PRIVATE_KEY: app.pem,
      },
    });
    expect(code).toBe(3);
    expect(err).toContain(
      "✖ The minted token can do more than requested: Contents: Read and write instead of No access.",
    );
    expect(heard.at(-1)).toMatchObject({
      method: "DELETE",
      headers: { authorization: `Bearer ${wide.token}` },
    });
    expect(`${out}${err}${await readFile(output, "utf8")}`).not.toContain(wide.token);
  });
});

describe("gatehouse token revoke", () => {
  test("revokes minted tokens, and accepts expired ones", async () => {
    const { run, outputs, rest } = await openStep(program);
    await run(["--for", "issue"]);
    const token = await tokenOf(outputs);
    const env = { CP_FORGE_WRITE_APP_TOKEN: token };
    const first = await run(["revoke", "--json"], env);
    expect({ ...first, out: JSON.parse(first.out) as unknown }).toEqual({
      code: 0,
      err: "",
      out: {
        tokens: [
          { name: "CP_FORGE_READ_APP_TOKEN", result: "absent" },
          { name: "CP_FORGE_WRITE_APP_TOKEN", result: "revoked" },
        ],
      },
    });
    expect((await rest("GET", "/installation/repositories", { token })).status).toBe(401);
    const again = await run(["revoke"], env);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toContain("CP_FORGE_WRITE_APP_TOKEN had already expired");
  });

  test("reports a token that could not be revoked, and revokes the other one", async () => {
    const { run, outputs, emulator } = await openStep(program);
    await run(["--for", "issue"]);
    const token = await tokenOf(outputs);
    const fault = { kind: "status", status: 500 } as const;
    emulator.setFaults([{ on: "DELETE /installation/token", times: 1, play: fault }]);
    const env = { CP_FORGE_READ_APP_TOKEN: token, CP_FORGE_WRITE_APP_TOKEN: token };
    const { code, out, err } = await run(["revoke"], env);
    expect(code).toBe(4);
    expect(out).toContain("✔ CP_FORGE_WRITE_APP_TOKEN was revoked");
    expect(err).toContain("CP_FORGE_READ_APP_TOKEN could not be revoked");
    expect(`${out}${err}`).not.toContain(token);
  });
});
