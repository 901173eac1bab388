import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { installProgram } from "./installed-program.ts";
import { comment, issue, max, openOutputs, pull, repo, shown } from "./outputs-bench.ts";
import { recordRequests } from "./record-requests.ts";

const program = installProgram();
type Job = Awaited<ReturnType<typeof openOutputs>>;

interface RequestOptions {
  readonly permissions: object;
  readonly repositories: readonly string[];
}

/** Creates a PAT of mona's with write access to issues. */
async function makePat({ control }: Job): Promise<string> {
  const { json } = await control("POST", "tokens", {
    user: "mona",
    kind: "fine-grained",
    owner: "acme",
    permissions: { issues: "write", metadata: "read" },
    repositories: ["acme/control"],
    expiresAt: "2099-01-01T00:00:00Z",
  });
  return json.token;
}

describe("the credential", () => {
  test("is one token per handler, limited to its permissions on this repository, and revoked afterwards", async () => {
    const job = await openOutputs(program, "all");
    const { origin, recorded } = await recordRequests(job.emulator.origin);
    job.write(issue, comment, pull, issue, { type: "dispatch", workflow: "none.yml" });
    const url = `${origin}/api/v3`;
    const { code } = await job.apply([...max, "--max", "dispatch=1", "--worker", "none.yml"], {
      FORGE_API_URL: url,
    });
    expect(code).toBe(5);
    const requests = recorded.filter(({ path }) => path.endsWith("/access_tokens"));
    const tokens = new Map(
      requests.map(({ body, answer }) => [
        Object(answer).token as string,
        Object(body) as RequestOptions,
      ]),
    );
    expect([...tokens.values()].map(({ repositories }) => repositories)).toEqual(
      requests.map(() => ["control"]),
    );
    const writes = recorded.filter(
      ({ method, path }) => method === "POST" && path.startsWith("/api/v3/repos/"),
    );
    const by = writes.map(({ path, token }) => [
      path.replace(`/api/v3${repo}`, ""),
      tokens.get(token)?.permissions,
    ]);
    const change = { contents: "write", pull_requests: "write" };
    expect(by).toEqual([
      ["/issues", { issues: "write" }],
      ["/issues/1/comments", { issues: "write", pull_requests: "write" }],
      ["/git/trees", change],
      ["/git/commits", change],
      ["/git/refs", change],
      ["/pulls", change],
      ["/issues", { issues: "write" }],
      ["/actions/workflows/none.yml/dispatches", { actions: "write" }],
    ]);
    expect(tokens.size).toBe(4);
    for (const token of tokens.keys()) {
      const { status } = await job.rest("GET", "/installation/repositories", { token });
      expect(status).toBe(401);
    }
    const engine = recorded.filter(({ token }) => token === job.env["FORGE_TOKEN"]);
    expect(engine).toEqual([]);
  });

  test.each([
    ["CP_FORGE_WRITE_APP_ID", undefined],
    ["CP_FORGE_WRITE_APP_ID", "$(CP_FORGE_WRITE_APP_ID)"],
    ["CP_FORGE_WRITE_APP_PRIVATE_KEY", " "],
    ["CP_FORGE_WRITE_APP_PRIVATE_KEY", "$(CP_FORGE_WRITE_APP_PRIVATE_KEY)"],
  ])(
    "falls back to the PAT with a message if the pair is incomplete (%s is %j)",
    async (name, value) => {
      const job = await openOutputs(program);
      job.write(issue);
      const { code, out } = await job.apply(max, {
        [name]: value,
        CP_FORGE_TOKEN: await makePat(job),
      });
      expect(code).toBe(0);
      expect(job.writes()).toEqual([`POST ${repo}/issues 201`]);
      expect(shown(out)).toContain(`The write App is not used because ${name} is empty`);
      const { json } = await job.rest("GET", `${repo}/issues`);
      expect(json[0].user.login).toBe("mona");
    },
  );

  test.each([
    [
      { CP_FORGE_WRITE_APP_PRIVATE_KEY: "" },
      "The write App is not used because CP_FORGE_WRITE_APP_PRIVATE_KEY is empty.",
    ],
    [
      {
        CP_FORGE_WRITE_APP_ID: "$(CP_FORGE_WRITE_APP_ID)",
        CP_FORGE_WRITE_APP_PRIVATE_KEY: "$(CP_FORGE_WRITE_APP_PRIVATE_KEY)",
        CP_FORGE_TOKEN: "$(CP_FORGE_TOKEN)",
      },
      "No write App is configured: CP_FORGE_WRITE_APP_ID and CP_FORGE_WRITE_APP_PRIVATE_KEY are empty.",
    ],
  ])(
    "is reported if missing, and no credential of the engine is used instead: %#",
    async (env, words) => {
      const job = await openOutputs(program);
      job.write(issue);
      const { code, err } = await job.apply(max, env);
      expect({ code, asked: job.asked() }).toEqual({ code: 5, asked: [] });
      expect(shown(err)).toContain(words);
      expect(shown(err)).toContain("or CP_FORGE_TOKEN");
    },
  );

  test.each([
    [
      "a key of another App",
      3,
      async (job: Job) => ({
        CP_FORGE_WRITE_APP_PRIVATE_KEY: (await openOutputs(program)).app.pem,
        CP_FORGE_TOKEN: await makePat(job),
      }),
    ],
    [
      "an App that is not installed there",
      5,
      async (job: Job) => ({
        BUILD_REPOSITORY_NAME: "acme/infra",
        CP_FORGE_TOKEN: await makePat(job),
      }),
    ],
    [
      "an App that is suspended",
      5,
      async (job: Job) => {
        await job.page(
          `/organizations/acme/settings/installations/${job.installation}/suspend`,
          {},
        );
        return { CP_FORGE_TOKEN: await makePat(job) };
      },
    ],
    [
      "an App with fewer permissions",
      3,
      async (job: Job) => {
        await job.control("PUT", "faults", [
          { on: "POST /app/installations/*/access_tokens", play: { kind: "status", status: 422 } },
        ]);
        return { CP_FORGE_TOKEN: await makePat(job) };
      },
    ],
  ] as const)("%s is an error: no weaker credential is used", async (_, expected, prepare) => {
    const job = await openOutputs(program);
    job.write(issue);
    const env = await prepare(job);
    const before = job.writes().length;
    const { code, out, err } = await job.apply([...max, "--soft"], env);
    expect({ code, out }).toEqual({ code: expected, out: "" });
    expect(
      job
        .writes()
        .slice(before)
        .filter((line) => line.includes("/issues")),
    ).toEqual([]);
    expect(existsSync(`${job.file}.applied.json`)).toBe(false);
    expect(err).not.toContain(job.app.pem.split("\n")[1]);
  });

  test("that was minted for one handler is revoked if minting fails for another handler", async () => {
    const job = await openOutputs(program);
    await job.control("PUT", "faults", [
      {
        on: "POST /app/installations/*/access_tokens",
        after: 1,
        play: { kind: "status", status: 422 },
      },
    ]);
    job.write(issue, comment);
    expect((await job.apply(max)).code).toBe(3);
    expect(job.writes().slice(-2)).toEqual([
      `POST /app/installations/${job.installation}/access_tokens 422`,
      "DELETE /installation/token 204",
    ]);
  });

  test("is not contained in the output, the journal or the proposals", async () => {
    const job = await openOutputs(program);
    const pat = await makePat(job);
    job.write(issue, { ...comment, body: `It is ${pat}` });
    const refused = await job.apply(max, { CP_FORGE_TOKEN: pat });
    expect(refused.code).toBe(2);
    job.write(issue, { ...comment, number: 99 });
    const { out, err } = await job.apply(max, { CP_FORGE_TOKEN: pat });
    const journal = readFileSync(`${job.file}.applied.json`, "utf8");
    const line = job.app.pem.split("\n")[1] ?? "";
    for (const secret of [pat, line, "ghs_"]) {
      expect(refused.out + refused.err + out + err + journal).not.toContain(secret);
    }
  });
});
