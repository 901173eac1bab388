import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { answerAs } from "../run/admit/hostile-answers.ts";
import { openServer } from "../forge/forge-bench.ts";
import { installProgram } from "./installed-program.ts";
import { comment, issue, max, openOutputs, shown } from "./outputs-bench.ts";

const program = installProgram();

/** Without an App, the first request is the proposal's own, authenticated with a PAT. */
const byPat = {
  CP_FORGE_WRITE_APP_ID: "",
  CP_FORGE_WRITE_APP_PRIVATE_KEY: "",
  CP_FORGE_TOKEN: "ghp_none000000000000000000000000000000000",
};

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = Object(server.address()) as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Returns the journal beside the file, or `undefined` if it does not exist. */
const noted = (job: Awaited<ReturnType<typeof openOutputs>>) =>
  existsSync(`${job.file}.applied.json`) ? job.journal() : { outputs: [] };

describe("an error that stops the job", () => {
  test.each(["118", ""])(
    "if the PAT is rejected, only one request is sent (run %j)",
    async (build) => {
      const job = await openOutputs(program);
      job.write(issue, comment, { ...issue, title: "Second" });
      const { code, out, err } = await job.apply(max, { ...byPat, BUILD_BUILDID: build });
      expect(code).toBe(3);
      expect(job.asked().map((line) => line.slice(-3))).toEqual(["401"]);
      expect(shown(err)).toContain("401");
      expect(shown(out)).toContain("issue 1 of 2: line 1: The API rejected");
      expect(shown(out)).toContain(
        "– Skipped: comment on line 2: not tried: the credential was rejected with 401",
      );
      expect(shown(out)).toContain("– Skipped: issue on line 3: not tried");
      expect(noted(job)).toMatchObject({ outputs: [] });
    },
  );

  test.each(["118", ""])(
    "if the forge is unreachable, no output is recorded as sent (run %j)",
    async (build) => {
      const job = await openOutputs(program);
      job.write(issue, { ...issue, title: "Second" });
      const FORGE_API_URL = `http://127.0.0.1:${await closedPort()}/api/v3`;
      const env = { ...byPat, FORGE_API_URL, BUILD_BUILDID: build };
      const { code, out } = await job.apply([...max, "--json", "--soft"], env);
      expect({ code, text: JSON.parse(out) as unknown }).toMatchObject({
        code: 4,
        text: {
          failed: [{ line: 1 }],
          left: [{ line: 2, reason: "not tried: the API did not respond" }],
        },
      });
      expect(noted(job)).toMatchObject({ outputs: [] });
      const again = await job.apply(max, env);
      expect(again.out).not.toContain("the request was sent");
    },
  );

  test("if the forge drops the connection, the request is recorded, and no further request is sent", async () => {
    const job = await openOutputs(program);
    const { origin, heard } = await openServer(
      answerAs(1, ({ path }, response) => {
        if (!path.endsWith("/issues")) return false;
        response.destroy();
        return true;
      }),
    );
    job.write(issue, { ...issue, title: "Second" });
    const env = { ...byPat, FORGE_API_URL: `${origin}/api/v3`, BUILD_BUILDID: "" };
    expect((await job.apply(max, env)).code).toBe(4);
    expect(heard).toHaveLength(1);
    expect(noted(job)).toMatchObject({ outputs: [{ line: 1, url: "" }] });
  });

  test("if the credential is rejected, outputs applied earlier are reported as failed until verified", async () => {
    const job = await openOutputs(program);
    job.write(issue, { ...issue, title: "Second" });
    const on = "POST /repos/acme/control/issues";
    const refuse = (status: number) =>
      job.control("PUT", "faults", [{ on, times: 1, play: { kind: "status", status } }]);
    await refuse(422);
    expect((await job.apply(max)).code).toBe(5);
    await refuse(401);
    const { code, out } = await job.apply([...max, "--json"]);
    expect({ code, text: JSON.parse(out) as unknown }).toMatchObject({
      code: 3,
      text: { applied: [], failed: [{ line: 1 }, { line: 2 }], left: [] },
    });
  });
});
